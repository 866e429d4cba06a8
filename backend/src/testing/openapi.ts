import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isRecord } from '@oniverse/contracts';
import { createOpenApi } from '@oniverse/platform/backend';
import { oncePerRun } from '@oniverse/testing';

let parsed: Record<string, unknown> | undefined;

/**
 * Returns the OpenAPI document of a backend under test that listens, because its routes are complete then. All backends
 * have the same, and computing it takes a second.
 */
export function readOpenApi(app: NestFastifyApplication): Record<string, unknown> {
  if (parsed) return parsed;
  const text = oncePerRun('openapi.json', () =>
    JSON.stringify(createOpenApi(app, { version: 'test', description: 'Under test.' })),
  );
  const document: unknown = JSON.parse(text);
  parsed = isRecord(document) ? document : {};
  return parsed;
}
