import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MESSAGES, REAUTHENTICATION_MS, SECURITY_MESSAGES } from '@oniverse/contracts';
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

/** Returns until when sensitive changes are open in a session; null if the member has to confirm who they are first. */
export function authenticatedUntil({ authenticatedAt }: SessionContext): Date | null {
  const until = new Date(authenticatedAt.getTime() + REAUTHENTICATION_MS);
  return until.getTime() > Date.now() ? until : null;
}

/** @throws ProblemError `reauthentication_required` unless the member recently confirmed who they are */
export function requireFresh(session: SessionContext): void {
  if (authenticatedUntil(session) !== null) return;
  throw new ProblemError('reauthentication_required', SECURITY_MESSAGES.reauthenticationRequired);
}

/** The session of a sensitive change. @throws ProblemError `reauthentication_required` */
export const FreshSession = createParamDecorator((_: unknown, context: ExecutionContext): SessionContext => {
  const session = findRequestSession(context.switchToHttp().getRequest<SessionRequest>());
  if (!session) throw unauthorized();
  requireFresh(session);
  return session;
});
