import { Injectable } from '@nestjs/common';
import { unblocked } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type OptionalAuthorRow, requireRow } from '../../shared/index.js';

export interface InviteRow {
  expires_at: Date;
  server_id: string;
  name: string;
  description: string | null;
  member_count: number;
}

export interface MemberInviteRow {
  /** Null if the account was erased. */
  created_by: string | null;
  is_member: boolean;
  /** Whether the member was banned at or after the invite's creation. */
  is_barred: boolean;
  /** Whether staff must lift a ban first. */
  is_banned: boolean;
  /** Whether a block stands between the member and the invite's creator. */
  is_hidden: boolean;
  is_archived: boolean;
}

export interface CreatedInviteRow {
  id: string;
  expires_at: Date;
}

export interface ListedInviteRow extends CreatedInviteRow, OptionalAuthorRow {
  max_uses: number | null;
  uses: number;
  created_at: Date;
  /** Null if the account was erased. */
}

const IS_VALID = 'i.expires_at > now() AND (i.max_uses IS NULL OR i.uses < i.max_uses)';

/** Keyed by the hash of the code or, for staff, by public id. Callers must lock the server's row before a change. */
@Injectable()
export class InvitesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async insert(
    manager: EntityManager,
    invite: { hash: string; serverId: string; userId: string; hours: number; maxUses: number | null },
  ): Promise<CreatedInviteRow> {
    // The wall clock, not the start of the transaction, so that bans and invites are ordered.
    const rows: CreatedInviteRow[] = await manager.query(
      `INSERT INTO invites (id, server_id, created_by, max_uses, created_at, expires_at)
       SELECT $1, $2, $3, $4, moment, moment + $5 * interval '1 hour' FROM clock_timestamp() AS moment
       RETURNING public_id AS id, expires_at`,
      [invite.hash, invite.serverId, invite.userId, invite.maxUses, invite.hours],
    );
    return requireRow(rows[0]);
  }

  /** Returns a page of a server's valid invites, newest first, plus one more row if there is a next page. */
  async listPage(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ListedInviteRow[]> {
    return this.dataSource.query(
      `SELECT i.public_id AS id, i.expires_at, i.max_uses, i.uses, i.created_at,
              ${authorColumns('creator')}
         FROM invites i LEFT JOIN users creator ON creator.id = i.created_by
        WHERE i.server_id = $1 AND ($2::uuid IS NULL OR i.public_id < $2) AND ${IS_VALID}
        ORDER BY i.public_id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  /** @param readerId null for a visitor */
  async find(hash: string, readerId: string | null): Promise<InviteRow | undefined> {
    const rows: InviteRow[] = await this.dataSource.query(
      `SELECT i.expires_at, s.id AS server_id, s.name, s.description, s.member_count
         FROM invites i JOIN servers s ON s.id = i.server_id WHERE i.id = $1 AND ${IS_VALID} AND ${unblocked('i.created_by', '$2::uuid')}`,
      [hash, readerId],
    );
    return rows[0];
  }

  /** Locks the server of an invite until the end of the transaction and returns its id. */
  async lockServer(manager: EntityManager, hash: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM servers WHERE id = (SELECT server_id FROM invites WHERE id = $1) FOR NO KEY UPDATE',
      [hash],
    );
    return rows[0]?.id;
  }

  /** Returns a member's relation to a valid invite. The server must be locked. */
  async findForMember(
    manager: EntityManager,
    hash: string,
    userId: string,
  ): Promise<MemberInviteRow | undefined> {
    const rows: MemberInviteRow[] = await manager.query(
      `SELECT i.created_by, EXISTS (
                SELECT 1 FROM server_members m WHERE m.server_id = i.server_id AND m.user_id = $2
              ) AS is_member,
              EXISTS (
                SELECT 1 FROM server_removals r
                 WHERE r.server_id = i.server_id AND r.user_id = $2 AND r.removed_at >= i.created_at
              ) AS is_barred,
              EXISTS (
                SELECT 1 FROM server_removals r WHERE r.server_id = i.server_id AND r.user_id = $2 AND r.is_ban
              ) AS is_banned, NOT ${unblocked('i.created_by', '$2')} AS is_hidden, s.archived_at IS NOT NULL AS is_archived
         FROM invites i JOIN servers s ON s.id = i.server_id WHERE i.id = $1 AND ${IS_VALID}`,
      [hash, userId],
    );
    return rows[0];
  }

  async countUse(manager: EntityManager, hash: string): Promise<void> {
    await manager.query('UPDATE invites SET uses = uses + 1 WHERE id = $1', [hash]);
  }

  /** Returns whether there was a valid invite. */
  async deleteById(manager: EntityManager, serverId: string, id: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `DELETE FROM invites i WHERE i.server_id = $1 AND i.public_id = $2 AND ${IS_VALID}`,
      [serverId, id],
    );
    return count > 0;
  }

  async delete(manager: EntityManager, hash: string): Promise<void> {
    await manager.query('DELETE FROM invites WHERE id = $1', [hash]);
  }
}
