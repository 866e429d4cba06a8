import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { field, isList, type LiveSocket, type Site, type SiteMember } from '../smoke/site.js';

/** Below the limit of ten messages in ten seconds. */
const PACE_MS = 1_200;
const RETRY_MS = 50;
/** As the client: the range of the delay before a reconnect, after a lost connection and after one that was closed. */
const LOST_MS = { min: 500, max: 1_500 };
const CLOSED_MS = { min: 0, max: 300 };
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
    const connection = await Connection.open(this.site, sessionId);
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
          const reason = error instanceof Error ? error.message : String(error);
          this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
          await delay(RETRY_MS);
        }
      }
      await delay(PACE_MS);
    }
    connection.close();
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
  private isClosedProperly = false;

  private constructor(
    private readonly site: Site,
    private readonly sessionId: string,
    private current: LiveSocket,
  ) {
    this.watch(current);
  }

  static async open(site: Site, sessionId: string): Promise<Connection> {
    return new Connection(site, sessionId, await site.connect(sessionId));
  }

  /** Returns an open socket. @throws Error if the site refuses one */
  async socket(): Promise<LiveSocket> {
    if (!this.current.connected) {
      const { min, max } = this.isClosedProperly ? CLOSED_MS : LOST_MS;
      await delay(min + Math.random() * (max - min));
      await this.replace();
    }
    return this.current;
  }

  close(): void {
    this.current.disconnect();
  }

  private async replace(): Promise<void> {
    this.current = await this.site.connect(this.sessionId);
    this.watch(this.current);
  }

  private watch(socket: LiveSocket): void {
    socket.on('disconnect', (_reason, details) => {
      if (socket !== this.current) return;
      this.isClosedProperly =
        details !== undefined && 'context' in details && field(details.context, 'wasClean') === true;
    });
    // A refusal is no matter: the socket closes soon, and then another is opened.
    socket.on('connection:ending', () => void this.replace().catch(() => {}));
  }
}
