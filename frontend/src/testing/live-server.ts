import {
  type ChannelOpenAnswer,
  type ChannelOpenRequest,
  type LinkPreview,
  type MessageSendRequest,
  type MessageView,
  type RemovedAuthor,
  HEARTBEAT,
} from '@oniverse/contracts';
import { CHANNEL_OPEN, LIVE_PATH } from '@oniverse/contracts';
import { cleanup } from '@testing-library/react';
import { http, passthrough, ws } from 'msw';
import { Server, type Socket } from 'socket.io';
import { expiredQuote, quoteOf } from '../features/talk/log/quotes.js';
import { configureLive, type LiveSettings } from '../live/live.js';
import { attachment } from './attachments.js';
import { atTestEnd } from './reset.js';
import { server as api } from './server.js';

const START = Date.parse('2026-03-05T20:41:00.000Z');

export function message(given: Partial<MessageView> & { seq: number }): MessageView {
  const at = new Date(START + given.seq * 60_000).toISOString();
  const author = { username: 'juno_9', displayName: null, profileImageUrl: null };
  return {
    id: `m-${given.seq}`,
    channelId: 'tonight',
    userId: 'u-juno',
    rev: given.seq,
    content: `message ${given.seq}`,
    nonce: `n-${given.seq}`,
    author,
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    deletedAt: null,
    ...given,
  };
}

/** A model of a channel: numbers messages, counts revisions and answers `channel:open` as the contract says. */
export class ChannelLog {
  readonly messages: MessageView[] = [];
  /** The first `seq` that is stored. */
  firstSeq = 1;
  rev = 0;
  private readonly removedAuthors: RemovedAuthor[] = [];

  constructor(messages = 0) {
    for (let made = 0; made < messages; made += 1) this.append({});
  }

  append(given: Partial<MessageView>, replyToSeq = 0): MessageView {
    const duplicate = this.messages.find(({ nonce }) => given.nonce !== undefined && nonce === given.nonce);
    if (duplicate) return duplicate;
    this.rev += 1;
    const quoted = replyToSeq < this.firstSeq ? undefined : this.messages[replyToSeq - 1];
    const replyTo = quoted && { replyTo: quoteOf(quoted) };
    const made = message({ ...given, ...replyTo, seq: this.messages.length + 1, rev: this.rev });
    this.messages.push(made);
    return made;
  }

  /** @returns the edited message, or `undefined` if it does not exist or is deleted */
  edit(seq: number, content: string): MessageView | undefined {
    return this.updateMessage(seq, ({ createdAt }) => ({ content, editedAt: createdAt }));
  }

  /** @returns the pinned or unpinned message, or `undefined` if it does not exist or is deleted */
  pin(seq: number, isPinned: boolean): MessageView | undefined {
    return this.updateMessage(seq, ({ createdAt }) => ({ pinnedAt: isPinned ? createdAt : undefined }));
  }

  /** @returns the message with other previews, or `undefined` if it does not exist or is deleted */
  preview(seq: number, links: LinkPreview[] | undefined): MessageView | undefined {
    return this.updateMessage(seq, () => ({ links }));
  }

  /** @returns the blanked message, or `undefined` if it does not exist or is deleted */
  delete(seq: number): MessageView | undefined {
    return this.updateMessage(seq, ({ createdAt }) => ({
      content: '',
      deletedAt: createdAt,
      pinnedAt: undefined,
      attachments: undefined,
      links: undefined,
    }));
  }

  /** Drops the deleted messages at the beginning, as the worker does. The newest message stays. */
  drop(): void {
    const kept = this.messages.findIndex(({ deletedAt }) => deletedAt === null);
    const first = kept === -1 ? this.messages.length : kept + 1;
    this.firstSeq = Math.max(this.firstSeq, first);
    this.refreshQuotes();
  }

  /** The messages that are stored. */
  get stored(): readonly MessageView[] {
    return this.messages.slice(this.firstSeq - 1);
  }

  /** Erasing an account has this effect. */
  removeAuthor(userId: string, channelId = 'tonight'): RemovedAuthor {
    this.rev += 1;
    const removed = { channelId, userId, rev: this.rev };
    this.removedAuthors.push(removed);
    for (const [index, message] of this.messages.entries()) {
      if (message.userId !== userId) continue;
      this.messages[index] = {
        ...message,
        userId: null,
        author: null,
        attachments: undefined,
        links: undefined,
      };
    }
    this.refreshQuotes();
    return removed;
  }

  private updateMessage(
    seq: number,
    change: (message: MessageView) => Partial<MessageView>,
  ): MessageView | undefined {
    const current = this.messages[seq - 1];
    if (!current || current.deletedAt !== null) return undefined;
    this.rev += 1;
    const changed = { ...current, ...change(current), rev: this.rev };
    this.messages[seq - 1] = changed;
    this.refreshQuotes();
    return changed;
  }

  /** The server reads quotes with each message. */
  private refreshQuotes(): void {
    for (const [index, message] of this.messages.entries()) {
      const quoted = message.replyTo && this.messages[message.replyTo.seq - 1];
      if (!quoted) continue;
      const replyTo = quoted.seq < this.firstSeq ? expiredQuote(quoted.seq) : quoteOf(quoted);
      this.messages[index] = { ...message, replyTo };
    }
  }

  open({ from, after, rev }: Omit<ChannelOpenRequest, 'channelId'>): ChannelOpenAnswer {
    const { firstSeq, stored } = this;
    const head = { firstSeq, lastSeq: this.messages.length, lastRev: this.rev };
    const latest = stored.slice(-CHANNEL_OPEN.latest);
    if (after === undefined || after === null) {
      return { ...head, messages: latest, changed: [], more: false };
    }
    const fresh = stored.filter(({ seq }) => seq > after);
    const isKnown = ({ seq }: { seq: number }) => seq >= (from ?? after) && seq <= after;
    const quotedSeqs = new Set(stored.filter(isKnown).map(({ replyTo }) => replyTo?.seq));
    const changed = stored.filter(
      (message) => (isKnown(message) || quotedSeqs.has(message.seq)) && message.rev > (rev ?? this.rev),
    );
    const removedAuthors = this.removedAuthors.filter((author) => author.rev > (rev ?? this.rev));
    const isGone = (from ?? after + 1) < firstSeq;
    if (isGone || fresh.length > CHANNEL_OPEN.maxNew || changed.length > CHANNEL_OPEN.maxChanged) {
      return { ...head, messages: latest, changed: [], more: false, reset: true };
    }
    const page = fresh.slice(0, CHANNEL_OPEN.page);
    return { ...head, messages: page, changed, removedAuthors, more: page.length < fresh.length };
  }
}

export interface LiveRequest {
  name: string;
  payload: unknown;
}

/** A live server on a free port that answers as the contract says. `start` points the client at it until the test ends. */
export class LiveServer {
  readonly io = new Server({
    transports: ['websocket'],
    path: LIVE_PATH,
    pingInterval: HEARTBEAT.interval,
    pingTimeout: HEARTBEAT.timeout,
  });
  readonly channels = new Map<string, ChannelLog>();
  readonly requests: LiveRequest[] = [];
  /** Accepted session ids with their members. A socket without a session id may only watch. */
  readonly sessions = new Map([['known-session', 'u-vesper']]);
  waitlistCount = 0;
  /** Handles a send: an object is sent as the answer, `lost` stores without answering, `undefined` stores and answers. */
  onSend: (request: MessageSendRequest) => object | 'lost' | undefined = () => undefined;
  broadcasts = true;

  start(settings: Partial<LiveSettings> = {}): void {
    api.use(
      http.get(/\/socket\.io\//, () => passthrough()),
      ws.link(/\/socket\.io\//).addEventListener('connection', (link) => link.server.connect()),
    );
    this.io.use((socket, next) => {
      const id: unknown = socket.handshake.auth['sessionId'];
      if (typeof id === 'string' && !this.sessions.has(id)) next(new Error('unauthorized'));
      else next();
    });
    this.io.on('connection', (socket) => this.handleConnection(socket));
    this.io.listen(0);
    atTestEnd(() => this.stop());
    configureLive({ origin: `http://127.0.0.1:${this.port()}`, ...settings });
  }

  private port(): number {
    const address = this.io.httpServer.address();
    if (typeof address !== 'object' || address === null) throw new Error('The live server is not listening.');
    return address.port;
  }

  channelLog(channelId: string): ChannelLog {
    const log = this.channels.get(channelId) ?? new ChannelLog();
    this.channels.set(channelId, log);
    return log;
  }

  /** Stores and broadcasts a message of another member. */
  postMessage(channelId: string, given: Partial<MessageView>, replyToSeq?: number): MessageView {
    const made = this.channelLog(channelId).append({ channelId, ...given }, replyToSeq);
    if (this.broadcasts) this.io.to(channelId).emit('messages:created', { channelId, messages: [made] });
    return made;
  }

  edit(channelId: string, seq: number, content: string): void {
    const message = this.channelLog(channelId).edit(seq, content);
    if (this.broadcasts) this.io.to(channelId).emit('message:edited', message);
  }

  preview(channelId: string, seq: number, links: LinkPreview[] | undefined): void {
    const message = this.channelLog(channelId).preview(seq, links);
    if (message && this.broadcasts) this.io.to(channelId).emit('message:edited', message);
  }

  pin(channelId: string, seq: number, isPinned = true): void {
    const message = this.channelLog(channelId).pin(seq, isPinned);
    if (this.broadcasts) this.io.to(channelId).emit('message:edited', message);
  }

  delete(channelId: string, seq: number): void {
    const { id, rev } = this.channelLog(channelId).delete(seq) ?? {};
    if (this.broadcasts) this.io.to(channelId).emit('message:deleted', { id, channelId, seq, rev });
  }

  removeAuthor(channelId: string, userId: string): void {
    const removed = this.channelLog(channelId).removeAuthor(userId, channelId);
    if (this.broadcasts) this.io.to(channelId).emit('author:removed', removed);
  }

  countRequests(name: string): number {
    return this.requests.filter((each) => each.name === name).length;
  }

  disconnectAll(): void {
    this.io.disconnectSockets(true);
  }

  /** Unmounts the client first, which would render the loss of its connection. */
  async stop(): Promise<void> {
    cleanup();
    configureLive({});
    await this.io.close();
  }

  private handleConnection(socket: Socket): void {
    socket.onAny((name: string, payload: unknown) => this.requests.push({ name, payload }));
    const id: unknown = socket.handshake.auth['sessionId'];
    const userId = typeof id === 'string' ? this.sessions.get(id) : undefined;
    socket.on('waitlist:watch', async (_request: object, answer: (ack: object) => void) => {
      await socket.join('waitlist');
      answer({ ok: true, count: this.waitlistCount });
    });
    socket.on('feed:watch', async (_request: object, answer: (ack: object) => void) => {
      await socket.join('feed');
      answer({ ok: true });
    });
    socket.on('feed:unwatch', async (_request: object, answer: (ack: object) => void) => {
      await socket.leave('feed');
      answer({ ok: true });
    });
    socket.on('channel:open', async (request: ChannelOpenRequest, answer: (ack: object) => void) => {
      await socket.join(request.channelId);
      answer({ ok: true, ...this.channelLog(request.channelId).open(request) });
    });
    socket.on('channel:close', async (request: { channelId: string }, answer: (ack: object) => void) => {
      await socket.leave(request.channelId);
      answer({ ok: true });
    });
    socket.on('message:send', (request: MessageSendRequest, answer: (ack: object) => void) => {
      const verdict = this.onSend(request);
      if (verdict !== undefined && verdict !== 'lost') {
        answer(verdict);
        return;
      }
      const author = { username: 'vesper', displayName: null, profileImageUrl: null };
      const { channelId, content = '', attachments, nonce, replyToSeq } = request;
      const files = attachments?.map(({ id, alt = '' }) => attachment({ id, alt }));
      const made = this.postMessage(
        channelId,
        { content, nonce, userId: userId ?? null, author, ...(files && { attachments: files }) },
        replyToSeq,
      );
      if (verdict !== 'lost') answer({ ok: true, message: made });
    });
  }
}
