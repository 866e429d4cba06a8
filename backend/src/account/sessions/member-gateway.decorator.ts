import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { LIVE_REQUESTS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { MaintenanceService } from '../../shared/index.js';
import { requireSession } from './socket-session.js';

const WRITES: ReadonlySet<string> = new Set(
  Object.entries(LIVE_REQUESTS).flatMap(([name, request]: [string, { isWrite?: true }]) =>
    request.isWrite ? [name] : [],
  ),
);

/** Rejects sockets without a session, and changes while the site is read only. Guards run before pipes, so visitors never see validation messages. */
@Injectable()
class SocketSessionGuard implements CanActivate {
  constructor(private readonly maintenance: MaintenanceService) {}

  /** @throws ProblemError `unauthorized`; `maintenance` for what changes something */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { userId } = requireSession(context.switchToWs().getClient<Socket>());
    if (WRITES.has(context.switchToWs().getPattern())) await this.maintenance.requireWritable(userId);
    return true;
  }
}

/** Declares a live gateway whose requests require a session. */
export function MemberGateway(): ClassDecorator {
  return applyDecorators(LiveGateway(), UseGuards(SocketSessionGuard));
}
