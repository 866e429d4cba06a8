import { type MessageView, mentionsOf } from '@oniverse/contracts';
import type { LiveClient, Told } from '@oniverse/testing';
import type { ModelChannel } from './dimensions-model.js';
import type { HeldDimensions } from './held-dimensions.js';

/** A channel that a device has open. */
interface Opened {
  /** How much the device had been told when it asked. */
  from: number;
  answered: readonly MessageView[];
}

/** Whose device it is. */
export interface DeviceOwner {
  id: string;
  username: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A member's device: what it has open, and what it makes of what it is told. */
export class Device {
  readonly opened = new Map<string, Opened>();
  private looked = 0;

  /**
   * @param lists what it shows of dimensions
   * @param mentionsBefore how often its member had been mentioned when it was connected
   */
  constructor(
    private readonly owner: DeviceOwner,
    readonly client: LiveClient,
    readonly lists: HeldDimensions,
    readonly mentionsBefore: number,
  ) {}

  get userId(): string {
    return this.owner.id;
  }

  /** @returns the code of a refusal; undefined where the channel is open from now on */
  async open(channelId: string): Promise<string | undefined> {
    const from = this.client.told.length;
    const answer = await this.client.socket.emitWithAck('channel:open', { channelId });
    if (!answer.ok) return answer.code;
    this.opened.set(channelId, { from, answered: answer.messages });
    return undefined;
  }

  /** What was told since this was asked last. */
  news(): Told[] {
    const news = this.client.told.slice(this.looked);
    this.looked = this.client.told.length;
    return news;
  }

  /**
   * What is wrong with what the device holds of an open channel.
   * @throws Error where it was told of a message twice, or out of order
   */
  difference(channel: ModelChannel): string | undefined {
    const opened = this.opened.get(channel.id);
    if (!opened) return undefined;
    const held = this.held(channel.id, opened);
    for (const message of channel.messages.slice(firstOf(opened) - 1)) {
      const seen = held.get(message.seq);
      const content = message.isDeleted ? null : message.content;
      if (seen === undefined || seen.rev !== message.rev || seen.content !== content) {
        return `seq ${message.seq} is ${JSON.stringify(seen)} and not ${JSON.stringify({ rev: message.rev, content })}`;
      }
    }
    return undefined;
  }

  /**
   * What its member has not read of an open channel, from the messages that the device holds and nothing else;
   * undefined where it does not hold all that may be unread.
   */
  unread(channelId: string): { readSeq: number; unreadCount: number; mentionCount: number } | undefined {
    const opened = this.opened.get(channelId);
    const readSeq = this.lists.readSeqOf(channelId);
    if (!opened || readSeq === undefined || firstOf(opened) > readSeq + 1) return undefined;
    const news = [...this.held(channelId, opened)].flatMap(([seq, { content, userId }]) =>
      seq > readSeq && content !== null && userId !== this.userId ? [content] : [],
    );
    return {
      readSeq,
      unreadCount: news.length,
      mentionCount: news.filter((content) => mentionsOf(content).includes(this.owner.username)).length,
    };
  }

  /** The messages of an open channel as they are by what the device was told, by `seq`. */
  private held(channelId: string, { from, answered }: Opened): ReadonlyMap<number, Summary> {
    const held = new Map(answered.map((message) => [message.seq, summary(message)]));
    let lastTold = 0;
    for (const { event, payload } of this.client.told.slice(from)) {
      if (!isRecord(payload) || payload['channelId'] !== channelId) continue;
      if (event === 'messages:created' && isCreated(payload)) {
        for (const message of payload.messages) {
          if (message.seq <= lastTold) throw new Error(`Told of ${message.seq} after ${lastTold}`);
          lastTold = message.seq;
          keep(held, message.seq, summary(message));
        }
      } else if (event === 'message:edited' && isMessage(payload)) {
        keep(held, payload.seq, summary(payload));
      } else if (event === 'message:deleted') {
        const seq = Number(payload['seq']);
        const userId = held.get(seq)?.userId ?? null;
        keep(held, seq, { rev: Number(payload['rev']), content: null, userId });
      }
    }
    return held;
  }
}

const firstOf = ({ answered }: Opened): number => answered[0]?.seq ?? 1;

interface Summary {
  rev: number;
  /** null for a deleted message */
  content: string | null;
  /** null where the account was gone when the device was told of it */
  userId: string | null;
}

const summary = ({ rev, content, deletedAt, userId }: MessageView): Summary => ({
  rev,
  content: deletedAt === null ? content : null,
  userId,
});

function keep(held: Map<number, Summary>, seq: number, next: Summary): void {
  if ((held.get(seq)?.rev ?? 0) < next.rev) held.set(seq, next);
}

const isMessage = (payload: Record<string, unknown>): payload is Record<string, unknown> & MessageView =>
  'seq' in payload && 'content' in payload;
const isCreated = (
  payload: Record<string, unknown>,
): payload is Record<string, unknown> & { messages: MessageView[] } => Array.isArray(payload['messages']);

/** The server or the channel that something is told of; neither for what is not of dimensions. */
export function subjectOf({ event, payload }: Told): { serverId?: string; channelId?: string } {
  if (!isRecord(payload)) return {};
  if (event === 'server:changed') return { serverId: String(payload['id']) };
  if (typeof payload['channelId'] === 'string') return { channelId: payload['channelId'] };
  if (typeof payload['serverId'] === 'string') return { serverId: payload['serverId'] };
  return {};
}
