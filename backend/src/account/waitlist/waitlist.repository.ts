import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface NewEntry {
  email: string;
  oniId: string | null;
  accessKeyHash: string | null;
  source: string;
}

@Injectable()
export class WaitlistRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds an entry unless the email address already has one. @returns the id of the new entry */
  async insertOnce(manager: EntityManager, entry: NewEntry): Promise<string | undefined> {
    const added: { id: string }[] = await manager.query(
      `INSERT INTO waitlist_entries (email, oni_id, access_key, source) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [entry.email, entry.oniId, entry.accessKeyHash, entry.source],
    );
    return added[0]?.id;
  }

  /**
   * Deletes the entries of a member whose claims were proven: of the addresses now, and of the present and former Oni IDs,
   * whose entries may have a former address. A former one that another member has now is theirs.
   * @returns whether there was one
   */
  async deleteProven(manager: EntityManager, userId: string): Promise<boolean> {
    const result: [unknown[], number] = await manager.query(
      `DELETE FROM waitlist_entries WHERE proven_at IS NOT NULL AND (
         email IN (SELECT unnest(ARRAY[email, recovery_email]) FROM users WHERE id = $1)
         OR oni_id IN (SELECT username FROM users WHERE id = $1
                       UNION ALL SELECT username FROM former_usernames WHERE user_id = $1
                       EXCEPT SELECT username FROM users WHERE id <> $1))`,
      [userId],
    );
    return result[1] > 0;
  }

  async count(): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      'SELECT count(*)::integer AS count FROM waitlist_entries',
    );
    return rows[0]?.count ?? 0;
  }

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }
}
