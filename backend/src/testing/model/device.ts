import type { MessageView } from '@oniverse/contracts';
import type { LiveClient, Told } from '@oniverse/testing';
import type { ModelChannel } from './dimensions-model.js';

/** A channel that a device has open. */
interface Opened {
  /** How much the device had been told when it asked. */
  from: number;
  answered: readonly MessageView[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A member's device: what it has open, and what it makes of what it is told. */
export class Device {
  readonly opened = new Map<string, Opened>();
  private looked = 0;

  constructor(
    readonly userId: string,
    readonly client: LiveClient,
  ) {}

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
    const held = new Map(opened.answered.map((message) => [message.seq, summary(message)]));
    let lastTold = 0;
    for (const { event, payload } of this.client.told.slice(opened.from)) {
      if (!isRecord(payload) || payload['channelId'] !== channel.id) continue;
      if (event === 'messages:created' && isCreated(payload)) {
        for (const message of payload.messages) {
          if (message.seq <= lastTold) throw new Error(`Told of ${message.seq} after ${lastTold}`);
          lastTold = message.seq;
          keep(held, message.seq, summary(message));
        }
      } else if (event === 'message:edited' && isMessage(payload)) {
        keep(held, payload.seq, summary(payload));
      } else if (event === 'message:deleted') {
        keep(held, Number(payload['seq']), { rev: Number(payload['rev']), content: null });
      }
    }
    const first = opened.answered[0]?.seq ?? 1;
    for (const message of channel.messages.slice(first - 1)) {
      const seen = held.get(message.seq);
      const content = message.isDeleted ? null : message.content;
      if (seen === undefined || seen.rev !== message.rev || seen.content !== content) {
        return `seq ${message.seq} is ${JSON.stringify(seen)} and not ${JSON.stringify({ rev: message.rev, content })}`;
      }
    }
    return undefined;
  }
}

interface Summary {
  rev: number;
  /** null for a deleted message */
  content: string | null;
}

const summary = ({ rev, content, deletedAt }: MessageView): Summary => ({
  rev,
  content: deletedAt === null ? content : null,
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
