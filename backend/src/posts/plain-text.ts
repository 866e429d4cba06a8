import MarkdownIt, { type Token } from 'markdown-it';

/**
 * Deeper quotes, lists and pictures are omitted. This bounds the parsing time: hostile text of 50,000 characters took
 * at most 0.1 s in the tests, against 0.27 s at the parser's default of 100 levels.
 */
const MAX_NESTING = 32;

// HTML tags count as text. Without linkify and typographer, the text stays as written.
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.set({ maxNesting: MAX_NESTING });

/** Returns the visible text of inline tokens, without the targets of links and pictures. */
function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'image' ? inlineText(children ?? []) : content;
    })
    .join('');
}

/** Returns the text of a markdown document without its markup. Each paragraph, heading, cell and code block starts a line. */
export function plainTextOf(markdown: string): string {
  const blocks: string[] = [];
  for (const { type, content, children } of parser.parse(markdown, {})) {
    if (type === 'inline') blocks.push(inlineText(children ?? []));
    else if (type === 'fence' || type === 'code_block') blocks.push(content.trimEnd());
  }
  return blocks.filter((block) => block !== '').join('\n');
}
