import { describe, expect, it } from '@jest/globals';
import { readPageHead } from './page-head.js';

async function* chunksOf(html: string | Buffer, size = 700): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(html);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const read = (html: string | Buffer, charset?: string) => readPageHead(chunksOf(html), charset);
const meta = (key: string, content: string, attribute = 'property') =>
  `<meta ${attribute}="${key}" content="${content}">`;

describe('readPageHead', () => {
  it('TLK-310 prefers Open Graph to Twitter cards, and these to HTML', async () => {
    const html = '<title>HTML</title><meta name="description" content="html">';
    const twitter =
      meta('twitter:title', 'Twitter', 'name') +
      meta('twitter:description', 'twitter', 'name') +
      meta('twitter:image', '/twitter.png', 'name');
    const openGraph =
      meta('og:title', 'Open Graph') +
      meta('og:description', 'open graph') +
      meta('og:image', 'https://page.example/og.png') +
      meta('og:site_name', 'Site');
    expect(await read(html)).toEqual({
      site: undefined,
      title: 'HTML',
      description: 'html',
      picture: undefined,
    });
    expect(await read(html + twitter)).toMatchObject({
      title: 'Twitter',
      description: 'twitter',
      picture: '/twitter.png',
    });
    expect(await read(html + twitter + openGraph)).toEqual({
      site: 'Site',
      title: 'Open Graph',
      description: 'open graph',
      picture: 'https://page.example/og.png',
    });
  });

  it('TLK-310 takes the first of several, and skips those that show nothing', async () => {
    expect(
      await read(
        meta('og:title', ' ') + meta('OG:Title', 'first', 'name') + meta('og:title', 'second') + '<title>x',
      ),
    ).toMatchObject({ title: 'first' });
    expect(await read(`${meta('og:title', '\u200B')}<title>a</title><title>b</title>`)).toMatchObject({
      title: 'a',
    });
  });

  it('TLK-312 reads no further than the head', async () => {
    let chunks = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`<head><title>x</title>${' '.repeat(2_000)}</head>`);
      for (;;) {
        chunks += 1;
        yield Buffer.from(meta('og:title', 'body'));
      }
    }
    expect(await readPageHead(endless())).toMatchObject({ title: 'x' });
    expect(chunks).toBe(0);
    expect(await read(`<body>${meta('og:title', 'body')}<svg><title>y</title>`)).toMatchObject({
      title: undefined,
    });
  });

  it.each([
    ['of the server', 'windows-1251', '<meta charset="utf-8"><title>\xcd\xee\xf7\xfc', 'Ночь'],
    ['of the page', undefined, '<meta charset=windows-1251><title>\xcd\xee\xf7\xfc', 'Ночь'],
    [
      'of an old page',
      undefined,
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><title>\xee\xcf\xde\xd8',
      'Ночь',
    ],
    ['of a mark', 'latin1', '\xef\xbb\xbf<title>caf\xc3\xa9', 'café'],
    ['that every page has', undefined, '<title>caf\xc3\xa9', 'café'],
    ['of Japan', 'shift_jis', '<title>\x89\x66\x89\xe6', '映画'],
  ])('TLK-313 decodes the encoding %s', async (_name, charset, html, title) => {
    expect(await read(Buffer.from(html, 'latin1'), charset)).toMatchObject({ title });
  });

  it('TLK-313 decodes characters that are split between chunks', async () => {
    const html = `<title>${'é'.repeat(150)}</title>${meta('og:description', '🌔'.repeat(600))}`;
    expect(await readPageHead(chunksOf(html, 1_025))).toMatchObject({
      title: 'é'.repeat(150),
      description: `${'🌔'.repeat(299)}…`,
    });
  });

  it('TLK-313 cuts each text at its length', async () => {
    const head = await read(
      meta('og:title', 'a '.repeat(200)) +
        meta('og:description', 'b'.repeat(301)) +
        meta('og:site_name', 'c'.repeat(101)),
    );
    expect(head).toMatchObject({
      title: `${'a '.repeat(99)}a…`,
      description: `${'b'.repeat(299)}…`,
      site: `${'c'.repeat(99)}…`,
    });
  });
});
