import type { RateLimit } from '@oniverse/platform';
import { addRouteConfig } from '@oniverse/platform/backend';

declare module 'fastify' {
  interface FastifyContextConfig {
    ownLimit?: RateLimit;
  }
}

/** Gives a costly call a limit of its own for each member or address, besides the general API limit. */
export const LimitedTo = (limit: RateLimit): MethodDecorator => addRouteConfig({ ownLimit: limit });
