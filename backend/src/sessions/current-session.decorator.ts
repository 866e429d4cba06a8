import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import type { SessionContext } from './session.js';

/** A request whose session was looked up. */
export interface SessionRequest extends FastifyRequest {
  session?: SessionContext;
}

/** The session of a request; undefined for a visitor. */
export const sessionOfRequest = (request: SessionRequest): SessionContext | undefined => request.session;

/** No session, or one that is not known any more. */
export const unauthorized = (): ProblemError => new ProblemError('unauthorized', MESSAGES.unauthorized);

/** The session that a call came with; undefined for a visitor. */
export const SessionIfAny = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionContext | undefined =>
    sessionOfRequest(context.switchToHttp().getRequest<SessionRequest>()),
);

/** The session that a member's call came with. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionContext => {
    const session = sessionOfRequest(context.switchToHttp().getRequest<SessionRequest>());
    if (!session) throw unauthorized();
    return session;
  },
);
