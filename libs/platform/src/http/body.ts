import type { Readable } from 'node:stream';
import { REQUEST_BYTES, MESSAGES } from '@oniverse/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problems.js';

/** A request is aborted when its body makes no progress for this long. */
const BODY_IDLE_MS = 30_000;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

const decoder = new TextDecoder('utf-8', { fatal: true });

const rejectType = (): never => {
  throw new ProblemError('unsupported_media_type', MESSAGES.unsupportedType);
};

/** JSON is UTF-8 (RFC 8259). In another charset, it would be read as something that the client did not send. */
function readJson(bytes: Buffer, { headers }: FastifyRequest): unknown {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) rejectType();
  try {
    // JSON.parse makes __proto__ an ordinary key, which validation rejects as unknown.
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ProblemError('malformed_body', MESSAGES.malformedBody);
  }
}

const tooLarge = (): ProblemError => new ProblemError('payload_too_large', MESSAGES.tooLarge);

/** Returns the maximum size of a body in bytes, which is lower for visitors. */
const limitOf = ({ routeOptions: { config } }: FastifyRequest): number =>
  config.access === 'public' || config.access === 'visitors' ? REQUEST_BYTES.visitors : REQUEST_BYTES.members;

/** @throws ProblemError `payload_too_large`, or `malformed_request` if the client disconnects */
async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = limitOf(request);
  if (Number(request.headers['content-length']) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(payload)) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Yields the chunks of a request body. If the caller stops reading, the connection stays open for an error response.
 * @param idleMs the maximum wait for a chunk, after which the connection is closed
 * @throws ProblemError `malformed_request` if the client disconnects or stalls
 */
export async function* readChunks(
  payload: Readable,
  idleMs: number = BODY_IDLE_MS,
): AsyncGenerator<Buffer, void, void> {
  const chunks: AsyncIterable<Buffer> = payload.iterator({ destroyOnReturn: false });
  const startTimer = () => setTimeout(() => payload.destroy(), idleMs);
  let timer = startTimer();
  try {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      yield chunk;
      timer = startTimer();
    }
  } catch {
    throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a Fastify parser. It buffers the body unless its call streams it. */
const createBodyParser =
  (read: (bytes: Buffer, request: FastifyRequest) => unknown) =>
  async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
    // A body for an unknown path is ignored.
    if (request.is404) return undefined;
    if (request.routeOptions.config.streamedBody === true) return payload;
    const bytes = await readBody(request, payload);
    return bytes.length === 0 ? undefined : read(bytes, request);
  };

/** Accepts only JSON bodies, except for calls that stream theirs. An empty body of any type counts as absent. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', createBodyParser(readJson));
  fastify.addContentTypeParser('*', createBodyParser(rejectType));
}
