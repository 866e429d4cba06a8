/** Steps a doubling; each is 4 % wide. */
const STEPS = 18;
const BUCKETS = STEPS * 30;

/** How long things took, in buckets that widen with the time, so that millions cost nothing and parts can be summed. */
export class Latencies {
  private readonly counts: number[];

  /** @param counts what another one's {@link toJSON} gave */
  constructor(counts: readonly number[] = []) {
    this.counts = Array.from({ length: BUCKETS }, (_, index) => counts[index] ?? 0);
  }

  /** Notes how long something took, `times` times, in microseconds. */
  note(microseconds: number, times = 1): void {
    const bucket = Math.min(BUCKETS - 1, Math.floor(Math.log2(Math.max(1, microseconds)) * STEPS));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + times;
  }

  /** Adds what another one noted. */
  add(other: Latencies): void {
    for (const [bucket, count] of other.counts.entries()) {
      this.counts[bucket] = (this.counts[bucket] ?? 0) + count;
    }
  }

  /** The time, in milliseconds, within which a share of all was done; 0 where nothing was noted. */
  within(share: number): number {
    const total = this.counts.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    for (const [bucket, count] of this.counts.entries()) {
      seen += count;
      if (count > 0 && seen >= total * share) return 2 ** ((bucket + 1) / STEPS) / 1000;
    }
    return 0;
  }

  toJSON(): readonly number[] {
    return this.counts;
  }
}

/** Microseconds of the one clock that all processes of a machine share. */
export function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
