export interface Refill {
  burst: number;
  perSecond: number;
}

/** One function for all buckets, of which each connection has two. */
const systemClock = (): number => performance.now();

/** Tokens that refill with time. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  /** @param now a clock in milliseconds */
  constructor(
    private readonly refill: Refill,
    private readonly now: () => number = systemClock,
  ) {
    this.tokens = refill.burst;
    this.filledAt = now();
  }

  /** Takes tokens if there are enough. @returns whether there were */
  take(count: number): boolean {
    const now = this.now();
    const { burst, perSecond } = this.refill;
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) / 1_000) * perSecond);
    this.filledAt = now;
    if (this.tokens < count) return false;
    this.tokens -= count;
    return true;
  }

  /** The seconds until there is a token. */
  get secondsToNext(): number {
    return Math.ceil((1 - this.tokens) / this.refill.perSecond);
  }
}
