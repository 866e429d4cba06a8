import type { ChannelOpenAnswer, ChannelOpenRequest, MessageView } from '@oniverse/contracts';

/** What a client holds of one channel: a stretch without a gap, up to the newest message that it was told of. */
export class ChannelCopy {
  /** Ascending by `seq`, without a gap. */
  readonly messages: MessageView[] = [];
  private readonly loose = new Map<number, MessageView>();
  private ready = false;
  private rev = 0;
  private headSeq = 0;
  private headRev = 0;

  constructor(private readonly channelId: string) {}

  get newest(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  /** Whether everything that the server spoke of is held: if not, `channel:open` is to be asked. */
  get isWhole(): boolean {
    return this.ready && this.newest >= this.headSeq && this.rev >= this.headRev;
  }

  /** What to ask to get from what is held to what there is; afresh where nothing is held. */
  request(): ChannelOpenRequest {
    const { channelId, rev } = this;
    const oldest = this.messages[0]?.seq;
    return oldest === undefined ? { channelId } : { channelId, from: oldest, after: this.newest, rev };
  }

  /** The answer to what `request` asked. */
  opened(asked: ChannelOpenRequest, answer: ChannelOpenAnswer): void {
    const startsAnew = asked.after === undefined || answer.reset === true;
    if (startsAnew) {
      // What came live meanwhile goes on top of what the server saw.
      for (const message of this.messages.splice(0)) this.loose.set(message.seq, message);
      this.messages.push(...answer.messages);
      this.rev = answer.lastRev;
      this.ready = true;
    } else {
      this.absorb([...answer.messages, ...answer.changed]);
      if (!answer.more) this.rev = Math.max(this.rev, answer.lastRev);
    }
    this.headSeq = Math.max(this.headSeq, answer.lastSeq);
    this.headRev = Math.max(this.headRev, answer.lastRev);
    this.absorb([]);
  }

  /** A live packet. */
  created(messages: readonly MessageView[]): void {
    for (const { seq, rev } of messages) {
      this.headSeq = Math.max(this.headSeq, seq);
      this.headRev = Math.max(this.headRev, rev);
    }
    this.absorb(messages);
  }

  private absorb(incoming: readonly MessageView[]): void {
    for (const message of incoming) this.loose.set(message.seq, newer(message, this.loose.get(message.seq)));
    if (!this.ready) return;
    for (const message of [...this.loose.values()].toSorted((one, other) => one.seq - other.seq)) {
      const place = message.seq - (this.messages[0]?.seq ?? 1);
      if (place > this.messages.length) return;
      this.loose.delete(message.seq);
      // What is older than the oldest held is history.
      if (place < 0) continue;
      const held = this.messages[place];
      this.messages[place] = newer(message, held);
      if (message.rev === this.rev + 1) this.rev = message.rev;
    }
  }
}

const newer = (one: MessageView, other: MessageView | undefined): MessageView =>
  other && other.rev > one.rev ? other : one;
