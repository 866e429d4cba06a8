import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Declared } from './incoming-picture.js';

/** A body that is read as it comes, and what its headers say of it. */
export interface IncomingBody {
  /** Its size is what it will have, where it is there. */
  declared: Declared;
  bytes: Readable;
}

/** The body of a call with `@StreamedBody`. */
export const Incoming = createParamDecorator((_: unknown, context: ExecutionContext): IncomingBody => {
  const { headers, raw } = context.switchToHttp().getRequest<FastifyRequest>();
  const length = headers['content-length'];
  return {
    declared: {
      contentType: headers['content-type'],
      size: length === undefined ? undefined : Number(length),
    },
    bytes: raw,
  };
});
