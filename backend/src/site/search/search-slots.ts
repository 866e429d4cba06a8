import { Injectable } from '@nestjs/common';
import { MESSAGES } from '@oniverse/contracts';
import { ProblemError, unavailable } from '@oniverse/platform';
import { ConcurrencyLimit } from '../../shared/index.js';

/** Seconds. */
const RETRY_AFTER = 1;

/**
 * Concurrent searches in one backend. Each takes a connection to the database, of which a backend has ten, so that most
 * of them stay free for everything else.
 */
export const CONCURRENT_SEARCHES = {
  perMember: { running: 2, waiting: 6 },
  total: { running: 4, waiting: 60 },
} as const;

interface Bound {
  running: number;
  waiting: number;
}

/** Limits a number of running tasks, and knows how many wait. */
class Queue {
  count = 0;
  private readonly limit: ConcurrencyLimit;

  constructor(private readonly bound: Bound) {
    this.limit = new ConcurrencyLimit(bound.running);
  }

  get isFull(): boolean {
    return this.count >= this.bound.running + this.bound.waiting;
  }

  async runTask<T>(task: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await this.limit.runTask(task);
    } finally {
      this.count -= 1;
    }
  }
}

/** Limits the searches that one process runs, per member and in total. Some more wait. */
@Injectable()
export class SearchSlots {
  private readonly all = new Queue(CONCURRENT_SEARCHES.total);
  private readonly members = new Map<string, Queue>();

  /** @throws ProblemError `rate_limited` if too many searches of the member wait, `unavailable` if too many of all do */
  async runSearch<T>(userId: string, search: () => Promise<T>): Promise<T> {
    const own = this.members.get(userId) ?? new Queue(CONCURRENT_SEARCHES.perMember);
    if (own.isFull) throw new ProblemError('rate_limited', MESSAGES.rateLimited, { retryAfter: RETRY_AFTER });
    this.members.set(userId, own);
    try {
      return await own.runTask(async () => {
        if (this.all.isFull) throw unavailable();
        return this.all.runTask(search);
      });
    } finally {
      if (own.count === 0) this.members.delete(userId);
    }
  }
}
