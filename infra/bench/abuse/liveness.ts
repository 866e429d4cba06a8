import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../live/measure/latency.js';

const US_PER_MS = 1_000;

/** Asks a backend again and again whether it is alive, and remembers the longest wait. */
export class LivenessWatch {
  private longest = 0;
  private isWatching = true;
  private readonly done: Promise<void>;

  constructor(private readonly url: string) {
    this.done = this.watch();
  }

  /** @returns the longest wait for an answer, in milliseconds */
  async stop(): Promise<number> {
    this.isWatching = false;
    await this.done;
    return this.longest;
  }

  private async watch(): Promise<void> {
    while (this.isWatching) {
      const startedAt = now();
      const answer = await fetch(`${this.url}/api/health/live`);
      await answer.arrayBuffer();
      this.longest = Math.max(this.longest, (now() - startedAt) / US_PER_MS);
      await delay(5);
    }
  }
}
