import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TEST_CERTIFICATE } from '@oniverse/testing';
import { LocalInternet, PUBLIC_ADDRESS } from '../../testing/local-internet.js';
import { hostsOf } from './fetchable-address.js';
import { PageFetcher, UnusableLink } from './page-fetcher.js';

const LIMITS = { ms: 5_000, bytes: 4_096, redirects: 3 };
const PAGE = '<title>Northern Taurids</title>';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

describe('PageFetcher', () => {
  let internet: LocalInternet;
  /** The hosts in the order of their turns, with the longest wait. */
  let turns: [string, 'at once' | 'in time'][] = [];
  let fetcher: PageFetcher;

  beforeAll(async () => {
    internet = await LocalInternet.start();
    fetcher = new PageFetcher(
      internet,
      {
        run: async (host, waitMs, work) => {
          turns.push([host, waitMs === 0 ? 'at once' : 'in time']);
          return work();
        },
      },
      hostsOf([]),
      LIMITS,
    );
  });

  beforeEach(() => {
    internet.reset();
    turns = [];
  });

  afterAll(async () => {
    await internet.stop();
  });

  const fetchLink = (address: string) => fetcher.fetchLink(address, fetcher.startDeadline());
  const fetchPicture = (address: string) => fetcher.fetchPicture(address, fetcher.startDeadline());

  it('TLK-312 asks for a page without cookies and names the product', async () => {
    internet.answer = (_request, response) =>
      response.writeHead(200, { ...HTML, 'set-cookie': 'a=b' }).end(PAGE);
    expect(await fetchLink('http://page.example/taurids?year=2026#top')).toMatchObject({
      kind: 'page',
      head: { title: 'Northern Taurids' },
    });
    expect(internet.requests).toEqual([
      {
        url: 'page.example/taurids?year=2026',
        headers: {
          host: 'page.example',
          'user-agent': 'Oniverse (link previews)',
          accept: 'text/html,application/xhtml+xml,image/*;q=0.8',
          'accept-encoding': 'gzip, deflate, br',
          connection: 'close',
        },
      },
    ]);
    await fetchLink('http://page.example/');
    expect(internet.requests.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  it('TLK-311 connects to the addresses that were checked', async () => {
    internet.names = { 'page.example': [['93.184.216.34', '2606:2800:220:1::1'], ['127.0.0.1']] };
    internet.answer = (_request, response) => response.writeHead(200, HTML).end(PAGE);
    await fetchLink('http://page.example/');
    expect(internet.opened).toEqual([{ addresses: ['93.184.216.34', '2606:2800:220:1::1'], port: 80 }]);
    await fetchLink('http://[2606:2800:220:1::1]:80/');
    expect(internet.opened.at(-1)).toEqual({ addresses: ['2606:2800:220:1::1'], port: 80 });
  });

  it('TLK-311 requires a certificate of the host', async () => {
    internet.answer = (_request, response) => response.writeHead(200, HTML).end(PAGE);
    internet.ca = TEST_CERTIFICATE.cert;
    await expect(fetchLink('https://page.example/')).rejects.toMatchObject({
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect(internet.opened).toEqual([{ addresses: [PUBLIC_ADDRESS], port: 443 }]);
    expect(internet.requests).toEqual([]);
  });

  it('TLK-312 follows three redirects, each in a turn of its host', async () => {
    internet.answer = ({ headers, url }, response) => {
      const next = { 'one.example/': '//two.example/a', 'two.example/a': 'b/c', 'two.example/b/c': '?d' }[
        `${headers.host}${url}`
      ];
      if (next === undefined) response.writeHead(200, HTML).end(PAGE);
      else response.writeHead(302, { location: next }).end();
    };
    expect(await fetchLink('http://one.example/')).toMatchObject({
      url: new URL('http://two.example/b/c?d'),
    });
    expect(turns).toEqual([
      ['one.example', 'at once'],
      ['two.example', 'in time'],
      ['two.example', 'in time'],
      ['two.example', 'in time'],
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('TLK-312 decompresses %s', async (encoding, compress) => {
    internet.answer = (_request, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(compress(PAGE));
    expect(await fetchLink('http://page.example/')).toMatchObject({ head: { title: 'Northern Taurids' } });
  });

  it('TLK-312 reads the head of a page that is too long, also if it is compressed', async () => {
    const html = `${PAGE}${Array.from({ length: 4_000 }, (_, index) => `<p>${index * 7_919}</p>`).join('')}`;
    internet.answer = (_request, response) => response.writeHead(200, HTML).end(html);
    expect(await fetchLink('http://page.example/')).toMatchObject({ head: { title: 'Northern Taurids' } });
    internet.answer = (_request, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(html));
    expect(await fetchLink('http://page.example/')).toMatchObject({ head: { title: 'Northern Taurids' } });
  });

  it('TLK-310 fetches a picture up to the limit, of a link or of a page', async () => {
    const serve = (bytes: number) => {
      internet.answer = (_request, response) =>
        response.writeHead(200, { 'content-type': 'Image/PNG' }).end(Buffer.alloc(bytes));
    };
    serve(LIMITS.bytes);
    expect(await fetchLink('http://page.example/a.png')).toMatchObject({ kind: 'picture' });
    expect(await fetchPicture('http://page.example/a.png')).toHaveLength(LIMITS.bytes);
    expect(turns.at(-1)).toEqual(['page.example', 'in time']);
    serve(LIMITS.bytes + 1);
    await expect(fetchPicture('http://page.example/a.png')).rejects.toThrow(UnusableLink);
  });

  it('TLK-310 refuses a page where a picture should be', async () => {
    internet.answer = (_request, response) => response.writeHead(200, HTML).end(PAGE);
    await expect(fetchPicture('http://page.example/')).rejects.toThrow(UnusableLink);
  });
});
