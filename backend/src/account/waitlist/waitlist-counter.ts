import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LOGGER, type Logger } from '@oniverse/platform';
import { LiveService, LIVE_PACE } from '@oniverse/platform/backend';
import { WaitlistRepository } from './waitlist.repository.js';

const CHANGED_HINT = 'waitlist:changed';
/** Minimum time between two `waitlist:count` events. */
const PUSH_INTERVAL_MS = 200;

/**
 * Publishes the number of waitlist entries to watchers: absolute values, at most one per 200 ms, always including the
 * last one. Each backend publishes to its own sockets. Other backends receive a hint and also poll, so a lost hint only
 * delays the update.
 */
@Injectable()
export class WaitlistCounter implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private checkTimer: NodeJS.Timeout | undefined;
  private lastPushAt = 0;
  /** The count that watchers received last. */
  private lastCount: number | undefined;

  constructor(
    private readonly repository: WaitlistRepository,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED_HINT, () => this.schedulePush());
    this.checkTimer = setInterval(() => void this.checkCount(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    clearInterval(this.checkTimer);
  }

  /** Schedules a push on all backends after an entry was added or deleted here. */
  notifyChange(): void {
    this.live.publishHint(CHANGED_HINT, {});
    this.schedulePush();
  }

  /** Returns the number of entries. Schedules a push if it differs from the last one. */
  async getCount(): Promise<number> {
    const count = await this.repository.count();
    this.scheduleIfChanged(count);
    return count;
  }

  private scheduleIfChanged(count: number): void {
    if (this.lastCount !== undefined && count !== this.lastCount) this.schedulePush();
    this.lastCount ??= count;
  }

  private schedulePush(): void {
    if (this.timer || !this.live.hasRoom(ROOMS.waitlist)) return;
    const wait = Math.max(0, this.lastPushAt + PUSH_INTERVAL_MS - Date.now());
    this.timer = setTimeout(() => void this.pushCount(), wait);
  }

  private async pushCount(): Promise<void> {
    // Cleared before the query: a change during the query must schedule another push.
    this.timer = undefined;
    this.lastPushAt = Date.now();
    const count = await this.readCount();
    if (count === undefined) return;
    this.lastCount = count;
    this.live.publishLocally('waitlist:count', ROOMS.waitlist, { count });
  }

  private async checkCount(): Promise<void> {
    if (this.timer || !this.live.hasRoom(ROOMS.waitlist)) return;
    const count = await this.readCount();
    if (count !== undefined) this.scheduleIfChanged(count);
  }

  private async readCount(): Promise<number | undefined> {
    try {
      return await this.repository.count();
    } catch (error) {
      this.logger.warn({ err: error }, 'Counting waitlist entries failed');
      return undefined;
    }
  }
}
