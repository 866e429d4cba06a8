import { Inject, Injectable } from '@nestjs/common';
import type { ConstellationTotals } from '@oniverse/contracts';
import { LOGGER, type Logger } from '@oniverse/platform';
import { ConstellationRepository } from './constellation.repository.js';

const RECOUNT_INTERVAL_MS = 60_000;

/** Caches totals. Counting scans an index, so only the first request waits; recounts run in the background. */
@Injectable()
export class TotalsCounter {
  private totals: ConstellationTotals | undefined;
  private countedAt = -Infinity;
  private currentCount: Promise<ConstellationTotals> | undefined;

  constructor(
    private readonly repository: ConstellationRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns totals that are about a minute old at most under regular requests. */
  async getTotals(): Promise<ConstellationTotals> {
    if (!this.totals) return this.countOnce();
    if (Date.now() - this.countedAt >= RECOUNT_INTERVAL_MS) void this.recount();
    return this.totals;
  }

  private async recount(): Promise<void> {
    try {
      await this.countOnce();
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not count the constellation; keeping the previous totals');
    }
  }

  private countOnce(): Promise<ConstellationTotals> {
    this.currentCount ??= this.count();
    return this.currentCount;
  }

  private async count(): Promise<ConstellationTotals> {
    try {
      this.totals = await this.repository.totals();
      return this.totals;
    } finally {
      // Also delays the retry of a failed count.
      this.countedAt = Date.now();
      this.currentCount = undefined;
    }
  }
}
