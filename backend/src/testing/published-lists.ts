import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readOpenApi } from './openapi.js';

const valueAt = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );

/** Returns the paths of all GET calls in the OpenAPI document whose response is an array. */
export function findListPaths(app: NestFastifyApplication): string[] {
  const answer = ['get', 'responses', '200', 'content', 'application/json', 'schema', 'type'];
  return Object.entries(Object(readOpenApi(app)['paths']))
    .filter(([, item]) => valueAt(item, ...answer) === 'array')
    .map(([path]) => path);
}
