import type { Readable } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { LIMITS, MESSAGES, type ProblemCode } from '@oniverse/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { ProblemError } from '../problems.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is handed over as it comes. */
    streamedBody?: true;
  }
}

/**
 * Stands in the place of a body that cannot be read. The guard below speaks of it after the session was
 * checked: a stranger learns that there is no session, not that the body was wrong.
 */
class UnreadableBody {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
  ) {}
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readJson(bytes: Buffer): unknown {
  try {
    return parse(decoder.decode(bytes), undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return new UnreadableBody('malformed_body', MESSAGES.malformedBody);
  }
}

/** A body that its call reads as it comes, whatever its type. Beside `@Call`. */
export const StreamedBody = (): MethodDecorator => RouteConfig({ streamedBody: true });

const tooLarge = (): ProblemError => new ProblemError('payload_too_large', MESSAGES.tooLarge);

/**
 * Reads a body whole.
 * @throws ProblemError `payload_too_large`, `malformed_request` where the client broke off
 */
async function readWhole(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  if (Number(request.headers['content-length']) > LIMITS.body) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(payload)) {
    size += chunk.length;
    if (size > LIMITS.body) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * The chunks of a request's body. Who stops reading leaves the connection as it is, so that the client can still be
 * told why.
 * @throws ProblemError `malformed_request` where the client broke off
 */
export async function* chunksOf(payload: Readable): AsyncGenerator<Buffer, void, void> {
  const chunks: AsyncIterable<Buffer> = payload.iterator({ destroyOnReturn: false });
  try {
    yield* chunks;
  } catch {
    throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
  }
}

/**
 * Takes JSON bodies and nothing else, but where a call streams its body. An empty body is no body, whatever its type
 * says.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (request.routeOptions.config.streamedBody === true) return payload;
    const bytes = await readWhole(request, payload);
    return bytes.length === 0 ? undefined : readJson(bytes);
  });
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    if (request.routeOptions.config.streamedBody === true) return payload;
    const bytes = await readWhole(request, payload);
    if (bytes.length === 0) return undefined;
    return new UnreadableBody('unsupported_media_type', MESSAGES.unsupportedType);
  });
}

/** Refuses a request whose body could not be read; runs after the session guard. */
@Injectable()
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body instanceof UnreadableBody) throw new ProblemError(body.code, body.message);
    return true;
  }
}
