import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import { MESSAGES, type ProblemCode } from '@oniverse/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER, type Logger } from '../logging.js';
// Declares `problemCode`, also in the types of this package.
import './request-log.js';
import {
  isErasedMemberError,
  isOutage,
  isStorageFull,
  notFound,
  ProblemError,
  property,
  storageFull,
  unavailable,
} from '../problems.js';

/**
 * Converts any error to a problem: a full disk to `storage_full`, another outage to `unavailable`, a write of a member
 * who was just erased to `unauthorized`, errors of Fastify and Nest by their status, the rest to `internal_error`.
 */
export function problemFrom(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStorageFull(error)) return storageFull();
  if (isOutage(error)) return unavailable();
  if (isErasedMemberError(error)) return new ProblemError('unauthorized', MESSAGES.unauthorized);
  const status = error instanceof HttpException ? error.getStatus() : property(error, 'statusCode');
  switch (status) {
    case 404:
      return notFound();
    case 413:
      return new ProblemError('payload_too_large', MESSAGES.tooLarge);
    case 415:
      return new ProblemError('unsupported_media_type', MESSAGES.unsupportedType);
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? new ProblemError('malformed_request', MESSAGES.malformedRequest)
        : new ProblemError('internal_error', MESSAGES.internal);
  }
}

/** Problems of a site that is set so by its operators: nothing failed, and there is nothing to find in the log. */
const BY_OPERATORS: ReadonlySet<ProblemCode> = new Set([
  'maintenance',
  'mail_unavailable',
  'factors_unavailable',
]);

/** Logs a server error. Returns the request id for the response; undefined for a client error, and for what operators set. */
export function logFailure(
  error: unknown,
  problem: ProblemError,
  logger: Logger,
  { requestId, ...where }: { requestId: string; event?: string },
): string | undefined {
  if (problem.statusCode < 500 || BY_OPERATORS.has(problem.code)) return undefined;
  const entry = { err: error, requestId, ...where };
  if (problem.code === 'internal_error') logger.error(entry, 'Unexpected error');
  else if (problem.code === 'storage_full') logger.error(entry, 'Storage is full');
  else logger.warn(entry, 'Dependency down');
  return requestId;
}

/** Sends a problem in the form that its call documents. Details of a server error go to the log only. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const problem = problemFrom(error);
  request.problemCode = problem.code;
  const requestId = logFailure(error, problem, logger, { requestId: request.id });
  if (problem.details.retryAfter !== undefined)
    reply.header('retry-after', String(problem.details.retryAfter));
  if (problem.details.contentRange !== undefined) reply.header('content-range', problem.details.contentRange);
  const body = problem.body(requestId);
  const { shapeProblem } = request.routeOptions.config;
  void reply
    .code(problem.statusCode)
    .type('application/json; charset=utf-8')
    .send(shapeProblem?.(body) ?? body);
}

@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) {
      this.logger.error({ err: error }, 'Response failed after it was sent');
      return;
    }
    sendProblem(error, http.getRequest<FastifyRequest>(), reply, this.logger);
  }
}
