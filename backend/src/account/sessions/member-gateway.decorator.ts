import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { requireSession } from './socket-session.js';

/** Rejects sockets without a session. Guards run before pipes, so visitors never see validation messages. */
@Injectable()
class SocketSessionGuard implements CanActivate {
  /** @throws ProblemError `unauthorized` */
  canActivate(context: ExecutionContext): boolean {
    requireSession(context.switchToWs().getClient<Socket>());
    return true;
  }
}

/** Declares a live gateway whose requests require a session. */
export function MemberGateway(): ClassDecorator {
  return applyDecorators(LiveGateway(), UseGuards(SocketSessionGuard));
}
