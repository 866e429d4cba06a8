import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
} from '@nestjs/websockets';
import { type Ack, LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { findSession, MemberGateway, requireSession } from '../../account/index.js';
import { PresenceService } from './presence.service.js';

class PresenceListDto extends dtoOf(LIVE_REQUESTS['presence:list'].body.fields) {}

@MemberGateway()
export class PresenceGateway implements OnGatewayConnection, OnGatewayDisconnect {
  constructor(private readonly presence: PresenceService) {}

  handleConnection(socket: Socket): void {
    const session = findSession(socket);
    if (session) this.presence.addSocket(session.userId);
  }

  handleDisconnect(socket: Socket): void {
    const session = findSession(socket);
    if (session) this.presence.removeSocket(session.userId);
  }

  @SubscribeMessage('presence:list')
  async list(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { serverId }: PresenceListDto,
  ): Promise<Ack<{ online: string[] }>> {
    return { ok: true, online: await this.presence.listOnline(requireSession(socket).userId, serverId) };
  }
}
