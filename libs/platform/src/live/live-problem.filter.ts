import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../logging.js';
import { logFailure, problemFrom } from '../http/problem.filter.js';

/** Acknowledges a failed live request in the contract's form. */
@Catch()
@Injectable()
export class LiveProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemFrom(error);
    const requestId = logFailure(error, problem, this.logger, {
      requestId: randomUUID(),
      event: host.switchToWs().getPattern(),
    });
    // The arguments of a handler are the socket, the payload and the acknowledgement.
    const ack: unknown = host.getArgByIndex(2);
    if (typeof ack === 'function') ack(problem.ack(requestId));
  }
}
