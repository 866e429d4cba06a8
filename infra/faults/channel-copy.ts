import type { ChannelOpenAnswer, ChannelOpenRequest, DeletedMessage, MessageView } from '@oniverse/contracts';

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

  /** Whether all is held that happened up to a place. */
  hasAll(lastSeq: number, lastRev: number): boolean {
    return this.newest >= lastSeq && this.rev >= lastRev;
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
      for (const { seq, rev } of answer.messages) {
        if ((this.loose.get(seq)?.rev ?? 0) <= rev) this.loose.delete(seq);
      }
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
    for (const message of messages) this.heardOf(message);
    this.absorb(messages);
  }

  /** A message has another text. */
  edited(message: MessageView): void {
    this.heardOf(message);
    this.absorb([message]);
  }

  /** A message has no text any more. What is not held comes with the answer that brings it. */
  deleted({ seq, rev }: DeletedMessage): void {
    this.heardOf({ seq, rev });
    const place = seq - (this.messages[0]?.seq ?? 1);
    const held = this.messages[place];
    const now = new Date().toISOString();
    if (held && held.rev < rev) {
      this.messages[place] = { ...held, rev, content: '', updatedAt: now, deletedAt: now };
    }
    if (held || (place < 0 && this.ready)) this.count(rev);
  }

  private heardOf({ seq, rev }: { seq: number; rev: number }): void {
    this.headSeq = Math.max(this.headSeq, seq);
    this.headRev = Math.max(this.headRev, rev);
  }

  /** A change that is held, or does not concern what is held. */
  private count(rev: number): void {
    if (rev === this.rev + 1) this.rev = rev;
  }

  private absorb(incoming: readonly MessageView[]): void {
    for (const message of incoming) this.loose.set(message.seq, newer(message, this.loose.get(message.seq)));
    if (!this.ready) return;
    for (const message of [...this.loose.values()].toSorted((one, other) => one.seq - other.seq)) {
      const place = message.seq - (this.messages[0]?.seq ?? 1);
      if (place > this.messages.length) return;
      this.loose.delete(message.seq);
      this.count(message.rev);
      // What is older than the oldest held is history.
      if (place >= 0) this.messages[place] = newer(message, this.messages[place]);
    }
  }
}

const newer = (one: MessageView, other: MessageView | undefined): MessageView =>
  other && other.rev > one.rev ? other : one;
