import { Latencies } from '../live/measure/latency.js';

export const TIMES = ['acknowledgement', 'delivery', 'call', 'reconnect'] as const;
export type Timed = (typeof TIMES)[number];

/** What a process counted, as it crosses to the main process. */
export interface TallyReport {
  times: Record<Timed, readonly number[]>;
  counts: Record<string, number>;
  /** Refused calls, by what was asked and the code. */
  refused: Record<string, number>;
  lost: readonly string[];
}

/** Counts what the members of a process did and felt. */
export class Tally {
  readonly times: Record<Timed, Latencies> = {
    acknowledgement: new Latencies(),
    delivery: new Latencies(),
    call: new Latencies(),
    reconnect: new Latencies(),
  };
  readonly counts: Record<string, number> = {};
  readonly refused: Record<string, number> = {};
  readonly lost: string[] = [];

  count(name: string, by = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + by;
  }

  refuse(asked: string, code: string): void {
    const key = `${asked}: ${code}`;
    this.refused[key] = (this.refused[key] ?? 0) + 1;
  }

  add({ times, counts, refused, lost }: TallyReport): void {
    for (const name of TIMES) this.times[name].add(new Latencies(times[name]));
    for (const [name, by] of Object.entries(counts)) this.count(name, by);
    for (const [key, by] of Object.entries(refused)) this.refused[key] = (this.refused[key] ?? 0) + by;
    this.lost.push(...lost);
  }

  toJSON(): TallyReport {
    const { acknowledgement, delivery, call, reconnect } = this.times;
    return {
      times: {
        acknowledgement: acknowledgement.toJSON(),
        delivery: delivery.toJSON(),
        call: call.toJSON(),
        reconnect: reconnect.toJSON(),
      },
      counts: this.counts,
      refused: this.refused,
      lost: this.lost,
    };
  }
}
