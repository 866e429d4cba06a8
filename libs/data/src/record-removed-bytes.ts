import type { EntityManager } from 'typeorm';

/** Deletes discarded objects and clears the file details of spent ones, whose rows prevent a second use. */
export async function recordRemovedBytes(manager: EntityManager, paths: readonly string[]): Promise<void> {
  await manager.query(`DELETE FROM objects WHERE path = ANY($1) AND state = 'discarded'`, [paths]);
  await manager.query(
    `UPDATE objects SET content_type = NULL, size = NULL, sha256 = NULL WHERE path = ANY($1) AND state = 'spent'`,
    [paths],
  );
}
