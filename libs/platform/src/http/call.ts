import { applyDecorators, HttpCode, Param, SetMetadata } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExcludeEndpoint,
  ApiOperation,
  ApiParam,
  ApiResponse,
} from '@nestjs/swagger';
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
  alsoStatus?: 200 | 206;
  answer: Schema<unknown>;
  /** Where the answer is not JSON: the types that it may have. */
  answerTypes?: readonly string[];
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
      [JSON_TYPE]: { schema: openApiSchema(problem), example: exampleOfProblem(status, codes, problem) },
    },
  });

function exampleOfProblem(status: number, [code]: readonly ProblemCode[], problem: JsonSchema): object {
  const message = (code && PROBLEM_EXAMPLES[code]) ?? MESSAGES.malformedRequest;
  const usual = { statusCode: status, code, message };
  return problem === PROBLEM_SCHEMA ? usual : { ...Object(schema.exampleOf(problem)), ...usual };
}

/** A body that is refused before its call is looked at is refused in the usual form. */
function formOfProblem(status: number, special: JsonSchema | undefined): JsonSchema {
  if (!special) return PROBLEM_SCHEMA;
  return status === 413 || status === 415 ? { anyOf: [special, PROBLEM_SCHEMA] } : special;
}

/** What those who fail are told, where one code always says the same. */
const PROBLEM_EXAMPLES: Readonly<Partial<Record<ProblemCode, string>>> = {
  validation_failed: MESSAGES.unknownField,
  wrong_password: MESSAGES.wrongPassword,
  invalid_address: MESSAGES.invalidAddress,
  unauthorized: MESSAGES.unauthorized,
  invalid_credentials: MESSAGES.invalidCredentials,
  forbidden: MESSAGES.forbidden,
  not_a_member: MESSAGES.notAMember,
  upload_expired: MESSAGES.uploadExpired,
  not_found: MESSAGES.notFound,
  already_used: MESSAGES.alreadyUsed,
  owner_cannot_leave: MESSAGES.ownerCannotLeave,
  username_taken: MESSAGES.usernameTaken,
  username_reserved: MESSAGES.usernameReserved,
  email_taken: MESSAGES.emailTaken,
  payload_too_large: MESSAGES.tooLarge,
  unsupported_media_type: MESSAGES.unsupportedType,
  rate_limited: MESSAGES.rateLimited,
  unavailable: MESSAGES.unavailable,
};

/** An answer in JSON has an example; bytes have none that would say anything. */
const contentOf = ({ json }: Schema<unknown>, types: readonly string[] | undefined) =>
  types === undefined
    ? { [JSON_TYPE]: { schema: openApiSchema(json), example: schema.exampleOf(json) } }
    : Object.fromEntries(types.map((type) => [type, { schema: openApiSchema(json) }]));

const answerResponse = (status: number, { answer, answerTypes, paged }: CallDefinition) =>
  ApiResponse({
    status,
    description: answer.json.description ?? 'Done.',
    content: contentOf(answer, answerTypes),
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

/** A page, or a file of one, that a browser may have: open to everyone, and no call, so in no document. */
export function OpenPage(): MethodDecorator {
  return applyDecorators(SetMetadata(CALL_ACCESS, 'public' satisfies CallAccess), ApiExcludeEndpoint());
}

/** An id in the path, named `id` unless said otherwise. */
export function PathId(description: string, name = 'id'): ParameterDecorator {
  return pathParameter(Param(name, IdPipe), {
    name,
    description,
    schema: { type: 'string', format: 'uuid', example: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12' },
  });
}

/** A text in the path. */
export function PathText(name: string, description: string, example: string): ParameterDecorator {
  return pathParameter(Param(name), { name, description, schema: { type: 'string', example } });
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
