import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { MESSAGES, type ProblemCode } from '@oniverse/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { ProblemError } from '../problems.js';

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

/** Takes JSON bodies and nothing else. An empty body is no body, whatever its type says. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, bytes: Buffer, done) =>
      done(null, bytes.length === 0 ? undefined : readJson(bytes)),
  );
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, bytes: Buffer, done) =>
    done(
      null,
      bytes.length === 0 ? undefined : new UnreadableBody('unsupported_media_type', MESSAGES.unsupportedType),
    ),
  );
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
