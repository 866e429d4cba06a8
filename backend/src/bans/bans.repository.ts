import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthorRow } from '../queries/author.js';

export interface BanRow extends AuthorRow {
  /** The ban's id. Ids sort by time. */
  id: string;
  user_id: string;
  removed_at: Date;
}

/** Callers must lock the server's row before a change. */
@Injectable()
export class BansRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a server's bans, newest first, plus one more row if there is a next page. */
  async listPage(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<BanRow[]> {
    return this.dataSource.query(
      `SELECT ban.id, ban.user_id, ${authorColumns('u')}, ban.removed_at
         FROM server_removals ban JOIN users u ON u.id = ban.user_id
        WHERE ban.server_id = $1 AND ($2::uuid IS NULL OR ban.id < $2) ORDER BY ban.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  async insert(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    // The wall clock, not the start of the transaction, so that bans and invites are ordered.
    await manager.query(
      `INSERT INTO server_removals (server_id, user_id, removed_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (server_id, user_id) DO UPDATE SET id = excluded.id, removed_at = excluded.removed_at`,
      [serverId, userId],
    );
  }

  /** Returns whether the member was banned. */
  async delete(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'DELETE FROM server_removals WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    return count > 0;
  }
}
