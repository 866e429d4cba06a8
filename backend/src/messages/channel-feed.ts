import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LIVE_PACE, type MessageView, ROOMS } from '@oniverse/contracts';
import { isOutage, LiveService, LOGGER, type Logger, REDIS } from '@oniverse/platform';
import type { Redis } from 'ioredis';
import { type ChannelHead, MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';

const STORED = 'messages:stored';
/** Messages that one query for a gap reads. */
const FILL_PAGE = 500;

/** A channel that a socket of this process has open. */
interface OpenChannel {
  /** The `seq` of the last message that went out. */
  lastSeq: number;
  /** Messages that came before their forerunner. */
  early: Map<number, MessageView>;
  gapTimer: NodeJS.Timeout | undefined;
  filling: boolean;
  /** Something may be missing that the fill under way did not look for. */
  fillAgain: boolean;
}

const isHint = (payload: unknown): payload is { channelId: string; messages: MessageView[] } =>
  typeof payload === 'object' && payload !== null && 'channelId' in payload && 'messages' in payload;

/**
 * Puts each open channel's messages out in order, without a gap and without a repeat, to this process's own
 * sockets. What other processes tell is only a hint: what comes early is held, a gap is filled from the
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
    @Inject(REDIS.subscriber) private readonly subscriber: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onPeers(STORED, (payload) => {
      if (isHint(payload)) this.receive(payload.channelId, payload.messages);
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
  follow(channelId: string, head: ChannelHead): void {
    if (this.channels.has(channelId)) return;
    this.channels.set(channelId, {
      lastSeq: head.lastSeq,
      early: new Map(),
      gapTimer: undefined,
      filling: false,
      fillAgain: false,
    });
  }

  /** Messages that this process stored: out to its own sockets, and a hint to the other processes. */
  stored(channelId: string, messages: readonly MessageView[]): void {
    this.live.tellPeers(STORED, { channelId, messages });
    this.receive(channelId, messages);
  }

  private receive(channelId: string, messages: readonly MessageView[]): void {
    const channel = this.channels.get(channelId);
    if (!channel) return;
    for (const message of messages) {
      if (message.seq > channel.lastSeq) channel.early.set(message.seq, message);
    }
    this.send(channelId, channel);
  }

  /** Puts out what follows without a gap; what is left waits a moment for its forerunner. */
  private send(channelId: string, channel: OpenChannel): void {
    const ready: MessageView[] = [];
    for (
      let next = channel.early.get(channel.lastSeq + 1);
      next;
      next = channel.early.get(channel.lastSeq + 1)
    ) {
      channel.early.delete(next.seq);
      channel.lastSeq = next.seq;
      ready.push(next);
    }
    if (ready.length > 0) {
      this.live.publishHere('messages:created', ROOMS.channel(channelId), { channelId, messages: ready });
    }
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
        const rows = await this.repository.pageAfter(channelId, channel.lastSeq, FILL_PAGE);
        if (this.channels.get(channelId) !== channel) return;
        this.receive(channelId, rows.map(messageView));
        if (rows.length === FILL_PAGE) channel.fillAgain = true;
      } while (channel.fillAgain);
    } catch (error) {
      // The next comparison of heads tries again.
      if (!isOutage(error)) this.logger.error({ err: error, channelId }, 'A gap could not be filled');
    } finally {
      channel.filling = false;
    }
  }

  private async compareHeads(): Promise<void> {
    if (this.checking || this.channels.size === 0) return;
    this.checking = true;
    try {
      const heads = await this.repository.heads([...this.channels.keys()]);
      for (const [channelId, channel] of this.channels) {
        if (!this.live.hasRoom(ROOMS.channel(channelId))) this.forget(channelId);
        else if ((heads.get(channelId)?.lastSeq ?? 0) > channel.lastSeq) void this.fill(channelId, channel);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'The heads of channels could not be compared');
    } finally {
      this.checking = false;
    }
  }

  private forgetRoom(room: string): void {
    for (const channelId of this.channels.keys()) {
      if (room === ROOMS.channel(channelId)) this.forget(channelId);
    }
  }

  private forget(channelId: string): void {
    clearTimeout(this.channels.get(channelId)?.gapTimer);
    this.channels.delete(channelId);
  }
}
