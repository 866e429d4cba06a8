import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { EXPORT } from './export-queue.js';

export interface ExportedMember {
  id: string;
  username: string;
}

@Injectable()
export class ExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Replaces the member's address. @returns its expiry time */
  async insert(manager: EntityManager, userId: string, tokenHash: string): Promise<Date> {
    const rows: { expires_at: Date }[] = await manager.query(
      `INSERT INTO export_addresses (user_id, token_hash, expires_at)
       VALUES ($1, $2, now() + $3::float8 * interval '1 millisecond')
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
       RETURNING expires_at`,
      [userId, tokenHash, EXPORT.addressMs],
    );
    const row = rows[0];
    if (!row) throw new Error('An insert returned no row.');
    return row.expires_at;
  }

  /** Returns the owner of an address, or `undefined` if it is unknown, used or expired. */
  async find(tokenHash: string): Promise<ExportedMember | undefined> {
    const rows: ExportedMember[] = await this.dataSource.query(
      `SELECT member.id, member.username FROM export_addresses address JOIN users member ON member.id = address.user_id
        WHERE address.token_hash = $1 AND address.expires_at > now()`,
      [tokenHash],
    );
    return rows[0];
  }

  /** Uses up an address; one of several concurrent calls succeeds. @returns its owner, as `find` does */
  async useUp(tokenHash: string): Promise<ExportedMember | undefined> {
    const rows: ExportedMember[] = await this.dataSource.query(
      `WITH used AS (
         DELETE FROM export_addresses WHERE token_hash = $1 AND expires_at > now() RETURNING user_id
       ) SELECT member.id, member.username FROM used JOIN users member ON member.id = used.user_id`,
      [tokenHash],
    );
    return rows[0];
  }
}
