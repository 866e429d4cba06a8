import type { DataSource } from 'typeorm';
import { readSiteSettings } from './site-settings.js';

/** How soon a change takes effect. */
const CHECK_MS = 5_000;

/** Keeps the level of this process's log at the one of the site, which operators change while it runs. */
export class LogLevelFollower {
  private readonly configured: string;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: { level: string },
  ) {
    this.configured = logger.level;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.follow(), CHECK_MS);
    void this.follow();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Sets the level; keeps it while the database is down. */
  async follow(): Promise<void> {
    try {
      const { logLevel } = await readSiteSettings(this.dataSource);
      const level = logLevel ?? this.configured;
      // The logger replaces its methods with each assignment.
      if (this.logger.level !== level) this.logger.level = level;
    } catch {
      // The health check reports it.
    }
  }
}
