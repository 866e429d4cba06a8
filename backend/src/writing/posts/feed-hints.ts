import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';

const CHANGED = 'feed:changed';

export const FEED_PACE = {
  /** Minimum time between two `feed:changed` events. */
  hintMs: 1_000,
  /** Maximum number of feed requests per second that one backend's clients make after a hint. */
  fetchesPerSecond: 100,
} as const;

/**
 * Hints to clients watching the feed that posts changed. A hint has no content, because each reader may see different
 * posts. At most one is sent per second. It spreads the fetches that follow over a time that grows with the number of
 * watchers, so the load stays bounded however many members post and watch.
 */
@Injectable()
export class FeedHints implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private publishedAt = -Infinity;
  /** Whether posts changed on this backend, so that the other backends need a hint. */
  private hasLocalChange = false;

  constructor(private readonly live: LiveService) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED, () => this.schedule());
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  publish(): void {
    this.hasLocalChange = true;
    this.schedule();
  }

  private schedule(): void {
    const wait = Math.max(0, this.publishedAt + FEED_PACE.hintMs - Date.now());
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  private flush(): void {
    this.timer = undefined;
    this.publishedAt = Date.now();
    if (this.hasLocalChange) this.live.publishHint(CHANGED, {});
    this.hasLocalChange = false;
    const watchers = this.live.roomSize(ROOMS.feed);
    const withinMs = Math.round((watchers * 1_000) / FEED_PACE.fetchesPerSecond);
    this.live.publishLocally('feed:changed', ROOMS.feed, { withinMs });
  }
}
