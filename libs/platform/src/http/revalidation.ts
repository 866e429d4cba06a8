import { createHash } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer may be kept by who asked, and be asked after. */
    revalidated?: true;
  }
}

/** The caller's alone, and never used again without asking whether it still holds. */
const CACHE_CONTROL = 'private, no-cache';

/**
 * A call whose answer the caller may keep: it carries an ETag, and who has it already is told so with a 304.
 * Beside `@Call`.
 */
export const Revalidated = (): MethodDecorator =>
  applyDecorators(
    RouteConfig({ revalidated: true }),
    ApiHeader({
      name: 'if-none-match',
      description: 'The ETag of the answer that one has.',
      required: false,
    }),
    ApiResponse({ status: 304, description: 'The answer that one has still holds.' }),
  );

/** Gives the answers of such calls their ETag, and leaves out the body where the caller has it. */
export function answerUnchanged(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { revalidated } = request.routeOptions.config;
    if (revalidated !== true || reply.statusCode !== 200 || typeof payload !== 'string') {
      return done(null, payload);
    }
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('cache-control', CACHE_CONTROL);
    reply.header('etag', etag);
    if (!isAmong(etag, request.headers['if-none-match'])) return done(null, payload);
    reply.code(304);
    done(null, null);
  });
}

/** Whether `If-None-Match` names the tag, by the weak comparison (RFC 9110, section 13.1.2): a proxy may weaken it. */
export const isAmong = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.trim() === '*' ||
  (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false);
