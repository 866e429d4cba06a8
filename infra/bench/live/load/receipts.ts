import { Latencies, now } from '../measure/latency.js';
import type { ArrivingPacket } from './dialect.js';

/** What arrived, and what should not have happened. */
export interface Receipt {
  received: number;
  duplicates: number;
  disordered: number;
  /** When the last one arrived, in microseconds of the machine's clock. */
  lastAt: number;
  latencies: Latencies;
}

/** Nothing arrived yet. */
export function emptyReceipt(): Receipt {
  return { received: 0, duplicates: 0, disordered: 0, lastAt: 0, latencies: new Latencies() };
}

/** Looks at what arrives for one receiver of a channel: each sender's messages once and in order, and the channel's. */
export class ReceiverWatch {
  /** Each sender's last number. */
  private readonly last: number[] = [];
  /** Numbers that were skipped and may come late. */
  private readonly skipped = new Set<string>();
  private lastSeq = 0;

  /** Takes in a packet. */
  take(packet: ArrivingPacket, into: Receipt): void {
    const at = now();
    into.lastAt = at;
    for (const { sender, number, sentAt, seq } of packet.messages) {
      const last = this.last[sender] ?? 0;
      if (number > last) {
        for (let missing = last + 1; missing < number; missing += 1) this.skipped.add(`${sender} ${missing}`);
        this.last[sender] = number;
      } else if (this.skipped.delete(`${sender} ${number}`)) {
        into.disordered += 1;
      } else {
        into.duplicates += 1;
        continue;
      }
      if (seq !== undefined) {
        // The senders' order may hold where the channel's does not.
        if (this.lastSeq > 0 && seq !== this.lastSeq + 1) into.disordered += 1;
        this.lastSeq = seq;
      }
      into.received += 1;
      into.latencies.note(at - sentAt);
    }
  }
}
