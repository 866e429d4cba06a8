import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { sessionOfRequest, unauthorized } from './current-session.decorator.js';
import { PUBLIC } from './public.decorator.js';

/** Everything is closed to visitors unless it is marked `@Public()`. */
@Injectable()
export class SessionRequiredGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    if (!sessionOfRequest(context.switchToHttp().getRequest())) throw unauthorized();
    return true;
  }
}
