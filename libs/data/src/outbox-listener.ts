import { randomBytes } from 'node:crypto';
import type { Client, Notification } from 'pg';
import { DatabaseClient } from './database-client.js';
import { hearsChannel, OWN_SESSION_NEEDED } from './own-session.js';

export interface OutboxHandlers {
  onRow(topic: string, subject: string): void;
  /** Called when rows may exist that `onRow` did not report: after connecting, and when many rows arrive at once. */
  onMissed(): void;
  /** Called when the connection was lost or refused; the listener reconnects. */
  onDisconnect(error: unknown): void;
  /** Notifies a channel, on another connection than the listener's. */
  notify(channel: string): Promise<unknown>;
}

/** The connection is alive and hears nothing. */
export class DeafListenerError extends Error {
  override readonly name = 'DeafListenerError';

  constructor() {
    super(OWN_SESSION_NEEDED);
  }
}

const CHANNEL = 'outbox';
const CONNECT_TIMEOUT_MS = 3_000;
const HEARTBEAT_MS = 10_000;
const QUERY_TIMEOUT_MS = 5_000;
const MIN_RETRY_DELAY_MS = 200;
const MAX_RETRY_DELAY_MS = 5_000;

/** Listens for new outbox rows on its own connection and reconnects with backoff and jitter. */
export class OutboxListener {
  /** Only this listener hears it. */
  private readonly heartbeatChannel = `outbox_${randomBytes(8).toString('hex')}`;
  private client: Client | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly handlers: OutboxHandlers,
  ) {}

  /** Connects. Does not throw: a failure is reported to `onDisconnect` and retried. */
  async start(): Promise<void> {
    const client: Client = new DatabaseClient({
      connectionString: this.url,
      application_name: 'oniverse:outbox',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', (notification) => this.handleNotification(notification));
    client.on('error', (error) => this.handleDisconnect(client, error));
    client.on('end', () => this.handleDisconnect(client, new Error('The connection closed.')));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${this.heartbeatChannel}`);
      await this.assertHearing(client);
    } catch (error) {
      this.handleDisconnect(client, error);
      return;
    }
    if (this.client !== client) return;
    this.failures = 0;
    this.heartbeat = setInterval(() => void this.sendHeartbeat(client), HEARTBEAT_MS);
    this.handlers.onMissed();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private handleNotification({ channel, payload = '' }: Notification): void {
    if (channel !== CHANNEL) return;
    const space = payload.indexOf(' ');
    if (space === -1) this.handlers.onMissed();
    else this.handlers.onRow(payload.slice(0, space), payload.slice(space + 1));
  }

  private async sendHeartbeat(client: Client): Promise<void> {
    try {
      await this.assertHearing(client);
    } catch (error) {
      this.handleDisconnect(client, error);
    }
  }

  /** @throws DeafListenerError behind a pooler that shares sessions, and on a former primary */
  private async assertHearing(client: Client): Promise<void> {
    const isHearing = await hearsChannel(client, this.heartbeatChannel, (channel) =>
      this.handlers.notify(channel),
    );
    if (!isHearing) throw new DeafListenerError();
  }

  private handleDisconnect(client: Client, error: unknown): void {
    // A client can report its end more than once, and after it was replaced.
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    clearInterval(this.heartbeat);
    client.end().catch(() => {});
    this.handlers.onDisconnect(error);
    const delay = Math.min(MIN_RETRY_DELAY_MS * 2 ** this.failures, MAX_RETRY_DELAY_MS);
    this.failures += 1;
    this.retry = setTimeout(() => void this.start(), delay * (0.75 + Math.random() / 2));
  }
}
