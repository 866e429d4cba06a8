import { FEED } from '@oniverse/contracts';
import { htmlBlocksOf, parseMarkdown } from '@oniverse/markdown';
import { html } from '../../shared/index.js';
import { excerptOf } from '../posts/excerpt.js';

/** Characters of a text that are parsed for its entry. Right after a start, more would delay other calls too long. */
const PARSED_CHARACTERS = 20_000;

/** Returns the part of a text that is parsed for its entry, in whole lines. */
function beginningOf(markdown: string): string {
  if (markdown.length <= PARSED_CHARACTERS) return markdown;
  return markdown.slice(0, Math.max(0, markdown.lastIndexOf('\n', PARSED_CHARACTERS)));
}

/** A post that is parsed as far as an entry may show it. */
export interface ParsedEntry {
  markdown: string;
  tree: ReturnType<typeof parseMarkdown>;
  isWhole: boolean;
}

/** Parses a post for its entry, which takes about as long as the rest. */
export function parseEntry(markdown: string): ParsedEntry {
  const beginning = beginningOf(markdown);
  return { markdown, tree: parseMarkdown(beginning), isWhole: beginning.length === markdown.length };
}

/**
 * Returns a post as HTML of at most `FEED.entryBytes`, as its page shows it, with absolute addresses. A longer post ends
 * after a block, with a link to the rest.
 * @param link the post's page
 */
export function entryHtml(parsed: ParsedEntry, link: string): string {
  const rest = html`<p><a href="${link}">Read the rest</a></p>`.markup;
  let entry = '';
  let bytes = Buffer.byteLength(rest);
  let { isWhole } = parsed;
  for (const block of htmlBlocksOf(parsed.tree, link)) {
    bytes += Buffer.byteLength(block);
    isWhole &&= bytes <= FEED.entryBytes;
    if (bytes > FEED.entryBytes) break;
    entry += block;
  }
  if (isWhole) return entry;
  return `${entry || html`<p>${excerptOf(parsed.markdown)}</p>`.markup}${rest}`;
}
