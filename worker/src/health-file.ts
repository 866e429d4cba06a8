import { utimes, writeFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config, Health, LOGGER, type Logger } from '@oniverse/platform';
import { BEAT_MS } from './health-times.js';

/** Keeps the file of HEALTH_FILE fresh while the database and Redis answer: a worker has no address to ask. */
@Injectable()
export class HealthFile implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly health: Health,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const file = this.config.healthFile;
    if (file === null) return;
    await writeFile(file, '');
    this.timer = setInterval(() => void this.beat(file), BEAT_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async beat(file: string): Promise<void> {
    const { ready, parts } = await this.health.report();
    const now = new Date();
    if (ready) await utimes(file, now, now);
    else this.logger.warn({ parts }, 'A part is down');
  }
}
