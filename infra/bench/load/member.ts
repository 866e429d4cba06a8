import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { LoadClient } from '../live/load/client.js';
import { contentOf } from '../live/load/content.js';
import {
  type ArrivingPacket,
  DIALECTS,
  field,
  isTrueField,
  messageSeqs,
  numberField,
  text,
} from '../live/load/dialect.js';
import type { PacketReader } from '../live/load/packets.js';
import { ResumeTracker } from '../live/load/resume-tracker.js';
import { now } from '../live/measure/latency.js';
import type { Ledger } from './ledger.js';
import { ANSWER_MS, isOk, request } from './request.js';
import type { LoadDimension } from './sessions.js';
import type { Tally } from './tally.js';

const RETRY_MS = 250;
/** The delays before a reconnect, as those of the client. */
const RECONNECT_MS = { first: 1_000, longest: 10_000 };
const SENTENCE = 'the night is long and the signal finds a harbor in an orbit of embers';

export interface LoadContext {
  /** Of the backends, or of the gateway. They take turns. */
  readonly urls: readonly string[];
  readonly reader: PacketReader;
  readonly tally: Tally;
  readonly ledger: Ledger;
}

const codeOf = (body: unknown): string => {
  const code = field(body, 'code');
  return typeof code === 'string' ? code : 'without a code';
};

/** A member with one open channel, who reconnects as the client does and repeats a send until it is acknowledged. */
export class LoadMember {
  channelId: string;
  private client: LoadClient | undefined;
  /** What of the channel arrived; undefined until it is open. */
  private tracker: ResumeTracker | undefined;
  /** What arrived before the answer to `channel:open`. */
  private early: number[] = [];
  /** The last position on this connection. */
  private liveSeq: number | undefined;
  private sent = 0;
  private turn: number;
  private isLeaving = false;
  /** Closed by the member. */
  private isRoaming = false;
  private staying: Promise<void> = Promise.resolve();

  /** @param number of all members */
  constructor(
    readonly number: number,
    readonly sessionId: string,
    private readonly dimension: LoadDimension,
    private readonly context: LoadContext,
  ) {
    this.turn = number;
    this.channelId = dimension.channelIds[number % dimension.channelIds.length] ?? '';
  }

  get ledger(): Ledger {
    return this.context.ledger;
  }

  get serverId(): string {
    return this.dimension.serverId;
  }

  get usernames(): readonly string[] {
    return this.dimension.members.map(({ username }) => username);
  }

  get lastSeq(): number {
    return this.tracker?.lastSeq ?? 0;
  }

  /** Whether everything up to a position arrived; also true while the channel could not be opened. */
  hasReceived(channelId: string, seq: number): boolean {
    return channelId !== this.channelId || (this.tracker?.isCompleteUpTo(seq) ?? true);
  }

  /** Connects, and stays connected until the member leaves. */
  arrive(): void {
    this.staying = this.stay();
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    this.client?.terminate();
    await this.staying;
  }

  /** Loses the connection, and comes back. */
  async reconnect(): Promise<void> {
    this.isRoaming = true;
    this.client?.terminate();
  }

  /** Opens another channel of the dimension. */
  async moveTo(dice: number): Promise<void> {
    const { channelIds } = this.dimension;
    const channelId = channelIds[Math.floor(dice * channelIds.length)];
    if (channelId === undefined || channelId === this.channelId) return;
    await this.emit('channel:close', { channelId: this.channelId });
    this.channelId = channelId;
    [this.tracker, this.liveSeq, this.early] = [undefined, undefined, []];
    await this.open();
  }

  newContent(): string {
    this.sent += 1;
    return contentOf(this.number, this.sent, SENTENCE.slice(0, 20 + ((this.sent * 13) % 50)));
  }

  /** Sends a message to the open channel. @param more fields of it @param file the text of its file */
  async send(more: object, file?: string): Promise<void> {
    const { tally, ledger } = this.context;
    const { channelId } = this;
    const content = this.newContent();
    const message = { channelId, content, nonce: randomUUID(), ...more };
    const startedAt = now();
    for (; !this.isLeaving; await delay(RETRY_MS)) {
      if (!this.client) continue;
      const answer = await this.request('message:send', message);
      if (isTrueField(answer, 'ok')) {
        tally.times.acknowledgement.record(now() - startedAt);
        const stored = field(answer, 'message');
        const [id, seq] = [text(stored, 'id'), numberField(stored, 'seq')];
        ledger.addMessage(channelId, { id, seq, content, member: this.number, file });
        return;
      }
      const code = answer === undefined ? 'unavailable' : text(answer, 'code');
      if (answer !== undefined) tally.refuse('message:send', code);
      if (code !== 'unavailable') return;
      tally.count('repeated sends');
    }
  }

  /** Sends a live request that stores nothing. */
  async emit(event: string, payload: object): Promise<void> {
    const answer = await this.request(event, payload);
    if (answer !== undefined && !isTrueField(answer, 'ok'))
      this.context.tally.refuse(event, text(answer, 'code'));
  }

  /** Calls the API. @returns the body of a success */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    return this.measured(`${method} ${path.replace(/[/?].*/u, '')}`, method, `/api/${path}`, body);
  }

  /** Sends the text of a file to its address. */
  async upload(pathname: string, bytes: string): Promise<boolean> {
    return (await this.measured('PUT uploads', 'PUT', pathname, bytes)) !== undefined;
  }

  private async measured(
    asked: string,
    method: string,
    path: string,
    body?: object | string,
  ): Promise<unknown> {
    const { tally } = this.context;
    const startedAt = now();
    const answer = await request(method, `${this.nextUrl()}${path}`, this.sessionId, body);
    if (answer && isOk(answer)) {
      tally.times.call.record(now() - startedAt);
      return answer.body;
    }
    if (!answer) tally.count('unanswered calls');
    else tally.refuse(asked, `${answer.status} ${codeOf(answer.body)}`);
    return undefined;
  }

  private nextUrl(): string {
    this.turn += 1;
    return this.context.urls[this.turn % this.context.urls.length] ?? '';
  }

  /** Resolves with undefined without a connection or an answer. */
  private async request(event: string, payload: object): Promise<unknown> {
    if (!this.client) return undefined;
    const timeout = new AbortController();
    const late = delay(ANSWER_MS, undefined, { signal: timeout.signal }).then(
      () => this.context.tally.count('unanswered requests'),
      () => undefined,
    );
    try {
      return await Promise.race([this.client.request(event, payload), late]);
    } finally {
      timeout.abort();
    }
  }

  private async stay(): Promise<void> {
    for (let failures = 0; !this.isLeaving;) {
      const isConnected = await this.runConnection();
      failures = isConnected ? 0 : failures + 1;
      if (isConnected && !this.isLeaving && !this.isRoaming) this.context.tally.count('lost connections');
      this.isRoaming = false;
      if (this.isLeaving) return;
      const { first, longest } = RECONNECT_MS;
      await delay(Math.min(longest, first * 2 ** failures) * (0.5 + Math.random()));
    }
  }

  /** Opens a connection, and resolves after its end with true, or with false if it was refused. */
  private async runConnection(): Promise<boolean> {
    const { reader, tally } = this.context;
    const startedAt = now();
    const closing = new AbortController();
    const closed = once(closing.signal, 'abort');
    try {
      this.client = await LoadClient.connect(
        this.nextUrl(),
        DIALECTS.oniverse,
        { id: this.number, sessionId: this.sessionId },
        reader,
        { onPacket: (packet) => this.receive(packet), onClose: () => closing.abort() },
      );
    } catch (error) {
      const reason = String(error);
      tally.refuse('connect', /"message":"([^"]+)/u.exec(reason)?.[1] ?? reason);
      return false;
    }
    if (this.isLeaving) this.client.terminate();
    this.liveSeq = undefined;
    if (await this.open()) tally.times.reconnect.record(now() - startedAt);
    await closed;
    this.client = undefined;
    return true;
  }

  /** Opens the channel, or reads what was missed. @returns whether it is open and complete */
  private async open(): Promise<boolean> {
    const { client, channelId } = this;
    for (let hasMore = true; hasMore;) {
      const after = this.tracker?.lastSeq;
      const answer = await this.request('channel:open', { channelId, ...(after !== undefined && { after }) });
      if (client !== this.client || channelId !== this.channelId || answer === undefined) return false;
      if (!isTrueField(answer, 'ok')) {
        this.context.tally.refuse('channel:open', text(answer, 'code'));
        return false;
      }
      this.tracker ??= new ResumeTracker(numberField(answer, 'lastSeq'));
      if (isTrueField(answer, 'reset')) this.tracker.reset(messageSeqs(answer));
      else for (const seq of [...messageSeqs(answer), ...this.early.splice(0)]) this.tracker.record(seq);
      hasMore = isTrueField(answer, 'more');
    }
    return true;
  }

  private receive({ channelId, messages }: ArrivingPacket): void {
    if (channelId !== this.channelId) return;
    const { tally } = this.context;
    const at = now();
    for (const { seq = 0, sentAt } of messages) {
      tally.times.delivery.record(at - sentAt);
      if (this.liveSeq !== undefined && seq !== this.liveSeq + 1) tally.count('gaps');
      this.liveSeq = seq;
      if (this.tracker) this.tracker.record(seq);
      else this.early.push(seq);
    }
  }
}
