import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, Map<string | symbol, FastifyContextConfig>>();

/** Merges `config` into the route configuration of a handler. Nest's own decorator would replace it. */
export function addRouteConfig(config: FastifyContextConfig): MethodDecorator {
  return (target, property, descriptor) => {
    const ofClass = configs.get(target) ?? new Map<string | symbol, FastifyContextConfig>();
    const merged = { ...ofClass.get(property), ...config };
    configs.set(target, ofClass.set(property, merged));
    RouteConfig(merged)(target, property, descriptor);
  };
}
