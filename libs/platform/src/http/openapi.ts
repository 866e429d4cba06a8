import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Documented, isRecord, type JsonSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';

export type { OpenAPIObject } from '@nestjs/swagger';

type Swagger = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Converts a JSON Schema to the type of Nest's documents, which know OpenAPI 3.0 only. The published document is 3.1. */
export function openApiSchema(json: JsonSchema): Swagger {
  return json;
}

/** Describes the parameters of a path or query for Nest's documents. */
export const describeParameters = (fields: Readonly<Record<string, Documented & { optional?: boolean }>>) =>
  Object.entries(fields).map(([name, { json, optional = false }]) => {
    const { description = '', examples, ...rest } = json;
    const schema = openApiSchema({ ...rest, ...(examples && { example: examples[0] }) });
    return { name, description, required: !optional, schema };
  });

type Json = Record<string, unknown>;

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const mapValues = (value: unknown, map: (inner: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(record(value)).map(([key, inner]) => [key, map(inner, key)]));

/** The values of these keys are data, not schemas. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default']);

/**
 * Replaces each schema with a title by a reference, and adds the schema to `named`. Converts `nullable` and `example` of
 * OpenAPI 3.0, which Nest's decorators produce, to JSON Schema.
 */
export function hoistSchemas(value: unknown, named: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => hoistSchemas(entry, named));
  if (!isRecord(value)) return value;
  const { nullable, ...rest } = mapValues(value, (inner, key) =>
    DATA_KEYS.has(key) ? inner : hoistSchemas(inner, named),
  );
  if (nullable === true) return withExamples({ ...rest, type: [rest['type'], 'null'] });
  const { title } = rest;
  if (rest['type'] !== 'object' || typeof title !== 'string') {
    return nullable === undefined ? withExamples(rest) : value;
  }
  named.set(title, rest);
  return { $ref: `#/components/schemas/${title}` };
}

/** Converts the example of a schema. Parameters and media types have no `type` and keep theirs. */
function withExamples({ example, ...rest }: Json): Json {
  if (example === undefined) return rest;
  return 'type' in rest ? { ...rest, examples: [example] } : { ...rest, example };
}

/** Moves the example of a parameter out of its schema, where tools expect it. */
function withParameterExample(parameter: unknown): unknown {
  const { examples, ...schema } = record(record(parameter)['schema']);
  if (!Array.isArray(examples)) return parameter;
  const [example]: unknown[] = examples;
  return { ...record(parameter), schema, example };
}

/** Creates an example body from the examples of its fields, without optional ids, which would refer to nothing. */
function exampleOfBody(body: Json): Json {
  const required = Array.isArray(body['required']) ? body['required'] : [];
  const fields = Object.entries(record(body['properties'])).filter(
    ([name, field]) => required.includes(name) || record(field)['format'] !== 'uuid',
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, schema.exampleOf(record(field))]));
}

function describeCall(operation: unknown, schemas: Json): unknown {
  const { parameters, requestBody, ...rest } = record(operation);
  const content = mapValues(record(requestBody)['content'], (media) => {
    const { $ref } = record(record(media)['schema']);
    if (typeof $ref !== 'string') return media;
    const body = record(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    return { ...record(media), example: exampleOfBody(body) };
  });
  return {
    ...rest,
    ...(Array.isArray(parameters) ? { parameters: parameters.map(withParameterExample) } : {}),
    ...(isRecord(requestBody) ? { requestBody: { ...requestBody, content } } : {}),
  };
}

/** Returns a valid function name for generated clients, such as `accountsRegister`. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return `${feature.charAt(0).toLowerCase()}${feature.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}

/** Creates the OpenAPI 3.1 document from the routes, their DTOs and the schemas of `libs/contracts`. */
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
      description: 'The `sessionId` from login or registration.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: operationId,
  });
  const named = new Map<string, unknown>();
  const paths = hoistSchemas(document.paths, named);
  // Nest's own schemas are the DTOs of bodies, which reject unknown fields.
  const bodies = mapValues(hoistSchemas(document.components?.schemas, named), (body) => ({
    ...record(body),
    additionalProperties: false,
  }));
  const schemas = { ...bodies, ...Object.fromEntries(named) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    ...document,
    paths: mapValues(paths, (path) => mapValues(path, (operation) => describeCall(operation, schemas))),
    components: { ...document.components, schemas },
  } as unknown as OpenAPIObject;
}
