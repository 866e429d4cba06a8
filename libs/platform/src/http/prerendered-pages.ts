import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { smallestAccepted } from './compression.js';
import { withUrl } from './page-heads.js';

interface SentPage {
  /** The modification time of its file: a new build invalidates the page. */
  modifiedMs: number;
  etag: string;
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>;
}

/** Only a site with many host names has more pages. */
const MAX_CACHED = 64;
/** Nearly as small as with the highest quality, in a fiftieth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Requests with these headers get the unmodified file. */
const FILE_HEADERS = ['range', 'if-match', 'if-unmodified-since', 'if-modified-since'];

/** Serves the pages that the build prerendered, and adds their absolute URL to their heads. */
export class PrerenderedPages {
  private readonly pages = new Map<string, SentPage>();

  constructor(private readonly dir: string) {}

  /** Sends `file`, which starts with a slash. Returns false if it is missing or the request needs it unmodified. */
  async send(request: FastifyRequest, reply: FastifyReply, file: string, url: string): Promise<boolean> {
    if (FILE_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
    const page = await this.loadPage(file, url);
    if (!page) return false;
    const encoding = smallestAccepted(request) ?? 'identity';
    const etag = `"${page.etag}-${encoding}"`;
    reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').header('etag', etag);
    const known = request.headers['if-none-match'];
    if (known !== undefined && (known.trim() === '*' || known.includes(etag))) {
      await reply.code(304).send();
      return true;
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    await reply.type('text/html; charset=utf-8').send(page.bodies[encoding]);
    return true;
  }

  private async loadPage(file: string, url: string): Promise<SentPage | undefined> {
    const path = join(this.dir, file);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const known = this.pages.get(url);
    if (known?.modifiedMs === found.mtimeMs) return known;
    const bytes = Buffer.from(withUrl(await readFile(path, 'utf8'), url));
    const page = {
      modifiedMs: found.mtimeMs,
      etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
      bodies: { identity: bytes, br: brotliCompressSync(bytes, BROTLI), gzip: gzipSync(bytes) },
    };
    this.pages.delete(url);
    this.pages.set(url, page);
    const [oldest] = this.pages.keys();
    if (this.pages.size > MAX_CACHED && oldest !== undefined) this.pages.delete(oldest);
    return page;
  }
}
