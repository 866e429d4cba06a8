import { type CanActivate, createParamDecorator, type ExecutionContext, UseGuards } from '@nestjs/common';
import { MESSAGES, REAUTHENTICATION_MS, SECURITY_MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import type { SessionContext, StaffSession } from './session.js';

/** A request after admission, with its session if it has one. */
export interface SessionRequest extends FastifyRequest {
  session?: SessionContext | StaffSession;
}

/** Returns the error for a missing, expired or unknown session. */
export const unauthorized = (): ProblemError => new ProblemError('unauthorized', MESSAGES.unauthorized);

/** Injects the session of a call that visitors may make too. */
export const OptionalSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionContext | undefined =>
    context.switchToHttp().getRequest<SessionRequest>().session,
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

class FreshSessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { session } = context.switchToHttp().getRequest<SessionRequest>();
    if (!session) throw unauthorized();
    requireFresh(session);
    return true;
  }
}

/** Keeps a sensitive change to members who recently confirmed who they are. @throws ProblemError `reauthentication_required` */
export const FreshSession = (): MethodDecorator => UseGuards(new FreshSessionGuard());
