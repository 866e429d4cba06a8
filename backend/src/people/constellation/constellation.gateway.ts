import { ConnectedSocket, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, ROOMS } from '@oniverse/contracts';
import type { Socket } from 'socket.io';
import { MemberGateway } from '../../account/index.js';

@MemberGateway()
export class ConstellationGateway {
  @SubscribeMessage('constellation:watch')
  async watch(@ConnectedSocket() socket: Socket): Promise<Ack<object>> {
    await socket.join(ROOMS.constellation);
    return { ok: true };
  }
}
