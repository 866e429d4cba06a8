import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Config } from '@oniverse/platform';
import { type ClientAddress, clientAddressOf } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';

/** The token under which the rule for a request's address is injected. */
export const CLIENT_ADDRESS = Symbol('CLIENT_ADDRESS');

/** The address that a request was counted under; set by the rate limit guard. */
export interface CountedRequest extends FastifyRequest {
  clientAddress?: string;
}

/** The rule for a request's address, as configured. */
export const clientAddressProvider = (config: Config): ClientAddress =>
  clientAddressOf(config.trustedProxies);

/** The address that a request comes from, as limits count it. */
export const Address = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return context.switchToHttp().getRequest<CountedRequest>().clientAddress ?? 'unknown';
});
