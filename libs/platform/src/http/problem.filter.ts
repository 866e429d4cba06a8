import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import { MESSAGES, type ProblemBody } from '@oniverse/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER, type Logger } from '../logging.js';
import { isAboutErased, isOutage, notFound, ProblemError, unavailable } from '../problems.js';

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * Turns whatever was thrown into a problem: our own as it is, Fastify's and Nest's refusals by their status,
 * an outage into `unavailable`, what a member did who was erased meanwhile into `unauthorized`, anything else into `internal_error`.
 */
export function problemFrom(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isOutage(error)) return unavailable();
  if (isAboutErased(error)) return new ProblemError('unauthorized', MESSAGES.unauthorized);
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

/**
 * Sends a problem in the contract's form. An unexpected error is logged whole, and the answer carries only
 * the request's id.
 */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
  shape: (body: ProblemBody) => object = (body) => body,
): void {
  const problem = problemFrom(error);
  if (problem.code === 'internal_error')
    logger.error({ err: error, requestId: request.id }, 'Unexpected error');
  if (problem.code === 'unavailable') logger.warn({ err: error, requestId: request.id }, 'A part is down');
  if (problem.details.retryAfter !== undefined)
    reply.header('retry-after', String(problem.details.retryAfter));
  const body = problem.body(problem.code === 'internal_error' ? request.id : undefined);
  void reply.code(problem.statusCode).type('application/json; charset=utf-8').send(shape(body));
}

/** The one filter of REST: every failure leaves in the contract's form. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) {
      this.logger.error({ err: error }, 'An answer failed after it was sent');
      return;
    }
    sendProblem(error, http.getRequest<FastifyRequest>(), reply, this.logger, (body) => this.shape(body));
  }

  /** The form of the body; a feature whose calls add to it extends this filter. */
  protected shape(body: ProblemBody): object {
    return body;
  }
}
