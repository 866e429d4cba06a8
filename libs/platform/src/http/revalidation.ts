import { createHash } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { addRouteConfig } from './call.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response has an ETag, and clients may cache and revalidate it. */
    revalidated?: true;
  }
}

const CACHE_CONTROL = 'private, no-cache';

/** Adds an ETag to the response of a call unless its handler did, and 304 for an unchanged one. Used together with `@Call`. */
export const Revalidated = (): MethodDecorator =>
  applyDecorators(
    addRouteConfig({ revalidated: true }),
    ApiHeader({
      name: 'if-none-match',
      description: 'The ETag of a cached response.',
      required: false,
    }),
    ApiResponse({ status: 304, description: 'The cached response is current.' }),
  );

export function addEtags(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { revalidated } = request.routeOptions.config;
    if (revalidated !== true || reply.statusCode !== 200 || typeof payload !== 'string') {
      return done(null, payload);
    }
    const given = reply.getHeader('etag');
    // Weak, because the compressed response has the same one.
    const etag =
      typeof given === 'string' ? given : `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('cache-control', CACHE_CONTROL);
    reply.header('etag', etag);
    if (!matchesEtag(etag, request.headers['if-none-match'])) return done(null, payload);
    reply.code(304);
    done(null, null);
  });
}

/** Returns whether `If-None-Match` matches weakly (RFC 9110, section 13.1.2), because a proxy may weaken the tag. */
export const matchesEtag = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.trim() === '*' ||
  (ifNoneMatch?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false);

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
