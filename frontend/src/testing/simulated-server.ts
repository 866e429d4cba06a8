import type { MessageView } from '@oniverse/contracts';
import { applyToChannel, confirmRead, learnThread, receiveDraft } from '../features/talk/log/log.store.js';
import type { Operation } from '../features/talk/log/operations.js';
import { ChannelLog } from './live-server.js';

export const ME = 'u-me';
export const CHANNELS = ['a', 'b'];

/** A live event. One of a channel may be lost, repeated and late. */
export interface Packet {
  talkId?: string;
  apply: () => void;
}

interface Answer {
  seq?: number;
  apply: () => void;
}

/** Removes what live events do not carry, because they are the same for all readers. */
const asLive = ({ reactions = [], ...message }: MessageView): MessageView => ({
  ...message,
  reactions: reactions.map(({ isMine: _isMine, ...reaction }) => reaction),
});

/** A model of the server: numbers messages, counts revisions, and publishes what changed. */
export class SimulatedServer {
  readonly logs = new Map<string, ChannelLog>();
  readonly threads = new Map<string, string>();
  readonly reads = new Map<string, number>();
  readonly drafts = new Map<string, { text: string; rev: number }>();
  /** The messages whose text another device changed last. */
  readonly changedElsewhere = new Set<string>();
  isBanned = false;
  private draftRev = 0;

  constructor(private readonly publish: (packet: Packet) => void) {
    for (const talkId of CHANNELS) for (let made = 0; made < 4; made += 1) this.post(talkId, { userId: ME });
  }

  log(talkId: string): ChannelLog {
    const log = this.logs.get(talkId) ?? new ChannelLog();
    this.logs.set(talkId, log);
    return log;
  }

  post(talkId: string, given: Partial<MessageView>): MessageView {
    const log = this.log(talkId);
    const count = log.messages.length;
    const reactions = [{ emoji: '🌘', count: 1, first: [], isMine: false }];
    const nonce = `${talkId}+${count}`;
    const message = log.append({ id: `${talkId}-${count}`, channelId: talkId, reactions, nonce, ...given });
    if (log.messages.length > count) {
      const messages = [asLive(message)];
      this.publish({ talkId, apply: () => applyToChannel(talkId, { type: 'created', messages }) });
    }
    return message;
  }

  edit(talkId: string, seq: number, content: string, isElsewhere: boolean): MessageView | undefined {
    const message = this.log(talkId).edit(seq, content);
    if (!message) return undefined;
    if (isElsewhere) this.changedElsewhere.add(message.id);
    else this.changedElsewhere.delete(message.id);
    this.publish({
      talkId,
      apply: () => applyToChannel(talkId, { type: 'edited', message: asLive(message) }),
    });
    return message;
  }

  delete(talkId: string, seq: number): void {
    const message = this.log(talkId).delete(seq);
    if (!message) return;
    const deletion = { seq, rev: message.rev, at: message.updatedAt };
    this.publish({ talkId, apply: () => applyToChannel(talkId, { type: 'deleted', deletion }) });
  }

  startThread(messageId: string): string {
    const threadId = `t.${messageId}`;
    this.threads.set(messageId, threadId);
    return threadId;
  }

  emojisOf(talkId: string, seq: number): string[] {
    const { reactions = [] } = this.log(talkId).messages[seq - 1] ?? {};
    return reactions.filter(({ isMine }) => isMine).map(({ emoji }) => emoji);
  }

  private react(talkId: string, seq: number, emoji: string, isMine: boolean): MessageView | undefined {
    const log = this.log(talkId);
    const before = log.messages[seq - 1];
    if (!before || before.deletedAt !== null) return undefined;
    if (this.emojisOf(talkId, seq).includes(emoji) === isMine) return before;
    log.rev += 1;
    const others = (before.reactions ?? []).filter((reaction) => reaction.emoji !== emoji);
    const reactions = isMine ? [...others, { emoji, count: 1, first: [], isMine }] : others;
    const message = { ...before, rev: log.rev, reactions };
    log.messages[seq - 1] = message;
    const own = { channelId: talkId, seq, rev: log.rev, emojis: this.emojisOf(talkId, seq) };
    const apply = () => {
      applyToChannel(talkId, { type: 'edited', message: asLive(message) });
      applyToChannel(talkId, { type: 'ownReactions', own });
    };
    this.publish({ talkId, apply });
    return message;
  }

  private saveDraft(talkId: string, text: string): () => void {
    this.draftRev += 1;
    this.drafts.set(talkId, { text, rev: this.draftRev });
    const apply = this.draftAnswer(talkId);
    this.publish({ apply });
    return apply;
  }

  draftAnswer(talkId: string): () => void {
    const { text, rev } = this.drafts.get(talkId) ?? { text: '', rev: 0 };
    return () => receiveDraft(ME, { channelId: talkId, content: text, rev });
  }

  /** Does what a request asks for. @returns undefined for a refusal */
  handle(operation: Operation): Answer | undefined {
    const { talkId } = operation;
    if (this.isBanned) return undefined;
    switch (operation.kind) {
      case 'send': {
        const { id: nonce, content, draftRev, startsThread } = operation;
        const channelId = startsThread === true ? this.startThread(talkId) : talkId;
        const message = this.post(channelId, { userId: ME, nonce, content });
        const draft = this.drafts.get(channelId);
        if (draft && draft.text !== '' && draft.rev <= draftRev) this.saveDraft(channelId, '');
        const apply = () => {
          if (startsThread === true) learnThread(ME, talkId, channelId);
          applyToChannel(channelId, { type: 'acknowledged', message });
        };
        return { seq: message.seq, apply };
      }
      case 'play': {
        const message = this.post(talkId, { userId: ME, nonce: operation.id, content: operation.move });
        return { seq: message.seq, apply: () => applyToChannel(talkId, { type: 'acknowledged', message }) };
      }
      case 'edit':
      case 'react': {
        const { kind, seq } = operation;
        const message =
          kind === 'edit'
            ? this.edit(talkId, seq, operation.content, false)
            : this.react(talkId, seq, operation.emoji, operation.isMine);
        return message && { apply: () => applyToChannel(talkId, { type: 'edited', message }) };
      }
      case 'delete':
        this.delete(talkId, operation.seq);
        return { apply: () => undefined };
      case 'read': {
        const seq = Math.max(operation.seq, this.reads.get(talkId) ?? 0);
        this.reads.set(talkId, seq);
        this.publish({ apply: () => confirmRead(talkId, seq) });
        return { apply: () => confirmRead(talkId, operation.seq) };
      }
      case 'draft':
        return { apply: this.saveDraft(talkId, operation.text) };
      default:
        return operation satisfies never;
    }
  }
}
