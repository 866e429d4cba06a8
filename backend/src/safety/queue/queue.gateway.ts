import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { MemberGateway, requireSession } from '../../account/index.js';
import { QueueService } from './queue.service.js';

class QueuePlaceDto extends dtoOf(LIVE_REQUESTS['queue:look'].body.fields) {}

@MemberGateway()
export class QueueGateway {
  constructor(private readonly queue: QueueService) {}

  @SubscribeMessage('queue:look')
  async look(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { serverId, entryId }: QueuePlaceDto,
  ): Promise<Ack<object>> {
    await this.queue.look(requireSession(socket).userId, serverId, entryId);
    return { ok: true };
  }

  @SubscribeMessage('queue:leave')
  async leave(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { serverId, entryId }: QueuePlaceDto,
  ): Promise<Ack<object>> {
    await this.queue.leave(requireSession(socket).userId, serverId, entryId);
    return { ok: true };
  }
}
