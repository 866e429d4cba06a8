import { Injectable } from '@nestjs/common';
import type { ColumnsOf, WaitlistEntryView } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

export interface NewEntry {
  email: string;
  oniId: string | null;
  accessKeyHash: string | null;
  source: string;
}

export type WaitlistRow = ColumnsOf<WaitlistEntryView>;
export interface WaitlistPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** Only the entry with this address or Oni ID. */
  q?: string;
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

  /** Returns a page, oldest first, plus one more row if there is a next page. @param q an address or Oni ID */
  async listPage({ limit, cursor, q }: WaitlistPage): Promise<WaitlistRow[]> {
    const found = `entry.id IN (SELECT id FROM waitlist_entries WHERE email = $3
                                 UNION ALL SELECT id FROM waitlist_entries WHERE oni_id = $3)`;
    return this.dataSource.query(
      `SELECT entry.id, entry.email, entry.oni_id, entry.created_at, invite.created_at AS invited_at,
              invite.expires_at AS invite_expires_at, invite.used_at AS joined_at
         FROM waitlist_entries entry LEFT JOIN registration_invites invite ON invite.entry_id = entry.id
        WHERE ($1::uuid IS NULL OR entry.id > $1) AND ${q === undefined ? '$3::text IS NULL' : found}
        ORDER BY entry.id LIMIT $2`,
      [cursor ?? null, limit + 1, q?.toLowerCase() ?? null],
    );
  }

  /** Locks an entry. @returns its address; undefined if there is none */
  async lock(manager: EntityManager, id: string): Promise<string | undefined> {
    const rows: { email: string }[] = await manager.query(
      'SELECT email FROM waitlist_entries WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return rows[0]?.email;
  }

  /** @returns its address; undefined if there was none */
  async delete(manager: EntityManager, id: string): Promise<string | undefined> {
    const [deleted]: [{ email: string }[], number] = await manager.query(
      'DELETE FROM waitlist_entries WHERE id = $1 RETURNING email',
      [id],
    );
    return deleted[0]?.email;
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
