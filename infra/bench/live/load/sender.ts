import { randomUUID } from 'node:crypto';
import type { Pace } from './commands.js';
import { contentOf } from './content.js';
import { isTrueField } from './dialect.js';

export class Sender {
  private number = 0;
  private acknowledged = 0;
  private failed = 0;

  constructor(
    /** Resolves with the acknowledgement. */
    private readonly submit: (message: object) => Promise<unknown>,
    private readonly channelId: string,
    private readonly sender: number,
  ) {}

  /** Sends for `forMs`, until all messages are acknowledged or have failed. */
  async sendAll(pace: Exclude<Pace, { inFlight: number }>, forMs: number): Promise<void> {
    const end = performance.now() + forMs;
    if ('window' in pace) {
      await Promise.all(Array.from({ length: pace.window }, () => this.sendUntil(end)));
    } else {
      await this.sendEvery(pace.everyMs, forMs);
    }
  }

  /** Returns the counts since the last call. */
  takeCounts(): { acknowledged: number; failed: number } {
    const { acknowledged, failed } = this;
    this.acknowledged = 0;
    this.failed = 0;
    return { acknowledged, failed };
  }

  private async sendUntil(end: number): Promise<void> {
    while (performance.now() < end) await this.send();
  }

  private async sendEvery(everyMs: number, forMs: number): Promise<void> {
    const start = performance.now();
    const sends: Promise<void>[] = [];
    // A random start, so that the senders are not synchronized.
    for (let at = Math.random() * everyMs; at < forMs; at += everyMs) {
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, start + at - performance.now()));
      });
      sends.push(this.send());
    }
    await Promise.all(sends);
  }

  async send(): Promise<void> {
    this.number += 1;
    const answer = await this.submit({
      channelId: this.channelId,
      content: contentOf(this.sender, this.number),
      nonce: randomUUID(),
    });
    if (isTrueField(answer, 'ok')) this.acknowledged += 1;
    else this.failed += 1;
  }
}
