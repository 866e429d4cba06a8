import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createOpenApi } from '@oniverse/platform/backend';

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );

/** The paths of all calls in a backend's published document that answer a list. */
export function publishedLists(app: NestFastifyApplication): string[] {
  const document = createOpenApi(app, { version: 'test', description: 'Under test.' });
  const answer = ['get', 'responses', '200', 'content', 'application/json', 'schema', 'type'];
  return Object.entries(document.paths)
    .filter(([, item]) => at(item, ...answer) === 'array')
    .map(([path]) => path);
}
