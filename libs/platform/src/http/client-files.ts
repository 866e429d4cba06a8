import { existsSync } from 'node:fs';
import { join } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../problems.js';

/** Paths that are never a page of the client. */
const NOT_PAGES = /^\/(api|objects|uploads|socket\.io|assets)(\/|$)/;

/** The file in `dir` that is sent for an address, and for how long it may be kept. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  dir: string,
  path: string,
): Promise<boolean> {
  const file = await send(request.raw, path, {
    root: dir,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
  });
  if (file.type !== 'file') return false;
  reply.code(file.statusCode).headers(file.headers).header('cache-control', cacheControl(path));
  await reply.send(file.stream);
  return true;
}

/**
 * Answers what no route of the API took: the built client's files, its page for every other path that a
 * browser may ask for, and the contract's 404 for the rest.
 * @param dir the folder of the built client; null where this process serves none
 */
export function serveClient(fastify: FastifyInstance, dir: string | null): void {
  const page = dir !== null && existsSync(join(dir, 'index.html')) ? dir : null;
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    if (page === null || (request.method !== 'GET' && request.method !== 'HEAD')) throw notFound();
    if (path !== '/' && path !== '/index.html' && (await sendFile(request, reply, page, path))) return reply;
    if (NOT_PAGES.test(path)) throw notFound();
    await sendFile(request, reply, page, '/index.html');
    return reply;
  });
}
