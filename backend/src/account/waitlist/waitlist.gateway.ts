import { ConnectedSocket, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, ROOMS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { WaitlistCounter } from './waitlist-counter.js';

/** Live updates of the waitlist count, open to visitors. */
@LiveGateway()
export class WaitlistGateway {
  constructor(private readonly counter: WaitlistCounter) {}

  @SubscribeMessage('waitlist:watch')
  async subscribe(@ConnectedSocket() socket: Socket): Promise<Ack<{ count: number }>> {
    // Joining before counting: any later change is pushed to the room.
    await socket.join(ROOMS.waitlist);
    return { ok: true, count: await this.counter.getCount() };
  }
}
