import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { field, isList, type LiveSocket, type Site, type SiteMember } from '../smoke/site.js';

/** Below the limit of ten messages in ten seconds. */
const PACE_MS = 1_200;
const RETRY_MS = 50;
/** As the client: the ranges of the delays before a reconnect after a lost connection, and after one that was closed. */
const LOST_MS = { min: 500, max: 1_500 };
const CLOSED_MS = { min: 0, max: 300 };
/** So many attempts follow that one quickly. */
const QUICK_ATTEMPTS = 7;
const QUICK_MS = { min: 100, max: 300 };
const ANSWER_MS = 5_000;
const PAGE_SIZE = 50;

interface Sent {
  content: string;
  seq: number;
  /** From the first attempt to the acknowledgement. */
  ms: number;
}

/** Members who write in a channel, move to another backend when theirs ends, and repeat each message until it is acknowledged, as the client does. */
export class Load {
  readonly sent: Sent[] = [];
  /** When the site refused or did not answer an attempt, by reason. */
  readonly failures = new Map<string, number>();
  private isStopping = false;
  private readonly tasks: Promise<void>[];

  private constructor(
    private readonly site: Site,
    members: readonly SiteMember[],
    private readonly channelId: string,
  ) {
    this.tasks = members.map((member) => this.runMember(member));
  }

  /** Lets members join a public dimension and write there until `stop`. */
  static async start(site: Site, members: readonly SiteMember[]): Promise<Load> {
    const { serverId, channelId } = await site.firstPublicChannel(members[0]?.sessionId ?? '');
    for (const { sessionId } of members) {
      await site.request('POST', `/api/servers/${serverId}/join`, { sessionId });
    }
    return new Load(site, members, channelId);
  }

  /** Resolves after the last message is acknowledged. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.tasks);
  }

  /** The longest time until a message was acknowledged, in milliseconds. */
  get slowestMs(): number {
    return Math.max(0, ...this.sent.map(({ ms }) => ms));
  }

  /** Returns the acknowledged messages that the channel does not have at their position. */
  async findLost(sessionId: string, sent: readonly Sent[]): Promise<Sent[]> {
    const stored = new Map<number, string>();
    let after = 0;
    for (;;) {
      const path = `/api/channels/${this.channelId}/messages?after=${after}&limit=${PAGE_SIZE}`;
      const page = await this.site.request('GET', path, { sessionId });
      if (!isList(page) || page.length === 0) break;
      for (const message of page)
        stored.set(Number(field(message, 'seq')), String(field(message, 'content')));
      after = Math.max(...stored.keys());
    }
    return sent.filter(({ seq, content }) => stored.get(seq) !== content);
  }

  private async runMember({ username, sessionId }: SiteMember): Promise<void> {
    const connection = await Connection.open(this.site, sessionId, (error) => this.countFailure(error));
    for (let count = 1; !this.isStopping; count += 1) {
      const content = `${username} ${count}`;
      const nonce = randomUUID();
      const startedAt = performance.now();
      for (;;) {
        try {
          const seq = await this.send(await connection.socket(), content, nonce);
          this.sent.push({ content, seq, ms: performance.now() - startedAt });
          break;
        } catch (error) {
          this.countFailure(error);
          await delay(RETRY_MS);
        }
      }
      await delay(PACE_MS);
    }
    connection.close();
  }

  private countFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
  }

  private async send(socket: LiveSocket, content: string, nonce: string): Promise<number> {
    const answer = await socket
      .timeout(ANSWER_MS)
      .emitWithAck('message:send', { channelId: this.channelId, content, nonce });
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
    return answer.message.seq;
  }
}

/** Keeps a member connected, as the client does. */
class Connection {
  private opening: Promise<LiveSocket>;
  private isClosed = false;

  private constructor(
    private readonly site: Site,
    private readonly sessionId: string,
    private readonly countFailure: (error: unknown) => void,
    private current: LiveSocket,
  ) {
    this.opening = Promise.resolve(current);
    this.watch(current);
  }

  static async open(
    site: Site,
    sessionId: string,
    countFailure: (error: unknown) => void,
  ): Promise<Connection> {
    return new Connection(site, sessionId, countFailure, await site.connect(sessionId));
  }

  /** Resolves with an open socket, after a loss once there is one again. */
  socket(): Promise<LiveSocket> {
    return this.opening;
  }

  close(): void {
    this.isClosed = true;
    this.current.disconnect();
  }

  private async reopen(wasClosedProperly: boolean): Promise<LiveSocket> {
    await pause(wasClosedProperly ? CLOSED_MS : LOST_MS);
    for (let quickLeft = wasClosedProperly ? QUICK_ATTEMPTS : 0; ; quickLeft -= 1) {
      try {
        return await this.replace();
      } catch (error) {
        this.countFailure(error);
        await pause(quickLeft > 0 ? QUICK_MS : LOST_MS);
      }
    }
  }

  private async replace(): Promise<LiveSocket> {
    this.current = await this.site.connect(this.sessionId);
    this.opening = Promise.resolve(this.current);
    this.watch(this.current);
    return this.current;
  }

  private watch(socket: LiveSocket): void {
    socket.on('disconnect', (_reason, details) => {
      if (socket !== this.current || this.isClosed) return;
      this.opening = this.reopen(
        details !== undefined && 'context' in details && field(details.context, 'wasClean') === true,
      );
    });
    // A refusal is no matter: the socket closes soon, and then another is opened.
    socket.on('connection:ending', () => void this.replace().catch(() => {}));
  }
}

const pause = ({ min, max }: { min: number; max: number }): Promise<void> =>
  delay(min + Math.random() * (max - min));
