import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { type Counter, isOutage, Metrics, unavailable } from '@oniverse/platform';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { Mentions } from './mentions.js';
import { type AppendedMessage, MessagesRepository, type NewMessage } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** Messages that one statement stores at most. */
const MAX_BATCH = 100;
/** Messages that may wait in this process; past that senders are asked to come back. */
const MAX_WAITING = 5_000;
/** A batch that an outage hit is tried again after these times, in milliseconds. */
const RETRY_DELAYS_MS = [100, 400, 1_000];

interface Waiting {
  message: NewMessage;
  resolve: (appended: AppendedMessage | undefined) => void;
  reject: (error: unknown) => void;
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The one writer of each channel in this process: what waits while a batch is under way is stored together
 * as the next one (group commit). What is committed is acknowledged, then goes out as one packet.
 */
@Injectable()
export class ChannelWriter implements BeforeApplicationShutdown {
  private readonly queues = new Map<string, Waiting[]>();
  private readonly running = new Map<string, Promise<void>>();
  private waiting = 0;
  private readonly stored: Counter;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly feed: ChannelFeed,
    private readonly activity: ChannelActivity,
    private readonly mentions: Mentions,
    metrics: Metrics,
  ) {
    this.stored = metrics.counter('oniverse_messages_stored_total', 'Messages that this process stored.');
  }

  /** Lets what was taken be stored before the database's connections go. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }

  /**
   * Stores one message.
   * @returns what became of it, after it is committed; undefined where there is no such channel
   * @throws ProblemError `unavailable` where the database cannot be reached or too much waits. Whether it was
   * stored may then be unknown: the same nonce again finds out.
   */
  async append(channelId: string, message: NewMessage): Promise<AppendedMessage | undefined> {
    if (this.waiting >= MAX_WAITING) throw unavailable();
    this.waiting += 1;
    const stored = new Promise<AppendedMessage | undefined>((resolve, reject) => {
      const queue = this.queues.get(channelId) ?? [];
      queue.push({ message, resolve, reject });
      this.queues.set(channelId, queue);
    });
    if (!this.running.has(channelId)) {
      this.running.set(channelId, this.run(channelId));
    }
    return stored.finally(() => {
      this.waiting -= 1;
    });
  }

  private async run(channelId: string): Promise<void> {
    const queue = this.queues.get(channelId) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      await this.store(channelId, batch);
    }
    // Nothing was awaited since the queue was seen empty: who comes next begins anew.
    this.queues.delete(channelId);
    this.running.delete(channelId);
  }

  private async store(channelId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const appended = await this.tryAppend(channelId, batch);
      for (const [index, { resolve }] of batch.entries()) resolve(appended?.[index]);
      const created = appended?.filter((message) => message.created) ?? [];
      const messages = created.flatMap(({ row }) => (row ? [messageView(row)] : []));
      if (messages.length === 0) return;
      this.stored.inc(messages.length);
      this.feed.stored(channelId, messages);
      this.activity.note(channelId);
      for (const { row, serverId, mentioned } of created) {
        if (row) this.mentions.tell({ row, serverId, mentioned });
      }
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One of them spoils the batch: each on its own, so that only that one fails.
      for (const single of batch) await this.store(channelId, [single]);
    }
  }

  /** Whether an interrupted batch was committed is unknown; trying it again by its nonces does no harm. */
  private async tryAppend(
    channelId: string,
    batch: readonly Waiting[],
  ): Promise<AppendedMessage[] | undefined> {
    const messages = batch.map(({ message }) => message);
    for (const retryDelay of RETRY_DELAYS_MS) {
      try {
        return await this.repository.append(channelId, messages);
      } catch (error) {
        if (!isOutage(error)) throw error;
        await delay(retryDelay);
      }
    }
    return this.repository.append(channelId, messages);
  }
}
