import type { Server } from 'socket.io';
import { LIVE_PACE } from './live-pace.js';

const HELLO = 'peers:hello';

/**
 * Sends hints to the other backends, and none while this backend is alone. A new backend announces itself, and Redis is
 * asked again after a while, not with each hint. A hint that a new backend misses counts as lost, which periodic checks repair.
 */
export class Peers {
  private aloneUntil = -Infinity;
  private countedUntil = -Infinity;
  private greetings = 0;

  constructor(private readonly server: Server) {
    server.on(HELLO, () => {
      this.greetings += 1;
      this.aloneUntil = -Infinity;
    });
  }

  announce(): void {
    this.server.serverSideEmit(HELLO);
  }

  /** The hint may be lost, duplicated or reordered. */
  publishHint(topic: string, payload: unknown): void {
    if (performance.now() < this.aloneUntil) return;
    this.server.serverSideEmit(topic, payload);
    void this.countPeers();
  }

  private async countPeers(): Promise<void> {
    const { greetings } = this;
    const startedAt = performance.now();
    if (startedAt < this.countedUntil) return;
    this.countedUntil = startedAt + LIVE_PACE.headCheckMs;
    try {
      const processes = await this.server.of('/').adapter.serverCount();
      if (processes === 1 && this.greetings === greetings)
        this.aloneUntil = startedAt + LIVE_PACE.headCheckMs;
    } catch {
      // Redis is down; the hint is lost too.
    }
  }
}
