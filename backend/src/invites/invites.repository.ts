import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { found } from '../queries/found.js';

/** An invite that works, with where it leads. */
export interface InviteRow {
  expires_at: Date;
  server_id: string;
  name: string;
  description: string | null;
  member_count: number;
}

/** What an invite is to one member. */
export interface OwnInviteRow {
  is_member: boolean;
  /** The member was removed from the server after the invite was made. */
  is_barred: boolean;
}

const WORKS = 'i.expires_at > now() AND (i.max_uses IS NULL OR i.uses < i.max_uses)';

/** Every query on invites. They are known by the hashes of their codes; whoever changes one holds its server's row. */
@Injectable()
export class InvitesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** @returns when it stops working */
  async insert(
    manager: EntityManager,
    invite: { hash: string; serverId: string; userId: string; hours: number; maxUses: number | null },
  ): Promise<Date> {
    // By the clock, not by the beginning of the transaction, which may have waited: removals come before or after it.
    const rows: { expires_at: Date }[] = await manager.query(
      `INSERT INTO invites (id, server_id, created_by, max_uses, created_at, expires_at)
       SELECT $1, $2, $3, $4, moment, moment + $5 * interval '1 hour' FROM clock_timestamp() AS moment
       RETURNING expires_at`,
      [invite.hash, invite.serverId, invite.userId, invite.maxUses, invite.hours],
    );
    return found(rows[0]).expires_at;
  }

  /** An invite that works. */
  async find(hash: string): Promise<InviteRow | undefined> {
    const rows: InviteRow[] = await this.dataSource.query(
      `SELECT i.expires_at, s.id AS server_id, s.name, s.description, s.member_count
         FROM invites i JOIN servers s ON s.id = i.server_id WHERE i.id = $1 AND ${WORKS}`,
      [hash],
    );
    return rows[0];
  }

  /** Holds the server of an invite until the transaction ends. @returns its id; undefined where there is none */
  async holdServer(manager: EntityManager, hash: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM servers WHERE id = (SELECT server_id FROM invites WHERE id = $1) FOR NO KEY UPDATE',
      [hash],
    );
    return rows[0]?.id;
  }

  /** An invite that works, as a member finds it; its server is held. */
  async findHeld(manager: EntityManager, hash: string, userId: string): Promise<OwnInviteRow | undefined> {
    const rows: OwnInviteRow[] = await manager.query(
      `SELECT EXISTS (
                SELECT 1 FROM server_members m WHERE m.server_id = i.server_id AND m.user_id = $2
              ) AS is_member,
              EXISTS (
                SELECT 1 FROM server_removals r
                 WHERE r.server_id = i.server_id AND r.user_id = $2 AND r.removed_at >= i.created_at
              ) AS is_barred
         FROM invites i WHERE i.id = $1 AND ${WORKS}`,
      [hash, userId],
    );
    return rows[0];
  }

  async countUse(manager: EntityManager, hash: string): Promise<void> {
    await manager.query('UPDATE invites SET uses = uses + 1 WHERE id = $1', [hash]);
  }

  async delete(manager: EntityManager, hash: string): Promise<void> {
    await manager.query('DELETE FROM invites WHERE id = $1', [hash]);
  }
}
