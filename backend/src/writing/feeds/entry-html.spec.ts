import { describe, expect, it } from '@jest/globals';
import { FEED } from '@oniverse/contracts';
import { entryHtml, parseEntry } from './entry-html.js';

const SITE = 'https://oniverse.example';
const LINK = `${SITE}/u/vesper/1`;
const REST = `<p><a href="${LINK}">Read the rest</a></p>`;
const htmlOf = (markdown: string): string => entryHtml(parseEntry(markdown), LINK);
const filled = (unit: string): string => unit.repeat(Math.ceil(50_000 / unit.length)).slice(0, 50_000);

describe('entryHtml', () => {
  it('NXT-110 renders a whole post with absolute addresses', () => {
    expect(htmlOf('Saw **it**.\n\n![](/objects/a)')).toBe(
      `<p>Saw <strong>it</strong>.</p>\n<p><img src="${SITE}/objects/a" alt=""></p>`,
    );
  });

  it.each([
    ['line breaks', 'one\ntwo', '<p>one<br>\ntwo</p>'],
    [
      'bare addresses',
      '「https://a.example/b」',
      '<p>「<a href="https://a.example/b">https://a.example/b</a>」</p>',
    ],
    ['struck words', '~~one~~', '<p><del>one</del></p>'],
    [
      'task lists',
      '- [x] done',
      '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" checked disabled> done</li>\n</ul>',
    ],
    ['hashtags', '#Moon', `<p><a href="${SITE}/t/moon">#Moon</a></p>`],
    ['HTML as text', '<b>a</b>', '<p>&#x3C;b>a&#x3C;/b></p>'],
    ['addresses of other hosts', '![](//cdn.example/x)', '<p><img src="https://cdn.example/x" alt=""></p>'],
    ['addresses next to the page', '[a](page.html)', `<p><a href="${SITE}/u/vesper/page.html">a</a></p>`],
    ['addresses of headings', '[a](#there)', `<p><a href="${LINK}#there">a</a></p>`],
  ])('NXT-110 renders %s like the page', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  it('NXT-110 renders footnotes, whose links lead to the page', () => {
    const html = htmlOf('a[^1]\n\n[^1]: b');
    expect(html).toContain(`<sup><a href="${LINK}#user-content-fn-1"`);
    expect(html).toContain('<section data-footnotes class="footnotes">');
    expect(html).toContain('<p>b <a href=');
  });

  it('NXT-110 ends a long post after a block, with a link to the rest', () => {
    const html = htmlOf(`${'word '.repeat(1_000)}\n\n`.repeat(9));
    expect(html.length).toBeGreaterThan(15_000);
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
