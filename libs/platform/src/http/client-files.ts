import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../problems.js';
import { type PageHeads, withHead } from './page-heads.js';

/** Paths that are never a page of the client. */
const NOT_PAGES = /^\/(api|objects|uploads|exports|socket\.io|assets)(\/|$)/;

/** Addresses that the build may have drawn a page of their own for: `/auth` is `auth.html`. */
const DRAWN = /^\/[a-z-]+$/;

/** The file in `dir` that is sent for an address, and for how long it may be kept. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** What the build wrote beside a file, the smallest first. */
const COMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => offer.trim().split(';')[0] === encoding && !/;\s*q=0(\.0+)?\s*$/.test(offer));

/** Sends a file of `dir`, compressed where that was made at the build and is taken. @returns whether it is there */
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
    const file = await send(request.raw, `${path}${ending}`, options);
    if (file.type !== 'file') continue;
    const type = send.mime.getType(path) ?? 'application/octet-stream';
    reply.header('content-encoding', encoding);
    return answer(reply, file, path, send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type);
  }
  const file = await send(request.raw, path, options);
  return file.type === 'file' && answer(reply, file, path);
}

async function answer(
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

/** The client's page with nothing drawn in it; a build that draws no pages has only its first one. */
const BLANK_PAGES = ['_blank.html', 'index.html'] as const;

/**
 * Sends a page that is known here by its address, with a head of its own; 404 where there is no such page.
 * @returns whether the address is one of those
 */
async function sendKnownPage(
  request: FastifyRequest,
  reply: FastifyReply,
  blank: string,
  path: string,
  heads: PageHeads,
): Promise<boolean> {
  const head = await heads.headOf(request, path);
  if (head === undefined) return false;
  const isMissing = head === 'missing';
  await reply
    .code(isMissing ? 404 : 200)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(isMissing ? blank : withHead(blank, head));
  return true;
}

/**
 * Answers what no route of the API took: the built client's files, the pages that it came drawn with, those that are
 * known by their address, its first page for every other path that a browser may ask for, and the contract's 404 for
 * the rest.
 * @param dir the folder of the built client; null where this process serves none
 */
export function serveClient(fastify: FastifyInstance, dir: string | null, heads: PageHeads): void {
  const page = dir !== null && existsSync(join(dir, 'index.html')) ? dir : null;
  const blankPage = page && BLANK_PAGES.map((name) => join(page, name)).find((file) => existsSync(file));
  const blank = blankPage ? readFileSync(blankPage, 'utf8') : '';
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    if (page === null || (request.method !== 'GET' && request.method !== 'HEAD')) throw notFound();
    if (path !== '/' && path !== '/index.html' && (await sendFile(request, reply, page, path))) return reply;
    if (NOT_PAGES.test(path)) throw notFound();
    if (DRAWN.test(path) && (await sendFile(request, reply, page, `${path}.html`))) return reply;
    if (await sendKnownPage(request, reply, blank, path, heads)) return reply;
    await sendFile(request, reply, page, '/index.html');
    return reply;
  });
}
