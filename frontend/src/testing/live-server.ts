import type {
  ChannelOpenAnswer,
  ChannelOpenRequest,
  MessageSendRequest,
  MessageView,
} from '@oniverse/contracts';
import { CHANNEL_OPEN, LIVE_PATH } from '@oniverse/contracts';
import { http, passthrough, ws } from 'msw';
import { Server, type Socket } from 'socket.io';
import { configureLive, type LiveSettings } from '../live/live.js';
import { server as api } from './server.js';

const START = Date.parse('2026-03-05T20:41:00.000Z');

/** A message as the server sends it; tests give what matters to them. */
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

/** A channel as the contract has it: numbered messages, changes counted, `channel:open` answered. */
export class ChannelLog {
  readonly messages: MessageView[] = [];
  rev = 0;

  constructor(messages = 0) {
    for (let made = 0; made < messages; made += 1) this.append({});
  }

  append(given: Partial<MessageView>): MessageView {
    const known = this.messages.find(({ nonce }) => given.nonce !== undefined && nonce === given.nonce);
    if (known) return known;
    this.rev += 1;
    const made = message({ ...given, seq: this.messages.length + 1, rev: this.rev });
    this.messages.push(made);
    return made;
  }

  /** @returns the message as it is now; undefined where there is none to edit */
  edit(seq: number, content: string): MessageView | undefined {
    return this.change(seq, (held) => ({ content, editedAt: held.createdAt }));
  }

  /** @returns what is left of the message; undefined where there is none to delete */
  delete(seq: number): MessageView | undefined {
    return this.change(seq, (held) => ({ content: '', deletedAt: held.createdAt }));
  }

  private change(seq: number, made: (held: MessageView) => Partial<MessageView>): MessageView | undefined {
    const held = this.messages[seq - 1];
    if (!held || held.deletedAt !== null) return undefined;
    this.rev += 1;
    const changed = { ...held, ...made(held), rev: this.rev };
    this.messages[seq - 1] = changed;
    return changed;
  }

  open({ from, after, rev }: Omit<ChannelOpenRequest, 'channelId'>): ChannelOpenAnswer {
    const head = { lastSeq: this.messages.length, lastRev: this.rev };
    const latest = this.messages.slice(-CHANNEL_OPEN.latest);
    if (after === undefined || after === null) {
      return { ...head, messages: latest, changed: [], more: false };
    }
    const fresh = this.messages.filter(({ seq }) => seq > after);
    const changed = this.messages.filter(
      (held) => held.seq >= (from ?? after) && held.seq <= after && held.rev > (rev ?? this.rev),
    );
    if (fresh.length > CHANNEL_OPEN.maxNew || changed.length > CHANNEL_OPEN.maxChanged) {
      return { ...head, messages: latest, changed: [], more: false, reset: true };
    }
    const page = fresh.slice(0, CHANNEL_OPEN.page);
    return { ...head, messages: page, changed, more: page.length < fresh.length };
  }
}

/** What a live server of a test was asked, by name. */
export interface Asked {
  name: string;
  payload: unknown;
}

/** A live server on a free port, which answers as the contract says; the client is pointed at it. */
export class LiveServer {
  readonly io = new Server({ transports: ['websocket'], path: LIVE_PATH });
  readonly channels = new Map<string, ChannelLog>();
  readonly asked: Asked[] = [];
  /** Session ids that are let in; without one a socket watches only. */
  readonly sessions = new Map([['known-session', 'u-vesper']]);
  count = 0;
  /** Answers a send instead of storing it; undefined stores it, `lost` leaves it without an answer after storing. */
  onSend: (request: MessageSendRequest) => object | 'lost' | undefined = () => undefined;
  /** Whether stored messages are told to those who have the channel open. */
  tells = true;

  /** Starts listening, on a port that was given up before where one is named. */
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
    this.io.on('connection', (socket) => this.serve(socket));
    this.io.listen(0);
    configureLive({ origin: `http://127.0.0.1:${this.port()}`, ...settings });
  }

  private port(): number {
    const address = this.io.httpServer.address();
    if (typeof address !== 'object' || address === null) throw new Error('The live server does not listen.');
    return address.port;
  }

  log(channelId: string): ChannelLog {
    const held = this.channels.get(channelId) ?? new ChannelLog();
    this.channels.set(channelId, held);
    return held;
  }

  /** Stores a message of another member, and tells of it. */
  say(channelId: string, given: Partial<MessageView>): MessageView {
    const made = this.log(channelId).append({ channelId, ...given });
    if (this.tells) this.io.to(channelId).emit('messages:created', { channelId, messages: [made] });
    return made;
  }

  /** Edits a message, and tells of it. */
  edit(channelId: string, seq: number, content: string): void {
    const message = this.log(channelId).edit(seq, content);
    if (this.tells) this.io.to(channelId).emit('message:edited', message);
  }

  /** Deletes a message, and tells of it. */
  delete(channelId: string, seq: number): void {
    const { id, rev } = this.log(channelId).delete(seq) ?? {};
    if (this.tells) this.io.to(channelId).emit('message:deleted', { id, channelId, seq, rev });
  }

  /** How often something was asked. */
  timesAsked(name: string): number {
    return this.asked.filter((each) => each.name === name).length;
  }

  /** Cuts all connections off, without a word. */
  cutOff(): void {
    this.io.disconnectSockets(true);
  }

  async stop(): Promise<void> {
    configureLive({});
    await this.io.close();
  }

  private serve(socket: Socket): void {
    socket.onAny((name: string, payload: unknown) => this.asked.push({ name, payload }));
    const id: unknown = socket.handshake.auth['sessionId'];
    const userId = typeof id === 'string' ? this.sessions.get(id) : undefined;
    socket.on('waitlist:watch', async (_request: object, answer: (ack: object) => void) => {
      await socket.join('waitlist');
      answer({ ok: true, count: this.count });
    });
    socket.on('channel:open', async (request: ChannelOpenRequest, answer: (ack: object) => void) => {
      await socket.join(request.channelId);
      answer({ ok: true, ...this.log(request.channelId).open(request) });
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
      const { content, nonce } = request;
      const made = this.say(request.channelId, { content, nonce, userId: userId ?? null, author });
      if (verdict !== 'lost') answer({ ok: true, message: made });
    });
  }
}
