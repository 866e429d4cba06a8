import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import type { Ack } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { sessionOf } from '../sessions/socket-session.js';
import { TypingDto } from './typing.dto.js';
import { TypingService } from './typing.service.js';

/** The live door of who is typing. */
@LiveGateway()
export class TypingGateway {
  constructor(private readonly typing: TypingService) {}

  @SubscribeMessage('typing:start')
  async start(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { channelId }: TypingDto,
  ): Promise<Ack<object>> {
    await this.typing.start(sessionOf(socket).userId, channelId);
    return { ok: true };
  }

  @SubscribeMessage('typing:stop')
  async stop(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { channelId }: TypingDto,
  ): Promise<Ack<object>> {
    await this.typing.stop(sessionOf(socket).userId, channelId);
    return { ok: true };
  }
}
