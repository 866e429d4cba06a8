import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CALL_ACCESS, type CallAccess } from '@oniverse/platform/backend';
import type { SessionRequest } from './current-session.decorator.js';
import { SessionsService } from './sessions.service.js';

const BEARER = /^Bearer +(\S+)$/i;

/** Finds the session of a member's call; says nothing yet where there is none. */
@Injectable()
export class SessionLookupGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    // A public call answers the same to everyone: it does not look.
    if (this.reflector.get<CallAccess | undefined>(CALL_ACCESS, context.getHandler()) === 'public')
      return true;
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const sessionId = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const session = sessionId === undefined ? undefined : await this.sessions.find(sessionId);
    if (session) request.session = session;
    return true;
  }
}
