import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { isOutage, LivePublisher, LOGGER, type Logger } from '@oniverse/platform';
import { LIVE_PACE } from '@oniverse/platform/backend';
import { ChannelFeed } from './channel-feed.js';
import { messageView } from './messages.view.js';
import { ThreadSummariesRepository } from './thread-summaries.repository.js';

/** Minimum time between two summaries of a thread, because each is published to all open clients of the channel. */
const INTERVAL_MS = 1_000;
/** Additional time per follower, because each gets an event. */
const INTERVAL_PER_FOLLOWER_MS = 2;
/** Another backend announces a thread after this time. */
const STALE_MS = 5_000;

interface Pace {
  timer: NodeJS.Timeout | undefined;
  /** Whether the thread changed since its last summary. */
  isStale: boolean;
}

/**
 * Announces changes of threads to readers of their channels, as a revision of the message that starts the thread, and to their
 * followers: the first change at once, those soon after it together. The database keeps which threads are stale, so that
 * another backend announces those of one that ended.
 */
@Injectable()
export class ThreadSummaries implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly paces = new Map<string, Pace>();
  private readonly running = new Set<Promise<void>>();
  private sweepTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: ThreadSummariesRepository,
    private readonly feed: ChannelFeed,
    private readonly live: LivePublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.sweepTimer = setInterval(() => void this.sweep(), LIVE_PACE.sessionCheckMs);
  }

  /** Announces what is stale before the database connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweepTimer);
    for (const { timer } of this.paces.values()) clearTimeout(timer);
  }

  /** Announces the threads that wait for the end of their interval. Resolves when all announcements are published. */
  async flush(): Promise<void> {
    await Promise.all(this.running);
    for (const [threadId, { timer, isStale }] of this.paces) {
      if (!isStale) continue;
      clearTimeout(timer);
      this.start(threadId);
    }
    await Promise.all(this.running);
  }

  /** Announces threads that other backends left stale. */
  async sweep(): Promise<void> {
    try {
      for (const threadId of await this.repository.listStale(STALE_MS)) this.announce(threadId);
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Could not list stale threads');
    }
  }

  /** Announces a thread that changed. Must be called after the commit. */
  announce(threadId: string): void {
    const pace = this.paces.get(threadId);
    if (pace) pace.isStale = true;
    else this.start(threadId);
  }

  private start(threadId: string): void {
    const pace: Pace = { timer: undefined, isStale: false };
    this.paces.set(threadId, pace);
    const run = this.publishAndPause(threadId, pace).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async publishAndPause(threadId: string, pace: Pace): Promise<void> {
    const followers = await this.publish(threadId);
    const intervalMs = Math.max(INTERVAL_MS, followers * INTERVAL_PER_FOLLOWER_MS);
    pace.timer = setTimeout(() => {
      this.paces.delete(threadId);
      if (pace.isStale) this.start(threadId);
    }, intervalMs);
  }

  /** Returns the number of followers. */
  private async publish(threadId: string): Promise<number> {
    try {
      const announced = await this.repository.announce(threadId);
      if (!announced) return 0;
      const { serverId, parentId, lastSeq, message, followerIds } = announced;
      this.feed.publishChanged(parentId, [messageView(message)]);
      const change = { serverId, parentId, channelId: threadId, lastSeq, isFollowed: true };
      this.live.publish('thread:changed', followerIds.map(ROOMS.user), change);
      return followerIds.length;
    } catch (error) {
      // A sweep retries.
      if (!isOutage(error)) this.logger.error({ err: error, threadId }, 'Could not announce a thread');
      return 0;
    }
  }
}
