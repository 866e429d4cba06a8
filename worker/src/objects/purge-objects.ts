import { Injectable } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import { storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const EVERY_MS = 5 * 60_000;
/** An upload that has not ended so long after its address did never will, in milliseconds. */
const ARRIVING_MS = 60 * 60_000;
const BATCH = 100;

/** Takes out of the store, and then out of the database, what nobody needs any more. */
@Injectable()
export class PurgeObjects implements UpkeepJob {
  readonly name = 'objects:purge';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  async run(): Promise<number> {
    await this.discardUnneeded();
    let removed = 0;
    for (;;) {
      const batch = await this.removeBatch();
      removed += batch;
      if (batch < BATCH) return removed;
    }
  }

  /**
   * What never came, what nothing was made of, and what belongs to nobody. Committed before anything goes out of the
   * store: what is not discarded has its bytes. What is still on its way is left to whoever brings it, who could
   * otherwise put bytes there that no row speaks of.
   */
  private async discardUnneeded(): Promise<void> {
    await this.dataSource.query(
      `UPDATE objects SET state = 'discarded' WHERE path IN (
         SELECT path FROM objects
          WHERE (state = 'awaited' AND upload_expires_at <= now())
             OR (state = 'arriving' AND upload_expires_at <= now() - $1::float8 * interval '1 millisecond')
             OR (state = 'stored' AND created_at <= now() - $2::float8 * interval '1 millisecond')
             OR (user_id IS NULL AND state NOT IN ('arriving', 'discarded'))
          FOR UPDATE SKIP LOCKED)`,
      [ARRIVING_MS, UPLOAD.unclaimedMs],
    );
  }

  /** @returns how many; the rows are held meanwhile, so that two workers do not do the same */
  private async removeBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows: { path: string }[] = await manager.query(
        `SELECT path FROM objects WHERE state = 'discarded' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      const paths = rows.map(({ path }) => path);
      await this.store.remove(paths.map(storeKeyOf));
      await manager.query('DELETE FROM objects WHERE path = ANY($1)', [paths]);
      return paths.length;
    });
  }
}
