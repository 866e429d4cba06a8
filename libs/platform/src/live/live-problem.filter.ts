import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Inject,
  Injectable,
  UseFilters,
  UsePipes,
} from '@nestjs/common';
import { WebSocketGateway } from '@nestjs/websockets';
import type { Socket } from 'socket.io';
import { LOGGER, type Logger } from '../logging.js';
import { logFailure, problemFrom } from '../http/problem.filter.js';
import { ContractPipe } from '../http/validation.js';
import { currentRequest, newRequestId } from '../request-context.js';

/** Marks a gateway and binds its pipe and filter, because Nest's global ones do not apply to gateways. */
export function LiveGateway(): ClassDecorator {
  return applyDecorators(WebSocketGateway(), UsePipes(ContractPipe), UseFilters(LiveProblemFilter));
}

/** Acknowledges a failed live request in the contract's form. */
@Catch()
@Injectable()
export class LiveProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemFrom(error);
    const event = host.switchToWs().getPattern();
    currentRequest()?.span?.setAttribute('oniverse.code', problem.code);
    const requestId = logFailure(error, problem, this.logger, {
      requestId: currentRequest()?.id ?? newRequestId(),
      event,
    });
    if (problem.statusCode < 500) {
      const { id: socket } = host.switchToWs().getClient<Socket>();
      this.logger.info({ socket, event, code: problem.code }, 'Live request refused');
    }
    // The arguments of a handler are the socket, the payload and the acknowledgement.
    const ack: unknown = host.getArgByIndex(2);
    if (typeof ack === 'function') ack(problem.ack(requestId));
  }
}
