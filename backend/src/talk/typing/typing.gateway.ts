import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { MemberGateway, requireSession } from '../../account/index.js';
import { TypingService } from './typing.service.js';

class TypingDto extends dtoOf(LIVE_REQUESTS['typing:start'].body.fields) {}

@MemberGateway()
export class TypingGateway {
  constructor(private readonly typing: TypingService) {}

  @SubscribeMessage('typing:start')
  async start(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { channelId }: TypingDto,
  ): Promise<Ack<object>> {
    await this.typing.start(requireSession(socket).userId, channelId);
    return { ok: true };
  }

  @SubscribeMessage('typing:stop')
  async stop(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { channelId }: TypingDto,
  ): Promise<Ack<object>> {
    await this.typing.stop(requireSession(socket).userId, channelId);
    return { ok: true };
  }
}
