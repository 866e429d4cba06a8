import { describe, expect, it } from '@jest/globals';
import { FEED } from '@oniverse/contracts';
import { entryHtml } from './entry-html.js';

const SITE = 'https://oniverse.example';
const LINK = `${SITE}/u/vesper/1`;
const REST = `<p><a href="${LINK}">Read the rest</a></p>`;
const htmlOf = (markdown: string): string => entryHtml(markdown, LINK);
const filled = (unit: string): string => unit.repeat(Math.ceil(50_000 / unit.length)).slice(0, 50_000);

describe('entryHtml', () => {
  it('NXT-110 renders a whole post with absolute addresses', () => {
    expect(htmlOf('Saw **it**.\n\n![](/objects/a)')).toBe(
      `<p>Saw <strong>it</strong>.</p>\n<p><img src="${SITE}/objects/a" alt=""></p>`,
    );
  });

  it('NXT-110 ends a long post after a block, with a link to the rest', () => {
    const html = htmlOf(`${'word '.repeat(1_000)}\n\n`.repeat(9));
    expect(html.length).toBeGreaterThan(25_000);
    expect(html).toMatch(/word<\/p>\n?<p><a href/);
    expect(html.endsWith(REST)).toBe(true);
    expect(htmlOf('line\n\n'.repeat(5_000)).endsWith(REST)).toBe(true);
    expect(htmlOf(filled('word '))).toMatch(/^<p>word [^<]*…<\/p><p><a/);
  });

  it.each([
    ['a wide table', `${'|a'.repeat(8_000)}\n${'|-'.repeat(8_000)}\n${'|\n'.repeat(8_950)}`],
    ['tables', filled(`${'|a'.repeat(45)}\n${'|-'.repeat(45)}\n${'|\n'.repeat(90)}\n`)],
    ['relative links', filled('[](/)')],
    ['wide characters', filled('🪐')],
    ['ampersands', filled('&')],
  ])('NXT-110 does not let %s make an entry larger than the limit', (_, hostile) => {
    const html = htmlOf(hostile);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(FEED.entryBytes);
    expect(html.endsWith(REST)).toBe(true);
  });
});
