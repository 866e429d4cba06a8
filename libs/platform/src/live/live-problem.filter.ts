import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../logging.js';
import { problemFrom } from '../http/problem.filter.js';

/** The one filter of gateways: a request that fails is acknowledged in the contract's form. */
@Catch()
@Injectable()
export class LiveProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemFrom(error);
    if (problem.code === 'internal_error') this.logger.error({ err: error }, 'Unexpected error in a gateway');
    // The adapter calls each handler with the socket, the payload and the acknowledgement.
    const ack: unknown = host.getArgByIndex(2);
    if (typeof ack === 'function') ack(problem.ack());
  }
}
