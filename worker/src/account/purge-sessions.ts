import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runInBatches } from '../shared/index.js';

const HOUR_MS = 3_600_000;
const BATCH = 500;

/** Deletes expired sessions and disconnects their sockets. */
@Injectable()
export class PurgeSessions implements MaintenanceJob {
  readonly name = 'purge-sessions';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, async (size) => {
      const ended = await this.deleteBatch(size);
      for (const publicId of ended) {
        this.live.publishLast('session:ended', ROOMS.session(publicId), { reason: 'expired' });
      }
      return ended.length;
    });
  }

  /** @returns the public ids of the deleted sessions */
  private async deleteBatch(size: number): Promise<string[]> {
    const [ended]: [{ public_id: string }[], number] = await this.dataSource.query(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING public_id`,
      [size],
    );
    return ended.map(({ public_id: publicId }) => publicId);
  }
}
