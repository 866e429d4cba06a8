import { Injectable } from '@nestjs/common';
import type { ColumnsOf, ServerRole, TimedOutMember, TimeOutBody } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, requireRow } from '../../shared/index.js';

export interface TimeOutRow extends Omit<ColumnsOf<TimedOutMember>, 'until'> {
  /** Ids sort by time. */
  id: string;
  until: Date;
}

export interface TimeOutsPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** The only member to list. */
  member?: string;
}

export interface TimeOutKey {
  serverId: string;
  userId: string;
}

/** Callers must lock the server's row before a change. */
@Injectable()
export class TimeOutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a server's running time-outs, newest first, plus one more row if there is a next page. */
  async listPage(serverId: string, { limit, cursor, member }: TimeOutsPage): Promise<TimeOutRow[]> {
    return this.dataSource.query(
      `SELECT running.id, running.user_id, ${authorColumns('u')}, running.until, running.reason, running.created_at
         FROM time_outs running JOIN users u ON u.id = running.user_id
        WHERE running.server_id = $1 AND ($2::uuid IS NULL OR running.id < $2)
          AND ($4::uuid IS NULL OR running.user_id = $4) AND running.until > now()
        ORDER BY running.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1, member ?? null],
    );
  }

  /** Returns undefined for those who have not joined. */
  async findRole(manager: EntityManager, { serverId, userId }: TimeOutKey): Promise<ServerRole | undefined> {
    const rows: { role: ServerRole }[] = await manager.query(
      'SELECT role FROM server_members WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    return rows[0]?.role;
  }

  /** Replaces an earlier time-out of the member. @returns its end */
  async save(
    manager: EntityManager,
    { serverId, userId }: TimeOutKey,
    { minutes, reason }: TimeOutBody,
  ): Promise<Date> {
    const rows: { until: Date }[] = await manager.query(
      `INSERT INTO time_outs (server_id, user_id, until, reason)
       VALUES ($1, $2, date_trunc('milliseconds', now()) + $3 * interval '1 minute', $4)
       ON CONFLICT (server_id, user_id)
       DO UPDATE SET id = excluded.id, until = excluded.until, reason = excluded.reason, created_at = excluded.created_at
       RETURNING until`,
      [serverId, userId, minutes, reason],
    );
    return requireRow(rows[0]).until;
  }

  /** Returns whether one was running. */
  async delete(manager: EntityManager, { serverId, userId }: TimeOutKey): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'DELETE FROM time_outs WHERE server_id = $1 AND user_id = $2 AND until > now()',
      [serverId, userId],
    );
    return count > 0;
  }
}
