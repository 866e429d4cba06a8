import { Injectable } from '@nestjs/common';
import type { AccountActivity } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

@Injectable()
export class AccountActivityRepository {
  /** @returns the id of the entry */
  async insert(
    manager: EntityManager,
    entry: Pick<AccountActivity, 'userId' | 'kind' | 'sessionId' | 'device' | 'address' | 'detail'>,
  ): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO account_activity (user_id, kind, session_id, device, address, detail)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [entry.userId, entry.kind, entry.sessionId, entry.device, entry.address, entry.detail],
    );
    return rows[0]?.id ?? '';
  }
}
