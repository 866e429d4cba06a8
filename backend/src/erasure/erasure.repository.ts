import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Rows that one statement changes at most: none of them takes long, however much a member has. */
const AT_ONCE = 2_000;

/**
 * What may be very many, each a statement about some of the member's that are left. All else goes with the member's
 * own row. Pictures before their objects, as everyone does who changes both; an object that is on its way is left to
 * whoever brings it.
 */
const PARTS = [
  'UPDATE messages SET user_id = NULL WHERE id IN (SELECT id FROM messages WHERE user_id = $1 LIMIT $2)',
  'DELETE FROM images WHERE id IN (SELECT id FROM images WHERE user_id = $1 LIMIT $2)',
  `UPDATE objects SET user_id = NULL, state = CASE state WHEN 'arriving' THEN state ELSE 'discarded' END
    WHERE path IN (SELECT path FROM objects WHERE user_id = $1 LIMIT $2)`,
  'DELETE FROM posts WHERE id IN (SELECT id FROM posts WHERE user_id = $1 LIMIT $2)',
  'DELETE FROM profile_archives WHERE id IN (SELECT id FROM profile_archives WHERE user_id = $1 LIMIT $2)',
] as const;

/** Every query of an erasure, but for those on the account itself. */
@Injectable()
export class ErasureRepository {
  /** Nothing can begin to refer to the member before the transaction ends: whoever tries waits, and finds nobody. */
  async closeMember(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  }

  /** Takes away what the member has, or leaves it without the member: messages, and objects, which upkeep removes. */
  async emptyMember(manager: EntityManager, userId: string): Promise<void> {
    for (const part of PARTS) {
      let changed: number;
      do {
        const result: [unknown[], number] = await manager.query(part, [userId, AT_ONCE]);
        changed = result[1];
      } while (changed === AT_ONCE);
    }
  }
}
