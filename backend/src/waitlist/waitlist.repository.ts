import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A claim, as it is stored. */
export interface NewEntry {
  email: string;
  oniId: string | null;
  accessKeyHash: string | null;
  source: string;
}

/** Every query on the waitlist. */
@Injectable()
export class WaitlistRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds an entry; an address that is on the list already stays as it is. @returns whether it was added */
  async insertOnce(manager: EntityManager, entry: NewEntry): Promise<boolean> {
    const added: unknown[] = await manager.query(
      `INSERT INTO waitlist_entries (email, oni_id, access_key, source) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [entry.email, entry.oniId, entry.accessKeyHash, entry.source],
    );
    return added.length > 0;
  }

  /** @returns whether the address was on the list */
  async remove(manager: EntityManager, email: string): Promise<boolean> {
    const result: [unknown[], number] = await manager.query('DELETE FROM waitlist_entries WHERE email = $1', [
      email,
    ]);
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
