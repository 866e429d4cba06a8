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

  /** Deletes the entry of an email address if its claim was proven. @returns whether it was deleted */
  async deleteProven(manager: EntityManager, email: string): Promise<boolean> {
    const result: [unknown[], number] = await manager.query(
      'DELETE FROM waitlist_entries WHERE email = $1 AND proven_at IS NOT NULL',
      [email],
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
