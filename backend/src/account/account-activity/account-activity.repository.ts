import { accountActivitySchema, type AccountActivityView, type RowOf } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import { type AccountActivity, columnsOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

type NewEntry = Pick<AccountActivity, 'userId' | 'kind' | 'sessionId' | 'device' | 'address' | 'detail'>;

@Injectable()
export class AccountActivityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the id of the entry */
  async insert(manager: EntityManager, entry: NewEntry): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO account_activity (user_id, kind, session_id, device, address, detail)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      valuesOf(entry),
    );
    return rows[0]?.id ?? '';
  }

  /** Does nothing for an account that does not exist. */
  async insertIfExists(manager: EntityManager, entry: NewEntry): Promise<void> {
    await manager.query(
      `INSERT INTO account_activity (user_id, kind, session_id, device, address, detail)
       SELECT id, $2, $3, $4, $5, $6 FROM users WHERE id = $1`,
      valuesOf(entry),
    );
  }

  /** Counts up the entry of the same kind and network of the last hour, or adds one. */
  async countFailure(entry: NewEntry): Promise<void> {
    await this.dataSource.query(
      `WITH counted AS (
         UPDATE account_activity SET count = count + 1 WHERE id = (
           SELECT id FROM account_activity
            WHERE user_id = $1::uuid AND kind = $2::text AND address IS NOT DISTINCT FROM $5::text
              AND id > uuidv7('-1 hour') ORDER BY id DESC LIMIT 1 FOR UPDATE)
         RETURNING id)
       INSERT INTO account_activity (user_id, kind, session_id, device, address, detail)
       SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM counted)`,
      valuesOf(entry),
    );
  }

  async isSignIn(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM account_activity
        WHERE id = $2 AND user_id = $1 AND kind IN ('signed_in', 'signed_in_new_device')`,
      [userId, id],
    );
    return rows.length > 0;
  }

  /** Returns a page of a member's entries, newest first, plus one row if there are more. */
  async listPage(userId: string, { limit, cursor }: PageQueryDto): Promise<RowOf<AccountActivityView>[]> {
    return this.dataSource.query(
      `SELECT ${columnsOf(accountActivitySchema.entries)} FROM account_activity
        WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }
}

const valuesOf = ({ userId, kind, sessionId, device, address, detail }: NewEntry) => [
  userId,
  kind,
  sessionId,
  device,
  address,
  detail,
];
