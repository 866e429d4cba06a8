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
import type { ObserveCall } from './rest.js';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const CONNECT_MS = 2_000;
const RETRY_DELAY_MS = 100;

export interface Acknowledged {
  id: string;
  channelId: string;
  nonce: string;
  seq: number;
}

export interface ClientOptions {
  /** The addresses of all backends; the client moves to the next when one fails. */
  urls: readonly string[];
  first: number;
  sessionId: string;
  channelIds: readonly string[];
  /** The dimension whose presence the client follows; absent if the user is not a member. */
  serverId?: string;
  /** Timeout for an acknowledgement. */
  answerMs: number;
  observe: ObserveCall;
  random: Random;
}

/**
 * Follows the live contract like the browser: requests missing messages after a connect or a gap, repeats a send with
 * the same nonce until it is acknowledged, and moves on from a backend that does not answer.
 */
export class RecoveringClient {
  readonly channels: ReadonlyMap<string, ChannelCopy>;
  /** The acknowledged messages, in order of sending. */
  readonly acknowledged: Acknowledged[] = [];
  /** Violations of the contract by the server. */
  readonly violations: string[] = [];
  readonly counts = { connections: 0, unanswered: 0, unavailable: 0, repeatedSends: 0, resets: 0 };
  /** The members known to be online; undefined until the list was fetched. */
  online: ReadonlySet<string> | undefined;

  private socket: LiveSocket | undefined;
  private shouldConnect = false;
  private isClosed = false;
  private running: Promise<void> | undefined;
  private urlIndex: number;
  private lastReceivedAt = 0;
  /** The connection on which each channel is being recovered. */
  private readonly recovering = new Map<string, LiveSocket>();
  /** The last `seq` of each channel on the current connection. */
  private readonly receivedSeqs = new Map<string, number>();
  /** The `rev` of each channel's last edit, deletion or removed author on the current connection. */
  private readonly receivedRevs = new Map<string, number>();
  /** Presence events that arrived while the list was being fetched. */
  private pendingPresence: ServerPayload<'presence'>[] = [];

  constructor(private readonly options: ClientOptions) {
    this.urlIndex = options.first;
    this.channels = new Map(options.channelIds.map((id) => [id, new ChannelCopy(id)]));
  }

  /** Connects, and reconnects until `disconnect`. */
  connect(): void {
    this.shouldConnect = true;
    this.running ??= this.stayConnected();
  }

  async disconnect(): Promise<void> {
    this.shouldConnect = false;
    this.socket?.disconnect();
    await this.running;
    this.running = undefined;
  }

  /** Disconnects and aborts unsent messages. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.disconnect();
  }

  /** Sends a message, repeated with the same nonce until it is acknowledged. */
  async send(channelId: string, content: string): Promise<void> {
    const nonce = randomUUID();
    for (let attempt = 0; !this.isClosed; attempt += 1) {
      if (attempt === 1) this.counts.repeatedSends += 1;
      const answer = await this.request('message:send', (socket) =>
        // The draft of the member stays: without a revision, the message would replace any.
        socket.emitWithAck('message:send', { channelId, content, nonce, draftRev: 0 }),
      );
      if (answer) {
        const { id, seq } = answer.message;
        this.acknowledged.push({ id, channelId, nonce, seq });
        return;
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Fetches the members who are online; undefined without an answer. */
  async listPresence(serverId: string): Promise<ReadonlySet<string> | undefined> {
    const answer = await this.request('presence:list', (socket) =>
      socket.emitWithAck('presence:list', { serverId }),
    );
    return answer && new Set(answer.online);
  }

  private async stayConnected(): Promise<void> {
    const { urls, random } = this.options;
    while (this.shouldConnect) {
      await this.runConnection(urls[this.urlIndex % urls.length] ?? '');
      this.urlIndex += 1;
      this.online = undefined;
      if (this.shouldConnect) await sleep(between(random, 50, 250));
    }
  }

  /** Opens a connection and resolves when it has ended. */
  private async runConnection(url: string): Promise<void> {
    const socket: LiveSocket = io(url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { sessionId: this.options.sessionId },
      forceNew: true,
      reconnection: false,
    });
    this.socket = socket;
    this.receivedSeqs.clear();
    this.receivedRevs.clear();
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, CONNECT_MS);
      socket.on('connect', () => {
        clearTimeout(timeout);
        this.handleConnected(socket);
      });
      socket.on('connect_error', ({ message }) => {
        if (/unauthorized|internal_error/.test(message)) this.violations.push(`connect_error: ${message}`);
        resolve();
      });
      socket.on('disconnect', () => resolve());
      socket.on('session:ended', ({ reason }) => this.violations.push(`session:ended: ${reason}`));
      socket.on('messages:created', (packet) => this.handleCreated(socket, packet));
      socket.on('message:edited', (message) =>
        this.handleChange(socket, message, (copy) => copy.applyEdited(message)),
      );
      socket.on('message:deleted', (event) =>
        this.handleChange(socket, event, (copy) => copy.applyDeleted(event)),
      );
      socket.on('author:removed', (event) =>
        this.handleChange(socket, event, (copy) => copy.applyAuthorRemoved(event)),
      );
      socket.on('presence', (event) => this.handlePresence(event));
    });
    socket.disconnect();
  }

  private handleConnected(socket: LiveSocket): void {
    this.counts.connections += 1;
    this.lastReceivedAt = Date.now();
    for (const channelId of this.channels.keys()) void this.recover(socket, channelId);
    if (this.options.serverId !== undefined) void this.fetchPresence(socket, this.options.serverId);
  }

  /** Sends a request on the current connection. Returns undefined without a connection, without an answer, or on an error. */
  private async request<T>(
    event: string,
    emit: (socket: ReturnType<LiveSocket['timeout']>) => Promise<Ack<T>>,
    socket = this.socket,
  ): Promise<T | undefined> {
    if (!socket?.connected || socket !== this.socket) return undefined;
    const sentAt = Date.now();
    try {
      const answer = await emit(socket.timeout(this.options.answerMs));
      this.lastReceivedAt = Date.now();
      this.options.observe(event, answer.ok ? 'done' : 'refused');
      if (answer.ok) return answer;
      if (answer.code === 'unavailable') this.counts.unavailable += 1;
      else this.violations.push(`${event}: ${answer.code}`);
    } catch {
      this.counts.unanswered += 1;
      this.options.observe(event, 'unanswered');
      // Nothing at all arrived since the request: the connection is dead.
      if (this.lastReceivedAt < sentAt) socket.disconnect();
    }
    return undefined;
  }

  /** Requests missing messages until the copy is complete or the connection ends. */
  private async recover(socket: LiveSocket, channelId: string): Promise<void> {
    const copy = this.channels.get(channelId);
    if (!copy || this.recovering.get(channelId) === socket) return;
    this.recovering.set(channelId, socket);
    while (socket.connected) {
      const request = copy.nextRequest();
      const answer = await this.request(
        'channel:open',
        (it) => it.emitWithAck('channel:open', request),
        socket,
      );
      if (!socket.connected) break;
      if (!answer) {
        await sleep(RETRY_DELAY_MS);
        continue;
      }
      if (answer.reset === true) {
        this.counts.resets += 1;
        if (answer.lastSeq - (request.after ?? 0) <= CHANNEL_OPEN.maxNew) {
          this.violations.push(`channel:open: a reset after ${request.after} at ${answer.lastSeq}`);
        }
      }
      copy.applyOpened(request, answer);
      if (copy.isComplete) break;
    }
    if (this.recovering.get(channelId) === socket) this.recovering.delete(channelId);
  }

  private handleCreated(socket: LiveSocket, packet: { channelId: string; messages: MessageView[] }): void {
    this.lastReceivedAt = Date.now();
    const copy = this.channels.get(packet.channelId);
    if (!copy || socket !== this.socket) return;
    const isRecovering = this.recovering.get(packet.channelId) === socket;
    for (const { seq } of packet.messages) {
      // A connection delivers a channel in order, without gaps or repetitions.
      const before = this.receivedSeqs.get(packet.channelId);
      const isExpected = before === undefined ? isRecovering || seq <= copy.newest + 1 : seq === before + 1;
      if (!isExpected) this.violations.push(`messages:created: ${seq} after ${before ?? copy.newest}`);
      this.receivedSeqs.set(packet.channelId, seq);
    }
    copy.applyCreated(packet.messages);
    if (!copy.isComplete) void this.recover(socket, packet.channelId);
  }

  private handleChange(
    socket: LiveSocket,
    { channelId, rev }: { channelId: string; rev: number },
    change: (copy: ChannelCopy) => void,
  ): void {
    this.lastReceivedAt = Date.now();
    const copy = this.channels.get(channelId);
    if (!copy || socket !== this.socket) return;
    const before = this.receivedRevs.get(channelId) ?? 0;
    if (rev <= before) this.violations.push(`a change at ${rev} after one at ${before}`);
    this.receivedRevs.set(channelId, rev);
    change(copy);
    if (!copy.isComplete) void this.recover(socket, channelId);
  }

  private handlePresence(event: ServerPayload<'presence'>): void {
    this.lastReceivedAt = Date.now();
    if (event.serverId !== this.options.serverId) return;
    if (this.online) this.online = applyPresence(this.online, [event]);
    else this.pendingPresence.push(event);
  }

  /** Fetches the presence list, then applies the events that arrived since connecting. */
  private async fetchPresence(socket: LiveSocket, serverId: string): Promise<void> {
    this.online = undefined;
    this.pendingPresence = [];
    while (socket.connected && !this.online) {
      const listed = await this.listPresence(serverId);
      if (!socket.connected) return;
      if (listed) this.online = applyPresence(listed, this.pendingPresence);
      else await sleep(RETRY_DELAY_MS);
    }
  }
}

function applyPresence(
  online: ReadonlySet<string>,
  events: readonly ServerPayload<'presence'>[],
): ReadonlySet<string> {
  const known = new Set(online);
  for (const event of events) {
    for (const userId of event.online) known.add(userId);
    for (const userId of event.offline) known.delete(userId);
  }
  return known;
}
