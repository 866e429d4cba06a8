import { Injectable } from '@nestjs/common';
import { CHANNEL_OPEN, LIVE_PACE, type MessageView } from '@oniverse/contracts';
import { Batches } from '@oniverse/platform/backend';
import { ChannelFeed } from './channel-feed.js';
import { type ChannelHead, type MessageRow, MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** A page that was read for one client, and serves the next as long as nothing changes. */
interface Page {
  /** The channel's `rev` up to which everything had gone out here before it was read. */
  rev: number;
  readAt: number;
  messages: Promise<MessageView[]>;
}

/**
 * What clients who come back need of their channels, read once for all who ask for the same while the channel stays as
 * it is. Each page holds all that had gone out in the channel's room when a socket joined it, so that nothing lies
 * between the page and what the socket hears in the room.
 */
@Injectable()
export class ResumePages {
  private readonly heads: Batches<string, ChannelHead | undefined>;
  /** By the channel and the place in it; those that were read last are last. */
  private readonly pages = new Map<string, Page>();

  constructor(
    private readonly repository: MessagesRepository,
    private readonly feed: ChannelFeed,
  ) {
    this.heads = new Batches(async (channelIds) => {
      const heads = await repository.heads([...new Set(channelIds)]);
      return channelIds.map((channelId) => heads.get(channelId));
    });
  }

  /** How far a channel has come; undefined where it is gone. */
  async head(channelId: string): Promise<ChannelHead | undefined> {
    return this.heads.get(channelId);
  }

  /** The newest messages, ascending. */
  async latest(channelId: string): Promise<MessageView[]> {
    return this.page(channelId, 'latest', () => this.repository.latest(channelId, CHANNEL_OPEN.latest));
  }

  /** Those after a `seq`, ascending: a page, and one more where there is more. */
  async after(channelId: string, after: number): Promise<MessageView[]> {
    return this.page(channelId, after, () =>
      this.repository.pageAfter(channelId, after, CHANNEL_OPEN.page + 1),
    );
  }

  private page(
    channelId: string,
    place: number | 'latest',
    read: () => Promise<MessageRow[]>,
  ): Promise<MessageView[]> {
    this.dropOld();
    const name = `${channelId} ${place}`;
    const rev = this.feed.headOf(channelId)?.lastRev;
    const known = this.pages.get(name);
    if (known && known.rev === rev) return known.messages;
    const messages = read().then((rows) => rows.map(messageView));
    this.pages.delete(name);
    if (rev !== undefined) {
      const page = { rev, readAt: performance.now(), messages };
      this.pages.set(name, page);
      messages.catch(() => {
        if (this.pages.get(name) === page) this.pages.delete(name);
      });
    }
    return messages;
  }

  /** Authors change without their messages: no page outlives what else is read again by the clock. */
  private dropOld(): void {
    const oldest = performance.now() - LIVE_PACE.headCheckMs;
    for (const [name, { readAt }] of this.pages) {
      if (readAt > oldest) return;
      this.pages.delete(name);
    }
  }
}
