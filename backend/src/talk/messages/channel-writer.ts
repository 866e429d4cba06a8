import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import {
  type Counter,
  carry,
  currentRequest,
  endSpan,
  isOutage,
  LivePublisher,
  Metrics,
  type RequestContext,
  runInRequest,
  startCurrentSpan,
  unavailable,
} from '@oniverse/platform';
import { ChannelFeed } from './channel-feed.js';
import { Mentions } from './mentions.js';
import { type AppendedMessage, MessagesRepository, type NewMessage } from './messages.repository.js';
import { conversationLine, messageView } from './messages.view.js';
import { ThreadSummaries } from './thread-summaries.js';

/** Messages per INSERT statement: in total, and from one channel. */
const MAX_BATCH_SIZE = 500;
const MAX_BATCH_SIZE_PER_CHANNEL = 100;
/** Above this queue length, new messages are rejected as `unavailable`. */
const MAX_PENDING = 5_000;
const RETRY_DELAYS_MS = [100, 400, 1_000];
/** A second batch starts only while all others are slow, for example because they wait for a lock. */
const MAX_BATCHES_IN_FLIGHT = 4;
const SLOW_BATCH_MS = 25;
const MAX_FLUSH_PAUSE_MS = 20;

interface PendingMessage {
  message: NewMessage;
  /** The request that sends it. */
  from: RequestContext | undefined;
  resolve: (appended: AppendedMessage | undefined) => void;
  reject: (error: unknown) => void;
}

type Batch = ReadonlyMap<string, readonly PendingMessage[]>;

/**
 * Stores the messages of this process by group commit: messages that arrive while a batch is in flight form the next
 * batch. After the commit, it acknowledges the senders and publishes one packet per channel.
 */
@Injectable()
export class ChannelWriter implements BeforeApplicationShutdown {
  private readonly queues = new Map<string, PendingMessage[]>();
  /** Channels with a batch in flight. One batch at a time per channel preserves the order of messages. */
  private readonly busyChannels = new Set<string>();
  private readonly inFlight = new Map<Promise<void>, number>();
  private pendingCount = 0;
  private readonly storedCounter: Counter;
  private isFlushScheduled = false;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly feed: ChannelFeed,
    private readonly mentions: Mentions,
    private readonly threads: ThreadSummaries,
    private readonly live: LivePublisher,
    metrics: Metrics,
  ) {
    this.storedCounter = metrics.counter(
      'oniverse_messages_stored_total',
      'Messages that this process stored.',
    );
  }

  /** Stores all pending messages before the database connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    while (this.pendingCount > 0 || this.inFlight.size > 0) {
      await Promise.all([nextTurn(), ...this.inFlight.keys()]);
    }
  }

  /**
   * Stores a message. Resolves after the commit, with `undefined` if the channel does not exist.
   * @throws ProblemError `unavailable` if the database cannot be reached or the queue is full. The message may still
   * have been stored; sending it again with the same nonce is safe.
   */
  async append(channelId: string, message: NewMessage): Promise<AppendedMessage | undefined> {
    if (this.pendingCount >= MAX_PENDING) throw unavailable();
    this.pendingCount += 1;
    const stored = new Promise<AppendedMessage | undefined>((resolve, reject) => {
      const queue = this.queues.get(channelId) ?? [];
      const from = currentRequest();
      queue.push({ message: { ...message, request: from && carry(from) }, from, resolve, reject });
      this.queues.set(channelId, queue);
    });
    this.scheduleFlush();
    const span = startCurrentSpan('store message', 'internal');
    return stored.finally(() => {
      endSpan(span);
      this.pendingCount -= 1;
    });
  }

  /** Starts a batch in the next turn of the event loop, after all messages that have already arrived are queued. */
  private scheduleFlush(): void {
    if (this.isFlushScheduled || !this.canStartBatch()) return;
    this.isFlushScheduled = true;
    setImmediate(() => {
      this.isFlushScheduled = false;
      this.startBatch();
    });
  }

  private canStartBatch(): boolean {
    const now = performance.now();
    return (
      this.inFlight.size < MAX_BATCHES_IN_FLIGHT &&
      [...this.inFlight.values()].every((start) => now - start >= SLOW_BATCH_MS)
    );
  }

  private startBatch(): void {
    const batch = this.dequeueBatch();
    if (batch.size === 0) return;
    for (const channelId of batch.keys()) this.busyChannels.add(channelId);
    const startedAt = performance.now();
    const slowTimer = setTimeout(() => this.scheduleFlush(), SLOW_BATCH_MS + 1);
    const completion = runForRequest(batch, () => this.runBatch(batch)).finally(() => {
      clearTimeout(slowTimer);
      for (const channelId of batch.keys()) this.busyChannels.delete(channelId);
      this.inFlight.delete(completion);
      this.scheduleFlush();
    });
    this.inFlight.set(completion, startedAt);
  }

  /** Dequeues the messages of idle channels, starting with the channel served least recently. */
  private dequeueBatch(): Batch {
    const batch = new Map<string, PendingMessage[]>();
    let size = 0;
    for (const [channelId, queue] of this.queues) {
      if (size === MAX_BATCH_SIZE) break;
      if (this.busyChannels.has(channelId)) continue;
      const dequeued = queue.splice(0, Math.min(MAX_BATCH_SIZE_PER_CHANNEL, MAX_BATCH_SIZE - size));
      size += dequeued.length;
      batch.set(channelId, dequeued);
    }
    for (const channelId of batch.keys()) {
      const remaining = this.queues.get(channelId) ?? [];
      this.queues.delete(channelId);
      if (remaining.length > 0) this.queues.set(channelId, remaining);
    }
    return batch;
  }

  private async runBatch(batch: Batch): Promise<void> {
    await this.storeBatch(batch);
    const storedAt = performance.now();
    await nextTurn();
    // Publishing a large batch delays reading. Pausing as long afterwards lets arriving messages share the next batch.
    const pauseMs = Math.min(performance.now() - storedAt, MAX_FLUSH_PAUSE_MS);
    if (pauseMs >= 1) await delay(pauseMs);
  }

  private async storeBatch(batch: Batch): Promise<void> {
    try {
      const messages = [...batch].flatMap(([channelId, pending]) =>
        pending.map(({ message }) => ({ ...message, channelId })),
      );
      const appended = await withRetries(() => this.repository.appendBatch(messages));
      let offset = 0;
      for (const [channelId, pending] of batch) {
        this.acknowledgeAndPublish(channelId, pending, appended.slice(offset, offset + pending.length));
        offset += pending.length;
      }
    } catch (error) {
      if (isOutage(error)) rejectAll([...batch.values()].flat(), error);
      // One message, for example with a reused nonce, fails the whole batch: store each channel separately.
      else for (const [channelId, pending] of batch) await this.storeChannelBatch(channelId, pending);
    }
  }

  private async storeChannelBatch(channelId: string, pending: readonly PendingMessage[]): Promise<void> {
    try {
      const messages = pending.map(({ message }) => message);
      const appended = (await withRetries(() => this.repository.append(channelId, messages))) ?? [];
      this.acknowledgeAndPublish(channelId, pending, appended);
    } catch (error) {
      if (pending.length === 1 || isOutage(error)) rejectAll(pending, error);
      else for (const single of pending) await this.storeChannelBatch(channelId, [single]);
    }
  }

  private acknowledgeAndPublish(
    channelId: string,
    pending: readonly PendingMessage[],
    appended: readonly (AppendedMessage | undefined)[],
  ): void {
    for (const [index, { resolve }] of pending.entries()) resolve(appended[index]);
    const created = appended.filter((message) => message !== undefined).filter((message) => message.created);
    const messages = created.flatMap(({ row }) => (row ? [messageView(row)] : []));
    const [first] = created;
    if (!first) return;
    const { serverId, readersRoom, parentId, audience } = first;
    this.storedCounter.inc(messages.length);
    if (parentId === null && serverId !== null) {
      this.feed.publishCreated({ serverId, readersRoom }, channelId, messages);
    } else {
      this.feed.publishQuietly(channelId, messages);
      if (parentId !== null) this.threads.announce(channelId);
    }
    const last = messages.at(-1);
    if (audience && last) {
      this.live.publish('conversation:changed', audience.map(ROOMS.user), {
        id: channelId,
        last: conversationLine(last),
      });
    }
    for (const [index, { message }] of pending.entries()) {
      const rev = appended[index]?.draftRev;
      if (typeof rev !== 'number') continue;
      this.live.publish('draft:changed', ROOMS.user(message.userId), { channelId, content: '', rev });
    }
    for (const { row, slowModeSeconds } of created) {
      if (!row?.user_id || slowModeSeconds === null || serverId === null) continue;
      const until = new Date(row.created_at.getTime() + slowModeSeconds * 1_000).toISOString();
      this.live.publish('slow-mode:started', ROOMS.user(row.user_id), {
        serverId,
        channelId: parentId ?? channelId,
        until,
      });
    }
    for (const { row, mentioned } of created) {
      if (row) this.mentions.publish({ row, serverId, parentId, mentioned });
    }
  }
}

/** Runs a batch on behalf of one of its requests, preferably a traced one: not of the one that made it start. */
function runForRequest<T>(batch: Batch, run: () => T): T {
  const requests = [...batch.values()].flat().map(({ from }) => from);
  const request = requests.find((from) => from?.span) ?? requests[0];
  return request ? runInRequest(request, run) : run();
}

function rejectAll(pending: readonly PendingMessage[], error: unknown): void {
  for (const { reject } of pending) reject(error);
}

/** Retries during an outage. A repeated batch is safe even if an earlier attempt committed, because of its nonces. */
async function withRetries<T>(append: () => Promise<T>): Promise<T> {
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
