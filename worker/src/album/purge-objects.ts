import { Injectable } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import { ATTACHMENT_OWNERS, recordRemovedBytes, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runInBatches } from '../shared/index.js';

const EVERY_MS = 5 * 60_000;
/** An upload that is still incomplete this long after its URL expired counts as aborted, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 60 * 60_000;
/** The retention of rows of uploads that became an avatar, in milliseconds. */
const SPENT_RETENTION_MS = 30 * 24 * 60 * 60_000;
const BATCH = 100;
/** An SQL condition: no message, post or reply has the attachment, nor does one that filters held. */
const UNCLAIMED = `num_nonnulls(${Object.values(ATTACHMENT_OWNERS)
  .map((column) => `attachment.${column}`)
  .join(', ')}) = 0`;

/** Deletes unused objects and parts from the store, then from the database. */
@Injectable()
export class PurgeObjects implements MaintenanceJob {
  readonly name = 'purge-objects';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  async run(): Promise<number> {
    await this.deleteUnclaimed();
    await this.discardUnused();
    return runInBatches(BATCH, (size) => this.deleteBatch(size));
  }

  /**
   * Deletes attachments that nothing claimed, which discards their objects. A message that claims one at the same time finds
   * it gone, because both lock the attachment first.
   */
  private async deleteUnclaimed(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM attachments WHERE id IN (
         SELECT attachment.id FROM attachments attachment JOIN objects object ON object.path = attachment.object_path
          WHERE ${UNCLAIMED} AND object.state = 'stored'
            AND object.created_at <= now() - $1::float8 * interval '1 millisecond'
          FOR UPDATE OF attachment SKIP LOCKED)`,
      [UPLOAD.unclaimedMs],
    );
  }

  /**
   * Commits before bytes are deleted, so that every other object has its bytes. Leaves an arriving upload to its
   * request, which could otherwise store bytes without a row.
   */
  private async discardUnused(): Promise<void> {
    await this.dataSource.query(
      `UPDATE objects SET state = 'discarded' WHERE path IN (
         SELECT path FROM objects
          WHERE (state = 'awaited' AND upload_expires_at <= now())
             OR (state = 'arriving' AND upload_expires_at <= now() - $1::float8 * interval '1 millisecond')
             OR (state = 'stored' AND created_at <= now() - $2::float8 * interval '1 millisecond'
                 AND NOT EXISTS (SELECT FROM attachments WHERE object_path = objects.path))
             OR (state = 'kept' AND NOT EXISTS (SELECT FROM case_files kept WHERE kept.path = coalesce(rendition_of, objects.path)))
             OR (state = 'spent' AND created_at <= now() - $3::float8 * interval '1 millisecond')
             OR (user_id IS NULL AND state NOT IN ('arriving', 'kept', 'discarded')
                 AND NOT EXISTS (SELECT FROM link_previews WHERE picture_path = objects.path))
          FOR UPDATE SKIP LOCKED)`,
      [UPLOAD_TIMEOUT_MS, UPLOAD.unclaimedMs, SPENT_RETENTION_MS],
    );
  }

  /** @returns how many it deleted. Locks the rows, so that two workers do not delete the same objects. */
  private async deleteBatch(size: number): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows: { path: string; uploadId: string | null }[] = await manager.query(
        `SELECT path, parts_upload_id AS "uploadId" FROM objects WHERE state = 'discarded' OR (state = 'spent' AND size IS NOT NULL) LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [size],
      );
      const paths = rows.map(({ path }) => path);
      // Aborted first: an upload that is completed at the same time has made its object, or never does.
      for (const { path, uploadId } of rows) {
        if (uploadId !== null) await this.store.abortParts(storeKeyOf(path), uploadId);
      }
      await this.store.remove(paths.map(storeKeyOf));
      await recordRemovedBytes(manager, paths);
      return paths.length;
    });
  }
}
