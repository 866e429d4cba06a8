import { Inject, Injectable } from '@nestjs/common';
import { OutboxListener } from '@oniverse/data';
import { CONFIG, type Config, LOGGER, type Logger } from '@oniverse/platform';
import { JobRunner, type Task } from '@oniverse/platform/worker';
import { OutboxRepository } from './outbox.repository.js';

/** How often all that stands in the outbox is looked through, in milliseconds. */
const SWEEP_MS = 5_000;
const PAGE = 500;
/** With so many jobs waiting for their turn in a queue, what else stands in the outbox for it stays there for now. */
const ENOUGH_WAITING = 2_000;
/** With more than this heard and not passed on yet, the next sweep finds the rest. */
const HEARD_AT_MOST = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Puts what stands in the outbox into the queue: at once where it is heard of, and again and again until its row has
 * gone. A row goes when its effect is committed, so nothing is lost, whatever the queue forgets; and what waits in the
 * queue already is not put there twice.
 */
@Injectable()
export class OutboxRelay {
  private readonly listener: OutboxListener;
  private readonly heard = new Map<string, Task>();
  private timer: NodeJS.Timeout | undefined;
  /** Where the next sweep goes on: behind the last row that was seen to. */
  private swept = BEFORE_ALL;
  private isPassing = false;
  private isSweeping = false;
  private sweepAgain = false;
  private stopped = false;

  constructor(
    private readonly runner: JobRunner,
    private readonly repository: OutboxRepository,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.listener = new OutboxListener(config.databaseUrl, {
      heard: (topic, subject) => this.hear({ name: topic, subject }),
      missed: () => void this.sweep(),
      lost: (error) => this.logger.warn({ err: error }, 'The outbox is not heard just now'),
    });
  }

  /** Begins. The queue must be there. */
  start(): void {
    void this.listener.start();
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  /** Ends; what is not passed on yet is found by the next worker. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.listener.stop();
  }

  private hear(task: Task): void {
    // A topic of a newer worker is for the newer worker.
    if (!this.runner.names.includes(task.name) || this.heard.size >= HEARD_AT_MOST) return;
    this.heard.set(`${task.name}/${task.subject}`, task);
    void this.pass();
  }

  /** One batch after another: what is heard meanwhile goes with the next. */
  private async pass(): Promise<void> {
    if (this.isPassing) return;
    this.isPassing = true;
    try {
      while (this.heard.size > 0 && !this.stopped) {
        const tasks = [...this.heard.values()];
        this.heard.clear();
        await this.runner.add(tasks);
      }
    } catch (error) {
      this.complain(error);
    } finally {
      this.isPassing = false;
    }
  }

  /** Looks through the outbox, as far as there is room in the queue; the next sweep goes on from there. */
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
      } while (this.sweepAgain && !this.stopped);
    } catch (error) {
      this.complain(error);
    } finally {
      this.isSweeping = false;
    }
  }

  private async sweepOnce(): Promise<void> {
    let queued = 0;
    while (!this.stopped) {
      const topics = await this.runner.namesWithRoom(ENOUGH_WAITING);
      const rows = await this.repository.pageAfter(this.swept, topics, PAGE);
      await this.runner.add(rows.map(({ topic, subject }) => ({ name: topic, subject })));
      queued += rows.length;
      this.swept = rows.length < PAGE ? BEFORE_ALL : (rows.at(-1)?.id ?? BEFORE_ALL);
      if (rows.length < PAGE) break;
    }
    if (queued > 0) this.logger.debug({ queued }, 'The outbox was swept');
  }

  private complain(error: unknown): void {
    if (!this.stopped)
      this.logger.warn({ err: error }, 'The outbox could not be passed on; the next sweep will');
  }
}
