import { addRouteConfig } from '@oniverse/platform/backend';

declare module 'fastify' {
  interface FastifyContextConfig {
    selfLimited?: true;
  }
}

/** Exempts a call from the general API limit because it has its own limit or needs none. */
export const SelfLimited = (): MethodDecorator => addRouteConfig({ selfLimited: true });
