import { Injectable } from '@nestjs/common';
import { LivePublisher } from '@oniverse/platform';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
const BATCH = 500;

/** Removes the sessions that have run out, and closes the sockets that they may still have. */
@Injectable()
export class PurgeSessions implements UpkeepJob {
  readonly name = 'sessions:purge';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    let removed = 0;
    for (;;) {
      const ended = await this.removeBatch();
      for (const publicId of ended) this.live.endSession(publicId, 'expired');
      removed += ended.length;
      if (ended.length < BATCH) return removed;
    }
  }

  /** @returns the public ids of those removed */
  private async removeBatch(): Promise<string[]> {
    const [ended]: [{ public_id: string }[], number] = await this.dataSource.query(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING public_id`,
      [BATCH],
    );
    return ended.map(({ public_id: publicId }) => publicId);
  }
}
