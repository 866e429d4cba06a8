import { applyDecorators, HttpCode, Param, SetMetadata } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import {
  type JsonSchema,
  MESSAGES,
  NEXT_CURSOR_HEADER,
  PROBLEMS,
  type ProblemCode,
  type Schema,
  schema,
} from '@oniverse/contracts';
import { openApiSchema } from './openapi.js';
import { IdPipe } from './validation.js';

/**
 * Who may call: `members` need a session, `public` looks at none, `visitors` is open to everyone but knows
 * a member who comes with a session.
 */
export type CallAccess = 'members' | 'public' | 'visitors';

/** A call of the REST API: what it is for, who may make it, and what it answers. */
export interface CallDefinition {
  summary: string;
  description?: string;
  /** `members` where it is not said. */
  access?: CallAccess;
  /** 200 where it is not said. */
  status?: 200 | 201 | 202;
  /** Another success, as where a repeat finds what is there. */
  alsoStatus?: 200;
  answer: Schema<unknown>;
  /** The answer is a page of a list: where it goes on stands in a header. */
  paged?: boolean;
  /** What may go wrong beside what may go wrong with every call. */
  problems?: readonly ProblemCode[];
  /** The form of a failure, where it is not the usual one. */
  problem?: JsonSchema;
  /** The call takes bytes; the types that it takes. */
  bytes?: readonly string[];
}

/** The metadata key of a call's access; a handler without it is for members. */
export const CALL_ACCESS = 'oniverse:call-access';

/** The usual form of a failure. */
export const PROBLEM_SCHEMA: JsonSchema & { properties: Record<string, JsonSchema> } = {
  title: 'Problem',
  description: 'Why a call failed.',
  type: 'object',
  properties: {
    statusCode: { type: 'integer', description: 'The status, once more.' },
    code: { type: 'string', description: 'A stable word for what went wrong.', enum: Object.keys(PROBLEMS) },
    message: {
      type: 'string',
      description: "One sentence for a person; of a validation failure the first field's.",
    },
    fields: {
      type: 'object',
      description: 'Of a validation failure: each field that broke a rule, with its message.',
    },
    requestId: { type: 'string', description: 'Of an unexpected failure: what to look for in the log.' },
  },
  required: ['statusCode', 'code', 'message'],
  additionalProperties: false,
};

const EVERY_CALL: readonly ProblemCode[] = [
  'validation_failed',
  'malformed_body',
  'malformed_request',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
];

const JSON_TYPE = 'application/json';

const problemResponse = (status: number, codes: readonly ProblemCode[], problem: JsonSchema) =>
  ApiResponse({
    status,
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      [JSON_TYPE]: {
        schema: openApiSchema(problem),
        example: {
          statusCode: status,
          code: codes[0],
          message: PROBLEM_EXAMPLES[status] ?? 'Why it failed.',
        },
      },
    },
  });

/** A body that is refused before its call is looked at is refused in the usual form. */
function formOfProblem(status: number, special: JsonSchema | undefined): JsonSchema {
  if (!special) return PROBLEM_SCHEMA;
  return status === 413 || status === 415 ? { anyOf: [special, PROBLEM_SCHEMA] } : special;
}

const PROBLEM_EXAMPLES: Readonly<Record<number, string>> = {
  400: MESSAGES.malformedRequest,
  401: MESSAGES.unauthorized,
  403: MESSAGES.forbidden,
  404: MESSAGES.notFound,
  413: MESSAGES.tooLarge,
  415: MESSAGES.unsupportedType,
  429: MESSAGES.rateLimited,
  503: MESSAGES.unavailable,
};

const answerResponse = (status: number, { answer, paged }: CallDefinition) =>
  ApiResponse({
    status,
    description: answer.json.description ?? 'Done.',
    content: {
      [JSON_TYPE]: { schema: openApiSchema(answer.json), example: schema.exampleOf(answer.json) },
    },
    ...(paged
      ? {
          headers: {
            [NEXT_CURSOR_HEADER]: {
              description: 'Where the list goes on; absent on the last page.',
              schema: { type: 'string' as const },
            },
          },
        }
      : {}),
  });

/**
 * Describes a call, and makes it what is described: who may make it, its status, its document. Every handler
 * has one.
 */
export function Call(definition: CallDefinition): MethodDecorator {
  const { summary, description, access = 'members', status = 200, alsoStatus, bytes } = definition;
  const codes = new Set<ProblemCode>([
    ...EVERY_CALL,
    ...(access === 'members' ? (['unauthorized'] as const) : []),
    ...(definition.problems ?? []),
  ]);
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(PROBLEMS[code], [...(byStatus.get(PROBLEMS[code]) ?? []), code]);
  return applyDecorators(
    SetMetadata(CALL_ACCESS, access),
    HttpCode(status),
    ApiOperation({
      summary,
      ...(description === undefined ? {} : { description }),
      security: access === 'members' ? [{ session: [] }] : access === 'visitors' ? [{}, { session: [] }] : [],
    }),
    ...(bytes
      ? [ApiConsumes(...bytes), ApiBody({ required: true, schema: { type: 'string', format: 'binary' } })]
      : []),
    answerResponse(status, definition),
    ...(alsoStatus === undefined ? [] : [answerResponse(alsoStatus, definition)]),
    ...[...byStatus].map(([status, ofStatus]) =>
      problemResponse(status, ofStatus, formOfProblem(status, definition.problem)),
    ),
  );
}

/** An id in the path, named `id` unless said otherwise. */
export function PathId(description: string, name = 'id'): ParameterDecorator {
  return pathParameter(Param(name, IdPipe), {
    name,
    description,
    schema: { type: 'string', format: 'uuid' },
    example: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12',
  });
}

/** A text in the path. */
export function PathText(name: string, description: string, example: string): ParameterDecorator {
  return pathParameter(Param(name), { name, description, schema: { type: 'string' }, example });
}

function pathParameter(
  read: ParameterDecorator,
  document: Parameters<typeof ApiParam>[0],
): ParameterDecorator {
  return (target, property, index) => {
    read(target, property, index);
    if (property === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, property);
    if (descriptor) ApiParam(document)(target, property, descriptor);
  };
}
