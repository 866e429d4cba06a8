import { ConnectedSocket, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, ROOMS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { sessionOf } from '../sessions/socket-session.js';

/** The live door of the constellation, for members. */
@LiveGateway()
export class ConstellationGateway {
  @SubscribeMessage('constellation:watch')
  async watch(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    sessionOf(socket);
    await socket.join(ROOMS.constellation);
    return { ok: true };
  }
}
