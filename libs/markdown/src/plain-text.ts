import type { Nodes } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { parseMarkdown } from './parse-markdown.js';

/** Returns the visible text of a paragraph, a heading or a cell, without the targets of links and pictures. */
function inlineText(node: Nodes): string {
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(inlineText).join('') : toString(node);
}

/** Returns the text of a markdown document without its markup. Each paragraph, heading, cell and code block starts a line. */
export function plainTextOf(markdown: string): string {
  const blocks: string[] = [];
  visit(parseMarkdown(markdown), (node) => {
    if (node.type === 'code' || node.type === 'plain') blocks.push(node.value.trimEnd());
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return undefined;
    blocks.push(inlineText(node));
    return SKIP;
  });
  return blocks.filter((block) => block !== '').join('\n');
}
