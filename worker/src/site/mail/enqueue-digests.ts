import { Injectable } from '@nestjs/common';
import type { Digest } from '@oniverse/contracts';
import { enqueueOutbox, mailEntry, nextDigest } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runInBatches } from '../../shared/index.js';

const EVERY_MS = 5 * 60_000;
const BATCH = 200;

interface DueRow {
  user_id: string;
  digest: Digest;
  time_zone: string;
}

/** Enqueues the digests that are due, each once. */
@Injectable()
export class EnqueueDigests implements MaintenanceJob {
  readonly name = 'enqueue-digests';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, (size) =>
      this.dataSource.transaction(async (manager) => {
        const due: DueRow[] = await manager.query(
          `SELECT user_id, digest, time_zone FROM notification_settings
            WHERE digest <> 'off' AND digest_due_at <= now()
            ORDER BY digest_due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
          [size],
        );
        const now = new Date();
        await manager.query(
          `UPDATE notification_settings own SET digest_due_at = due.at
             FROM unnest($1::uuid[], $2::timestamptz[]) AS due (user_id, at) WHERE own.user_id = due.user_id`,
          [
            due.map(({ user_id: id }) => id),
            due.map(({ digest, time_zone: zone }) => nextDigest(digest, zone, now)),
          ],
        );
        await enqueueOutbox(
          manager,
          due.map(({ user_id: userId }) => mailEntry({ purpose: 'digest', userId })),
        );
        return due.length;
      }),
    );
  }
}
