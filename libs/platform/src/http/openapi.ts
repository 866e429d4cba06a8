import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type JsonSchema, PRODUCT_NAME } from '@oniverse/contracts';

export type { OpenAPIObject } from '@nestjs/swagger';

type Swagger = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/**
 * A schema of the contract as the types of Nest's document take it. They know the words of OpenAPI 3.0 alone; the
 * document is published as 3.1, whose schemas are JSON Schema as it is.
 */
export function openApiSchema(json: JsonSchema): Swagger {
  return json;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts each named schema where the document keeps them, once, and a reference in its places. */
function hoist(value: unknown, named: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => hoist(entry, named));
  if (!isRecord(value)) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      // What stands under these keys is data, not a schema.
      key === 'example' || key === 'examples' || key === 'enum' ? inner : hoist(inner, named),
    ]),
  );
  if (nullable === true) return { ...rest, type: [rest['type'], 'null'] };
  const { title } = rest;
  if (rest['type'] !== 'object' || typeof title !== 'string') return nullable === undefined ? rest : value;
  named.set(title, rest);
  return { $ref: `#/components/schemas/${title}` };
}

/**
 * The published description of the REST API, made from the routes that there are, their DTOs and the schemas of
 * `libs/contracts`: OpenAPI 3.1.
 */
export function createOpenApi(
  app: INestApplication,
  about: { version: string; description: string },
): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`${PRODUCT_NAME} API`)
    .setVersion(about.version)
    .setDescription(about.description)
    .addSecurity('session', {
      type: 'http',
      scheme: 'bearer',
      description: 'The `sessionId` that login and register answer.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  const named = new Map<string, unknown>();
  const paths = hoist(document.paths, named);
  const schemas = hoist(document.components?.schemas ?? {}, named);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: { ...Object(schemas), ...Object.fromEntries(named) } },
  } as OpenAPIObject;
}
