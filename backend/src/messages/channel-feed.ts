import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CHANNEL_OPEN, LIVE_PACE, type MessageView, ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger, REDIS } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import type { Redis } from 'ioredis';
import { ChannelActivity } from './channel-activity.js';
import {
  type ChannelHead,
  type ChangesAfter,
  type MessageRow,
  MessagesRepository,
  type PlacedHead,
} from './messages.repository.js';
import { deletedView, messageView } from './messages.view.js';

const STORED = 'messages:stored';
const CHANNEL_ROOMS = ROOMS.channel('');
/** So much of a gap is put out; past it, who has the channel open sees the jump and asks on their own. */
const WIDEST_GAP = { messages: 500, changes: CHANNEL_OPEN.maxChanged };

/** A channel that a socket of this process has open, and how much of it went out. */
interface OpenChannel extends PlacedHead {
  /** By their `rev`, messages whose change came before its forerunner. */
  early: Map<number, MessageView>;
  gapTimer: NodeJS.Timeout | undefined;
  filling: boolean;
  /** Something may be missing that the fill under way did not look for. */
  fillAgain: boolean;
}

/** What a process tells the others of what it stored. */
interface Hint {
  channelId: string;
  messages: readonly MessageView[];
  /** Where the messages are new: the channel's server. */
  serverId?: string;
}

const isHint = (payload: unknown): payload is Hint =>
  typeof payload === 'object' && payload !== null && 'channelId' in payload && 'messages' in payload;

/**
 * Puts what changes in each open channel out in order, without a gap and without a repeat, to this process's own
 * sockets. Every change counts the channel's `rev` up by one: a message that is beyond the last `seq` is new, any other
 * was edited or deleted. What other processes tell is only a hint: what comes early is held, a gap is filled from the
 * database, and the heads of all open channels are compared by the clock, so that nothing depends on Redis.
 */
@Injectable()
export class ChannelFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly channels = new Map<string, OpenChannel>();
  private headTimer: NodeJS.Timeout | undefined;
  private checking = false;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly live: LiveService,
    private readonly activity: ChannelActivity,
    @Inject(REDIS.subscriber) private readonly subscriber: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onPeers(STORED, (payload) => {
      if (isHint(payload)) this.take(payload);
    });
    this.live.onRoomEmpty((room) => this.forgetRoom(room));
    // Hints were lost while Redis was away.
    this.subscriber.on('ready', () => void this.compareHeads());
    this.headTimer = setInterval(() => void this.compareHeads(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.headTimer);
    for (const channel of this.channels.values()) clearTimeout(channel.gapTimer);
    this.channels.clear();
  }

  /**
   * Begins to follow a channel. To be called before a socket joins its room, with a head that was read before:
   * what is committed after it goes out to the room.
   */
  follow(channelId: string, head: PlacedHead): void {
    if (this.channels.has(channelId)) return;
    this.channels.set(channelId, {
      serverId: head.serverId,
      lastSeq: head.lastSeq,
      lastRev: head.lastRev,
      early: new Map(),
      gapTimer: undefined,
      filling: false,
      fillAgain: false,
    });
  }

  /** How much of a channel went out; undefined where it is not followed here. All after it comes by the room. */
  headOf(channelId: string): Readonly<PlacedHead> | undefined {
    return this.channels.get(channelId);
  }

  /** New messages that this process stored: out to its own sockets, and a hint to the other processes. */
  said(serverId: string, channelId: string, messages: readonly MessageView[]): void {
    this.tell({ serverId, channelId, messages });
  }

  /** The same for messages that this process changed. */
  stored(channelId: string, messages: readonly MessageView[]): void {
    this.tell({ channelId, messages });
  }

  private tell(hint: Hint): void {
    this.live.tellPeers(STORED, hint);
    this.take(hint);
  }

  private take({ serverId, channelId, messages }: Hint): void {
    this.receive(channelId, messages);
    const lastSeq = messages.at(-1)?.seq;
    if (serverId !== undefined && lastSeq !== undefined) this.activity.note(serverId, channelId, lastSeq);
  }

  private receive(channelId: string, messages: readonly MessageView[]): void {
    const channel = this.channels.get(channelId);
    if (!channel) return;
    for (const message of messages) {
      if (message.rev > channel.lastRev) channel.early.set(message.rev, message);
    }
    this.send(channelId, channel);
  }

  /** Puts out what follows without a gap; what is left waits a moment for its forerunner. */
  private send(channelId: string, channel: OpenChannel): void {
    const ready: MessageView[] = [];
    for (
      let rev = channel.lastRev + 1, next = channel.early.get(rev);
      next;
      next = channel.early.get(++rev)
    ) {
      channel.early.delete(rev);
      ready.push(next);
    }
    this.putOut(channelId, channel, ready);
    channel.lastRev += ready.length;
    if (channel.early.size === 0) {
      clearTimeout(channel.gapTimer);
      channel.gapTimer = undefined;
    } else {
      channel.gapTimer ??= setTimeout(() => {
        channel.gapTimer = undefined;
        void this.fill(channelId, channel);
      }, LIVE_PACE.gapHoldMs);
    }
  }

  /** Tells of changes as they are ordered; new messages that follow each other go in one packet. */
  private putOut(channelId: string, channel: OpenChannel, changes: readonly MessageView[]): void {
    const room = ROOMS.channel(channelId);
    let created: MessageView[] = [];
    const putOutCreated = () => {
      if (created.length > 0) {
        this.live.publishHere('messages:created', room, { channelId, messages: created });
      }
      created = [];
    };
    for (const message of changes) {
      if (message.seq > channel.lastSeq) {
        channel.lastSeq = message.seq;
        created.push(message);
        continue;
      }
      putOutCreated();
      if (message.deletedAt === null) this.live.publishHere('message:edited', room, message);
      else this.live.publishHere('message:deleted', room, deletedView(message));
    }
    putOutCreated();
  }

  /** Reads what is missing, once for all who have the channel open here. */
  private async fill(channelId: string, channel: OpenChannel): Promise<void> {
    if (channel.filling) {
      channel.fillAgain = true;
      return;
    }
    channel.filling = true;
    try {
      do {
        channel.fillAgain = false;
        const place = { lastSeq: channel.lastSeq, lastRev: channel.lastRev };
        const read = await this.repository.changesAfter(channelId, place, WIDEST_GAP);
        if (this.channels.get(channelId) !== channel) return;
        if (read) this.catchUp(channelId, channel, place, read);
      } while (channel.fillAgain);
    } catch (error) {
      // The next comparison of heads tries again.
      if (!isOutage(error)) this.logger.error({ err: error, channelId }, 'A gap could not be filled');
    } finally {
      channel.filling = false;
    }
  }

  /**
   * Puts out what was read of a gap, but for what came by itself meanwhile, and goes on from there.
   * @param place from where it was read
   */
  private catchUp(channelId: string, channel: OpenChannel, place: ChannelHead, read: ChangesAfter): void {
    if (read.head.lastRev <= channel.lastRev) return;
    const beyond =
      read.created.length > WIDEST_GAP.messages
        ? read.created.at(-1)
        : read.changed.length > WIDEST_GAP.changes
          ? read.changed.at(-1)
          : undefined;
    if (beyond === undefined) {
      const missed = inOrder(read).map(messageView);
      this.putOut(
        channelId,
        channel,
        missed.filter(({ rev }) => rev > channel.lastRev),
      );
    } else if (channel.lastRev === place.lastRev) {
      this.putOut(channelId, channel, [messageView(beyond)]);
    } else {
      // It moved on meanwhile, so that the gap is no longer as wide as it was read.
      channel.fillAgain = true;
      return;
    }
    channel.lastSeq = read.head.lastSeq;
    channel.lastRev = read.head.lastRev;
    for (const rev of channel.early.keys()) if (rev <= channel.lastRev) channel.early.delete(rev);
    this.send(channelId, channel);
  }

  private async compareHeads(): Promise<void> {
    if (this.checking || this.channels.size === 0) return;
    this.checking = true;
    try {
      const compared = [...this.channels];
      const heads = await this.repository.heads(compared.map(([channelId]) => channelId));
      for (const [channelId, channel] of compared) {
        const room = ROOMS.channel(channelId);
        const head = heads.get(channelId);
        if (!this.live.hasRoom(room)) this.forget(channelId);
        // It was deleted. While Redis works its sockets have left by then, but for one that came meanwhile.
        else if (!head) this.live.emptyHere(room);
        else if (head.lastRev > channel.lastRev) void this.fill(channelId, channel);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'The heads of channels could not be compared');
    } finally {
      this.checking = false;
    }
  }

  private forgetRoom(room: string): void {
    if (room.startsWith(CHANNEL_ROOMS)) this.forget(room.slice(CHANNEL_ROOMS.length));
  }

  private forget(channelId: string): void {
    clearTimeout(this.channels.get(channelId)?.gapTimer);
    this.channels.delete(channelId);
  }
}

/**
 * Changes by their `rev`, but no new message after one that was said later: where it was edited since, it has the later
 * `rev` of its edit.
 */
function inOrder({ created, changed }: ChangesAfter): MessageRow[] {
  let turn = Infinity;
  const turns = created
    .toReversed()
    .map((row) => ({ row, turn: (turn = Math.min(turn, row.rev)) }))
    .toReversed();
  return [...turns, ...changed.map((row) => ({ row, turn: row.rev }))]
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ row }) => row);
}
