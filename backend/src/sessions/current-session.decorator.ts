import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import type { SessionContext } from './session.js';

/** A request after admission, with its session if it has one. */
export interface SessionRequest extends FastifyRequest {
  session?: SessionContext;
}

export const findRequestSession = (request: SessionRequest): SessionContext | undefined => request.session;

/** Returns the error for a missing, expired or unknown session. */
export const unauthorized = (): ProblemError => new ProblemError('unauthorized', MESSAGES.unauthorized);

export const OptionalSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionContext | undefined =>
    findRequestSession(context.switchToHttp().getRequest<SessionRequest>()),
);

export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionContext => {
    const session = findRequestSession(context.switchToHttp().getRequest<SessionRequest>());
    if (!session) throw unauthorized();
    return session;
  },
);
