/** What a value may be, in JSON Schema's words. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The part of JSON Schema (2020-12, https://json-schema.org) that the contract speaks. */
export interface JsonSchema {
  /** Of an object: its name in the published documents. */
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

/** The form of a value: what is published of it, and the type that it has in TypeScript. */
export interface Schema<T> {
  readonly json: JsonSchema;
  /** May be left out of the object that it is a property of. */
  readonly optional?: true;
  /** Never set: carries the type. */
  readonly type?: T;
}

/** The TypeScript type of what a schema describes. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** The mark of a property that may be left out. */
export interface Optional {
  readonly optional: true;
}
type Properties = Readonly<Record<string, Schema<unknown>>>;
type ObjectOf<P extends Properties> = {
  [K in keyof P as P[K] extends Optional ? never : K]: TypeOf<P[K]>;
} & { [K in keyof P as P[K] extends Optional ? K : never]?: TypeOf<P[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

type Details = Omit<JsonSchema, 'type' | 'description' | 'examples'> & { example?: unknown };

const leaf = (type: JsonType, description: string, { example, ...rest }: Details): JsonSchema => ({
  type,
  description,
  ...rest,
  ...(example === undefined ? {} : { examples: [example] }),
});

/** Any text, or one of a form. */
export const text = (description: string, details: Details = {}): Schema<string> => ({
  json: leaf('string', description, details),
});

/** The id of a thing. */
export const id = (description: string): Schema<string> =>
  text(description, { format: 'uuid', example: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12' });

/** A moment: ISO 8601 in UTC. */
export const moment = (description: string): Schema<string> =>
  text(description, { format: 'date-time', example: '2026-11-20T21:04:11.512Z' });

/** A whole number. */
export const wholeNumber = (description: string, details: Details = {}): Schema<number> => ({
  json: leaf('integer', description, { minimum: 0, ...details }),
});

/** Yes or no. */
export const flag = (description: string, example = true): Schema<boolean> => ({
  json: leaf('boolean', description, { example }),
});

/** Always true: the mark of an answer that has nothing else to say. */
export const yes = (description: string): Schema<true> => ({
  json: leaf('boolean', description, { enum: [true], example: true }),
});

/** Always false: the mark of a refusal. */
export const no = (description: string): Schema<false> => ({
  json: leaf('boolean', description, { enum: [false], example: false }),
});

/** One of a few words. */
export const oneOf = <const V extends string>(
  values: readonly V[],
  description: string,
  example: NoInfer<V>,
): Schema<V> => ({
  json: leaf('string', description, { enum: [...values], example }),
});

/** A list, each entry of the same form. */
export const list = <T>(items: Schema<T>, description?: string): Schema<T[]> => ({
  json: { type: 'array', items: items.json, ...(description === undefined ? {} : { description }) },
});

/** What may be null. */
export function nullable<T>({ json }: Schema<T>): Schema<T | null> {
  const { type, title } = json;
  return typeof type === 'string' && title === undefined && json.enum === undefined
    ? { json: { ...json, type: [type, 'null'] } }
    : { json: { anyOf: [json, { type: 'null' }] } };
}

/** A property that may be left out. */
export const optional = <T>({ json }: Schema<T>): Schema<T> & Optional => ({ json, optional: true });

/** An object with exactly these properties. */
export function object<P extends Properties>(
  title: string,
  description: string,
  properties: P,
): Schema<Flat<ObjectOf<P>>> & { readonly properties: P } {
  const names = Object.keys(properties);
  return {
    properties,
    json: {
      title,
      description,
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, properties[name]?.json ?? {}])),
      required: names.filter((name) => properties[name]?.optional !== true),
      additionalProperties: false,
    },
  };
}

/** One of several forms. */
export const anyOf = <S extends readonly Schema<unknown>[]>(...forms: S): Schema<TypeOf<S[number]>> => ({
  json: { anyOf: forms.map(({ json }) => json) },
});

/** A value that a schema describes, put together from its examples: what the published documents show. */
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
