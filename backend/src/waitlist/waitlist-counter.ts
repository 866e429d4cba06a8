import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { LiveService, LOGGER, type Logger } from '@oniverse/platform';
import { WaitlistRepository } from './waitlist.repository.js';

const CHANGED = 'waitlist:changed';

/**
 * Tells who watches how many nodes have formed: absolute values, at most one in 200 ms, the last one always.
 * Each backend tells its own sockets; the others only get the hint that something changed.
 */
@Injectable()
export class WaitlistCounter implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private lastPush = 0;

  constructor(
    private readonly repository: WaitlistRepository,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onPeers(CHANGED, () => this.schedule());
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** An entry was added, here. */
  changed(): void {
    this.live.tellPeers(CHANGED, {});
    this.schedule();
  }

  /** The number of entries. */
  async current(): Promise<number> {
    return this.repository.count();
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
    try {
      this.live.publishHere('waitlist:count', ROOMS.waitlist, { count: await this.repository.count() });
    } catch (error) {
      this.logger.warn({ err: error }, 'The waitlist could not be counted');
    }
  }
}
