import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { LOGGER, type Logger } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { WaitlistRepository } from './waitlist.repository.js';

const CHANGED = 'waitlist:changed';

/**
 * Tells who watches how many nodes have formed: absolute values, at most one in 200 ms, the last one always.
 * Each backend tells its own sockets; the others only get the hint that something changed, and count by the
 * clock too, so that nothing depends on the hint.
 */
@Injectable()
export class WaitlistCounter implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private checkTimer: NodeJS.Timeout | undefined;
  private lastPush = 0;
  /** What those who watch were told last. */
  private lastCount: number | undefined;

  constructor(
    private readonly repository: WaitlistRepository,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onPeers(CHANGED, () => this.schedule());
    this.checkTimer = setInterval(() => void this.check(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    clearInterval(this.checkTimer);
  }

  /** An entry was added or taken away, here. */
  changed(): void {
    this.live.tellPeers(CHANGED, {});
    this.schedule();
  }

  /** The number of entries. Where it is news, all who watch are told. */
  async current(): Promise<number> {
    const count = await this.repository.count();
    this.compare(count);
    return count;
  }

  private compare(count: number): void {
    if (this.lastCount !== undefined && count !== this.lastCount) this.schedule();
    this.lastCount ??= count;
  }

  private schedule(): void {
    if (this.timer || !this.live.hasRoom(ROOMS.waitlist)) return;
    const wait = Math.max(0, this.lastPush + LIVE_PACE.waitlistCountMs - Date.now());
    this.timer = setTimeout(() => void this.push(), wait);
  }

  private async push(): Promise<void> {
    // From here on a change schedules the next push: it may be too new for the count that is about to be read.
    this.timer = undefined;
    this.lastPush = Date.now();
    const count = await this.read();
    if (count === undefined) return;
    this.lastCount = count;
    this.live.publishHere('waitlist:count', ROOMS.waitlist, { count });
  }

  private async check(): Promise<void> {
    if (this.timer || !this.live.hasRoom(ROOMS.waitlist)) return;
    const count = await this.read();
    if (count !== undefined) this.compare(count);
  }

  private async read(): Promise<number | undefined> {
    try {
      return await this.repository.count();
    } catch (error) {
      this.logger.warn({ err: error }, 'The waitlist could not be counted');
      return undefined;
    }
  }
}
