import { Injectable } from '@nestjs/common';
import type { HiddenMembers } from '@oniverse/contracts';
import { namedFor } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type OptionalAuthorRow } from '../../shared/index.js';

/** The author is null if the reader may no longer know the member's name. */
export interface HiddenMemberRow extends OptionalAuthorRow {
  /** Sorts by time. */
  id: string;
  user_id: string;
  created_at: Date;
}

/** All blocks and mutes of one member, as a value that changes with them. */
export interface HiddenState {
  member_id: string;
  state: string;
  /** Whether the newest one is not older than asked for. */
  is_recent: boolean;
}

/** What a block or its end changed. */
export interface BlockChange {
  /** Whether the caller's own list changed. */
  isOwnChanged: boolean;
  /** Whether the two members see each other differently now. */
  isVisibilityChanged: boolean;
}

/** Queries on blocks and mutes. Callers of the writing methods have locked both members. */
@Injectable()
export class BlocksRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** Locks two members, in an order that all callers share. @returns the ids of those who exist */
  async lockMembers(manager: EntityManager, userIds: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async listBlocks(userId: string, page: PageQueryDto): Promise<HiddenMemberRow[]> {
    return this.listPage('blocks', 'hidden.is_own', userId, page);
  }

  async listMutes(userId: string, page: PageQueryDto): Promise<HiddenMemberRow[]> {
    return this.listPage('mutes', 'true', userId, page);
  }

  async listHidden(userId: string): Promise<HiddenMembers> {
    const [hidden]: [HiddenMembers] = await this.dataSource.query(
      `SELECT ARRAY(SELECT other_id::text FROM blocks WHERE member_id = $1 AND is_own ORDER BY id DESC) AS blocked,
              ARRAY(SELECT other_id::text FROM mutes WHERE member_id = $1 ORDER BY id DESC) AS muted`,
      [userId],
    );
    return hidden;
  }

  async hasBlocked(manager: EntityManager, userId: string, otherId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT FROM blocks WHERE member_id = $1 AND other_id = $2 AND is_own',
      [userId, otherId],
    );
    return rows.length > 0;
  }

  async hasMuted(manager: EntityManager, userId: string, otherId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query('SELECT FROM mutes WHERE member_id = $1 AND other_id = $2', [
      userId,
      otherId,
    ]);
    return rows.length > 0;
  }

  /** Adds the caller's block. @returns whether the two members were not blocked before, by either of them */
  async insertBlock(manager: EntityManager, userId: string, otherId: string): Promise<boolean> {
    await manager.query(
      `INSERT INTO blocks (member_id, other_id, is_own) VALUES ($1, $2, true)
       ON CONFLICT (member_id, other_id)
       DO UPDATE SET is_own = true, id = excluded.id, created_at = excluded.created_at`,
      [userId, otherId],
    );
    const added: unknown[] = await manager.query(
      `INSERT INTO blocks (member_id, other_id, is_own) VALUES ($2, $1, false)
       ON CONFLICT DO NOTHING RETURNING id`,
      [userId, otherId],
    );
    return added.length > 0;
  }

  /** Ends the caller's block. Both rows stay while the other member's block does. */
  async deleteBlock(manager: EntityManager, userId: string, otherId: string): Promise<BlockChange> {
    const [, ended]: [unknown, number] = await manager.query(
      'UPDATE blocks SET is_own = false WHERE member_id = $1 AND other_id = $2 AND is_own',
      [userId, otherId],
    );
    if (ended === 0) return { isOwnChanged: false, isVisibilityChanged: false };
    const [, deleted]: [unknown, number] = await manager.query(
      `DELETE FROM blocks WHERE (member_id, other_id) IN (($1, $2), ($2, $1))
          AND NOT EXISTS (SELECT FROM blocks theirs WHERE theirs.member_id = $2 AND theirs.other_id = $1 AND theirs.is_own)`,
      [userId, otherId],
    );
    return { isOwnChanged: true, isVisibilityChanged: deleted > 0 };
  }

  async insertMute(manager: EntityManager, userId: string, otherId: string): Promise<void> {
    await manager.query('INSERT INTO mutes (member_id, other_id) VALUES ($1, $2)', [userId, otherId]);
  }

  /** @returns whether the caller had muted the member */
  async deleteMute(manager: EntityManager, userId: string, otherId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'DELETE FROM mutes WHERE member_id = $1 AND other_id = $2',
      [userId, otherId],
    );
    return count > 0;
  }

  /** Returns the members who must not see the given ones, by the id of each. */
  async listConcealed(userIds: readonly string[]): Promise<Map<string, Set<string>>> {
    const rows: { member_id: string; others: string[] }[] = await this.dataSource.query(
      `SELECT member_id, array_agg(other_id) AS others FROM blocks
        WHERE member_id = ANY($1::uuid[]) GROUP BY member_id`,
      [userIds],
    );
    return new Map(rows.map(({ member_id, others }) => [member_id, new Set(others)]));
  }

  /** Returns a value for each member with blocks or mutes that differs after every change of what the member sees. */
  async listStates(userIds: readonly string[], recentMs: number): Promise<HiddenState[]> {
    return this.dataSource.query(
      `SELECT member_id, count(*) || ' ' || max(created_at) AS state,
              max(created_at) > now() - $2::float8 * interval '1 millisecond' AS is_recent
         FROM (SELECT member_id, created_at FROM blocks UNION ALL SELECT member_id, created_at FROM mutes) hidden
        WHERE member_id = ANY($1::uuid[]) GROUP BY member_id`,
      [userIds, recentMs],
    );
  }

  private async listPage(
    table: 'blocks' | 'mutes',
    condition: string,
    userId: string,
    { limit, cursor }: PageQueryDto,
  ): Promise<HiddenMemberRow[]> {
    return this.dataSource.query(
      `SELECT hidden.id, hidden.other_id AS user_id, hidden.created_at, ${authorColumns('other')}
         FROM ${table} hidden LEFT JOIN users other ON other.id = hidden.other_id AND ${namedFor('other', '$1')}
        WHERE hidden.member_id = $1 AND ${condition} AND ($2::uuid IS NULL OR hidden.id < $2)
        ORDER BY hidden.id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }
}
