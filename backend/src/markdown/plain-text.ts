import type { Token } from 'markdown-it';
import { createParser } from './parser.js';

const parser = createParser();

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
