import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimits } from '@oniverse/platform';
import type { ClientAddress } from '@oniverse/platform/backend';
import { sessionOfRequest } from '../sessions/current-session.decorator.js';
import { CLIENT_ADDRESS, type CountedRequest } from './client-address.js';
import { SELF_LIMITED } from './self-limited.decorator.js';

/** Counts API calls, for a session or, without one, for an address. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<CountedRequest>();
    request.clientAddress = this.addressOf(request.raw);
    if (this.reflector.getAllAndOverride<boolean>(SELF_LIMITED, [context.getHandler(), context.getClass()])) {
      return true;
    }
    const session = sessionOfRequest(request);
    await this.limits.consume(
      'api',
      session ? `session:${session.publicId}` : `address:${request.clientAddress}`,
    );
    return true;
  }
}
