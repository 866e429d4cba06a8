import { utimes, writeFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config, Health, LOGGER, type Logger } from '@oniverse/platform';
import { REFRESH_MS } from './health-times.js';

/** Touches HEALTH_FILE while the database and Redis answer, because a worker serves no health endpoint. */
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
    this.timer = setInterval(() => void this.refreshFile(file), REFRESH_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async refreshFile(file: string): Promise<void> {
    const { ready, parts } = await this.health.report();
    const now = new Date();
    if (ready) await utimes(file, now, now);
    else this.logger.warn({ parts }, 'Dependency down');
  }
}
