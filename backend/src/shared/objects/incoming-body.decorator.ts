import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DeclaredUpload } from './upload-rules.js';

export interface IncomingBody {
  /** `size` comes from Content-Length; absent in a chunked request. */
  declared: DeclaredUpload;
  bytes: Readable;
}

/** Injects the body of a call that takes bytes. */
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
