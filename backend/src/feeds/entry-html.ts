import { FEED } from '@oniverse/contracts';
import type { Token } from 'markdown-it';
import { createParser } from '../markdown/parser.js';
import { excerptOf } from '../posts/excerpt.js';

/** Further lines are not parsed: each costs time in every quote and list that it may continue. */
const MAX_LINES = 1_000;

/** Returns the part of a text that is parsed, in whole lines if it has several. */
function beginningOf(markdown: string): string {
  const lines = markdown.slice(0, FEED.entryBytes).split('\n', MAX_LINES + 1);
  const isCut = lines.length > MAX_LINES || markdown.length > FEED.entryBytes;
  return (isCut && lines.length > 1 ? lines.slice(0, -1) : lines).join('\n');
}

/** Yields the tokens of each paragraph, list, table and other outermost block. */
function* blocksOf(tokens: readonly Token[]): Generator<Token[]> {
  let start = 0;
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level > 0 || nesting === 1) continue;
    yield tokens.slice(start, index + 1);
    start = index + 1;
  }
}

/**
 * Returns a post as HTML of at most `FEED.entryBytes`, with absolute addresses. Raw HTML is escaped, and scripts are no
 * valid addresses. A longer post ends after a block, with a link to the rest.
 * @param link the post's page
 */
export function entryHtml(markdown: string, origin: string, link: string): string {
  const parser = createParser();
  const normalise = parser.normalizeLink.bind(parser);
  parser.normalizeLink = (address) =>
    address.startsWith('/') ? `${origin}${normalise(address)}` : normalise(address);
  const rest = parser.render(`[Read the rest](<${link}>)`);
  const beginning = beginningOf(markdown);
  const env = {};
  let html = '';
  let bytes = Buffer.byteLength(rest);
  let isWhole = beginning.length === markdown.length;
  for (const block of blocksOf(parser.parse(beginning, env))) {
    const rendered = parser.renderer.render(block, parser.options, env);
    bytes += Buffer.byteLength(rendered);
    isWhole &&= bytes <= FEED.entryBytes;
    if (bytes > FEED.entryBytes) break;
    html += rendered;
  }
  if (isWhole) return html;
  return `${html || `<p>${parser.utils.escapeHtml(excerptOf(markdown))}</p>\n`}${rest}`;
}
