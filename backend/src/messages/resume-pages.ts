import { Injectable } from '@nestjs/common';
import { CHANNEL_OPEN } from '@oniverse/contracts';
import { Batches } from '@oniverse/platform';
import { type ChannelHead, type MessageRow, MessagesRepository } from './messages.repository.js';

/** A place in a channel that several clients may have stopped at. */
interface Place {
  channelId: string;
  after: number;
}

/**
 * What clients who come back need of their channels, read once for all who ask for the same at the same moment. Each
 * page is younger than its asking, so that nothing lies between it and what the socket hears in the channel's room.
 */
@Injectable()
export class ResumePages {
  private readonly heads: Batches<string, ChannelHead | undefined>;
  private readonly latestPages: Batches<string, MessageRow[]>;
  private readonly pagesAfter: Batches<Place, MessageRow[]>;

  constructor(repository: MessagesRepository) {
    this.heads = new Batches(async (channelIds) => {
      const heads = await repository.heads([...new Set(channelIds)]);
      return channelIds.map((channelId) => heads.get(channelId));
    });
    this.latestPages = new Batches((channelIds) =>
      onceEach(
        channelIds,
        (channelId) => channelId,
        (channelId) => repository.latest(channelId, CHANNEL_OPEN.latest),
      ),
    );
    this.pagesAfter = new Batches((places) =>
      onceEach(
        places,
        ({ channelId, after }) => `${channelId} ${after}`,
        ({ channelId, after }) => repository.pageAfter(channelId, after, CHANNEL_OPEN.page + 1),
      ),
    );
  }

  /** How far a channel has come; undefined where it is gone. */
  async head(channelId: string): Promise<ChannelHead | undefined> {
    return this.heads.get(channelId);
  }

  /** The newest messages, ascending. */
  async latest(channelId: string): Promise<MessageRow[]> {
    return this.latestPages.get(channelId);
  }

  /** Those after a `seq`, ascending: a page, and one more where there is more. */
  async after(channelId: string, after: number): Promise<MessageRow[]> {
    return this.pagesAfter.get({ channelId, after });
  }
}

/** Reads each of the different keys once. */
async function onceEach<K, V>(
  keys: readonly K[],
  nameOf: (key: K) => string,
  read: (key: K) => Promise<V>,
): Promise<V[]> {
  const reading = new Map<string, Promise<V>>();
  return Promise.all(
    keys.map((key) => {
      const name = nameOf(key);
      const value = reading.get(name) ?? read(key);
      reading.set(name, value);
      return value;
    }),
  );
}
