import { ConnectedSocket, SubscribeMessage } from '@nestjs/websockets';
import { type Ack, ROOMS } from '@oniverse/contracts';
import { LiveGateway } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { WaitlistCounter } from './waitlist-counter.js';

/** The waitlist's live door, open to visitors. */
@LiveGateway()
export class WaitlistGateway {
  constructor(private readonly counter: WaitlistCounter) {}

  @SubscribeMessage('waitlist:watch')
  async watch(@ConnectedSocket() socket: Socket): Promise<Ack<{ count: number }>> {
    // In the room before the count is read: a change after the reading is pushed.
    await socket.join(ROOMS.waitlist);
    return { ok: true, count: await this.counter.current() };
  }
}
