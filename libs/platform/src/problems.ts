import {
  MESSAGES,
  type Phrase,
  PROBLEMS,
  type ProblemAck,
  type ProblemBody,
  type ProblemCode,
  type SignInChallenge,
  type SuspendedSession,
} from '@oniverse/contracts';

/** The Retry-After during an outage, in seconds. */
const UNAVAILABLE_RETRY_AFTER = 2;
/** The Retry-After of a full store, in seconds: longer, because an operator has to free space. */
const STORAGE_FULL_RETRY_AFTER = 15;

/** Splits the phrases of fields into the messages and their reasons. */
function describeFields(
  phrases: ProblemError['details']['fields'],
): Pick<ProblemBody, 'fields' | 'fieldReasons'> {
  if (!phrases) return {};
  const entries = Object.entries(phrases);
  return {
    fields: Object.fromEntries(entries.map(([field, { message }]) => [field, message])),
    fieldReasons: Object.fromEntries(
      entries.map(([field, { reason, params }]) => [field, { reason, ...(params && { params }) }]),
    ),
  };
}

/** How many characters of a request's id a member reads and passes on. `infra/ops/find` takes them, too. */
const SHORT_CODE = 8;

/** Returns a phrase whose sentence ends with the code of a failed request, if its id is given. */
const withCode = ({ message, ...phrase }: Phrase, requestId: string | undefined): Phrase => ({
  ...phrase,
  message: requestId === undefined ? message : `${message} Code ${requestId.slice(0, SHORT_CODE)}.`,
});

/** The only error that clients get to see. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly statusCode: number;

  /** `retryAfter` is in seconds; `contentRange` is the header for a range outside of the file. */
  constructor(
    readonly code: ProblemCode,
    readonly phrase: Phrase,
    readonly details: {
      fields?: Readonly<Record<string, Phrase>>;
      retryAfter?: number;
      contentRange?: string;
      challenge?: SignInChallenge;
      suspended?: SuspendedSession;
      endsAt?: string | null;
    } = {},
  ) {
    super(phrase.message);
    this.statusCode = PROBLEMS[code];
  }

  body(requestId?: string): ProblemBody {
    return {
      statusCode: this.statusCode,
      code: this.code,
      ...withCode(this.phrase, requestId),
      ...describeFields(this.details.fields),
      ...(this.details.challenge ? { challenge: this.details.challenge } : {}),
      ...(this.details.suspended ? { suspended: this.details.suspended } : {}),
      ...(this.details.endsAt === undefined ? {} : { endsAt: this.details.endsAt }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }

  ack(requestId?: string): ProblemAck {
    const { retryAfter } = this.details;
    return {
      ok: false,
      code: this.code,
      ...withCode(this.phrase, requestId),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** For what does not exist and for what the caller may not see: clients cannot tell the difference. */
export const notFound = (): ProblemError => new ProblemError('not_found', MESSAGES.notFound);

/** For a conditional request whose condition is false (RFC 9110, section 13). */
export const preconditionFailed = (): ProblemError =>
  new ProblemError('precondition_failed', MESSAGES.preconditionFailed);

/** For a range outside of the file (RFC 9110, section 14). @param contentRange as in the header */
export const rangeNotSatisfiable = (contentRange: string): ProblemError =>
  new ProblemError('range_not_satisfiable', MESSAGES.rangeNotSatisfiable, { contentRange });

export const unavailable = (): ProblemError =>
  new ProblemError('unavailable', MESSAGES.unavailable, { retryAfter: UNAVAILABLE_RETRY_AFTER });

export const storageFull = (): ProblemError =>
  new ProblemError('storage_full', MESSAGES.storageFull, { retryAfter: STORAGE_FULL_RETRY_AFTER });

export const invalidField = (field: string, phrase: Phrase): ProblemError =>
  new ProblemError('validation_failed', phrase, { fields: { [field]: phrase } });

// Connection exceptions, also of poolers, shutdown, crash, starting up, an idle session's end, too many connections, no
// memory, disk full or failing, a former primary.
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const DOWN_CODES =
  /^(08...|57P0[1235]|53[123]00|58030|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;
const DOWN_MESSAGES =
  /connection terminated|connection is closed|timeout exceeded when trying to connect|timeout expired|query read timeout|stream isn't writeable|max retries per request|command timed out|client has encountered a connection error|client was closed|error establishing an ssl connection|pool after calling end|driver not connected|cluster isn't ready|cluster is ended|too many cluster redirections|startup nodes|refresh slots cache|sentinels are unreachable/i;

// Errors of TypeORM for a statement after the connection was lost inside a transaction.
const DOWN_NAMES: ReadonlySet<unknown> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/** Returns a property of a value of any type; undefined if it has none. */
export const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

// Redis accepts no writes: out of memory, its log cannot be written, a replica, starting up, a failover.
const REDIS_REFUSALS =
  /^(OOM|MISCONF|READONLY|LOADING|EXECABORT|CLUSTERDOWN|TRYAGAIN|MASTERDOWN|NOREPLICAS) /;

/** Returns whether the database, Redis or the object store is unreachable or refuses writes. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === 'unavailable' || error.code === 'storage_full';
  const code = property(error, 'code');
  if (typeof code === 'string' && DOWN_CODES.test(code)) return true;
  if (DOWN_NAMES.has(property(error, 'name'))) return true;
  const message = property(error, 'message');
  if (typeof message === 'string' && (DOWN_MESSAGES.test(message) || REDIS_REFUSALS.test(message)))
    return true;
  const causes = property(error, 'errors');
  if (Array.isArray(causes) && causes.some((cause) => isOutage(cause))) return true;
  const driverError = property(error, 'driverError');
  return driverError !== undefined && driverError !== error && isOutage(driverError);
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const DISK_FULL = '53100';

/** Returns the error code of a failed statement, and the constraint that it violated. */
function postgresFailure(error: unknown): { code: unknown; constraint: string | undefined } {
  const source = property(error, 'driverError') ?? error;
  const constraint = property(source, 'constraint');
  return {
    code: property(source, 'code'),
    constraint: typeof constraint === 'string' ? constraint : undefined,
  };
}

export const isStorageFull = (error: unknown): boolean =>
  error instanceof ProblemError ? error.code === 'storage_full' : postgresFailure(error).code === DISK_FULL;

/** Returns the name of the unique constraint that a write violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = postgresFailure(error);
  return code === '23505' ? constraint : undefined;
}

/** Returns whether a write failed because its member was erased during the request. */
export function isErasedMemberError(error: unknown): boolean {
  const { code, constraint } = postgresFailure(error);
  return code === '23503' && constraint !== undefined && /_(user|owner)_id_fkey$/.test(constraint);
}

export const isDeadlock = (error: unknown): boolean => postgresFailure(error).code === '40P01';
