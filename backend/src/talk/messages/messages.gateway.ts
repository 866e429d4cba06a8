import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import {
  type Ack,
  type ChannelOpenAnswer,
  LIVE_REQUESTS,
  type MessageView,
  ROOMS,
} from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { MemberGateway, requireSession } from '../../account/index.js';
import { MessagesService } from './messages.service.js';

class ChannelIdDto extends dtoOf(LIVE_REQUESTS['channel:close'].body.fields) {}

class ChannelOpenDto extends dtoOf(LIVE_REQUESTS['channel:open'].body.fields) {}

class MessageSendDto extends dtoOf(LIVE_REQUESTS['message:send'].body.fields) {}

@MemberGateway()
export class MessagesGateway {
  constructor(private readonly messages: MessagesService) {}

  @SubscribeMessage('channel:open')
  async open(
    @ConnectedSocket() socket: Socket,
    @MessageBody() request: ChannelOpenDto,
  ): Promise<Ack<ChannelOpenAnswer>> {
    const { userId } = requireSession(socket);
    // Follow, join, read, in this order: the socket receives every later commit through the room.
    const room = ROOMS.channel(request.channelId);
    await this.messages.follow({ userId, rooms: socket.rooms }, request.channelId, {
      // A disconnected socket would stay in the room forever.
      join: () => void (socket.connected && socket.join(room)),
      leave: () => void socket.leave(room),
    });
    return { ok: true, ...(await this.messages.resume(userId, request)) };
  }

  @SubscribeMessage('channel:close')
  async close(@ConnectedSocket() socket: Socket, @MessageBody() request: ChannelIdDto): Promise<Ack<object>> {
    await socket.leave(ROOMS.channel(request.channelId));
    return { ok: true };
  }

  @SubscribeMessage('message:send')
  async send(
    @ConnectedSocket() socket: Socket,
    @MessageBody() request: MessageSendDto,
  ): Promise<Ack<{ message: MessageView }>> {
    const { userId } = requireSession(socket);
    const { message } = await this.messages.send(userId, request.channelId, request);
    return { ok: true, message };
  }
}
