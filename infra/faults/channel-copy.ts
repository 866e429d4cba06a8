import type {
  ChannelOpenAnswer,
  ChannelOpenRequest,
  DeletedMessage,
  MessageView,
  RemovedAuthor,
} from '@oniverse/contracts';

/** A client's copy of one channel: a range of messages without gaps. */
export class ChannelCopy {
  /** Ascending by `seq`, without gaps. */
  readonly messages: MessageView[] = [];
  /** Messages that do not yet connect to the range, by `seq`. */
  private readonly detached = new Map<number, MessageView>();
  private readonly removedAuthors = new Set<string | null>();
  private ready = false;
  private rev = 0;
  private headSeq = 0;
  private headRev = 0;

  constructor(private readonly channelId: string) {}

  get newest(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  isAtLeast(lastSeq: number, lastRev: number): boolean {
    return this.newest >= lastSeq && this.rev >= lastRev;
  }

  /** Whether the copy includes everything that the server has mentioned. If not, the client must send `channel:open`. */
  get isComplete(): boolean {
    return this.ready && this.newest >= this.headSeq && this.rev >= this.headRev;
  }

  /** Returns the request that resumes the channel, or opens it if the copy is empty. */
  nextRequest(): ChannelOpenRequest {
    const { channelId, rev } = this;
    const oldest = this.messages[0]?.seq;
    return oldest === undefined ? { channelId } : { channelId, from: oldest, after: this.newest, rev };
  }

  applyOpened(request: ChannelOpenRequest, answer: ChannelOpenAnswer): void {
    const replacesCopy = request.after === undefined || answer.reset === true;
    for (const { userId } of answer.removedAuthors ?? []) this.removeAuthor(userId);
    if (replacesCopy) {
      // Events that arrived during the request may be newer than the answer.
      for (const message of this.messages.splice(0)) this.detached.set(message.seq, message);
      for (const { seq, rev } of answer.messages) {
        if ((this.detached.get(seq)?.rev ?? 0) <= rev) this.detached.delete(seq);
      }
      this.messages.push(...answer.messages);
      this.rev = answer.lastRev;
      this.ready = true;
    } else {
      this.merge([...answer.messages, ...answer.changed]);
      if (!answer.more) this.rev = Math.max(this.rev, answer.lastRev);
    }
    this.headSeq = Math.max(this.headSeq, answer.lastSeq);
    this.headRev = Math.max(this.headRev, answer.lastRev);
    this.merge([]);
  }

  applyCreated(messages: readonly MessageView[]): void {
    for (const message of messages) this.advanceHead(message);
    this.merge(messages);
  }

  applyEdited(message: MessageView): void {
    this.advanceHead(message);
    this.merge([message]);
  }

  /** Applies a deletion, or a new summary of a deleted message. Messages outside the copy arrive as deleted later. */
  applyDeleted({ seq, rev, thread }: DeletedMessage): void {
    this.advanceHead({ seq, rev });
    const index = seq - (this.messages[0]?.seq ?? 1);
    const current = this.messages[index];
    const now = new Date().toISOString();
    if (current && current.rev < rev) {
      const { reactions: _reactions, thread: _thread, ...kept } = current;
      this.messages[index] = {
        ...kept,
        ...(thread && { thread }),
        rev,
        content: '',
        updatedAt: now,
        deletedAt: now,
      };
    }
    if (current || (index < 0 && this.ready)) this.advanceRev(rev);
  }

  applyAuthorRemoved({ userId, rev }: RemovedAuthor): void {
    this.headRev = Math.max(this.headRev, rev);
    this.removeAuthor(userId);
    if (this.ready) this.advanceRev(rev);
  }

  private removeAuthor(userId: string): void {
    this.removedAuthors.add(userId);
    for (const [index, message] of this.messages.entries())
      this.messages[index] = this.withoutRemovedAuthor(message);
  }

  private withoutRemovedAuthor(message: MessageView): MessageView {
    return this.removedAuthors.has(message.userId) ? { ...message, userId: null, author: null } : message;
  }

  private advanceHead({ seq, rev }: { seq: number; rev: number }): void {
    this.headSeq = Math.max(this.headSeq, seq);
    this.headRev = Math.max(this.headRev, rev);
  }

  /** Records a change that was applied or does not affect the copy. */
  private advanceRev(rev: number): void {
    if (rev === this.rev + 1) this.rev = rev;
  }

  private merge(incoming: readonly MessageView[]): void {
    for (const message of incoming)
      this.detached.set(message.seq, newerOf(message, this.detached.get(message.seq)));
    if (!this.ready) return;
    for (const message of [...this.detached.values()].toSorted((one, other) => one.seq - other.seq)) {
      const index = message.seq - (this.messages[0]?.seq ?? 1);
      if (index > this.messages.length) return;
      this.detached.delete(message.seq);
      this.advanceRev(message.rev);
      // Older than the copy: history.
      if (index >= 0)
        this.messages[index] = this.withoutRemovedAuthor(newerOf(message, this.messages[index]));
    }
  }
}

const newerOf = (one: MessageView, other: MessageView | undefined): MessageView =>
  other && other.rev > one.rev ? other : one;
