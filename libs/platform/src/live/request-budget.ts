import { MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '../problems.js';
import { LIVE_PACE } from './live-pace.js';
import { TokenBucket } from './token-bucket.js';

const REQUESTS = { burst: LIVE_PACE.requestBurst, perSecond: LIVE_PACE.requestsPerSecond };

/** A token bucket for one socket. Features enforce the contract's limits, which hold across sockets and instances. */
export class RequestBudget {
  private readonly requests: TokenBucket;

  /** @param now a clock in milliseconds */
  constructor(now?: () => number) {
    this.requests = new TokenBucket(REQUESTS, now);
  }

  /** Spends one request. @throws ProblemError `rate_limited` if the budget is empty */
  spend(): void {
    if (this.requests.take(1)) return;
    throw new ProblemError('rate_limited', MESSAGES.rateLimited, {
      retryAfter: this.requests.secondsToNext,
    });
  }
}
