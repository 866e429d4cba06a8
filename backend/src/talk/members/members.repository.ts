import { Injectable } from '@nestjs/common';
import type { ColumnsOf, MemberView, ServerRole } from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS, SEARCHED, serverOfChannel } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, likePattern, memberSeenBy, NEXT_UPDATED_AT, requireRow } from '../../shared/index.js';

export interface MemberRow extends ColumnsOf<Omit<MemberView, 'online'>> {
  /** Ids are ascending. */
  id: string;
}

export interface MemberPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** Substring of the Oni ID or display name; case is ignored. */
  q?: string;
}

export interface RemovalResult {
  memberCount: number;
  updatedAt: string;
}

const COLUMNS = `m.id, m.user_id, ${authorColumns('thing')}, m.role, m.joined_at`;
const FROM = 'FROM server_members m JOIN users thing ON thing.id = m.user_id';

/** Lets PostgreSQL look a rare name up in the index of trigrams, instead of reading all members. */
const NAME_MAY_MATCH = `${SEARCHED.memberTrigrams} LIKE casefold($4 COLLATE "pg_unicode_fast")`;

/** Queries on memberships. Callers of the writing methods have locked the server's row. */
@Injectable()
export class MembersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** Returns a page of the members that a reader sees, newest first, with `limit + 1` rows if another page follows. */
  async list(readerId: string, serverId: string, { limit, cursor, q }: MemberPage): Promise<MemberRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} ${FROM} WHERE m.server_id = $1 AND ($2::uuid IS NULL OR m.id < $2)
          AND ${memberSeenBy('m.user_id', '$1', '$5')}
          AND ($4::text IS NULL OR ${NAME_MAY_MATCH}
            AND (thing.username ILIKE $4 OR thing.display_name COLLATE "pg_unicode_fast" ILIKE $4))
        ORDER BY m.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1, q === undefined ? null : likePattern(q), readerId],
    );
  }

  async find(manager: EntityManager, serverId: string, userId: string): Promise<MemberRow | undefined> {
    const rows: MemberRow[] = await manager.query(
      `SELECT ${COLUMNS} ${FROM} WHERE m.server_id = $1 AND m.user_id = $2`,
      [serverId, userId],
    );
    return rows[0];
  }

  /** Adds a member, whose application is then obsolete, and marks all existing messages as read. */
  async add(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await manager.query(
      `WITH obsolete AS (DELETE FROM applications WHERE server_id = $1 AND user_id = $2)
       INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)`,
      [serverId, userId],
    );
    await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.suggestLinks, subject: userId }]);
    await manager.query(
      `UPDATE servers SET member_count = member_count + 1, updated_at = ${NEXT_UPDATED_AT} WHERE id = $1`,
      [serverId],
    );
    await manager.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT $2, id, last_seq FROM channels WHERE server_id = $1
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq`,
      [serverId, userId],
    );
  }

  /** Removes a member and revokes their invites. */
  async remove(manager: EntityManager, serverId: string, userId: string): Promise<RemovalResult> {
    await manager.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
      serverId,
      userId,
    ]);
    await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.suggestLinks, subject: userId }]);
    await this.revokeInvites(manager, serverId, userId);
    for (const table of ['channel_reads', 'mentions', 'channel_attention', 'drafts']) {
      await manager.query(
        `DELETE FROM ${table} own USING channels channel
          WHERE own.user_id = $1 AND channel.id = own.channel_id AND ${serverOfChannel('channel')} = $2`,
        [userId, serverId],
      );
    }
    await manager.query('DELETE FROM server_attention WHERE user_id = $1 AND server_id = $2', [
      userId,
      serverId,
    ]);
    const [counted]: [{ member_count: number; updated_at: Date }[], number] = await manager.query(
      `UPDATE servers SET member_count = member_count - 1, updated_at = ${NEXT_UPDATED_AT} WHERE id = $1
       RETURNING member_count, updated_at`,
      [serverId],
    );
    const { member_count: memberCount, updated_at: updatedAt } = requireRow(counted[0]);
    return { memberCount, updatedAt: updatedAt.toISOString() };
  }

  async revokeInvites(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await manager.query('DELETE FROM invites WHERE server_id = $1 AND created_by = $2', [serverId, userId]);
  }

  /** Also ends a time-out, which only members without a role have. */
  async setRole(manager: EntityManager, serverId: string, userId: string, role: ServerRole): Promise<void> {
    await manager.query(
      `WITH ended AS (DELETE FROM time_outs WHERE server_id = $1 AND user_id = $2)
       UPDATE server_members SET role = $3 WHERE server_id = $1 AND user_id = $2`,
      [serverId, userId, role],
    );
  }
}
