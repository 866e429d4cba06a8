import { combineTags } from '@oniverse/contracts';
import type { DataSource } from 'typeorm';
import { ByteKeys } from './byte-keys.js';
import { copyRows } from './copied-rows.js';
import { Hashes } from './hashes.js';
import { idHashOf } from './link-digests.js';

/** A member as the constellation is to show one. */
export interface Node {
  id: number;
  username: string;
  displayName: string | null;
}

/** The members who are public. */
export interface Members {
  /** Their ids, numbered in their order. */
  ids: ByteKeys;
  /** Those of their ids. */
  hashes: Hashes;
  /** Those who have no node, or one of another name. */
  unknown: Node[];
}

/**
 * Reads the members.
 * @param visit is told the tags of each member's text
 */
export async function readMembers(
  dataSource: DataSource,
  visit: (member: number, tags: readonly string[]) => void,
): Promise<Members> {
  const ids = new ByteKeys();
  const hashes = new Hashes();
  const unknown: Node[] = [];
  await copyRows(
    dataSource,
    `SELECT users.id, users.username, users.display_name,
            node.user_id IS NOT NULL AND (node.username, node.display_name)
              IS NOT DISTINCT FROM (users.username, users.display_name),
            CASE WHEN profile_markdown LIKE '%#%' THEN profile_markdown END,
            ${idHashOf('users.id')}
       FROM users LEFT JOIN constellation_nodes node ON node.user_id = users.id
      WHERE users.is_public ORDER BY users.id`,
    6,
    (row) => {
      const id = ids.add(row.bytes, row.start(0), row.end(0));
      hashes.pushField(row, 5);
      if (!row.bool(3)) {
        unknown.push({ id, username: row.text(1), displayName: row.isNull(2) ? null : row.text(2) });
      }
      if (!row.isNull(4)) visit(id, combineTags([], row.text(4)));
    },
  );
  return { ids, hashes, unknown };
}
