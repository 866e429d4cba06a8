import * as v from 'valibot';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The subset of JSON Schema (2020-12, https://json-schema.org) that the contract uses. */
export interface JsonSchema {
  /** The name of an object in the published documents. */
  title?: string;
  description?: string;
  type?: JsonType | JsonType[];
  format?: 'uuid' | 'date-time' | 'binary';
  enum?: (string | boolean)[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: false;
  anyOf?: JsonSchema[];
  examples?: unknown[];
}

/** A part of the published documents. */
export interface Documented {
  readonly json: JsonSchema;
}

/**
 * Checks values and gives them their TypeScript type. Checks less than the document promises: it ignores unknown fields,
 * formats and bounds, so that a client accepts the values of a newer server.
 */
export type Schema<T> = v.GenericSchema<T> & Documented;

export type TypeOf<S extends v.GenericSchema> = v.InferOutput<S>;

/** Adds the document. The client's build removes the calls, and every argument that only documents. */
export const documented = <S extends v.GenericSchema>(schema: S, json: JsonSchema): S & Documented =>
  Object.assign(schema, { json });

type Details = Omit<JsonSchema, 'type' | 'description' | 'examples'> & { example?: unknown };

const primitive = (type: JsonType, description: string, { example, ...rest }: Details): JsonSchema => ({
  type,
  description,
  ...rest,
  ...(example === undefined ? {} : { examples: [example] }),
});

export const text = (description: string, details: Details = {}) =>
  documented(v.string(), primitive('string', description, details));

export const id = (description: string) =>
  documented(
    v.string(),
    primitive('string', description, { format: 'uuid', example: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12' }),
  );

/** A time in ISO 8601, UTC. */
export const timestamp = (description: string) =>
  documented(
    v.string(),
    primitive('string', description, { format: 'date-time', example: '2026-11-20T21:04:11.512Z' }),
  );

/** An integer, 0 or more unless `details` has another minimum. */
export const wholeNumber = (description: string, details: Details = {}) =>
  documented(v.number(), primitive('integer', description, { minimum: 0, ...details }));

export const flag = (description: string, example = true) =>
  documented(v.boolean(), primitive('boolean', description, { example }));

export const literalTrue = (description: string) =>
  documented(v.literal(true), primitive('boolean', description, { enum: [true], example: true }));

export const literalFalse = (description: string) =>
  documented(v.literal(false), primitive('boolean', description, { enum: [false], example: false }));

export const oneOf = <const V extends string>(
  values: readonly V[],
  description: string,
  example: NoInfer<V>,
) => documented(v.picklist(values), primitive('string', description, { enum: [...values], example }));

/** The name of a field of `record`. */
export const keyOf = <K extends string>(
  record: Readonly<Record<K, unknown>>,
  description: string,
  example: NoInfer<K>,
) =>
  documented(
    v.custom<K>((value) => typeof value === 'string' && Object.hasOwn(record, value)),
    primitive('string', description, { enum: Object.keys(record), example }),
  );

export const list = <T>(items: Schema<T>, description?: string): Schema<T[]> =>
  documented(v.array(items), {
    type: 'array',
    items: items.json,
    ...(description === undefined ? {} : { description }),
  });

export const nullable = <T>(schema: Schema<T>): Schema<T | null> =>
  documented(v.nullable(schema), jsonOrNull(schema));

function jsonOrNull({ json }: Documented): JsonSchema {
  const { type, title } = json;
  return typeof type === 'string' && title === undefined && json.enum === undefined
    ? { ...json, type: [type, 'null'] }
    : { anyOf: [json, { type: 'null' }] };
}

export const optional = <S extends Schema<unknown>>(schema: S) => documented(v.optional(schema), schema.json);

/**
 * A part that the last released version lacks, or has in another form. During an upgrade, a new page may get an answer of
 * a backend of that version, and reads `earlier` there. When the version that adds the part is released, its schema alone
 * is enough.
 */
export const added = <S extends Schema<unknown>>(schema: S, earlier: v.InferOutput<S>) =>
  documented(v.fallback(schema, earlier), schema.json);

/** Describes an object without other fields. */
export const jsonOfObject = (
  title: string,
  description: string,
  properties: Readonly<Record<string, Documented>>,
  required: string[],
): JsonSchema => ({
  title,
  description,
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, { json }]) => [name, json])),
  required,
  additionalProperties: false,
});

/** An object. The document says that it has no other fields. */
export const object = <P extends Readonly<Record<string, Schema<unknown>>>>(
  title: string,
  description: string,
  properties: P,
) => documented(v.object(properties), jsonOfObject(title, description, properties, requiredOf(properties)));

const requiredOf = (properties: Readonly<Record<string, Schema<unknown>>>): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.type !== 'optional');

export const anyOf = <S extends readonly Schema<unknown>[]>(...forms: S) =>
  documented(v.union(forms), { anyOf: forms.map(({ json }) => json) });

/** Builds an example value for the published documents from the examples in a schema. */
export function exampleOf(json: JsonSchema): unknown {
  if (json.examples !== undefined) return json.examples[0];
  if (json.anyOf !== undefined) return exampleOf(json.anyOf[0] ?? {});
  if (json.enum !== undefined) return json.enum[0];
  const type = Array.isArray(json.type) ? json.type[0] : json.type;
  if (type === 'object') {
    const properties = Object.entries(json.properties ?? {});
    return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (type === 'array') return json.items === undefined ? [] : [exampleOf(json.items)];
  if (type === 'integer' || type === 'number') return json.minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'string' ? 'text' : null;
}
