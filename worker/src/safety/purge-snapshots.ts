import { Injectable } from '@nestjs/common';
import { SNAPSHOT_DAYS } from '@oniverse/contracts';
import { ObjectStore } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runInBatches } from '../shared/index.js';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * Deletes the snapshots of cases that were closed long ago, or opened long ago about a member who was erased, the copies of
 * their pictures, and the notes of their reports. Forgets their files, which `purge-objects` deletes unless a message has them.
 */
@Injectable()
export class PurgeSnapshots implements MaintenanceJob {
  readonly name = 'purge-snapshots';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, (size) => this.deleteBatch(size));
  }

  /** Deletes bytes before the row forgets their key. Locks the rows, so that two workers do not delete the same ones. */
  private async deleteBatch(size: number): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows: { id: string; snapshot_object: string | null }[] = await manager.query(
        `SELECT id, snapshot_object FROM cases
          WHERE (snapshot IS NOT NULL OR EXISTS (
                  SELECT FROM reports WHERE case_id = cases.id AND (snapshot IS NOT NULL OR note IS NOT NULL))
              OR EXISTS (SELECT FROM case_files WHERE case_id = cases.id))
            AND (closed_at < now() - interval '${SNAPSHOT_DAYS} days'
              OR state = 'open' AND about_user_id IS NULL AND opened_at < now() - interval '${SNAPSHOT_DAYS} days')
          ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [size],
      );
      const ids = rows.map(({ id }) => id);
      await this.store.remove(rows.flatMap(({ snapshot_object: key }) => key ?? []));
      await manager.query('UPDATE reports SET note = NULL, snapshot = NULL WHERE case_id = ANY($1::uuid[])', [
        ids,
      ]);
      await manager.query('DELETE FROM case_files WHERE case_id = ANY($1::uuid[])', [ids]);
      await manager.query(
        'UPDATE cases SET snapshot = NULL, snapshot_object = NULL WHERE id = ANY($1::uuid[])',
        [ids],
      );
      return rows.length;
    });
  }
}
