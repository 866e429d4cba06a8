import { Latencies, now } from '../measure/latency.js';
import type { ArrivingPacket } from './dialect.js';

export interface Receipt {
  received: number;
  duplicates: number;
  outOfOrder: number;
  /** Time of the last delivery in microseconds, see `now`. */
  lastAt: number;
  latencies: Latencies;
}

export function emptyReceipt(): Receipt {
  return { received: 0, duplicates: 0, outOfOrder: 0, lastAt: 0, latencies: new Latencies() };
}

/** Checks the deliveries of a channel to one receiver: each message once, in order per sender and per channel. */
export class DeliveryChecker {
  private readonly last: number[] = [];
  /** Skipped numbers, which may arrive late. */
  private readonly skipped = new Set<string>();
  private lastSeq = 0;

  check(packet: ArrivingPacket, receipt: Receipt): void {
    const at = now();
    receipt.lastAt = at;
    for (const { sender, number, sentAt, seq } of packet.messages) {
      const last = this.last[sender] ?? 0;
      if (number > last) {
        for (let missing = last + 1; missing < number; missing += 1) this.skipped.add(`${sender} ${missing}`);
        this.last[sender] = number;
      } else if (this.skipped.delete(`${sender} ${number}`)) {
        receipt.outOfOrder += 1;
      } else {
        receipt.duplicates += 1;
        continue;
      }
      if (seq !== undefined) {
        // Order per sender does not imply order in the channel.
        if (this.lastSeq > 0 && seq !== this.lastSeq + 1) receipt.outOfOrder += 1;
        this.lastSeq = seq;
      }
      receipt.received += 1;
      receipt.latencies.record(at - sentAt);
    }
  }
}
