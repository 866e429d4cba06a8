import { isBlank } from './text.js';
import { firstViolation, type FieldRules, readField } from './field-rules.js';
import { normaliseTag } from './hashtags.js';
import { LIMITS } from './limits.js';
import { type Phrase, phrases } from './phrases.js';
import { jsonOfObject, type JsonSchema } from './schema.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a value is a UUID in its hexadecimal form (RFC 9562, section 4). */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

export const FIELD_MESSAGES = phrases({
  mustBeText: 'This must be text.',
  mustBeFlag: 'This must be true or false.',
  mustBeTags: 'This must be a list of tags.',
  badTag: `A tag can have ${LIMITS.tag.min} to ${LIMITS.tag.max} letters, digits, underscores or hyphens.`,
  tooManyTags: ({ max }: { max: number }) => `You can add up to ${max} tags.`,
  badProfileLink: ({ max }: { max: number }) =>
    `An address starts with https:// and can have up to ${max} characters.`,
  tooManyProfileLinks: ({ max }: { max: number }) => `You can add up to ${max} addresses.`,
  badPosition: 'A sequence number is a whole number from 0.',
  badId: 'This id is malformed.',
  badTimestamp: 'A time looks like 2026-12-24T19:00:00Z.',
});

/** A field of a request: its type, check and documentation. `O` is whether it may be absent. */
export interface RequestField<T, O extends boolean = boolean> {
  readonly optional: O;
  readonly json: JsonSchema;
  /** Whether it accepts characters that XML cannot carry, and leaves them out. */
  readonly isProse?: boolean;
  /** Converts the raw value. A value that it cannot convert stays unchanged and fails validation. */
  readonly read: (value: unknown) => unknown;
  /** Returns what is wrong with a converted value; undefined if it is valid. */
  readonly problem: (value: unknown) => Phrase | undefined;
  /** The value of an absent field. */
  readonly initial?: T;
  /** Carries the type for the compiler; never set. */
  readonly type?: T;
}

/** The fields of a request by name, declared with the functions below. */
export type RequestFields = Readonly<Record<string, RequestField<unknown>>>;

/** Declares the body of a request. The client's build drops it, because only the server checks requests by it. */
export const requestBody = <F extends RequestFields>(fields: F): F => fields;

type ValueOf<F> = F extends RequestField<infer T> ? T : never;
type OptionalName<F extends RequestFields> = {
  [K in keyof F]: F[K]['optional'] extends true ? K : never;
}[keyof F];
type DefaultName<F extends RequestFields> = {
  [K in keyof F]: F[K] extends { readonly initial: unknown } ? K : never;
}[keyof F];

/** The type of a request's body. */
export type BodyOf<F extends RequestFields> = {
  -readonly [K in Exclude<keyof F, OptionalName<F>>]: ValueOf<F[K]>;
} & { -readonly [K in OptionalName<F>]?: ValueOf<F[K]> };

/** The type of a request's query once the server has read it: fields with a default are present. */
export type QueryOf<F extends RequestFields> = BodyOf<F> & {
  -readonly [K in DefaultName<F>]: ValueOf<F[K]>;
};

/** Describes the body of a request. */
export const jsonOfBody = (title: string, description: string, fields: RequestFields): JsonSchema =>
  jsonOfObject(
    title,
    description,
    fields,
    Object.keys(fields).filter((name) => fields[name]?.optional === false),
  );

const orNull = (json: JsonSchema): JsonSchema =>
  typeof json.type === 'string' ? { ...json, type: [json.type, 'null'] } : json;

/** A field that may be absent. */
export const omittable = <T>(field: RequestField<T>): RequestField<T, true> => ({ ...field, optional: true });

/** A field of a query that may be absent. The server then reads `initial`. */
export const withDefault = <T>(
  field: RequestField<T>,
  initial: T,
): RequestField<T, true> & { readonly initial: T } => ({ ...field, optional: true, initial });

/** A field that may be absent. Null counts as absent. */
export const omittableByNull = <T>(field: RequestField<T>): RequestField<T, true> => ({
  ...field,
  optional: true,
  json: orNull(field.json),
  read: (value) => (value === null ? undefined : field.read(value)),
});

function jsonOfText(rules: FieldRules): JsonSchema {
  const json: JsonSchema = Object.assign(
    { type: 'string', description: rules.description, examples: [rules.example] },
    ...rules.rules.map((rule) => rule.json),
  );
  if (!rules.optional) return json;
  // An empty text is valid although it breaks the pattern.
  const { pattern: _, ...rest } = json;
  return orNull({ ...rest, minLength: 0 });
}

/** A text with rules. An empty or null text counts as absent if the rules make it optional. */
export const textField = <O extends boolean>(rules: FieldRules<O>): RequestField<string, O> => ({
  optional: rules.optional,
  json: jsonOfText(rules),
  isProse: rules.prose,
  read: (value) => {
    if (value === null && rules.optional) return undefined;
    if (typeof value !== 'string') return value;
    const text = readField(rules, value);
    return rules.optional && isBlank(text) ? undefined : text;
  },
  problem: (value) => {
    if (value === undefined || value === null) return firstViolation(rules, '') ?? FIELD_MESSAGES.mustBeText;
    return typeof value === 'string' ? firstViolation(rules, value) : FIELD_MESSAGES.mustBeText;
  },
});

/** An optional text that null clears. @param blank what an empty text does */
export const clearableText = (
  rules: FieldRules<true>,
  blank: 'clears' | 'changes nothing' = 'clears',
): RequestField<string | null, true> => {
  const field = textField(rules);
  return {
    ...field,
    read: (value) => {
      if (value === null) return null;
      return field.read(value) ?? (blank === 'clears' && value !== undefined ? null : undefined);
    },
    problem: (value) => (value === null ? undefined : field.problem(value)),
  };
};

/** A list of tags, normalised and without duplicates. Null is an empty list. */
export const tagsField = (): RequestField<string[], true> => ({
  optional: true,
  json: {
    type: ['array', 'null'],
    items: { type: 'string', minLength: LIMITS.tag.min },
    description: 'Letters, digits, underscores and hyphens; with or without a leading #.',
    examples: [['saturn', 'night-sky']],
  },
  read: (value) => {
    if (value === null) return [];
    if (!Array.isArray(value)) return value;
    const tags = value.map((tag: unknown) => (typeof tag === 'string' ? (normaliseTag(tag) ?? tag) : tag));
    return [...new Set(tags)];
  },
  problem: (value) => {
    if (!Array.isArray(value)) return FIELD_MESSAGES.mustBeTags;
    if (value.some((tag: unknown) => typeof tag !== 'string' || normaliseTag(tag) === undefined)) {
      return FIELD_MESSAGES.badTag;
    }
    return value.length > LIMITS.tagsPerItem
      ? FIELD_MESSAGES.tooManyTags({ max: LIMITS.tagsPerItem })
      : undefined;
  },
});

/** Without credentials, spaces and characters that need escaping in HTML. */
const PROFILE_LINK = /^https:\/\/[^\s/?#@"<>\\]+\.[^\s/?#@"<>\\]+(?:[/?#][^\s"<>\\]*)?$/u;

const isProfileLink = (link: unknown): boolean =>
  typeof link === 'string' && link.length <= LIMITS.profileLinks.max && PROFILE_LINK.test(link);

/** Addresses of a member's other pages, trimmed and without duplicates. */
export const profileLinksField = (description: string): RequestField<string[], false> => ({
  optional: false,
  json: {
    type: 'array',
    items: { type: 'string', pattern: PROFILE_LINK.source, maxLength: LIMITS.profileLinks.max },
    description,
    examples: [['https://vesper.example/notes']],
  },
  read: (value) =>
    Array.isArray(value)
      ? [...new Set(value.map((link: unknown) => (typeof link === 'string' ? link.trim() : link)))]
      : value,
  problem: (value) => {
    if (!Array.isArray(value) || !value.every(isProfileLink)) {
      return FIELD_MESSAGES.badProfileLink({ max: LIMITS.profileLinks.max });
    }
    const { count } = LIMITS.profileLinks;
    return value.length > count ? FIELD_MESSAGES.tooManyProfileLinks({ max: count }) : undefined;
  },
});

/** The name of a tag. */
export const tagField = (description: string): RequestField<string, false> => ({
  optional: false,
  json: { type: 'string', description, minLength: 1, examples: ['saturn'] },
  read: (value) => (typeof value === 'string' ? (normaliseTag(value) ?? value) : value),
  problem: (value) =>
    typeof value === 'string' && normaliseTag(value) !== undefined ? undefined : FIELD_MESSAGES.badTag,
});

/** The name of a tag in a query. An empty text counts as absent. */
export const tagInQuery = (description: string): RequestField<string, true> => {
  const field = tagField(description);
  return {
    ...omittable(field),
    json: { ...field.json, minLength: 0 },
    read: (value) => (value === '' ? undefined : field.read(value)),
  };
};

/** A boolean. */
export const flagField = (description: string): RequestField<boolean, false> => ({
  optional: false,
  json: { type: 'boolean', description, examples: [true] },
  read: (value) => value,
  problem: (value) => (typeof value === 'boolean' ? undefined : FIELD_MESSAGES.mustBeFlag),
});

/** A boolean in a query, where all values are texts. */
export const flagInQuery = (description: string): RequestField<boolean, true> => ({
  ...omittable(flagField(description)),
  read: (value) => (value === 'true' ? true : value === 'false' ? false : value),
});

/** One of several texts. */
export const choiceField = <V extends string>(
  values: readonly V[],
  { description, message }: { description: string; message: Phrase },
): RequestField<V, false> => ({
  optional: false,
  json: { type: 'string', enum: [...values], description, examples: [values[0]] },
  read: (value) => value,
  problem: (value) => (values.some((known) => known === value) ? undefined : message),
});

/** Several of some texts, without duplicates. */
export const choicesField = <V extends string>(
  values: readonly V[],
  { description, message }: { description: string; message: Phrase },
): RequestField<V[], false> => ({
  optional: false,
  json: {
    type: 'array',
    items: { type: 'string', enum: [...values] },
    description,
    examples: [values.slice(0, 2)],
  },
  read: (value) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value),
  problem: (value) =>
    Array.isArray(value) && value.every((choice) => values.some((known) => known === choice))
      ? undefined
      : message,
});

/** Several of some texts in a query, separated by commas. An empty text counts as absent. */
export const choicesInQuery = <V extends string>(
  values: readonly V[],
  terms: { description: string; message: Phrase },
): RequestField<V[], true> => ({
  ...omittable(choicesField(values, terms)),
  json: { type: 'string', description: terms.description, examples: [values.slice(0, 2).join(',')] },
  read: (value) =>
    value === '' ? undefined : typeof value === 'string' ? [...new Set(value.split(','))] : value,
});

/** A UUID. */
export const idField = (description: string): RequestField<string, false> => ({
  optional: false,
  json: {
    type: 'string',
    format: 'uuid',
    description,
    examples: ['019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12'],
  },
  read: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  problem: (value) => (isUuid(value) ? undefined : FIELD_MESSAGES.badId),
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** A time in ISO 8601, with the offset of a time zone. */
export const timeField = (description: string): RequestField<string, false> => ({
  optional: false,
  json: { type: 'string', format: 'date-time', description, examples: ['2026-12-24T19:00:00Z'] },
  read: (value) => value,
  problem: (value) =>
    typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
      ? undefined
      : FIELD_MESSAGES.badTimestamp,
});

/** A list of different UUIDs. */
export const idsField = (
  description: string,
  { max, message }: { max: number; message: Phrase },
): RequestField<string[], false> => {
  const field = idField(description);
  return {
    optional: false,
    json: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description,
      maxItems: max,
      examples: [field.json.examples ?? []],
    },
    read: (value) => (Array.isArray(value) ? value.map(field.read) : value),
    problem: (value) =>
      Array.isArray(value) &&
      value.length <= max &&
      value.every(isUuid) &&
      new Set<unknown>(value).size === value.length
        ? undefined
        : message,
  };
};

/** A list of UUIDs in a query, separated by commas. */
export const idsInQuery = (
  description: string,
  { max, message }: { max: number; message: Phrase },
): RequestField<string[], true> => ({
  optional: true,
  json: {
    type: 'string',
    description: `${description} Separated by commas.`,
    examples: ['019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12'],
  },
  read: (value) =>
    typeof value === 'string' ? value.split(',').flatMap((id) => id.trim().toLowerCase() || []) : value,
  problem: (value) =>
    Array.isArray(value) && value.length <= max && value.every(isUuid) ? undefined : message,
});

/** A field that may be absent, and that null clears. */
export const clearable = <T>(field: RequestField<T>): RequestField<T | null, true> => ({
  ...field,
  optional: true,
  json: orNull(field.json),
  read: (value) => (value === null ? null : field.read(value)),
  problem: (value) => (value === null ? undefined : field.problem(value)),
});

/** An optional UUID that null clears. */
export const clearableId = (description: string): RequestField<string | null, true> =>
  clearable(idField(description));

interface NumberRules {
  min: number;
  max: number;
  message: Phrase;
  example: number;
}

/** An integer. */
export const numberField = (
  description: string,
  { min, max, message, example }: NumberRules,
): RequestField<number, false> => ({
  optional: false,
  json: { type: 'integer', minimum: min, maximum: max, description, examples: [example] },
  read: (value) => value,
  problem: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? undefined
      : message,
});

/** An integer in a query, where all values are texts. */
export const numberInQuery = (description: string, rules: NumberRules): RequestField<number, true> => ({
  ...omittable(numberField(description, rules)),
  read: (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
});

/** The rules of a `seq` or `rev`. */
export const POSITION = {
  min: 0,
  max: LIMITS.seq.max,
  message: FIELD_MESSAGES.badPosition,
  example: 512,
};
