import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, preconditionFailed, rangeNotSatisfiable } from '../problems.js';
import { PrerenderedPages } from './prerendered-pages.js';
import { accepts } from './compression.js';
import { type PageHeads, withHead } from './page-heads.js';

/** Paths that are never a page of the client. */
const NOT_PAGES = /^\/(api|objects|uploads|exports|socket\.io|assets)(\/|$)/;

/** Paths that may have a prerendered page: `/auth` is `auth.html`. */
const PRERENDERED = /^\/[a-z-]+$/;

function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** The compressed variants that the build writes, the smallest first. */
const COMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Returns the response of a file to a request: 200, 206 or 304; undefined if the file does not exist.
 * @throws ProblemError `precondition_failed`, `range_not_satisfiable`
 */
export async function findFile(
  request: FastifyRequest,
  path: string,
  options: send.SendOptions,
): Promise<send.FileSendResult | undefined> {
  const found = await send(request.raw, path, options);
  if (found.type === 'file') return found;
  if (found.statusCode === 412) throw preconditionFailed();
  if (found.statusCode === 416) throw rangeNotSatisfiable(found.headers['Content-Range'] ?? 'bytes */*');
  return undefined;
}

/** Sends a file of `dir`, compressed if the build and the client support it. @returns whether the file exists */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  dir: string,
  path: string,
): Promise<boolean> {
  const options = { root: dir, cacheControl: false, dotfiles: 'ignore', index: false } as const;
  reply.header('vary', 'accept-encoding');
  for (const { encoding, ending } of COMPRESSED) {
    if (!accepts(request, encoding)) continue;
    const file = await findFile(request, `${path}${ending}`, options);
    if (!file) continue;
    const type = send.mime.getType(path) ?? 'application/octet-stream';
    reply.header('content-encoding', encoding);
    return sendFound(reply, file, path, send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type);
  }
  const file = await findFile(request, path, options);
  return file !== undefined && sendFound(reply, file, path);
}

async function sendFound(
  reply: FastifyReply,
  { statusCode, headers, stream }: send.FileSendResult,
  path: string,
  contentType?: string,
): Promise<true> {
  reply.code(statusCode).headers(headers).header('cache-control', cacheControl(path));
  if (contentType !== undefined) reply.header('content-type', contentType);
  await reply.send(stream);
  return true;
}

/** The client's page without content. A build without prerendering has only `index.html`. */
const BLANK_PAGES = ['_blank.html', 'index.html'] as const;

/**
 * Sends a page with its own head, such as a profile, a redirect to its address, or the blank page with 404 if its subject
 * does not exist.
 * @returns whether the path belongs to such a page
 */
async function sendPageWithHead(
  request: FastifyRequest,
  reply: FastifyReply,
  blank: string,
  path: string,
  heads: PageHeads,
): Promise<boolean> {
  const head = await heads.headOf(request, path);
  if (head === undefined) return false;
  if (typeof head === 'object' && 'movedTo' in head) {
    // A member may take a former Oni ID back, and then the pages move the other way.
    const query = new URL(request.url, heads.origin).search;
    await reply.header('cache-control', 'no-cache').redirect(`${head.movedTo}${query}`, 301);
    return true;
  }
  const isMissing = head === 'missing';
  // The page has no ETag, so only `If-Match: *` matches.
  if (!isMissing && (request.headers['if-match'] ?? '*') !== '*') throw preconditionFailed();
  await reply
    .code(isMissing ? 404 : 200)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(isMissing ? blank : withHead(blank, head));
  return true;
}

/** Pages that a credential opens, or that ask for one: neither for caches nor search engines, and without a referrer. */
const CREDENTIAL_PAGES = /^\/(link\/[a-z-]+|auth\/reset)$/;

const sendCredentialPage = (reply: FastifyReply, blank: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(blank);

/** Returns a path without dot segments; undefined if invalid, as `//host`, which browsers resolve to another site. */
function safePath({ url }: FastifyRequest): string | undefined {
  const address = `http://localhost${url}`;
  const path = url.startsWith('/') && URL.canParse(address) ? new URL(address).pathname : '//';
  return path.startsWith('//') ? undefined : path;
}

/**
 * Serves what no API route handles: in this order the client's files, its prerendered pages, pages with their own head,
 * and `index.html` for any other page. The rest is a 404 of the contract.
 */
export function serveClient(fastify: FastifyInstance, dir: string | null, heads: PageHeads): void {
  const page = dir !== null && existsSync(join(dir, 'index.html')) ? dir : null;
  const blankPage = page && BLANK_PAGES.map((name) => join(page, name)).find((file) => existsSync(file));
  const blank = blankPage ? readFileSync(blankPage, 'utf8') : '';
  const prerendered = page === null ? undefined : new PrerenderedPages(page);
  /** Sends a prerendered page. @param address its path on the site */
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    dir: string,
    file: string,
    address: string,
  ) =>
    (await prerendered?.send(request, reply, file, `${heads.origin}${address}`)) ||
    sendFile(request, reply, dir, file);
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = safePath(request);
    if (path === undefined || page === null) throw notFound();
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
    if (path !== '/' && path !== '/index.html' && (await sendFile(request, reply, page, path))) return reply;
    if (NOT_PAGES.test(path)) throw notFound();
    if (PRERENDERED.test(path) && (await sendPage(request, reply, page, `${path}.html`, path))) return reply;
    if (CREDENTIAL_PAGES.test(path)) return sendCredentialPage(reply, blank);
    if (await sendPageWithHead(request, reply, blank, path, heads)) return reply;
    if (await sendPage(request, reply, page, '/index.html', '/')) return reply;
    throw notFound();
  });
}
