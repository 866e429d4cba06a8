import { Injectable } from '@nestjs/common';
import { EXPORT } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** Whose export it is. */
export interface ExportedMember {
  id: string;
  username: string;
}

/** Every query on the addresses of exports. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes the place of the address that the member had. @returns when it stops working */
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

  /** Whose an address is that still works. */
  async find(tokenHash: string): Promise<ExportedMember | undefined> {
    const rows: ExportedMember[] = await this.dataSource.query(
      `SELECT member.id, member.username FROM export_addresses address JOIN users member ON member.id = address.user_id
        WHERE address.token_hash = $1 AND address.expires_at > now()`,
      [tokenHash],
    );
    return rows[0];
  }

  /** Uses an address up; of several at the same time, one has it. @returns undefined where it does not work */
  async take(tokenHash: string): Promise<ExportedMember | undefined> {
    const rows: ExportedMember[] = await this.dataSource.query(
      `WITH taken AS (
         DELETE FROM export_addresses WHERE token_hash = $1 AND expires_at > now() RETURNING user_id
       ) SELECT member.id, member.username FROM taken JOIN users member ON member.id = taken.user_id`,
      [tokenHash],
    );
    return rows[0];
  }
}
