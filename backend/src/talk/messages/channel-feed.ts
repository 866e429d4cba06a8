import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CHANNEL_OPEN, type MessageView, type RemovedAuthor, ROOMS } from '@oniverse/contracts';
import {
  carriedTrace,
  continueTrace,
  type Histogram,
  isOutage,
  LOGGER,
  type Logger,
  Metrics,
  REDIS,
  type RedisConnection,
} from '@oniverse/platform';
import { LiveService, LIVE_PACE } from '@oniverse/platform/backend';
import { isMessageRevisedHint, MESSAGE_REVISED_TOPIC } from '@oniverse/data';
import { MemberRooms } from '../servers/member-rooms.js';
import { type ActivePlace, ChannelActivity } from './channel-activity.js';
import {
  type ChannelHead,
  type ChangesAfter,
  MessagesRepository,
  type ReadChannelHead,
} from './messages.repository.js';
import { type Hint, isHint, isRemovedAuthor } from './channel-hints.js';
import { deletedView, messageView } from './messages.view.js';

const STORED_TOPIC = 'messages:stored';
const AUTHORS_REMOVED_TOPIC = 'messages:authors-removed';
/** Time to wait for a missing `rev` before reading the gap from the database. */
const GAP_TIMEOUT_MS = 100;
const CHANNEL_ROOM_PREFIX = ROOMS.channel('');
/** Above these limits, the feed skips the gap. Clients then notice a jump in `seq` or `rev` and request the rest. */
const MAX_GAP = { messages: 500, changes: CHANNEL_OPEN.maxChanged };

type Change = MessageView | RemovedAuthor;

/** Upper bounds in seconds. */
const DELIVERY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How this process learned of changes: it stored them, another backend did, or it read them from PostgreSQL. */
const SOURCES = ['own', 'hint', 'database'] as const;
type Source = (typeof SOURCES)[number];

/** A channel that a socket of this process has open. `lastSeq` and `lastRev` are the last ones emitted. */
interface OpenChannel extends ReadChannelHead {
  /** Changes received ahead of a missing one, by `rev`. */
  buffered: Map<number, Change>;
  gapTimer: NodeJS.Timeout | undefined;
  isFilling: boolean;
  /** A gap was reported while another was being filled. */
  mustRefill: boolean;
}

/**
 * Emits the changes of each open channel to this process's own sockets, in order, without gaps or repeats. Every change
 * raises the channel's `rev` by one: a message beyond the last `seq` is new, any other was edited, deleted, reacted to or
 * pinned, or has a changed thread or preview, and the removal of an author is one change for all of their messages.
 *
 * Delivery does not depend on Redis: packets from other backends are only hints. Hints ahead of their turn are buffered,
 * gaps are filled from PostgreSQL, and the heads of all open channels are compared periodically.
 */
@Injectable()
export class ChannelFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly channels = new Map<string, OpenChannel>();
  private headTimer: NodeJS.Timeout | undefined;
  private isComparingHeads = false;
  private readonly delivery: Histogram<'source'>;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly live: LiveService,
    private readonly activity: ChannelActivity,
    private readonly memberRooms: MemberRooms,
    @Inject(REDIS.subscriber) private readonly subscriber: RedisConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.delivery = metrics.histogram(
      'oniverse_message_delivery_seconds',
      'Time from the storing of a message to its emission to the sockets of this process.',
      ['source'],
      DELIVERY_BUCKETS,
    );
    for (const source of SOURCES) this.delivery.zero({ source });
  }

  onModuleInit(): void {
    this.live.onHint(STORED_TOPIC, (payload) => {
      if (isHint(payload))
        continueTrace(payload.request, 'receive messages', () => this.applyHint(payload, 'hint'));
    });
    this.live.onHint(AUTHORS_REMOVED_TOPIC, (payload) => {
      if (Array.isArray(payload)) this.applyRemovedAuthors(payload.filter(isRemovedAuthor), 'hint');
    });
    this.live.onHint(MESSAGE_REVISED_TOPIC, (payload) => {
      if (isMessageRevisedHint(payload)) this.catchUp(payload.channelId, payload.rev);
    });
    this.live.onRoomEmpty((room) => this.evictRoom(room));
    // Hints were lost while Redis was disconnected.
    this.subscriber.on('ready', () => void this.compareHeads());
    // Until the heads are compared again, sockets that reopen a channel are checked with the database.
    this.memberRooms.onReadersChanged(() => {
      for (const channel of this.channels.values()) channel.readersRoom = '';
    });
    this.headTimer = setInterval(() => void this.compareHeads(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.headTimer);
    for (const channel of this.channels.values()) clearTimeout(channel.gapTimer);
    this.channels.clear();
  }

  /** Emits changes after `head` to the channel's room from now on. Must be called before the socket joins the room. */
  follow(channelId: string, head: ReadChannelHead): void {
    if (this.channels.has(channelId)) return;
    this.channels.set(channelId, {
      readersRoom: head.readersRoom,
      firstSeq: head.firstSeq,
      lastSeq: head.lastSeq,
      lastRev: head.lastRev,
      buffered: new Map(),
      gapTimer: undefined,
      isFilling: false,
      mustRefill: false,
    });
  }

  /** Returns the last position emitted to the room; undefined if this process does not follow the channel. */
  headOf(channelId: string): Readonly<ReadChannelHead> | undefined {
    return this.channels.get(channelId);
  }

  /** Emits messages that this process created to its own sockets and hints them to the other backends. */
  publishCreated(
    { serverId, readersRoom }: ActivePlace,
    channelId: string,
    messages: readonly MessageView[],
  ): void {
    this.publishHint({ serverId, readersRoom, channelId, messages });
  }

  /** Like `publishCreated`, without the activity: only the followers of a thread and the members of a conversation hear of it. */
  publishQuietly(channelId: string, messages: readonly MessageView[]): void {
    this.publishHint({ channelId, messages });
  }

  publishChanged(channelId: string, messages: readonly MessageView[]): void {
    this.publishHint({ channelId, messages });
  }

  publishRemovedAuthors(authors: readonly RemovedAuthor[]): void {
    this.live.publishHint(AUTHORS_REMOVED_TOPIC, authors);
    this.applyRemovedAuthors(authors, 'own');
  }

  private applyRemovedAuthors(authors: readonly RemovedAuthor[], source: Source): void {
    for (const author of authors) this.applyChanges(author.channelId, [author], source);
  }

  /** Reads what changed in a channel up to a `rev`, unless it arrived. */
  private catchUp(channelId: string, rev: number): void {
    const channel = this.channels.get(channelId);
    if (channel && rev > channel.lastRev) void this.fillGap(channelId, channel);
  }

  private publishHint(hint: Hint): void {
    const request = carriedTrace();
    this.live.publishHint(STORED_TOPIC, request === undefined ? hint : { ...hint, request });
    this.applyHint(hint, 'own');
  }

  private applyHint({ serverId, readersRoom, channelId, messages }: Hint, source: Source): void {
    this.applyChanges(channelId, messages, source);
    if (serverId !== undefined && readersRoom !== undefined && messages.length > 0)
      this.activity.record({ serverId, readersRoom }, channelId, messages);
  }

  private applyChanges(channelId: string, changes: readonly Change[], source: Source): void {
    const channel = this.channels.get(channelId);
    if (!channel) return;
    for (const change of changes) {
      if (change.rev > channel.lastRev) channel.buffered.set(change.rev, change);
    }
    this.flush(channelId, channel, source);
  }

  /** Emits the buffered changes up to the first gap. A gap that persists for `gapTimeoutMs` is filled from PostgreSQL. */
  private flush(channelId: string, channel: OpenChannel, source: Source): void {
    const ready: Change[] = [];
    for (
      let rev = channel.lastRev + 1, change = channel.buffered.get(rev);
      change;
      change = channel.buffered.get(++rev)
    ) {
      channel.buffered.delete(rev);
      ready.push(change);
    }
    this.emitChanges(channelId, channel, ready, source);
    channel.lastRev += ready.length;
    if (channel.buffered.size === 0) {
      clearTimeout(channel.gapTimer);
      channel.gapTimer = undefined;
    } else {
      channel.gapTimer ??= setTimeout(() => {
        channel.gapTimer = undefined;
        void this.fillGap(channelId, channel);
      }, GAP_TIMEOUT_MS);
    }
  }

  /** Emits changes in the given order. Consecutive new messages share a packet. */
  private emitChanges(
    channelId: string,
    channel: OpenChannel,
    changes: readonly Change[],
    source: Source,
  ): void {
    const room = ROOMS.channel(channelId);
    let created: MessageView[] = [];
    const emitCreated = () => {
      if (created.length > 0) {
        this.live.publishLocally('messages:created', room, { channelId, messages: created });
        const now = Date.now();
        // The clocks of this machine and of PostgreSQL's may differ.
        for (const { createdAt } of created)
          this.delivery.observe({ source }, Math.max(0, now - Date.parse(createdAt)) / 1_000);
      }
      created = [];
    };
    for (const change of changes) {
      if ('seq' in change && change.seq > channel.lastSeq) {
        channel.lastSeq = change.seq;
        created.push(change);
        continue;
      }
      emitCreated();
      if (!('seq' in change)) this.live.publishLocally('author:removed', room, change);
      else if (change.deletedAt === null) this.live.publishLocally('message:edited', room, change);
      else this.live.publishLocally('message:deleted', room, deletedView(change));
    }
    emitCreated();
  }

  /** Reads missing changes from PostgreSQL, once for all sockets that have the channel open here. */
  private async fillGap(channelId: string, channel: OpenChannel): Promise<void> {
    if (channel.isFilling) {
      channel.mustRefill = true;
      return;
    }
    channel.isFilling = true;
    try {
      do {
        channel.mustRefill = false;
        const from = { lastSeq: channel.lastSeq, lastRev: channel.lastRev };
        const missing = await this.repository.changesAfter(channelId, from, MAX_GAP);
        if (this.channels.get(channelId) !== channel) return;
        if (missing) this.emitGap(channelId, channel, from, missing);
      } while (channel.mustRefill);
    } catch (error) {
      // The next comparison of heads retries.
      if (!isOutage(error)) this.logger.error({ err: error, channelId }, 'Could not fill a gap in a channel');
    } finally {
      channel.isFilling = false;
    }
  }

  /**
   * Emits the missing changes, except those that arrived as hints during the query, and moves the channel's head. Of a
   * gap above `MAX_GAP`, it emits only the last change.
   */
  private emitGap(channelId: string, channel: OpenChannel, from: ChannelHead, missing: ChangesAfter): void {
    if (missing.head.lastRev <= channel.lastRev) return;
    const lastOfTooMany =
      missing.created.length > MAX_GAP.messages
        ? missing.created.at(-1)
        : missing.changed.length > MAX_GAP.changes
          ? missing.changed.at(-1)
          : undefined;
    if (lastOfTooMany === undefined) {
      this.emitChanges(
        channelId,
        channel,
        inEmitOrder(missing).filter(({ rev }) => rev > channel.lastRev),
        'database',
      );
    } else if (channel.lastRev === from.lastRev) {
      this.emitChanges(channelId, channel, [messageView(lastOfTooMany)], 'database');
    } else {
      // Hints narrowed the gap during the query.
      channel.mustRefill = true;
      return;
    }
    channel.lastSeq = missing.head.lastSeq;
    channel.lastRev = missing.head.lastRev;
    for (const rev of channel.buffered.keys()) if (rev <= channel.lastRev) channel.buffered.delete(rev);
    this.flush(channelId, channel, 'database');
  }

  private async compareHeads(): Promise<void> {
    if (this.isComparingHeads || this.channels.size === 0) return;
    this.isComparingHeads = true;
    try {
      const compared = [...this.channels];
      const heads = await this.repository.heads(compared.map(([channelId]) => channelId));
      const behind: [string, OpenChannel, number][] = [];
      for (const [channelId, channel] of compared) {
        const room = ROOMS.channel(channelId);
        const head = heads.get(channelId);
        if (!this.live.hasRoom(room)) this.evict(channelId);
        // The channel was deleted. Sockets remain if Redis lost the event or if they joined during the deletion.
        else if (!head) this.live.emptyLocalRoom(room);
        else {
          channel.readersRoom = head.readersRoom;
          channel.firstSeq = head.firstSeq;
          if (head.lastRev > channel.lastRev) behind.push([channelId, channel, head.lastRev]);
        }
      }
      // Most of these changes are about to arrive as hints. Reading each channel costs more than its messages did.
      if (behind.length > 0) await delay(GAP_TIMEOUT_MS);
      for (const [channelId, channel, rev] of behind) {
        if (this.channels.get(channelId) === channel) this.catchUp(channelId, rev);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Could not compare channel heads');
    } finally {
      this.isComparingHeads = false;
    }
  }

  private evictRoom(room: string): void {
    if (room.startsWith(CHANNEL_ROOM_PREFIX)) this.evict(room.slice(CHANNEL_ROOM_PREFIX.length));
  }

  private evict(channelId: string): void {
    clearTimeout(this.channels.get(channelId)?.gapTimer);
    this.channels.delete(channelId);
  }
}

/**
 * Sorts changes by `rev` but keeps new messages in order of `seq`: a message edited since its creation carries the later
 * `rev` of the edit, so it sorts with the next message created after it.
 */
function inEmitOrder({ created, changed, removedAuthors }: ChangesAfter): Change[] {
  let sortRev = Infinity;
  const newMessages = created
    .toReversed()
    .map((row) => ({ change: messageView(row), sortRev: (sortRev = Math.min(sortRev, row.rev)) }))
    .toReversed();
  const otherChanges = [...changed.map(messageView), ...removedAuthors];
  return [...newMessages, ...otherChanges.map((change) => ({ change, sortRev: change.rev }))]
    .toSorted((a, b) => a.sortRev - b.sortRev)
    .map(({ change }) => change);
}
