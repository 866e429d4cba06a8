import { randomUUID } from 'node:crypto';
import type { Pace } from './commands.js';
import type { LoadClient } from './client.js';
import { contentOf } from './content.js';
import { saysYes } from './dialect.js';

/** One member that sends into one channel. */
export class Sender {
  private number = 0;
  private acknowledged = 0;
  private failed = 0;

  constructor(
    private readonly client: LoadClient,
    private readonly event: string,
    private readonly channelId: string,
    private readonly sender: number,
  ) {}

  /** Sends for a while. @returns what became of it, when all is acknowledged */
  async run(pace: Pace, forMs: number): Promise<{ acknowledged: number; failed: number }> {
    this.acknowledged = 0;
    this.failed = 0;
    const end = performance.now() + forMs;
    if ('window' in pace) {
      await Promise.all(Array.from({ length: pace.window }, () => this.sendUntil(end)));
    } else {
      await this.sendEvery(pace.everyMs, forMs);
    }
    return { acknowledged: this.acknowledged, failed: this.failed };
  }

  private async sendUntil(end: number): Promise<void> {
    while (performance.now() < end) await this.send();
  }

  private async sendEvery(everyMs: number, forMs: number): Promise<void> {
    const start = performance.now();
    const sends: Promise<void>[] = [];
    // Each at a moment of its own, so that the senders do not all speak at once.
    for (let at = Math.random() * everyMs; at < forMs; at += everyMs) {
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, start + at - performance.now()));
      });
      sends.push(this.send());
    }
    await Promise.all(sends);
  }

  private async send(): Promise<void> {
    this.number += 1;
    const answer = await this.client.ask(this.event, {
      channelId: this.channelId,
      content: contentOf(this.sender, this.number),
      nonce: randomUUID(),
    });
    if (saysYes(answer, 'ok')) this.acknowledged += 1;
    else this.failed += 1;
  }
}
