import { Injectable } from '@nestjs/common';
import { RESERVED_USERNAMES } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** Who has a username: nobody, nobody ever, a member, or a waitlist entry that it is kept for. */
export type UsernameHolder =
  | { kind: 'free' }
  | { kind: 'reserved' }
  | { kind: 'member' }
  | { kind: 'claimed'; email: string; accessKey: string | null };

/** One answer to "who has this name", for members and the waitlist alike. */
@Injectable()
export class UsernamesService {
  /**
   * Keeps a name to the caller's transaction, so that a registration and a claim at the same time see each
   * other.
   */
  async lock(manager: EntityManager, username: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`username:${username}`]);
  }

  async holderOf(manager: EntityManager, username: string): Promise<UsernameHolder> {
    if (RESERVED_USERNAMES.has(username)) return { kind: 'reserved' };
    const rows: { kind: 'member' | 'claimed'; email: string; access_key: string | null }[] =
      await manager.query(
        `SELECT 'member' AS kind, email, NULL AS access_key FROM users WHERE username = $1
       UNION ALL
       SELECT 'claimed', email, access_key FROM waitlist_entries WHERE oni_id = $1`,
        [username],
      );
    // A member who registered by their own claim is both: the member counts.
    const holder = rows.find(({ kind }) => kind === 'member') ?? rows[0];
    if (!holder) return { kind: 'free' };
    return holder.kind === 'member'
      ? { kind: 'member' }
      : { kind: 'claimed', email: holder.email, accessKey: holder.access_key };
  }
}
