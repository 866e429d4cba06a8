import {
  firstViolation,
  type FieldRules,
  type JsonSchema,
  LIMITS,
  MESSAGES,
  normaliseTag,
  readField,
} from '@oniverse/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { defineField, type FieldReader } from './field-definitions.js';
import { isUuid } from './uuid.js';

interface FieldDefinition extends FieldReader {
  json: JsonSchema;
}

function field({ read, problem, optional, json }: FieldDefinition): PropertyDecorator {
  const { examples, ...rest } = json;
  const decorators: PropertyDecorator[] = [
    Transform(({ value }: { value: unknown }) => read(value)),
    ValidateIf((_, value: unknown) => !(optional && value === undefined)),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => problem(value) === undefined,
        defaultMessage: (context?: ValidationArguments) =>
          problem(context?.value) ?? MESSAGES.malformedRequest,
      },
    }),
    ApiProperty({ ...openApi(rest), ...(examples ? { example: examples[0] } : {}), required: !optional }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
    defineField(target, String(property), { read, problem, optional });
  };
}

/** Expresses null as OpenAPI 3.0's `nullable`, which Nest expects and `hoistSchemas` converts to 3.1. */
function openApi({ type, ...rest }: JsonSchema): object {
  return Array.isArray(type) ? { ...rest, type: type[0], nullable: true } : { ...rest, type };
}

const orNull = (json: JsonSchema): JsonSchema =>
  typeof json.type === 'string' ? { ...json, type: [json.type, 'null'] } : json;

const nullAsAbsent = (value: unknown): unknown => (value === null ? undefined : value);

/**
 * A text with rules of `libs/contracts`. An empty optional text counts as absent.
 * @param options.optional allows the field to be absent although its rules require a text; empty stays invalid
 * @param options.clears reads an empty text and null as null, to clear the value; with `'by-null'` only null clears it
 */
export function RuledText(
  rules: FieldRules,
  { optional = rules.optional, clears = false }: { optional?: boolean; clears?: boolean | 'by-null' } = {},
): PropertyDecorator {
  const json: JsonSchema = Object.assign(
    { type: 'string', description: rules.description, examples: [rules.example] },
    ...rules.rules.map((rule) => rule.json),
    rules.optional ? { minLength: 0 } : {},
  );
  const none = clears ? null : undefined;
  const empty = clears === true ? null : undefined;
  return field({
    optional,
    json: clears || rules.optional ? orNull(withoutEmptyPattern(json, rules)) : json,
    read: (value) => {
      if (value === null && (rules.optional || clears)) return none;
      if (typeof value !== 'string') return value;
      const text = readField(rules, value);
      return rules.optional && text.trim() === '' ? empty : text;
    },
    problem: (value) => {
      if (value === null && clears) return undefined;
      if (value === undefined || value === null) return firstViolation(rules, '') ?? MESSAGES.mustBeText;
      return typeof value === 'string' ? firstViolation(rules, value) : MESSAGES.mustBeText;
    },
  });
}

/** Drops the pattern of an optional text, which may be empty. */
function withoutEmptyPattern({ pattern, ...json }: JsonSchema, rules: FieldRules): JsonSchema {
  return pattern === undefined || !rules.optional ? { ...json, ...(pattern ? { pattern } : {}) } : json;
}

/** A list of tags, normalised and without duplicates. Null is an empty list. */
export function Tags(): PropertyDecorator {
  return field({
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
      if (!Array.isArray(value)) return MESSAGES.mustBeTags;
      if (value.some((tag: unknown) => typeof tag !== 'string' || normaliseTag(tag) === undefined)) {
        return MESSAGES.badTag;
      }
      return value.length > LIMITS.tagsPerItem ? MESSAGES.tooManyTags : undefined;
    },
  });
}

export function TagName(description: string, { optional = false } = {}): PropertyDecorator {
  return field({
    optional,
    json: { type: 'string', description, minLength: optional ? 0 : 1, examples: ['saturn'] },
    read: (value) => {
      if (optional && value === '') return undefined;
      return typeof value === 'string' ? (normaliseTag(value) ?? value) : value;
    },
    problem: (value) =>
      typeof value === 'string' && normaliseTag(value) !== undefined ? undefined : MESSAGES.badTag,
  });
}

/** A boolean. @param options.inQuery the value is a string */
export function Flag(description: string, { optional = true, inQuery = false } = {}): PropertyDecorator {
  return field({
    optional,
    json: { type: 'boolean', description, examples: [true] },
    read: (value) => {
      if (!inQuery) return value;
      return value === 'true' ? true : value === 'false' ? false : value;
    },
    problem: (value) => (typeof value === 'boolean' ? undefined : MESSAGES.mustBeFlag),
  });
}

export function OneOf(
  values: readonly string[],
  { description, message, optional = true }: { description: string; message: string; optional?: boolean },
): PropertyDecorator {
  return field({
    optional,
    json: { type: 'string', enum: [...values], description, examples: [values[0]] },
    read: (value) => value,
    problem: (value) => (typeof value === 'string' && values.includes(value) ? undefined : message),
  });
}

/** A UUID. @param options.clears allows null, to clear the value */
export function Id(description: string, { optional = false, clears = false } = {}): PropertyDecorator {
  const json: JsonSchema = {
    type: 'string',
    format: 'uuid',
    description,
    examples: ['019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12'],
  };
  return field({
    optional,
    json: clears ? orNull(json) : json,
    read: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    problem: (value) => (isUuid(value) || (clears && value === null) ? undefined : MESSAGES.badId),
  });
}

/** An integer. @param options.inQuery the value is a string */
export function WholeNumber(
  description: string,
  {
    min,
    max,
    message,
    example,
    optional = true,
    inQuery = false,
    orNull: mayBeNull = false,
  }: {
    min: number;
    max: number;
    message: string;
    example: number;
    optional?: boolean;
    inQuery?: boolean;
    /** null counts as absent */
    orNull?: boolean;
  },
): PropertyDecorator {
  const json: JsonSchema = { type: 'integer', minimum: min, maximum: max, description, examples: [example] };
  return field({
    optional,
    json: mayBeNull ? orNull(json) : json,
    read: (value) => {
      if (mayBeNull) return nullAsAbsent(value);
      return inQuery && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    },
    problem: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? undefined
        : message,
  });
}
