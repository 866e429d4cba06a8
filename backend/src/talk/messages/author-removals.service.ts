import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuthorRemovalsRepository } from './author-removals.repository.js';
import { ChannelFeed } from './channel-feed.js';
import { ThreadSummaries } from './thread-summaries.js';

/** Removes authors who erase their accounts. Their messages stay, without an author; their reactions do not. */
@Injectable()
export class AuthorRemovals {
  constructor(
    private readonly repository: AuthorRemovalsRepository,
    private readonly feed: ChannelFeed,
    private readonly threads: ThreadSummaries,
  ) {}

  /** Must be called before the member's row is locked: a message that mentions the member locks the channel first. */
  async lockChannels(manager: EntityManager, userId: string): Promise<void> {
    await this.repository.lockChannelsOf(manager, userId);
  }

  /**
   * Records the removal as one change in each channel, and deletes the member's reactions. The caller updates the messages
   * in the same transaction.
   * @returns a function that publishes the removals; must be called after the commit
   */
  async record(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const removed = await this.repository.insert(manager, userId);
    await this.repository.deleteReactions(manager, userId);
    const threadIds = await this.repository.markThreads(manager, userId);
    return async () => {
      this.feed.publishRemovedAuthors(removed);
      for (const threadId of threadIds) this.threads.announce(threadId);
    };
  }
}
