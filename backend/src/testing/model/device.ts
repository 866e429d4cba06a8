import { isRecord, messageMentionsOf, type MessageView } from '@oniverse/contracts';
import type { LiveClient, ReceivedEvent } from '@oniverse/testing';
import type { ModelChannel } from './reference-model.js';
import type { ServerLists } from './server-lists.js';

interface Opened {
  /** Number of events that the device had received before it opened the channel. */
  eventOffset: number;
  initialMessages: readonly MessageView[];
}

export interface DeviceOwner {
  id: string;
  username: string;
}

/** A simulated client of a member. Derives its state from responses and events only. */
export class Device {
  readonly opened = new Map<string, Opened>();
  private checkedEvents = 0;

  constructor(
    private readonly owner: DeviceOwner,
    readonly client: LiveClient,
    readonly lists: ServerLists,
    readonly mentionsBefore: number,
  ) {}

  get userId(): string {
    return this.owner.id;
  }

  /** @returns the error code, or undefined on success */
  async open(channelId: string): Promise<string | undefined> {
    const eventOffset = this.client.received.length;
    const answer = await this.client.socket.emitWithAck('channel:open', { channelId });
    if (!answer.ok) return answer.code;
    this.opened.set(channelId, { eventOffset, initialMessages: answer.messages });
    return undefined;
  }

  takeNewEvents(): ReceivedEvent[] {
    const events = this.client.received.slice(this.checkedEvents);
    this.checkedEvents = this.client.received.length;
    return events;
  }

  /** Returns the first difference from the model. @throws Error if a message arrived twice or out of order */
  findDifference(channel: ModelChannel): string | undefined {
    const opened = this.opened.get(channel.id);
    if (!opened) return undefined;
    const messages = this.deriveMessages(channel.id, opened);
    for (const message of channel.messages.slice(firstSeqOf(opened) - 1)) {
      const actual = messages.get(message.seq);
      const content = message.isDeleted ? null : message.content;
      if (actual === undefined || actual.rev !== message.rev || actual.content !== content) {
        return `seq ${message.seq} is ${JSON.stringify(actual)} instead of ${JSON.stringify({ rev: message.rev, content })}`;
      }
    }
    return undefined;
  }

  /** Returns the unread counts of an open channel; undefined if the device may lack unread messages. */
  deriveUnread(
    channelId: string,
  ): { readSeq: number; unreadCount: number; mentionCount: number } | undefined {
    const opened = this.opened.get(channelId);
    const readSeq = this.lists.readSeqOf(channelId);
    if (!opened || readSeq === undefined || firstSeqOf(opened) > readSeq + 1) return undefined;
    const unread = [...this.deriveMessages(channelId, opened)].flatMap(([seq, { content, userId }]) =>
      seq > readSeq && content !== null && userId !== this.userId ? [content] : [],
    );
    return {
      readSeq,
      unreadCount: unread.length,
      mentionCount: unread.filter((content) => messageMentionsOf(content).includes(this.owner.username))
        .length,
    };
  }

  /** Applies the received events to the initial messages. @returns the messages by `seq` */
  private deriveMessages(
    channelId: string,
    { eventOffset, initialMessages }: Opened,
  ): ReadonlyMap<number, Summary> {
    const messages = new Map(initialMessages.map((message) => [message.seq, summarize(message)]));
    let lastSeq = 0;
    for (const { event, payload } of this.client.received.slice(eventOffset)) {
      if (!isRecord(payload) || payload['channelId'] !== channelId) continue;
      if (event === 'messages:created' && isCreated(payload)) {
        for (const message of payload.messages) {
          if (message.seq <= lastSeq) throw new Error(`Received seq ${message.seq} after ${lastSeq}`);
          lastSeq = message.seq;
          applyIfNewer(messages, message.seq, summarize(message));
        }
      } else if (event === 'message:edited' && isMessage(payload)) {
        applyIfNewer(messages, payload.seq, summarize(payload));
      } else if (event === 'message:deleted') {
        const seq = Number(payload['seq']);
        const userId = messages.get(seq)?.userId ?? null;
        applyIfNewer(messages, seq, { rev: Number(payload['rev']), content: null, userId });
      }
    }
    return messages;
  }
}

const firstSeqOf = ({ initialMessages }: Opened): number => initialMessages[0]?.seq ?? 1;

interface Summary {
  rev: number;
  /** null for a deleted message */
  content: string | null;
  /** null if the account was already erased */
  userId: string | null;
}

const summarize = ({ rev, content, deletedAt, userId }: MessageView): Summary => ({
  rev,
  content: deletedAt === null ? content : null,
  userId,
});

function applyIfNewer(messages: Map<number, Summary>, seq: number, next: Summary): void {
  if ((messages.get(seq)?.rev ?? 0) < next.rev) messages.set(seq, next);
}

const isMessage = (payload: Record<string, unknown>): payload is Record<string, unknown> & MessageView =>
  'seq' in payload && 'content' in payload;
const isCreated = (
  payload: Record<string, unknown>,
): payload is Record<string, unknown> & { messages: MessageView[] } => Array.isArray(payload['messages']);

export function subjectOf({ event, payload }: ReceivedEvent): { serverId?: string; channelId?: string } {
  if (!isRecord(payload)) return {};
  if (event === 'server:changed') return { serverId: String(payload['id']) };
  if (typeof payload['channelId'] === 'string') return { channelId: payload['channelId'] };
  if (typeof payload['serverId'] === 'string') return { serverId: payload['serverId'] };
  return {};
}
