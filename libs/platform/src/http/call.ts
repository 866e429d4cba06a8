import { applyDecorators, HttpCode, Param } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExcludeEndpoint,
  ApiOperation,
  ApiParam,
  ApiResponse,
} from '@nestjs/swagger';
import {
  ACCOUNT_MESSAGES,
  ADMISSION_PROBLEMS,
  ATTACHMENT_MESSAGES,
  type CallAccess,
  type CallMethod,
  type CallTerms,
  type Documented,
  type JsonSchema,
  MAINTENANCE_MESSAGES,
  MEASURE_MESSAGES,
  MEMBER_MESSAGES,
  CHANNEL_LIMIT_MESSAGES,
  FILTER_MESSAGES,
  TIME_OUT_MESSAGES,
  MESSAGES,
  NEW_ACCOUNT_MESSAGES,
  NEXT_CURSOR_HEADER,
  PASSWORD_MESSAGES,
  type Phrase,
  type ProblemBody,
  type ProblemCode,
  PROBLEMS,
  type RequestFields,
  schema,
  PROOF_MESSAGES,
  SECURITY_MESSAGES,
  signInChallengeSchema,
  suspendedSessionSchema,
  UPLOAD_MESSAGES,
  worksInMaintenance,
} from '@oniverse/contracts';
import { openApiSchema } from './openapi.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, Map<string | symbol, FastifyContextConfig>>();

/** Merges `config` into the route configuration of a handler. Nest's own decorator would replace it. */
export function addRouteConfig(config: FastifyContextConfig): MethodDecorator {
  return (target, property, descriptor) => {
    const ofClass = configs.get(target) ?? new Map<string | symbol, FastifyContextConfig>();
    const merged = { ...ofClass.get(property), ...config };
    configs.set(target, ofClass.set(property, merged));
    RouteConfig(merged)(target, property, descriptor);
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `members` by default. */
    access?: CallAccess;
    forSuspended?: true;
    streamedBody?: true;
    needsProof?: true;
    /** It works while the site is read only. */
    duringMaintenance?: true;
    /** Converts the body of an error to the form that the call documents. */
    shapeProblem?: (body: ProblemBody) => object;
  }
}

/** The form in which a call answers problems. */
export interface ProblemForm {
  /** `PROBLEM_SCHEMA` by default. */
  problem?: JsonSchema;
  shapeProblem?: (body: ProblemBody) => object;
}

export interface CallDefinition extends CallTerms, ProblemForm {
  /** Of a declared call. */
  method?: CallMethod;
  answer: Documented;
  query?: RequestFields;
}

export const PROBLEM_SCHEMA: JsonSchema & { properties: Record<string, JsonSchema> } = {
  title: 'Problem',
  description: 'Describes why a call failed.',
  type: 'object',
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'A stable identifier of the problem.', enum: Object.keys(PROBLEMS) },
    message: {
      type: 'string',
      description: 'A sentence for the user. For a validation error, the message of the first invalid field.',
    },
    fields: {
      type: 'object',
      description: 'The message for each invalid field of a validation error.',
    },
    reason: {
      type: 'string',
      description:
        'The key of the message, more exact than `code`. A client can use it to show the message in another language.',
    },
    params: { type: 'object', description: 'The values in the message, by name.' },
    fieldReasons: {
      type: 'object',
      description: 'The `reason`, and `params` if any, of each message in `fields`.',
    },
    challenge: signInChallengeSchema.json,
    suspended: suspendedSessionSchema.json,
    endsAt: {
      type: ['string', 'null'],
      format: 'date-time',
      examples: ['2026-12-01T03:20:00.000Z'],
      description: 'For `maintenance`: when it ends; null if that is not known.',
    },
    requestId: {
      type: 'string',
      description: 'The id of the log entry for a server error.',
    },
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
  'storage_full',
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
  const phrase = (code && PROBLEM_EXAMPLES[code]) ?? MESSAGES.malformedRequest;
  const usual = { statusCode: status, code, ...phrase };
  return problem === PROBLEM_SCHEMA ? usual : { ...Object(schema.exampleOf(problem)), ...usual };
}

/** The messages of the codes that always have the same one. */
const PROBLEM_EXAMPLES: Readonly<Partial<Record<ProblemCode, Phrase>>> = {
  validation_failed: MESSAGES.unknownField,
  wrong_password: PASSWORD_MESSAGES.wrongPassword,
  invalid_address: UPLOAD_MESSAGES.invalidAddress,
  unauthorized: MESSAGES.unauthorized,
  invalid_credentials: ACCOUNT_MESSAGES.invalidCredentials,
  second_factor_required: SECURITY_MESSAGES.secondFactorRequired,
  invalid_code: SECURITY_MESSAGES.wrongCode,
  challenge_expired: SECURITY_MESSAGES.challengeExpired,
  reauthentication_required: SECURITY_MESSAGES.reauthenticationRequired,
  suspended: MEASURE_MESSAGES.suspended,
  forbidden: MESSAGES.forbidden,
  not_a_member: MEMBER_MESSAGES.notAMember,
  filtered: FILTER_MESSAGES.filtered,
  filter_warning: FILTER_MESSAGES.filterWarning,
  held_for_review: FILTER_MESSAGES.heldForReview,
  timed_out: TIME_OUT_MESSAGES.timedOut({ until: '2026-11-29T18:40:00.000Z' }),
  channel_locked: CHANNEL_LIMIT_MESSAGES.channelLocked,
  slow_mode: CHANNEL_LIMIT_MESSAGES.slowMode({ seconds: 30 }),
  upload_expired: UPLOAD_MESSAGES.uploadExpired,
  not_found: MESSAGES.notFound,
  already_used: UPLOAD_MESSAGES.alreadyUsed,
  upload_incomplete: ATTACHMENT_MESSAGES.partsMissing,
  owner_cannot_leave: MEMBER_MESSAGES.ownerCannotLeave,
  username_taken: ACCOUNT_MESSAGES.usernameTaken,
  username_reserved: ACCOUNT_MESSAGES.usernameReserved,
  email_taken: ACCOUNT_MESSAGES.emailTaken,
  length_required: MESSAGES.lengthRequired,
  payload_too_large: MESSAGES.tooLarge,
  unsupported_media_type: MESSAGES.unsupportedType,
  proof_required: PROOF_MESSAGES.proofRequired,
  account_too_new: NEW_ACCOUNT_MESSAGES.newAccountLimit({
    kind: 'links',
    max: 10,
    seconds: 3_600,
    until: '2026-12-01 14:05',
  }),
  rate_limited: MESSAGES.rateLimited,
  unavailable: MESSAGES.unavailable,
  storage_full: MESSAGES.storageFull,
  maintenance: MAINTENANCE_MESSAGES.readOnlyUntil({ until: '2026-12-01T03:20:00.000Z' }),
};

const contentOf = ({ json }: Documented, types: readonly string[] | undefined) =>
  types === undefined
    ? { [JSON_TYPE]: { schema: openApiSchema(json), example: schema.exampleOf(json) } }
    : Object.fromEntries(types.map((type) => [type, { schema: openApiSchema(json) }]));

/** The response is a page of a list, with the next cursor in a header. */
const isPaged = ({ answer, query = {} }: CallDefinition): boolean =>
  answer.json.type === 'array' && 'cursor' in query;

const answerResponse = (status: number, definition: CallDefinition) => {
  const { answer, answerTypes } = definition;
  return ApiResponse({
    status,
    description: answer.json.description ?? 'Done.',
    content: contentOf(answer, answerTypes),
    ...(isPaged(definition)
      ? {
          headers: {
            [NEXT_CURSOR_HEADER]: {
              description: 'The cursor of the next page; absent on the last page.',
              schema: { type: 'string' as const },
            },
          },
        }
      : {}),
  });
};

/** Defines the access, status and OpenAPI document of a REST handler. Every handler has one. */
export function Call(definition: CallDefinition): MethodDecorator {
  const {
    summary,
    description,
    access = 'members',
    status = 200,
    alsoStatus,
    bytes,
    shapeProblem,
    carriesSecret,
    answerTypes,
    forSuspended,
    needsProof,
    method,
    duringMaintenance,
  } = definition;
  const codes = new Set<ProblemCode>([
    ...EVERY_CALL,
    ...ADMISSION_PROBLEMS[access],
    ...(needsProof ? (['proof_required'] as const) : []),
    ...(method && !worksInMaintenance({ method, access, ...definition }) ? (['maintenance'] as const) : []),
    ...(definition.problems ?? []),
  ]);
  const byStatus = new Map<number, ProblemCode[]>();
  if (forSuspended) codes.delete('suspended');
  for (const code of codes) byStatus.set(PROBLEMS[code], [...(byStatus.get(PROBLEMS[code]) ?? []), code]);
  return applyDecorators(
    addRouteConfig({
      access,
      ...(forSuspended ? { forSuspended } : {}),
      ...(needsProof ? { needsProof } : {}),
      ...(duringMaintenance ? { duringMaintenance } : {}),
      ...(bytes ? { streamedBody: true } : {}),
      ...(shapeProblem ? { shapeProblem } : {}),
      ...(answerTypes === undefined && !carriesSecret ? { compressed: true } : {}),
    }),
    HttpCode(status),
    ApiOperation({
      summary,
      ...(description === undefined ? {} : { description }),
      security: [...(access === 'visitors' ? [{}] : []), ...(access === 'public' ? [] : [{ session: [] }])],
    }),
    ...(bytes
      ? [ApiConsumes(...bytes), ApiBody({ required: true, schema: { type: 'string', format: 'binary' } })]
      : []),
    answerResponse(status, definition),
    ...(alsoStatus === undefined ? [] : [answerResponse(alsoStatus, definition)]),
    ...[...byStatus].map(([status, ofStatus]) =>
      problemResponse(status, ofStatus, definition.problem ?? PROBLEM_SCHEMA),
    ),
  );
}

/** Makes a route public and leaves it out of the OpenAPI document, for pages and their files. */
export function PublicPage(): MethodDecorator {
  return applyDecorators(addRouteConfig({ access: 'public' }), ApiExcludeEndpoint());
}

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
