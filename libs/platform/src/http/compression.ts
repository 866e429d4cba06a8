import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The supported content encodings, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const accepts = (request: FastifyRequest, encoding: Encoding): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => offer.trim().split(';')[0] === encoding && !/;\s*q=0(\.0+)?\s*$/.test(offer));

export const smallestAccepted = (request: FastifyRequest): Encoding | undefined =>
  ENCODINGS.find((encoding) => accepts(request, encoding));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is JSON without a credential. */
    compressed?: true;
  }
}

/** Compressing a shorter response saves no packet. In bytes. */
const THRESHOLD = 1_024;
/** Longer responses are compressed outside of the main thread. In bytes. */
const SYNC_THRESHOLD = 16_384;
/** The window limits the memory of an open response to a fraction of the default's 8 MB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/**
 * Compresses JSON responses of the routes that say so. The build compresses the client's files; pictures and archives are
 * compressed already.
 *
 * The length of a compressed response can reveal a part that repeats what an attacker put into it (BREACH,
 * https://www.breachattack.com). Another site cannot make a browser send requests as a member, because sessions are in
 * no cookie. Responses with credentials stay uncompressed nonetheless.
 */
export async function compressJson(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.compressed !== true) route.compress = false;
  });
  await fastify.register(compress, {
    globalDecompression: false,
    threshold: THRESHOLD,
    syncThreshold: SYNC_THRESHOLD,
    encodings: [...ENCODINGS],
    brotliOptions: BROTLI,
  });
}
