import { ConnectedSocket, MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, LIVE_REQUESTS, ROOMS } from '@oniverse/contracts';
import { dtoOf, LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { GamesService } from './games.service.js';

class GameWatchDto extends dtoOf(LIVE_REQUESTS['game:watch'].body.fields) {}

const ROOM_PREFIX = ROOMS.game('');

/** Live updates of games that are open to visitors. Members open the thread of a game instead. */
@LiveGateway()
export class GamesGateway {
  constructor(private readonly games: GamesService) {}

  @SubscribeMessage('game:watch')
  async watch(
    @ConnectedSocket() socket: Socket,
    @MessageBody() { gameId }: GameWatchDto,
  ): Promise<Ack<object>> {
    for (const room of socket.rooms) if (room.startsWith(ROOM_PREFIX)) await socket.leave(room);
    await this.games.requireOpenToVisitors(gameId);
    // A disconnected socket would stay in the room forever.
    if (socket.connected) await socket.join(ROOMS.game(gameId));
    return { ok: true };
  }
}
