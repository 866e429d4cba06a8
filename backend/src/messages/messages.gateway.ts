import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, type ChannelOpenAnswer, type MessageView, ROOMS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { sessionOf } from '../sessions/socket-session.js';
import { ChannelIdDto, ChannelOpenDto, MessageSendDto } from './messages.dto.js';
import { MessagesService } from './messages.service.js';

/** The live door of channels: the same rules through the same service. */
@LiveGateway()
export class MessagesGateway {
  constructor(private readonly messages: MessagesService) {}

  @SubscribeMessage('channel:open')
  async open(
    @ConnectedSocket() socket: Socket,
    @MessageBody() request: ChannelOpenDto,
  ): Promise<Ack<ChannelOpenAnswer>> {
    const { userId } = sessionOf(socket);
    // Follow, join, read, in this order: what is committed after the reading reaches the socket by its room.
    const room = ROOMS.channel(request.channelId);
    await this.messages.follow({ userId, rooms: socket.rooms }, request.channelId, {
      // A socket that is gone by now would stay in the room for ever.
      join: () => void (socket.connected && socket.join(room)),
      leave: () => void socket.leave(room),
    });
    return { ok: true, ...(await this.messages.resume(request)) };
  }

  @SubscribeMessage('channel:close')
  async close(@ConnectedSocket() socket: Socket, @MessageBody() request: ChannelIdDto): Promise<Ack<object>> {
    sessionOf(socket);
    await socket.leave(ROOMS.channel(request.channelId));
    return { ok: true };
  }

  @SubscribeMessage('message:send')
  async send(
    @ConnectedSocket() socket: Socket,
    @MessageBody() request: MessageSendDto,
  ): Promise<Ack<{ message: MessageView }>> {
    const { userId } = sessionOf(socket);
    const { message } = await this.messages.send(userId, request.channelId, request.content, request.nonce);
    return { ok: true, message };
  }
}
