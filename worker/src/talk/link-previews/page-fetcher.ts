import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PRODUCT_NAME, UPLOAD } from '@oniverse/contracts';
import { parseFetchable } from './fetchable-address.js';
import { type PageHead, readPageHead } from './page-head.js';
import { type Network, openConnection, resolvePublic } from './public-network.js';

/** Lets one fetch from a host run at a time. */
export interface HostTurns {
  /** @throws HostBusyError if the host has no turn within `waitMs` */
  run<T>(host: string, waitMs: number, work: () => Promise<T>): Promise<T>;
}

/** What a link leads to. */
export type Fetched =
  | { kind: 'page'; url: URL; head: PageHead }
  | { kind: 'picture'; url: URL; bytes: Buffer };
type Kind = Fetched['kind'];

/** The time for all fetches of a preview. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly leftMs: number;
}

export interface FetchLimits {
  /** For all fetches of a preview. */
  readonly ms: number;
  /** Of a page or picture, also after it is decompressed. */
  readonly bytes: number;
  readonly redirects: number;
}

const LIMITS: FetchLimits = { ms: 5_000, bytes: 1_048_576, redirects: 3 };
const MAX_HEADER_BYTES = 16_384;
const HEADERS = {
  'user-agent': `${PRODUCT_NAME} (link previews)`,
  accept: 'text/html,application/xhtml+xml,image/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
} as const;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const PICTURE_TYPES: ReadonlySet<string> = new Set(UPLOAD.types);
const CHARSET = /;\s*charset\s*=\s*"?([\w:-]+)/iu;
/** Decodes what arrived of a body that was cut. */
const FLUSH = { finishFlush: constants.Z_SYNC_FLUSH } as const;
const BROTLI_FLUSH = { finishFlush: constants.BROTLI_OPERATION_FLUSH } as const;

/** A link that has no preview now: it is refused, fails, or leads to something else than a page or picture. */
export class UnusableLink extends Error {
  override name = 'UnusableLink';
}

/** Fetches public pages and pictures. Every hop is checked, and connects to the addresses that were checked. */
export class PageFetcher {
  /** @param ownHosts the hosts of this site */
  constructor(
    private readonly network: Network,
    private readonly turns: HostTurns,
    private readonly ownHosts: ReadonlySet<string>,
    private readonly limits: FetchLimits = LIMITS,
  ) {}

  startDeadline(): Deadline {
    const { ms } = this.limits;
    const endsAt = performance.now() + ms;
    return {
      signal: AbortSignal.timeout(ms),
      get leftMs() {
        return Math.max(0, endsAt - performance.now());
      },
    };
  }

  /** @throws UnusableLink; HostBusyError at once if the host of the link has no turn */
  async fetchLink(address: string, deadline: Deadline): Promise<Fetched> {
    return this.follow(address, deadline, ['page', 'picture'], 0);
  }

  /** @throws UnusableLink; HostBusyError if the host has no turn in time */
  async fetchPicture(address: string, deadline: Deadline): Promise<Buffer> {
    const fetched = await this.follow(address, deadline, ['picture'], deadline.leftMs);
    if (fetched.kind !== 'picture') throw new UnusableLink('Not a picture');
    return fetched.bytes;
  }

  private async follow(
    address: string,
    deadline: Deadline,
    accepted: readonly Kind[],
    firstWaitMs: number,
  ): Promise<Fetched> {
    let target = address;
    for (let redirects = 0; redirects <= this.limits.redirects; redirects += 1) {
      const url = parseFetchable(target, this.ownHosts);
      if (!url) throw new UnusableLink('Refused address');
      const waitMs = redirects === 0 ? firstWaitMs : deadline.leftMs;
      const answer = await this.turns.run(url.hostname, waitMs, () =>
        this.request(url, accepted, deadline.signal),
      );
      if (typeof answer !== 'string') return answer;
      target = answer;
    }
    throw new UnusableLink('Too many redirects');
  }

  /** @returns what the address leads to, or the address that it redirects to */
  private async request(url: URL, accepted: readonly Kind[], signal: AbortSignal): Promise<Fetched | string> {
    try {
      const addresses = await resolvePublic(this.network, url.hostname, signal);
      const response = await this.send(url, addresses, signal);
      try {
        return await this.read(response, url, accepted);
      } finally {
        response.destroy();
      }
    } catch (error) {
      if (error instanceof UnusableLink) throw error;
      throw new UnusableLink('Failed', { cause: error });
    }
  }

  private async send(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request(
        {
          createConnection: () => openConnection(this.network, url, addresses),
          path: `${url.pathname}${url.search}`,
          setHost: false,
          headers: { host: url.host, ...HEADERS },
          maxHeaderSize: MAX_HEADER_BYTES,
          insecureHTTPParser: false,
          signal,
        },
        resolve,
      )
        .on('error', reject)
        // Without an error after a response that switches protocols.
        .on('close', () => reject(new UnusableLink('No response')))
        .end();
    });
  }

  private async read(
    response: IncomingMessage,
    url: URL,
    accepted: readonly Kind[],
  ): Promise<Fetched | string> {
    const { statusCode = 0, headers } = response;
    if (REDIRECTS.has(statusCode)) return targetOf(headers.location, url);
    if (statusCode < 200 || statusCode > 299) throw new UnusableLink(`Status ${statusCode}`);
    const [type = '', charset] = typeOf(headers['content-type']);
    const kind = PAGE_TYPES.has(type) ? 'page' : PICTURE_TYPES.has(type) ? 'picture' : undefined;
    if (kind === undefined || !accepted.includes(kind))
      throw new UnusableLink('Neither a page nor a picture');
    const chunks = decompress(response, headers['content-encoding'], this.limits.bytes);
    if (kind === 'picture') return { kind, url, bytes: await readAll(chunks, this.limits.bytes) };
    const head = await readPageHead(firstBytes(chunks, this.limits.bytes), charset);
    if (Object.values(head).every((part) => part === undefined)) throw new UnusableLink('Says nothing');
    return { kind, url, head };
  }
}

function targetOf(location: string | undefined, url: URL): string {
  if (location === undefined || !URL.canParse(location, url.href))
    throw new UnusableLink('A redirect to nowhere');
  return new URL(location, url).href;
}

/** Returns the media type and the charset. */
function typeOf(header = ''): (string | undefined)[] {
  return [header.split(';')[0]?.trim().toLowerCase(), CHARSET.exec(header)?.[1]];
}

/** @param max how many compressed bytes are read */
function decompress(
  body: AsyncIterable<Buffer>,
  encoding: string | undefined,
  max: number,
): AsyncIterable<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const decoder = decoderOf(name);
  // A failure also ends the reading of the decoder.
  return pipeline(firstBytes(body, max), decoder, () => {});
}

function decoderOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(FLUSH);
  if (encoding === 'deflate') return createInflate(FLUSH);
  if (encoding === 'br') return createBrotliDecompress(BROTLI_FLUSH);
  throw new UnusableLink(`Encoding ${encoding}`);
}

/** Yields the first bytes, at most `max`, and reads no further. */
async function* firstBytes(chunks: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer, void, void> {
  let left = max;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** @throws UnusableLink for more than `max` bytes */
async function readAll(chunks: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > max) throw new UnusableLink('Too large');
    read.push(chunk);
  }
  return Buffer.concat(read);
}
