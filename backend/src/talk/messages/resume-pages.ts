import { Injectable } from '@nestjs/common';
import { CHANNEL_OPEN, type MessageView } from '@oniverse/contracts';
import { BatchLoader, LIVE_PACE } from '@oniverse/platform/backend';
import { ChannelFeed } from './channel-feed.js';
import { type MessageRow, MessagesRepository, type ReadChannelHead } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** A page of messages, valid until the channel changes. */
interface Page {
  /** The channel's last emitted `rev` when the page was read. */
  rev: number;
  readAt: number;
  messages: Promise<MessageView[]>;
}

/**
 * Caches the pages that reconnecting clients request, so that many clients share one query. A page contains everything
 * emitted to the channel's room before the socket joined it, so that no message falls between page and room.
 */
@Injectable()
export class ResumePages {
  private readonly heads: BatchLoader<string, ReadChannelHead | undefined>;
  /** By channel and position, ordered by `readAt`. */
  private readonly pages = new Map<string, Page>();

  constructor(
    private readonly repository: MessagesRepository,
    private readonly feed: ChannelFeed,
  ) {
    this.heads = new BatchLoader(async (channelIds) => {
      const heads = await repository.heads([...new Set(channelIds)]);
      return channelIds.map((channelId) => heads.get(channelId));
    });
  }

  async head(channelId: string): Promise<ReadChannelHead | undefined> {
    return this.heads.get(channelId);
  }

  /** Returns the latest messages, ascending. */
  async latest(channelId: string): Promise<MessageView[]> {
    return this.page(channelId, 'latest', () => this.repository.latest(channelId, CHANNEL_OPEN.latest));
  }

  /** Returns the messages after a `seq`, ascending. One message more than a page means that there are more. */
  async after(channelId: string, after: number): Promise<MessageView[]> {
    return this.page(channelId, after, () =>
      this.repository.pageAfter(channelId, after, CHANNEL_OPEN.page + 1),
    );
  }

  private page(
    channelId: string,
    position: number | 'latest',
    read: () => Promise<MessageRow[]>,
  ): Promise<MessageView[]> {
    this.evictExpired();
    const key = `${channelId} ${position}`;
    const rev = this.feed.headOf(channelId)?.lastRev;
    const cached = this.pages.get(key);
    if (cached && cached.rev === rev) return cached.messages;
    const messages = read().then((rows) => rows.map(messageView));
    this.pages.delete(key);
    if (rev !== undefined) {
      const page = { rev, readAt: performance.now(), messages };
      this.pages.set(key, page);
      messages.catch(() => {
        if (this.pages.get(key) === page) this.pages.delete(key);
      });
    }
    return messages;
  }

  /** Evicts pages by age, because a renamed author does not change the channel's `rev`. */
  private evictExpired(): void {
    const oldest = performance.now() - LIVE_PACE.headCheckMs;
    for (const [key, { readAt }] of this.pages) {
      if (readAt > oldest) return;
      this.pages.delete(key);
    }
  }
}
