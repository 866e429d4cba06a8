import type { ProblemCode } from '@oniverse/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging.js';
import { type AddressResolver, networkOf } from './address.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who called. */
    callerId?: string;
    /** Why the call was refused or failed. */
    problemCode?: ProblemCode;
  }
}

/** The gateway and the engine request these every second or two. */
export const HEALTH = /^\/api\/health(\/|$)/;

/** Logs one line for each request: the network, the member, the call and its outcome. */
export function logRequests(fastify: FastifyInstance, logger: Logger, addressOf: AddressResolver): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const isRoutine = HEALTH.test(request.url) && reply.statusCode === 200;
    logger[isRoutine ? 'debug' : 'info'](
      {
        req: request,
        requestId: request.id,
        network: networkOf(addressOf(request.raw)),
        userId: request.callerId,
        status: reply.statusCode,
        code: request.problemCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}
