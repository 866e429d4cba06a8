import type { BanView, ColumnsOf } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

export interface BanRow extends ColumnsOf<BanView> {
  /** The ban's id. Ids sort by time. */
  id: string;
}

/** Callers must lock the server's row before a change. */
@Injectable()
export class BansRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a server's removals and bans, newest first, plus one more row if there is a next page. */
  async listPage(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<BanRow[]> {
    return this.dataSource.query(
      `SELECT ban.id, ban.user_id, ${authorColumns('u')}, ban.is_ban, ban.removed_at AS banned_at
         FROM server_removals ban JOIN users u ON u.id = ban.user_id
        WHERE ban.server_id = $1 AND ($2::uuid IS NULL OR ban.id < $2) ORDER BY ban.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  /** Replaces an earlier removal or ban of the member, and withdraws their application. */
  async insert(
    manager: EntityManager,
    { serverId, userId, isBan }: { serverId: string; userId: string; isBan: boolean },
  ): Promise<void> {
    // The wall clock, not the start of the transaction, so that bans and invites are ordered.
    await manager.query(
      `WITH withdrawn AS (DELETE FROM applications WHERE server_id = $1 AND user_id = $2)
       INSERT INTO server_removals (server_id, user_id, is_ban, removed_at) VALUES ($1, $2, $3, clock_timestamp())
       ON CONFLICT (server_id, user_id)
       DO UPDATE SET id = excluded.id, is_ban = excluded.is_ban, removed_at = excluded.removed_at`,
      [serverId, userId, isBan],
    );
  }

  /** Returns the deleted removal or ban. */
  async delete(
    manager: EntityManager,
    serverId: string,
    userId: string,
  ): Promise<{ is_ban: boolean } | undefined> {
    const [rows]: [{ is_ban: boolean }[], number] = await manager.query(
      'DELETE FROM server_removals WHERE server_id = $1 AND user_id = $2 RETURNING is_ban',
      [serverId, userId],
    );
    return rows[0];
  }
}
