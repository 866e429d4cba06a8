import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { JsonSchema } from '@oniverse/contracts';
import { createOpenApi } from '@oniverse/platform/backend';

/** A parameter of a call, as it is published. */
export interface PublishedParameter {
  name: string;
  in: 'path' | 'query';
  schema: JsonSchema;
  example: unknown;
}

/** A call of the REST API, as it is published. */
export interface PublishedCall {
  /** As in `PATCH /api/posts/{id}`. */
  name: string;
  method: string;
  path: string;
  parameters: readonly PublishedParameter[];
  /** The form of its JSON body; undefined where it takes none. */
  body: JsonSchema | undefined;
  /** It takes bytes. */
  bytes: boolean;
  /** It is a member's call: without a session it is refused. */
  needsSession: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Every call in a backend's published document. */
export function publishedCalls(app: NestFastifyApplication): PublishedCall[] {
  const document = createOpenApi(app, { version: 'test', description: 'Under test.' });
  const schemas = record(document.components?.schemas);
  const resolve = (schema: unknown): JsonSchema => {
    const { $ref, ...rest } = record(schema);
    return typeof $ref === 'string' ? record(schemas[$ref.split('/').at(-1) ?? '']) : rest;
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, operation]) => {
      const { parameters, requestBody, security } = record(operation);
      const content = record(record(requestBody)['content']);
      const json = record(content['application/json'])['schema'];
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: (Array.isArray(parameters) ? parameters : []).map(record).map((parameter) => ({
          name: String(parameter['name']),
          in: parameter['in'] === 'path' ? 'path' : 'query',
          schema: resolve(parameter['schema']),
          example: parameter['example'],
        })),
        body: json === undefined ? undefined : resolve(json),
        bytes: json === undefined && Object.keys(content).length > 0,
        needsSession:
          Array.isArray(security) &&
          security.length > 0 &&
          security.every((way) => Object.keys(record(way)).length > 0),
      } satisfies PublishedCall;
    }),
  );
}
