import { LIVE_PACE, MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '../problems.js';

/**
 * What one socket may still ask: a bucket that fills with time. It lives in the process, as the socket does; the
 * limits of the contract, which hold across sockets and instances, are kept by the features.
 */
export class RequestBudget {
  private left: number = LIVE_PACE.requestBurst;
  private filledAt: number;

  /** @param now milliseconds of some clock */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.filledAt = now();
  }

  /** Takes one request. @throws ProblemError `rate_limited` where there is none left */
  spend(): void {
    const now = this.now();
    this.left = Math.min(
      LIVE_PACE.requestBurst,
      this.left + ((now - this.filledAt) / 1_000) * LIVE_PACE.requestsPerSecond,
    );
    this.filledAt = now;
    if (this.left < 1) {
      throw new ProblemError('rate_limited', MESSAGES.rateLimited, {
        retryAfter: Math.ceil((1 - this.left) / LIVE_PACE.requestsPerSecond),
      });
    }
    this.left -= 1;
  }
}
