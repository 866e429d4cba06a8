import { MESSAGES, PROBLEMS, type ProblemAck, type ProblemBody, type ProblemCode } from '@oniverse/contracts';

/** How long a caller is asked to wait when a part is down, in seconds. */
const UNAVAILABLE_RETRY_AFTER = 2;

/** What a service throws where a call cannot be done: the only error that callers get to see. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly statusCode: number;

  /**
   * @param fields of a validation failure: each field that broke a rule, with its message
   * @param retryAfter seconds after which it is worth trying again
   */
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly details: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message);
    this.statusCode = PROBLEMS[code];
  }

  /** The body of the answer that carries this problem. */
  body(requestId?: string): ProblemBody {
    return {
      statusCode: this.statusCode,
      code: this.code,
      message: this.message,
      ...(this.details.fields ? { fields: this.details.fields } : {}),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }

  /** The acknowledgement that carries this problem. */
  ack(): ProblemAck {
    const { retryAfter } = this.details;
    return {
      ok: false,
      code: this.code,
      message: this.message,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
}

/** The thing does not exist, or may not be seen: the two look alike. */
export const notFound = (): ProblemError => new ProblemError('not_found', MESSAGES.notFound);

/** A part that the call needs is down just now. */
export const unavailable = (): ProblemError =>
  new ProblemError('unavailable', MESSAGES.unavailable, { retryAfter: UNAVAILABLE_RETRY_AFTER });

/** One field of the body, query or path is wrong. */
export const invalidField = (field: string, message: string): ProblemError =>
  new ProblemError('validation_failed', message, { fields: { [field]: message } });

// PostgreSQL's classes and codes: connection exceptions, shutdown, crash, starting up, too many connections.
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const DOWN_CODES =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const DOWN_MESSAGES =
  /connection terminated|connection is closed|timeout exceeded when trying to connect|query read timeout|stream isn't writeable|max retries per request|command timed out|client has encountered a connection error|driver not connected/i;

// What TypeORM throws where the connection was lost inside a transaction, before the statement after that.
const DOWN_NAMES: ReadonlySet<unknown> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether an error says that the database, Redis or the store cannot be reached just now. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === 'unavailable';
  const code = property(error, 'code');
  if (typeof code === 'string' && DOWN_CODES.test(code)) return true;
  if (DOWN_NAMES.has(property(error, 'name'))) return true;
  const message = property(error, 'message');
  if (typeof message === 'string' && DOWN_MESSAGES.test(message)) return true;
  const causes = property(error, 'errors');
  if (Array.isArray(causes) && causes.some((cause) => isOutage(cause))) return true;
  const driverError = property(error, 'driverError');
  return driverError !== undefined && driverError !== error && isOutage(driverError);
}

/** What PostgreSQL says of a statement that failed: its code, and the constraint that it broke. */
function failureOf(error: unknown): { code: unknown; constraint: string | undefined } {
  const source = property(error, 'driverError') ?? error;
  const constraint = property(source, 'constraint');
  return {
    code: property(source, 'code'),
    constraint: typeof constraint === 'string' ? constraint : undefined,
  };
}

/** The name of the unique constraint that a write broke; undefined where the error is another one. */
export function brokenConstraint(error: unknown): string | undefined {
  const { code, constraint } = failureOf(error);
  return code === '23505' ? constraint : undefined;
}

/** Whether a write is about a member who was erased while it was under way. */
export function isAboutErased(error: unknown): boolean {
  const { code, constraint } = failureOf(error);
  return code === '23503' && constraint !== undefined && /_(user|owner)_id_fkey$/.test(constraint);
}

/** Whether a transaction was ended since it and another one waited for each other: it may begin anew. */
export const isDeadlock = (error: unknown): boolean => failureOf(error).code === '40P01';
