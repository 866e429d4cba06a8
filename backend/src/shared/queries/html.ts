import { escapeHtml } from '@oniverse/platform';

/** Markup that is not escaped again. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | readonly Part[];

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(String(part));
};

/** Template tag that escapes inserted parts unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, n) => text + markupOf(parts[n] ?? '')).join(''));

/** Renders text from the contract, with backticks as inline code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((piece, n) => (n % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
