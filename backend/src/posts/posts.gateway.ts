import { ConnectedSocket, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, ROOMS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { requireSession } from '../sessions/socket-session.js';

@LiveGateway()
export class PostsGateway {
  @SubscribeMessage('feed:watch')
  async watch(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    requireSession(socket);
    await socket.join(ROOMS.feed);
    return { ok: true };
  }

  @SubscribeMessage('feed:unwatch')
  async unwatch(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    requireSession(socket);
    await socket.leave(ROOMS.feed);
    return { ok: true };
  }
}
