import { Injectable } from '@nestjs/common';
import { type ListedRegistrationInvite, REGISTRATION_INVITE_DAYS } from '@oniverse/contracts';
import { hashLinkToken } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export interface NewRegistrationInvite {
  /** Null for the operators. */
  createdBy: string | null;
  /** The entry of the waitlist that it is for. */
  entryId: string | null;
}

export interface RegistrationInviteRow {
  id: string;
  expires_at: Date;
}

export interface ListedInviteRow
  extends RegistrationInviteRow, Pick<ListedRegistrationInvite, 'email'>, PrefixedAuthorRow<'creator'> {
  created_at: Date;
}

/** An invitation whose code works, or will once its mail is sent. */
const IS_USABLE = 'invite.used_at IS NULL AND invite.expires_at > now()';

@Injectable()
export class RegistrationInvitesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts an invitation without a code; an earlier one of the entry stops working. @returns undefined if that was used */
  async insert(
    manager: EntityManager,
    { createdBy, entryId }: NewRegistrationInvite,
  ): Promise<RegistrationInviteRow | undefined> {
    const rows: RegistrationInviteRow[] = await manager.query(
      `INSERT INTO registration_invites AS earlier (created_by, entry_id, expires_at)
       VALUES ($1, $2, now() + $3 * interval '1 day')
       ON CONFLICT (entry_id) DO UPDATE
         SET created_by = excluded.created_by, expires_at = excluded.expires_at, created_at = now(), code_hash = NULL
         WHERE earlier.used_at IS NULL
       RETURNING id, expires_at`,
      [createdBy, entryId, REGISTRATION_INVITE_DAYS],
    );
    return rows[0];
  }

  async isUsable(code: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM registration_invites invite WHERE code_hash = $1 AND ${IS_USABLE}`,
      [hashLinkToken(code)],
    );
    return rows.length > 0;
  }

  /** Uses an invitation up. @returns whether its code worked */
  async use(manager: EntityManager, code: string): Promise<boolean> {
    const [, used]: [unknown, number] = await manager.query(
      `UPDATE registration_invites invite SET used_at = now() WHERE code_hash = $1 AND ${IS_USABLE}`,
      [hashLinkToken(code)],
    );
    return used > 0;
  }

  /** Returns a page of invitations that work, newest first, plus one more row if there is a next page. */
  async listPage({ limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>): Promise<ListedInviteRow[]> {
    return this.dataSource.query(
      `SELECT invite.id, invite.created_at, invite.expires_at, entry.email, ${optionalAuthorColumns('creator')}
         FROM registration_invites invite
         LEFT JOIN waitlist_entries entry ON entry.id = invite.entry_id
         LEFT JOIN users creator ON creator.id = invite.created_by
        WHERE ($1::uuid IS NULL OR invite.id < $1) AND ${IS_USABLE}
        ORDER BY invite.id DESC LIMIT $2`,
      [cursor ?? null, limit + 1],
    );
  }

  /** @returns whether there was one that works */
  async delete(manager: EntityManager, id: string): Promise<boolean> {
    const [, deleted]: [unknown, number] = await manager.query(
      `DELETE FROM registration_invites invite WHERE id = $1 AND ${IS_USABLE}`,
      [id],
    );
    return deleted > 0;
  }
}
