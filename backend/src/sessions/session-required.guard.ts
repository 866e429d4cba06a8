import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CALL_ACCESS, type CallAccess } from '@oniverse/platform/backend';
import { sessionOfRequest, unauthorized } from './current-session.decorator.js';

/** Everything is closed to visitors unless its `@Call` says otherwise. */
@Injectable()
export class SessionRequiredGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<CallAccess | undefined>(CALL_ACCESS, context.getHandler()) ?? 'members';
    if (access !== 'members') return true;
    if (!sessionOfRequest(context.switchToHttp().getRequest())) throw unauthorized();
    return true;
  }
}
