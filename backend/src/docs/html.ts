const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that may stand in a page as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | readonly Part[];

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.markup;
  return typeof part === 'object'
    ? part.map(markupOf).join('')
    : String(part).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
};

/** Markup of which the inserted parts are text, unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, n) => text + markupOf(parts[n] ?? '')).join(''));

/** Text in which what stands between backticks is code, as the descriptions of the contract have it. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((piece, n) => (n % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
