import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
} from '@nestjs/websockets';
import type { Ack } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { findSession, sessionOf } from '../sessions/socket-session.js';
import { PresenceListDto } from './presence.dto.js';
import { PresenceService } from './presence.service.js';

/** The live door of presence. */
@LiveGateway()
export class PresenceGateway implements OnGatewayConnection, OnGatewayDisconnect {
  constructor(private readonly presence: PresenceService) {}

  handleConnection(socket: Socket): void {
    const session = findSession(socket);
    if (session) this.presence.came(session.userId);
  }

  handleDisconnect(socket: Socket): void {
    const session = findSession(socket);
    if (session) this.presence.went(session.userId);
  }

  @SubscribeMessage('presence:list')
  async list(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { serverId }: PresenceListDto,
  ): Promise<Ack<{ online: string[] }>> {
    return { ok: true, online: await this.presence.online(sessionOf(socket).userId, serverId) };
  }
}
