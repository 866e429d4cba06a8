import { LIVE_PACE } from '@oniverse/contracts';
import type { Server } from 'socket.io';

const HELLO = 'peers:hello';

/**
 * The other processes with sockets. Where there is none, hints are neither made nor sent: each would come back to this
 * process alone. Who comes says hello, and Redis is asked anew after a while; a hint that one who just came did not get
 * is as good as lost, and found out as soon.
 */
export class Peers {
  private aloneUntil = -Infinity;
  private hellos = 0;
  private asking = false;

  constructor(private readonly server: Server) {
    server.on(HELLO, () => {
      this.hellos += 1;
      this.aloneUntil = -Infinity;
    });
  }

  /** Says that this process is there. */
  greet(): void {
    this.server.serverSideEmit(HELLO);
  }

  /** Gives them a hint. It may get lost, come twice or out of order. */
  tell(topic: string, payload: unknown): void {
    if (performance.now() < this.aloneUntil) return;
    this.server.serverSideEmit(topic, payload);
    void this.count();
  }

  private async count(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const { hellos } = this;
    const askedAt = performance.now();
    try {
      const processes = await this.server.of('/').adapter.serverCount();
      if (processes === 1 && this.hellos === hellos) this.aloneUntil = askedAt + LIVE_PACE.headCheckMs;
    } catch {
      // Redis is away: nobody knows, and the hint is lost too.
    } finally {
      this.asking = false;
    }
  }
}
