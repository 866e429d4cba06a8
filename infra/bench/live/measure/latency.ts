/** Buckets per doubling; each is 4 % wide. */
const BUCKETS_PER_DOUBLING = 18;
const BUCKETS = BUCKETS_PER_DOUBLING * 30;

/** A histogram of durations with logarithmic buckets, so that memory is bounded and histograms can be added. */
export class Latencies {
  private readonly counts: number[];

  /** @param counts the result of another histogram's {@link toJSON} */
  constructor(counts: readonly number[] = []) {
    this.counts = Array.from({ length: BUCKETS }, (_, index) => counts[index] ?? 0);
  }

  /** Records a duration in microseconds, `times` times. */
  record(microseconds: number, times = 1): void {
    const bucket = Math.min(
      BUCKETS - 1,
      Math.floor(Math.log2(Math.max(1, microseconds)) * BUCKETS_PER_DOUBLING),
    );
    this.counts[bucket] = (this.counts[bucket] ?? 0) + times;
  }

  add(other: Latencies): void {
    for (const [bucket, count] of other.counts.entries()) {
      this.counts[bucket] = (this.counts[bucket] ?? 0) + count;
    }
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns a percentile in milliseconds, for `share` from 0 to 1; 0 without records. */
  percentile(share: number): number {
    const total = this.count;
    let seen = 0;
    for (const [bucket, count] of this.counts.entries()) {
      seen += count;
      if (count > 0 && seen >= total * share) return 2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING) / 1000;
    }
    return 0;
  }

  toJSON(): readonly number[] {
    return this.counts;
  }
}

/** Returns microseconds of the monotonic clock that all processes of a machine share. */
export function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
