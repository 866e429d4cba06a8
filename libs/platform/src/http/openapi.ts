import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type JsonSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';

export type { OpenAPIObject } from '@nestjs/swagger';

type Swagger = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/**
 * A schema of the contract as the types of Nest's document take it. They know the words of OpenAPI 3.0 alone; the
 * document is published as 3.1, whose schemas are JSON Schema as it is.
 */
export function openApiSchema(json: JsonSchema): Swagger {
  return json;
}

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Json => (isRecord(value) ? value : {});
const mapValues = (value: unknown, map: (inner: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(record(value)).map(([key, inner]) => [key, map(inner, key)]));

/** What stands under these keys is data, not a schema. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default']);

/**
 * Puts each named schema where a document keeps them, once, and a reference in its places. OpenAPI 3.0's words for
 * null and for an example, which Nest's decorators speak, turn into JSON Schema's.
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

/** Only a schema has both a type and an example: a parameter or a media type has a schema of its own. */
function withExamples({ example, ...rest }: Json): Json {
  if (example === undefined) return rest;
  return 'type' in rest ? { ...rest, examples: [example] } : { ...rest, example };
}

/** The example of a parameter stands beside its schema, where tools look for it. */
function withParameterExample(parameter: unknown): unknown {
  const { examples, ...schema } = record(record(parameter)['schema']);
  if (!Array.isArray(examples)) return parameter;
  const [example]: unknown[] = examples;
  return { ...record(parameter), schema, example };
}

/**
 * A body that may be sent as it stands: made of the examples of its fields, without the optional ids, which would
 * name things that are not there.
 */
function exampleOfBody(body: Json): Json {
  const required = Array.isArray(body['required']) ? body['required'] : [];
  const fields = Object.entries(record(body['properties'])).filter(
    ([name, field]) => required.includes(name) || record(field)['format'] !== 'uuid',
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, schema.exampleOf(record(field))]));
}

/** A call as it is published: with an example of its body, and those of its parameters in their place. */
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

/** As in `accountsRegister`: a name that every language can give to a function. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return `${feature.charAt(0).toLowerCase()}${feature.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
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
    operationIdFactory: operationId,
  });
  const named = new Map<string, unknown>();
  const paths = hoistSchemas(document.paths, named);
  // What Nest itself keeps there are the DTOs of bodies, which refuse fields that they do not know.
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
