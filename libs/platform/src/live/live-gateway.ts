import { applyDecorators, UseFilters, UsePipes } from '@nestjs/common';
import { WebSocketGateway } from '@nestjs/websockets';
import { ContractPipe } from '../http/validation.js';
import { LiveProblemFilter } from './live-problem.filter.js';

/** Marks a gateway and binds its pipe and filter, because Nest's global ones do not apply to gateways. */
export function LiveGateway(): ClassDecorator {
  return applyDecorators(WebSocketGateway(), UsePipes(ContractPipe), UseFilters(LiveProblemFilter));
}
