import { Inject, Injectable } from '@nestjs/common';
import { DeafListenerError, LEAST_ID, OutboxListener } from '@oniverse/data';
import { carry, CONFIG, type Config, endSpan, LOGGER, type Logger, resumeRequest } from '@oniverse/platform';
import { JobRunner } from '@oniverse/platform/worker';
import { OutboxRepository, type PendingRow } from './outbox.repository.js';

const SWEEP_MS = 5_000;
const PAGE = 500;
/** While a queue has this many waiting jobs, further rows for it stay in the outbox. */
const MAX_WAITING_JOBS = 2_000;
/** Beyond this many unrelayed notifications, the next sweep finds the rest. */
const MAX_NOTIFIED = 1_000;

/**
 * Relays outbox rows to the queues: at once when notified, and again with each sweep while the row exists. A row is
 * deleted in the transaction of its effect, so nothing is lost whatever the queue forgets. The queue ignores a job that
 * it already has.
 */
@Injectable()
export class OutboxRelay {
  private readonly listener: OutboxListener;
  /** Notified rows that are not relayed yet, by topic and subject. */
  private readonly notified = new Map<string, Pick<PendingRow, 'topic' | 'subject'>>();
  private timer: NodeJS.Timeout | undefined;
  private cursor = LEAST_ID;
  private hasListened = false;
  private isRelaying = false;
  private isSweeping = false;
  private sweepAgain = false;
  private isStopped = false;

  constructor(
    private readonly runner: JobRunner,
    private readonly repository: OutboxRepository,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.listener = new OutboxListener(config.directDatabaseUrl, {
      onRow: (topic, subject) => this.addNotified(topic, subject),
      onMissed: () => {
        this.hasListened = true;
        void this.sweep();
      },
      onDisconnect: (error) => this.handleDisconnect(error),
      notify: (channel) => this.repository.notify(channel),
    });
  }

  /** Requires the queues to be open. */
  start(): void {
    void this.listener.start();
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.listener.stop();
  }

  private handleDisconnect(error: unknown): void {
    if (error instanceof DeafListenerError && !this.hasListened) {
      // The locks of its jobs would stay with other clients of the pooler.
      this.logger.fatal({}, error.message);
      process.exit(1);
    }
    this.logger.warn({ err: error }, 'Outbox listener disconnected; retrying');
  }

  private addNotified(topic: string, subject: string): void {
    // An unknown topic is left to the newer worker that knows it.
    if (!this.runner.jobNames.includes(topic) || this.notified.size >= MAX_NOTIFIED) return;
    this.notified.set(`${topic}/${subject}`, { topic, subject });
    void this.relayNotified();
  }

  /** Relays one batch at a time. Rows notified in between form the next one. */
  private async relayNotified(): Promise<void> {
    if (this.isRelaying) return;
    this.isRelaying = true;
    try {
      while (this.notified.size > 0 && !this.isStopped) {
        const notified = [...this.notified.values()];
        this.notified.clear();
        await this.addTasks(await this.repository.listNotified(notified));
      }
    } catch (error) {
      this.logFailure(error);
    } finally {
      this.isRelaying = false;
    }
  }

  /** Runs one sweep at a time. A request during a sweep causes another one. */
  private async sweep(): Promise<void> {
    if (this.isSweeping) {
      this.sweepAgain = true;
      return;
    }
    this.isSweeping = true;
    try {
      do {
        this.sweepAgain = false;
        await this.sweepOnce();
      } while (this.sweepAgain && !this.isStopped);
    } catch (error) {
      this.logFailure(error);
    } finally {
      this.isSweeping = false;
    }
  }

  private async sweepOnce(): Promise<void> {
    let relayed = 0;
    while (!this.isStopped) {
      const topics = await this.runner.jobNamesWithCapacity(MAX_WAITING_JOBS);
      const rows = await this.repository.listAfter(this.cursor, topics, PAGE);
      await this.addTasks(rows);
      relayed += rows.length;
      this.cursor = rows.length < PAGE ? LEAST_ID : (rows.at(-1)?.id ?? LEAST_ID);
      if (rows.length < PAGE) break;
    }
    if (relayed > 0) this.logger.debug({ relayed }, 'Outbox swept');
  }

  private async addTasks(rows: readonly PendingRow[]): Promise<void> {
    const requests = rows.map(({ topic, request }) => resumeRequest(request, `relay ${topic}`, 'producer'));
    await this.runner.addTasks(
      rows.map(({ topic, subject }, index) => {
        const request = requests[index];
        return { name: topic, subject, request: request && carry(request) };
      }),
    );
    for (const request of requests) endSpan(request?.span);
  }

  private logFailure(error: unknown): void {
    if (!this.isStopped) this.logger.warn({ err: error }, 'Outbox not relayed; the next sweep retries');
  }
}
