import { FEED } from '@oniverse/contracts';
import { htmlBlocksOf } from '@oniverse/markdown';
import { html } from '../markup/html.js';
import { excerptOf } from '../posts/excerpt.js';

/** Returns the part of a text that an entry may hold, in whole lines if it has several. */
function beginningOf(markdown: string): string {
  if (markdown.length <= FEED.entryBytes) return markdown;
  const beginning = markdown.slice(0, FEED.entryBytes);
  const end = beginning.lastIndexOf('\n');
  return end === -1 ? beginning : beginning.slice(0, end);
}

/**
 * Returns a post as HTML of at most `FEED.entryBytes`, as its page shows it, with absolute addresses. A longer post ends
 * after a block, with a link to the rest.
 * @param link the post's page
 */
export function entryHtml(markdown: string, link: string): string {
  const rest = html`<p><a href="${link}">Read the rest</a></p>`.markup;
  const beginning = beginningOf(markdown);
  let entry = '';
  let bytes = Buffer.byteLength(rest);
  let isWhole = beginning.length === markdown.length;
  for (const block of htmlBlocksOf(beginning, link)) {
    bytes += Buffer.byteLength(block);
    isWhole &&= bytes <= FEED.entryBytes;
    if (bytes > FEED.entryBytes) break;
    entry += block;
  }
  if (isWhole) return entry;
  return `${entry || html`<p>${excerptOf(markdown)}</p>`.markup}${rest}`;
}
