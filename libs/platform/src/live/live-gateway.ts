import { applyDecorators, UseFilters, UsePipes } from '@nestjs/common';
import { WebSocketGateway } from '@nestjs/websockets';
import { ContractPipe } from '../http/validation.js';
import { LiveProblemFilter } from './live-problem.filter.js';

/** A feature's live door. Nest's global pipes and filters do not reach gateways, so they are bound here. */
export function LiveGateway(): ClassDecorator {
  return applyDecorators(WebSocketGateway(), UsePipes(ContractPipe), UseFilters(LiveProblemFilter));
}
