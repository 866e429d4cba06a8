import { Client, type Notification } from 'pg';

/** What a listener passes on. */
export interface OutboxEars {
  /** Something came into the outbox. */
  heard(topic: string, subject: string): void;
  /** Much came into it at once, or something may have while nobody listened. */
  missed(): void;
  /** The connection was lost, or cannot be had; it is tried again by itself. */
  lost(error: unknown): void;
}

const CHANNEL = 'outbox';
const CONNECT_TIMEOUT_MS = 3_000;
/** How often it is asked whether the database is still there, and how long that may take, in milliseconds. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;
const SOONEST_RETRY_MS = 200;
const LATEST_RETRY_MS = 5_000;

/** Hears, on a connection of its own that comes back by itself, when something comes into the outbox. */
export class OutboxListener {
  private client: Client | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly ears: OutboxEars,
  ) {}

  /** Begins; what is lost is tried again until it is stopped. */
  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'oniverse:outbox',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', (notification) => this.pass(notification));
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('The connection ended.')));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.lose(client, error);
      return;
    }
    if (this.client !== client) return;
    this.failures = 0;
    this.heartbeat = setInterval(() => void this.beat(client), HEARTBEAT_MS);
    this.ears.missed();
  }

  /** Ends for good. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private pass({ payload = '' }: Notification): void {
    const space = payload.indexOf(' ');
    if (space === -1) this.ears.missed();
    else this.ears.heard(payload.slice(0, space), payload.slice(space + 1));
  }

  private async beat(client: Client): Promise<void> {
    try {
      await client.query('SELECT 1');
    } catch (error) {
      this.lose(client, error);
    }
  }

  private lose(client: Client, error: unknown): void {
    // An end is told more than once, and that of an older connection does not matter any more.
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    clearInterval(this.heartbeat);
    client.end().catch(() => {});
    this.ears.lost(error);
    const wait = Math.min(SOONEST_RETRY_MS * 2 ** this.failures, LATEST_RETRY_MS);
    this.failures += 1;
    this.retry = setTimeout(() => void this.start(), wait * (0.75 + Math.random() / 2));
  }
}
