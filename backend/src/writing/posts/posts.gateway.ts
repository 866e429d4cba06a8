import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, LIVE_REQUESTS, ROOMS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { AccessService } from '../../shared/index.js';
import { MemberGateway, requireSession } from '../../account/index.js';
import { leavePostRooms } from './post-rooms.js';

class PostWatchDto extends dtoOf(LIVE_REQUESTS['post:watch'].body.fields) {}

@MemberGateway()
export class PostsGateway {
  constructor(private readonly access: AccessService) {}

  @SubscribeMessage('feed:watch')
  async watchFeed(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    await socket.join(ROOMS.feed);
    return { ok: true };
  }

  @SubscribeMessage('feed:unwatch')
  async unwatchFeed(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    await socket.leave(ROOMS.feed);
    return { ok: true };
  }

  @SubscribeMessage('post:watch')
  async watchPost(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { postId }: PostWatchDto,
  ): Promise<Ack<object>> {
    const { userId } = requireSession(socket);
    await leavePostRooms(socket);
    const { authorId } = await this.access.requireReadablePost(userId, postId);
    // A disconnected socket would stay in the rooms forever.
    if (socket.connected) await socket.join([ROOMS.post(postId), ROOMS.postsBy(authorId)]);
    return { ok: true };
  }

  @SubscribeMessage('post:unwatch')
  async unwatchPost(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    await leavePostRooms(socket);
    return { ok: true };
  }
}
