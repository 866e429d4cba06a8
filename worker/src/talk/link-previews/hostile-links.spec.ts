import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '@oniverse/platform';
import { LocalInternet } from '../../testing/local-internet.js';
import { hostsOf } from './fetchable-address.js';
import { type Fetched, PageFetcher, UnusableLink } from './page-fetcher.js';

const OWN = hostsOf(['https://oniverse.example', 'https://www.oniverse.example:8443']);
const MB = 1_048_576;
/** A page of few bytes when it is compressed, with a title at its end. */
const BOMB = Buffer.from(`${' '.repeat(20 * MB)}<title>x</title>`);
const HTML = { 'content-type': 'text/html' } as const;

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...HTML, ...headers }).end(body);
  };
const ofType = (type: string) => page('<title>x</title>', { 'content-type': type });
const redirect =
  (location: string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };
/** Writes a text again and again until the connection ends. */
const writeForever = (response: ServerResponse, text: string) => {
  const write = () => {
    while (!response.destroyed && response.write(text));
  };
  response.on('drain', write);
  write();
};
const raw =
  (text: string): RequestListener =>
  ({ socket }) => {
    socket.end(text);
  };

/** A link of an attacker, and how its servers answer. */
interface Hostile {
  address?: string;
  names?: Record<string, string[][]>;
  answer?: RequestListener;
  /** How many connections it gets; none unless it says so. */
  opens?: number;
}

const at = (address: string): Hostile => ({ address });
const resolvedTo = (...addresses: string[]): Hostile => ({ names: { 'page.example': [addresses] } });
const answeredBy = (answer: RequestListener, opens = 1): Hostile => ({ answer, opens });

const REFUSED: Record<string, Hostile> = {
  'IPv4 of this machine': at('http://127.0.0.1/'),
  'another IPv4 of this machine': at('http://127.8.9.1/'),
  'a short IPv4': at('http://127.1/'),
  'a decimal IPv4': at('http://2130706433/'),
  'a hexadecimal IPv4': at('http://0x7f000001/'),
  'a hexadecimal part of an IPv4': at('http://0x7f.1/'),
  'an octal IPv4': at('http://0177.0.0.01/'),
  'an IPv4 of wide digits': at('http://１２７.０.０.１/'),
  'an IPv4 of circled digits': at('http://①②⑦.⓪.⓪.①/'),
  'an IPv4 with ideographic dots': at('http://127。0。0。1/'),
  'a percent-encoded IPv4': at('http://%31%32%37.0.0.1/'),
  'an IPv4 that ends with a dot': at('http://127.0.0.1./'),
  'the unspecified IPv4': at('http://0.0.0.0/'),
  'a private IPv4': at('http://10.0.0.1/'),
  'a private IPv4 of the second range': at('http://172.31.255.1/'),
  'a private IPv4 of the third range': at('http://192.168.1.1/admin'),
  'the metadata of a cloud': at('http://169.254.169.254/latest/meta-data/'),
  'a shared IPv4': at('http://100.64.0.1/'),
  'a multicast IPv4': at('http://224.0.0.1/'),
  'the broadcast IPv4': at('http://255.255.255.255/'),
  'a benchmark IPv4': at('http://198.18.0.1/'),
  'IPv6 of this machine': at('http://[::1]/'),
  'a long IPv6 of this machine': at('http://[0000:0000:0000:0000:0000:0000:0000:0001]/'),
  'the unspecified IPv6': at('http://[::]/'),
  'a mapped IPv4': at('http://[::ffff:127.0.0.1]/'),
  'a mapped IPv4 in hexadecimal': at('http://[::ffff:a00:1]/'),
  'an IPv4-compatible IPv6': at('http://[::7f00:1]/'),
  'a translated IPv4': at('http://[64:ff9b::a9fe:a9fe]/'),
  'a 6to4 address': at('http://[2002:7f00:1::]/'),
  'a Teredo address': at('http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'),
  'a link-local IPv6': at('http://[fe80::1]/'),
  'a link-local IPv6 with a zone': at('http://[fe80::1%25eth0]/'),
  'a private IPv6': at('http://[fd00:ec2::254]/'),
  'a multicast IPv6': at('http://[ff02::1]/'),
  'a documentation IPv6': at('http://[2001:db8::1]/'),
  'the name of this machine': at('http://localhost/'),
  'a name of this network': at('http://redis/'),
  'a name that ends with a dot': at('http://page.example./'),
  'a name and a password': at('http://name:password@page.example/'),
  'a name alone': at('http://name@page.example/'),
  'a name that looks like a host': at('http://page.example@127.0.0.1/'),
  'this site': at('https://oniverse.example/settings'),
  'this site over HTTP': at('http://oniverse.example/'),
  'this site in capitals': at('https://ONIVERSE.example/'),
  'this site with an ideographic dot': at('https://oniverse。example/'),
  'this site with a dot at its end': at('https://oniverse.example./'),
  'another origin of this site': at('https://www.oniverse.example/'),
  'the port of SSH': at('http://page.example:22/'),
  'the port of Redis': at('http://page.example:6379/'),
  'another port of HTTPS': at('https://page.example:8443/'),
  'a file': at('file:///etc/passwd'),
  'another protocol': at('gopher://page.example:70/_'),
  'a script': at('javascript:alert(1)'),
  data: at('data:text/html,<title>x</title>'),
  'an endless address': at(`http://page.example/${'a'.repeat(2_000)}`),
  nonsense: at('http://'),
  'a name with a private IPv4': resolvedTo('10.0.0.5'),
  'a name with IPv6 of this machine': resolvedTo('::1'),
  'a name with a mapped IPv4': resolvedTo('::ffff:169.254.169.254'),
  'a name with a public and a private address': resolvedTo('93.184.216.34', '192.168.0.1'),
  'a name without an address': resolvedTo(),
  'a redirect to this machine': answeredBy(redirect('http://127.0.0.1/')),
  'a redirect to a decimal IPv4': answeredBy(redirect('http://2852039166/')),
  'a redirect to a mapped IPv4': answeredBy(redirect('//[::ffff:a9fe:a9fe]/', 307)),
  'a redirect to a name with a private address': {
    names: { 'inside.example': [['172.16.0.1']] },
    ...answeredBy(redirect('http://inside.example/', 301)),
  },
  'a redirect to this site': answeredBy(redirect('https://oniverse.example/', 308)),
  'a redirect to a password': answeredBy(redirect('http://name:password@page.example/')),
  'a redirect to another port': answeredBy(redirect('http://page.example:25/')),
  'a redirect to a file': answeredBy(redirect('file:///etc/passwd', 303)),
  'a redirect to nowhere': answeredBy((_request, response) => response.writeHead(302).end()),
  'a redirect to an invalid address': answeredBy(redirect('http://[')),
  'a redirect to itself': answeredBy(redirect('/'), 4),
  'a name that is private after its first answer': {
    names: { 'page.example': [['93.184.216.34'], ['127.0.0.1']] },
    ...answeredBy(redirect('/')),
  },
  'no answer': answeredBy(() => {}),
  'a status alone': answeredBy(({ socket }) => socket.write('HTTP/1.1 200 OK\r\n')),
  'a body that never begins': answeredBy((_request, response) =>
    response.writeHead(200, HTML).flushHeaders(),
  ),
  'interim responses without end': answeredBy(({ socket }) => {
    const write = () => {
      while (
        !socket.destroyed &&
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n')
      );
    };
    socket.on('drain', write);
    write();
  }),
  'headers without end': answeredBy(({ socket }) =>
    socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(9_000)}`),
  ),
  'a header that is too long': answeredBy(page('<title>x</title>', { 'x-long': 'a'.repeat(20_000) })),
  'a body without end': answeredBy((_request, response) =>
    writeForever(response.writeHead(200, HTML), '<p>'),
  ),
  'a picture without end': answeredBy((_request, response) =>
    writeForever(response.writeHead(200, { 'content-type': 'image/png' }), 'a'.repeat(65_536)),
  ),
  'a bomb of gzip': answeredBy(page(gzipSync(BOMB), { 'content-encoding': 'gzip' })),
  'a bomb of brotli': answeredBy(
    page(brotliCompressSync(BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), {
      'content-encoding': 'br',
    }),
  ),
  'a picture that is a bomb of gzip': answeredBy(
    page(gzipSync(Buffer.alloc(20 * MB)), { 'content-type': 'image/png', 'content-encoding': 'gzip' }),
  ),
  'an encoding inside an encoding': answeredBy(page('x', { 'content-encoding': 'gzip, gzip' })),
  'an unknown encoding': answeredBy(page('x', { 'content-encoding': 'zstd' })),
  'a body that is not what its encoding says': answeredBy(page('<title>x', { 'content-encoding': 'gzip' })),
  'a document': answeredBy(ofType('application/pdf')),
  'a plain text': answeredBy(ofType('text/plain')),
  'a vector picture, which may have scripts': answeredBy(ofType('image/svg+xml')),
  bytes: answeredBy(ofType('application/octet-stream')),
  'no type': answeredBy((_request, response) => response.writeHead(200).end('<title>x</title>')),
  'a body that ends early': answeredBy((_request, response) => {
    response.writeHead(200, { ...HTML, 'content-length': '100' });
    response.write('<p>', () => response.destroy());
  }),
  'two lengths': answeredBy(raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\nx')),
  'a length and chunks': answeredBy(
    raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'),
  ),
  'another protocol after the request': answeredBy(
    raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  ),
  'no HTTP': answeredBy(raw('SSH-2.0-OpenSSH_9.2\r\n')),
  'a lost connection': answeredBy(({ socket }) => socket.destroy()),
  'a failure': answeredBy((_request, response) => response.writeHead(500, HTML).end('<title>x</title>')),
  'a missing page': answeredBy((_request, response) => response.writeHead(404, HTML).end('<title>x</title>')),
  'a page that says nothing': answeredBy(page('<p>x</p>')),
  'a certificate that nobody knows': { address: 'https://page.example/', ...answeredBy(page('<title>x')) },
  'TLS where there is none': { address: 'https://page.example:80/', ...answeredBy(page('<title>x')) },
};

const titled = (title: string) => answeredBy(page(`<title>${title}</title>`));
const encoded = (bytes: Buffer, charset: string) =>
  answeredBy(page(bytes, { 'content-type': `text/html; charset=${charset}` }));

/** What pages get that answer, whatever they try. */
const HARMLESS: Record<string, Hostile & { title: string | undefined }> = {
  'control characters': { ...titled('a&#0;b\u0001c\u007Fd\u009Be&#x85;f'), title: 'a\uFFFDbcde…f' },
  'lines and tabs': { ...titled('\n  a\r\n\tb\u2028c&#10;d '), title: 'a b c d' },
  'overrides of the direction': { ...titled('a\u202Egnp.exe\u2066b\u2069'), title: 'agnp.exeb' },
  'escaped overrides of the direction': { ...titled('a&#x202E;b&#8238;c'), title: 'abc' },
  'a decomposed letter': { ...titled('e\u0301'), title: '\u00E9' },
  'escaped elements': {
    ...titled('&lt;script&gt;alert(1)&lt;/script&gt;'),
    title: '<script>alert(1)</script>',
  },
  'a title without end': { ...titled('a'.repeat(2 * MB)), title: `${'a'.repeat(199)}…` },
  'a title of emoji': { ...titled('🌔'.repeat(300)), title: `${'🌔'.repeat(199)}…` },
  'a million open brackets': { ...titled(`x</title>${'<'.repeat(MB)}`), title: 'x' },
  'a million open elements': { ...titled(`x</title>${'<a b="'.repeat(MB / 6)}`), title: 'x' },
  'Cyrillic in windows-1251': {
    ...encoded(Buffer.from('<title>\xcd\xee\xf7\xfc', 'latin1'), 'windows-1251'),
    title: 'Ночь',
  },
  latin1: { ...encoded(Buffer.from('<title>caf\xe9', 'latin1'), 'latin1'), title: 'café' },
  'UTF-16': { ...encoded(Buffer.from('\uFEFF<title>caf\u00E9', 'utf16le'), 'utf-16'), title: 'café' },
  'an unknown encoding of characters': {
    ...encoded(Buffer.from('<title>caf\u00E9'), 'klingon'),
    title: 'café',
  },
  'bytes that are no UTF-8': {
    ...encoded(Buffer.from('<title>a\xff\xc0\x80b', 'latin1'), 'utf-8'),
    title: 'a\uFFFD\uFFFD\uFFFDb',
  },
  'UTF-7': { ...encoded(Buffer.from('<title>+ADw-script+AD4-'), 'utf-7'), title: '+ADw-script+AD4-' },
};

describe('links of attackers', () => {
  let internet: LocalInternet;
  let fetcher: PageFetcher;

  beforeAll(async () => {
    internet = await LocalInternet.start();
    fetcher = new PageFetcher(internet, { run: async (_host, _waitMs, work) => work() }, OWN, {
      ms: 400,
      bytes: MB,
      redirects: 3,
    });
  });

  beforeEach(() => internet.reset());

  afterAll(async () => {
    await internet.stop();
  });

  const fetchHostile = async ({ address = 'http://page.example/', names, answer, opens = 0 }: Hostile) => {
    internet.names = structuredClone(names ?? {});
    if (answer) internet.answer = answer;
    const fetched: Fetched | Error = await fetcher
      .fetchLink(address, fetcher.startDeadline())
      .catch((error: unknown) => (error instanceof Error ? error : new Error('Nothing')));
    expect(internet.opened).toHaveLength(opens);
    const reached = internet.opened.flatMap(({ addresses }) => addresses);
    expect(reached.filter((each) => !isPublicAddress(each))).toEqual([]);
    expect(internet.opened.filter(({ port }) => port !== 80 && port !== 443)).toEqual([]);
    return fetched;
  };

  it('TLK-311 are more than 60', () => {
    expect(Object.keys(REFUSED).length + Object.keys(HARMLESS).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(REFUSED))('TLK-311 TLK-312 have no preview: %s', async (_name, hostile) => {
    expect(await fetchHostile(hostile)).toBeInstanceOf(UnusableLink);
  });

  it.each(Object.entries(HARMLESS))('TLK-313 have plain texts: %s', async (_name, { title, ...hostile }) => {
    expect(await fetchHostile(hostile)).toMatchObject({ kind: 'page', head: { title } });
  });
});
