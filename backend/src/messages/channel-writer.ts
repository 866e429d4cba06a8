import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { type Counter, isOutage, Metrics, unavailable } from '@oniverse/platform';
import { ChannelFeed } from './channel-feed.js';
import { Mentions } from './mentions.js';
import { type AppendedMessage, MessagesRepository, type NewMessage } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** Messages that one statement stores at most: in all, and of one channel. */
const MAX_BATCH = 500;
const MAX_OF_CHANNEL = 100;
/** Messages that may wait in this process; past that senders are asked to come back. */
const MAX_WAITING = 5_000;
/** A batch that an outage hit is tried again after these times, in milliseconds. */
const RETRY_DELAYS_MS = [100, 400, 1_000];
/** Batches under way at most. More than one only where the others take long: a lock that is held elsewhere. */
const MAX_UNDER_WAY = 4;
const LONG_MS = 25;
/** After a batch the next waits as long as it took to send this one out, in milliseconds at most. */
const MAX_PAUSE_MS = 20;

interface Waiting {
  message: NewMessage;
  resolve: (appended: AppendedMessage | undefined) => void;
  reject: (error: unknown) => void;
}

/** What waits for each of some channels, in the order in which it came. */
type Batch = ReadonlyMap<string, readonly Waiting[]>;

/**
 * The one writer of this process: what waits while a batch is under way is stored together as the next one, whatever
 * its channels (group commit). What is committed is acknowledged, then goes out as one packet a channel.
 */
@Injectable()
export class ChannelWriter implements BeforeApplicationShutdown {
  private readonly queues = new Map<string, Waiting[]>();
  /** The channels of batches under way: each has one writer at a time, so that nothing overtakes. */
  private readonly busy = new Set<string>();
  /** Batches under way, with when they began. */
  private readonly underWay = new Map<Promise<void>, number>();
  private waiting = 0;
  private readonly stored: Counter;
  private isTurnTaken = false;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly feed: ChannelFeed,
    private readonly mentions: Mentions,
    metrics: Metrics,
  ) {
    this.stored = metrics.counter('oniverse_messages_stored_total', 'Messages that this process stored.');
  }

  /** Lets what was taken be stored before the database's connections go. */
  async beforeApplicationShutdown(): Promise<void> {
    while (this.waiting > 0 || this.underWay.size > 0) {
      await Promise.all([turn(), ...this.underWay.keys()]);
    }
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
    this.takeTurn();
    return stored.finally(() => {
      this.waiting -= 1;
    });
  }

  /** Begins a batch when all that arrived at the same moment has been read. */
  private takeTurn(): void {
    if (this.isTurnTaken || !this.mayBegin()) return;
    this.isTurnTaken = true;
    setImmediate(() => {
      this.isTurnTaken = false;
      this.begin();
    });
  }

  private mayBegin(): boolean {
    const now = performance.now();
    return (
      this.underWay.size < MAX_UNDER_WAY &&
      [...this.underWay.values()].every((start) => now - start >= LONG_MS)
    );
  }

  private begin(): void {
    const batch = this.nextBatch();
    if (batch.size === 0) return;
    for (const channelId of batch.keys()) this.busy.add(channelId);
    const startedAt = performance.now();
    const impatience = setTimeout(() => this.takeTurn(), LONG_MS + 1);
    const run = this.run(batch).finally(() => {
      clearTimeout(impatience);
      for (const channelId of batch.keys()) this.busy.delete(channelId);
      this.underWay.delete(run);
      this.takeTurn();
    });
    this.underWay.set(run, startedAt);
  }

  /** Takes from each channel that is not busy what waits, those first that had their turn longest ago. */
  private nextBatch(): Batch {
    const batch = new Map<string, Waiting[]>();
    let size = 0;
    for (const [channelId, queue] of this.queues) {
      if (size === MAX_BATCH) break;
      if (this.busy.has(channelId)) continue;
      const taken = queue.splice(0, Math.min(MAX_OF_CHANNEL, MAX_BATCH - size));
      size += taken.length;
      batch.set(channelId, taken);
    }
    for (const channelId of batch.keys()) {
      const left = this.queues.get(channelId) ?? [];
      this.queues.delete(channelId);
      if (left.length > 0) this.queues.set(channelId, left);
    }
    return batch;
  }

  private async run(batch: Batch): Promise<void> {
    await this.store(batch);
    const storedAt = performance.now();
    await turn();
    // All of it is on its way. Where that took long, as much time goes to what arrives, so that it goes out together.
    const pause = Math.min(performance.now() - storedAt, MAX_PAUSE_MS);
    if (pause >= 1) await delay(pause);
  }

  private async store(batch: Batch): Promise<void> {
    try {
      const placed = [...batch].flatMap(([channelId, waiting]) =>
        waiting.map(({ message }) => ({ ...message, channelId })),
      );
      const appended = await retried(() => this.repository.appendAll(placed));
      let next = 0;
      for (const [channelId, waiting] of batch) {
        this.settle(channelId, waiting, appended.slice(next, next + waiting.length));
        next += waiting.length;
      }
    } catch (error) {
      if (isOutage(error)) rejectAll([...batch.values()].flat(), error);
      // One of them spoils the batch, as a nonce that was used before does.
      else for (const [channelId, waiting] of batch) await this.storeIn(channelId, waiting);
    }
  }

  private async storeIn(channelId: string, waiting: readonly Waiting[]): Promise<void> {
    try {
      const messages = waiting.map(({ message }) => message);
      this.settle(
        channelId,
        waiting,
        (await retried(() => this.repository.append(channelId, messages))) ?? [],
      );
    } catch (error) {
      if (waiting.length === 1 || isOutage(error)) rejectAll(waiting, error);
      // Each on its own, so that only that one fails.
      else for (const single of waiting) await this.storeIn(channelId, [single]);
    }
  }

  private settle(
    channelId: string,
    waiting: readonly Waiting[],
    appended: readonly (AppendedMessage | undefined)[],
  ): void {
    for (const [index, { resolve }] of waiting.entries()) resolve(appended[index]);
    const created = appended.filter((message) => message !== undefined).filter((message) => message.created);
    const messages = created.flatMap(({ row }) => (row ? [messageView(row)] : []));
    const serverId = created[0]?.serverId;
    if (serverId === undefined) return;
    this.stored.inc(messages.length);
    this.feed.said(serverId, channelId, messages);
    for (const { row, mentioned } of created) if (row) this.mentions.tell({ row, serverId, mentioned });
  }
}

function rejectAll(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(error);
}

/** Whether an interrupted batch was committed is unknown; trying it again by its nonces does no harm. */
async function retried<T>(append: () => Promise<T>): Promise<T> {
  for (const retryDelay of RETRY_DELAYS_MS) {
    try {
      return await append();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await delay(retryDelay);
    }
  }
  return append();
}
