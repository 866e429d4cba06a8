import { Injectable } from '@nestjs/common';
import { SERVER_EXPORT_LIMITS } from '@oniverse/contracts';
import { ObjectStore } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runInBatches } from '../../shared/index.js';
import { removeArchive } from './server-exports.service.js';
import type { StoredArchive } from './server-exports.repository.js';

const EVERY_MS = 5 * 60_000;
const BATCH = 100;

/** An SQL condition: no attempt may write the archive of `own`, and nobody may download it. */
const IS_UNUSED = `(own.claimed_until IS NULL OR own.claimed_until <= now())
  AND (own.state = 'failed' OR own.expires_at <= now() OR own.server_id IS NULL OR own.user_id IS NULL)`;

/**
 * Deletes archives that expired, failed, or lost their dimension or owner, with what killed workers left of them; and old
 * entries.
 */
@Injectable()
export class PurgeServerExports implements MaintenanceJob {
  readonly name = 'purge-server-exports';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  async run(): Promise<number> {
    const archives = await runInBatches(BATCH, (size) => this.deleteArchives(size));
    return archives + (await runInBatches(BATCH, (size) => this.deleteEntries(size)));
  }

  /** Locks the rows, so that two workers do not delete the same archives, and none begins an attempt. */
  private async deleteArchives(size: number): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows: (StoredArchive & { id: string })[] = await manager.query(
        `SELECT own.id, own.object_key AS "objectKey", own.parts_upload_id AS "partsUploadId" FROM server_exports own
          WHERE own.object_key IS NOT NULL AND ${IS_UNUSED} LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [size],
      );
      for (const archive of rows) await removeArchive(this.store, archive);
      await manager.query(
        'UPDATE server_exports SET object_key = NULL, parts_upload_id = NULL WHERE id = ANY($1)',
        [rows.map(({ id }) => id)],
      );
      return rows.length;
    });
  }

  /** Those of deleted dimensions stay for a day, because they count for the quota. */
  private async deleteEntries(size: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM server_exports WHERE id IN (
         SELECT own.id FROM server_exports own
          WHERE own.object_key IS NULL AND own.state IN ('done', 'failed')
            AND (own.id < uuidv7('-${SERVER_EXPORT_LIMITS.recordDays} days')
                 OR own.server_id IS NULL AND (own.user_id IS NULL OR own.id < uuidv7('-1 day')))
          LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [size],
    );
    return count;
  }
}
