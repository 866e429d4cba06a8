import { randomUUID } from 'node:crypto';
import {
  type Ack,
  CHANNEL_OPEN,
  type ClientEvents,
  LIVE_PATH,
  type MessageView,
  type ServerEvents,
  type ServerPayload,
} from '@oniverse/contracts';
import { sleep } from '@oniverse/embedded';
import { io, type Socket } from 'socket.io-client';
import { ChannelCopy } from './channel-copy.js';
import { between, type Random } from './random.js';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const CONNECT_MS = 2_000;
/** How long it waits before it tries again what was refused or not answered. */
const PAUSE_MS = 100;

/** A message that was acknowledged as stored. */
export interface Acknowledged {
  id: string;
  channelId: string;
  nonce: string;
  seq: number;
}

/** Who a client is, and what it follows. */
export interface ClientOptions {
  /** The addresses of all backends; it goes on to the next when one fails it. */
  urls: readonly string[];
  /** Which of them it begins with. */
  first: number;
  sessionId: string;
  channelIds: readonly string[];
  /** The dimension whose presence it follows; none for who is no member. */
  serverId?: string;
  /** How long it waits for an answer, in milliseconds. */
  answerMs: number;
  random: Random;
}

/**
 * A client that follows the contract, as the browser's does: it keeps what it holds of each channel, asks for what
 * is missing on each connect and each jump, repeats a send with the same nonce until it is acknowledged, and leaves a
 * backend that does not answer for the next one.
 */
export class RecoveringClient {
  readonly channels: ReadonlyMap<string, ChannelCopy>;
  /** What it sent, in the order of sending; each was acknowledged. */
  readonly acknowledged: Acknowledged[] = [];
  /** What the server should never have said or done. */
  readonly complaints: string[] = [];
  readonly counts = { connections: 0, unanswered: 0, unavailable: 0, repeatedSends: 0, resets: 0 };
  /** Who is online, as far as it was told; undefined while it does not know. */
  online: ReadonlySet<string> | undefined;

  private socket: LiveSocket | undefined;
  private isWanted = false;
  private isClosed = false;
  private running: Promise<void> | undefined;
  private place: number;
  /** When the server was last heard. */
  private heardAt = 0;
  /** The connection that each channel is being recovered on. */
  private readonly recovering = new Map<string, LiveSocket>();
  /** The last `seq` that the present connection brought of each channel. */
  private readonly brought = new Map<string, number>();
  /** The `rev` of the last edit or deletion that the present connection brought of each channel. */
  private readonly broughtRevs = new Map<string, number>();
  /** Presence that was told while the list was on its way. */
  private presenceMeanwhile: ServerPayload<'presence'>[] = [];

  constructor(private readonly options: ClientOptions) {
    this.place = options.first;
    this.channels = new Map(options.channelIds.map((id) => [id, new ChannelCopy(id)]));
  }

  /** Connects, and stays connected until it is told to leave. */
  arrive(): void {
    this.isWanted = true;
    this.running ??= this.live();
  }

  /** Closes its connection in good order. */
  async leave(): Promise<void> {
    this.isWanted = false;
    this.socket?.disconnect();
    await this.running;
    this.running = undefined;
  }

  /** Leaves for good, and gives up what it was about to send. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.leave();
  }

  /** Sends a message with one nonce until it is acknowledged; it has to have arrived. */
  async send(channelId: string, content: string): Promise<void> {
    const nonce = randomUUID();
    for (let attempt = 0; !this.isClosed; attempt += 1) {
      if (attempt === 1) this.counts.repeatedSends += 1;
      const answer = await this.ask('message:send', (socket) =>
        socket.emitWithAck('message:send', { channelId, content, nonce }),
      );
      if (answer) {
        const { id, seq } = answer.message;
        this.acknowledged.push({ id, channelId, nonce, seq });
        return;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Asks a fresh list of who is online; undefined where no answer comes. */
  async listPresence(serverId: string): Promise<ReadonlySet<string> | undefined> {
    const answer = await this.ask('presence:list', (socket) =>
      socket.emitWithAck('presence:list', { serverId }),
    );
    return answer && new Set(answer.online);
  }

  private async live(): Promise<void> {
    const { urls, random } = this.options;
    while (this.isWanted) {
      await this.connection(urls[this.place % urls.length] ?? '');
      this.place += 1;
      this.online = undefined;
      if (this.isWanted) await sleep(between(random, 50, 250));
    }
  }

  /** One connection, from its first try to its end. */
  private async connection(url: string): Promise<void> {
    const socket: LiveSocket = io(url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { sessionId: this.options.sessionId },
      forceNew: true,
      reconnection: false,
    });
    this.socket = socket;
    this.brought.clear();
    this.broughtRevs.clear();
    await new Promise<void>((resolve) => {
      const givenUp = setTimeout(resolve, CONNECT_MS);
      socket.on('connect', () => {
        clearTimeout(givenUp);
        this.connected(socket);
      });
      socket.on('connect_error', ({ message }) => {
        if (/unauthorized|internal_error/.test(message)) this.complaints.push(`connect_error: ${message}`);
        resolve();
      });
      socket.on('disconnect', () => resolve());
      socket.on('session:ended', ({ reason }) => this.complaints.push(`session:ended: ${reason}`));
      socket.on('messages:created', (packet) => this.created(socket, packet));
      socket.on('message:edited', (message) => this.changed(socket, message, (copy) => copy.edited(message)));
      socket.on('message:deleted', (told) => this.changed(socket, told, (copy) => copy.deleted(told)));
      socket.on('presence', (news) => this.presence(news));
    });
    socket.disconnect();
  }

  private connected(socket: LiveSocket): void {
    this.counts.connections += 1;
    this.heardAt = Date.now();
    for (const channelId of this.channels.keys()) void this.recover(socket, channelId);
    if (this.options.serverId !== undefined) void this.learnPresence(socket, this.options.serverId);
  }

  /** Asks the present connection; undefined where there is none, no answer, or the server is not able just now. */
  private async ask<T>(
    event: string,
    emit: (socket: ReturnType<LiveSocket['timeout']>) => Promise<Ack<T>>,
    socket = this.socket,
  ): Promise<T | undefined> {
    if (!socket?.connected || socket !== this.socket) return undefined;
    const askedAt = Date.now();
    try {
      const answer = await emit(socket.timeout(this.options.answerMs));
      this.heardAt = Date.now();
      if (answer.ok) return answer;
      if (answer.code === 'unavailable') this.counts.unavailable += 1;
      else this.complaints.push(`${event}: ${answer.code}`);
    } catch {
      this.counts.unanswered += 1;
      // Neither this answer nor anything else came: the connection is only seemingly there.
      if (this.heardAt < askedAt) socket.disconnect();
    }
    return undefined;
  }

  /** Asks for what a channel misses until it misses nothing; the end of the connection ends it. */
  private async recover(socket: LiveSocket, channelId: string): Promise<void> {
    const copy = this.channels.get(channelId);
    if (!copy || this.recovering.get(channelId) === socket) return;
    this.recovering.set(channelId, socket);
    while (socket.connected) {
      const asked = copy.request();
      const answer = await this.ask('channel:open', (it) => it.emitWithAck('channel:open', asked), socket);
      if (!socket.connected) break;
      if (!answer) {
        await sleep(PAUSE_MS);
        continue;
      }
      if (answer.reset === true) {
        this.counts.resets += 1;
        if (answer.lastSeq - (asked.after ?? 0) <= CHANNEL_OPEN.maxNew) {
          this.complaints.push(`channel:open: a reset after ${asked.after} at ${answer.lastSeq}`);
        }
      }
      copy.opened(asked, answer);
      if (copy.isWhole) break;
    }
    if (this.recovering.get(channelId) === socket) this.recovering.delete(channelId);
  }

  private created(socket: LiveSocket, packet: { channelId: string; messages: MessageView[] }): void {
    this.heardAt = Date.now();
    const copy = this.channels.get(packet.channelId);
    if (!copy || socket !== this.socket) return;
    const isRecovering = this.recovering.get(packet.channelId) === socket;
    for (const { seq } of packet.messages) {
      // From where it begins, a connection carries a channel in order, without a gap and without a repeat.
      const before = this.brought.get(packet.channelId);
      const isRight = before === undefined ? isRecovering || seq <= copy.newest + 1 : seq === before + 1;
      if (!isRight) this.complaints.push(`messages:created: ${seq} after ${before ?? copy.newest}`);
      this.brought.set(packet.channelId, seq);
    }
    copy.created(packet.messages);
    if (!copy.isWhole) void this.recover(socket, packet.channelId);
  }

  private changed(
    socket: LiveSocket,
    { channelId, rev }: { channelId: string; rev: number },
    change: (copy: ChannelCopy) => void,
  ): void {
    this.heardAt = Date.now();
    const copy = this.channels.get(channelId);
    if (!copy || socket !== this.socket) return;
    const before = this.broughtRevs.get(channelId) ?? 0;
    if (rev <= before) this.complaints.push(`a change at ${rev} after one at ${before}`);
    this.broughtRevs.set(channelId, rev);
    change(copy);
    if (!copy.isWhole) void this.recover(socket, channelId);
  }

  private presence(news: ServerPayload<'presence'>): void {
    this.heardAt = Date.now();
    if (news.serverId !== this.options.serverId) return;
    if (this.online) this.online = withNews(this.online, [news]);
    else this.presenceMeanwhile.push(news);
  }

  /** Subscribed since the connect, it fetches, then applies what came meanwhile. */
  private async learnPresence(socket: LiveSocket, serverId: string): Promise<void> {
    this.online = undefined;
    this.presenceMeanwhile = [];
    while (socket.connected && !this.online) {
      const listed = await this.listPresence(serverId);
      if (!socket.connected) return;
      if (listed) this.online = withNews(listed, this.presenceMeanwhile);
      else await sleep(PAUSE_MS);
    }
  }
}

function withNews(
  online: ReadonlySet<string>,
  news: readonly ServerPayload<'presence'>[],
): ReadonlySet<string> {
  const known = new Set(online);
  for (const told of news) {
    for (const userId of told.online) known.add(userId);
    for (const userId of told.offline) known.delete(userId);
  }
  return known;
}
