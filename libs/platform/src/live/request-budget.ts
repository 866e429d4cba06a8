import { MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '../problems.js';
import { LIVE_PACE } from './live-pace.js';

/** A token bucket for one socket. Features enforce the contract's limits, which hold across sockets and instances. */
export class RequestBudget {
  private tokens: number = LIVE_PACE.requestBurst;
  private filledAt: number;

  /** @param now a clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.filledAt = now();
  }

  /** Spends one request. @throws ProblemError `rate_limited` if the budget is empty */
  spend(): void {
    const now = this.now();
    this.tokens = Math.min(
      LIVE_PACE.requestBurst,
      this.tokens + ((now - this.filledAt) / 1_000) * LIVE_PACE.requestsPerSecond,
    );
    this.filledAt = now;
    if (this.tokens < 1) {
      throw new ProblemError('rate_limited', MESSAGES.rateLimited, {
        retryAfter: Math.ceil((1 - this.tokens) / LIVE_PACE.requestsPerSecond),
      });
    }
    this.tokens -= 1;
  }
}
