import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isRecord, type JsonSchema } from '@oniverse/contracts';
import { readOpenApi } from './openapi.js';

export interface PublishedParameter {
  name: string;
  in: 'path' | 'query';
  schema: JsonSchema;
  example: unknown;
}

export interface PublishedCall {
  /** Such as `PATCH /api/posts/{id}`. */
  name: string;
  method: string;
  path: string;
  parameters: readonly PublishedParameter[];
  body: JsonSchema | undefined;
  takesBytes: boolean;
  needsSession: boolean;
  /** Whether a session makes a difference. */
  takesSession: boolean;
}

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export function listPublishedCalls(app: NestFastifyApplication): PublishedCall[] {
  const document = readOpenApi(app);
  const schemas = asRecord(asRecord(document['components'])['schemas']);
  const resolve = (schema: unknown): JsonSchema => {
    const { $ref, ...rest } = asRecord(schema);
    return typeof $ref === 'string' ? asRecord(schemas[$ref.split('/').at(-1) ?? '']) : rest;
  };
  return Object.entries(asRecord(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asRecord(item)).map(([method, operation]) => {
      const { parameters, requestBody, security } = asRecord(operation);
      const content = asRecord(asRecord(requestBody)['content']);
      const json = asRecord(content['application/json'])['schema'];
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: (Array.isArray(parameters) ? parameters : []).map(asRecord).map((parameter) => ({
          name: String(parameter['name']),
          in: parameter['in'] === 'path' ? 'path' : 'query',
          schema: resolve(parameter['schema']),
          example: parameter['example'],
        })),
        body: json === undefined ? undefined : resolve(json),
        takesBytes: json === undefined && Object.keys(content).length > 0,
        takesSession: Array.isArray(security) && security.length > 0,
        needsSession:
          Array.isArray(security) &&
          security.length > 0 &&
          security.every((way) => Object.keys(asRecord(way)).length > 0),
      } satisfies PublishedCall;
    }),
  );
}
