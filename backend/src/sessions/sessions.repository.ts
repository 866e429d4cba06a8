import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { SESSION_LIFETIME_MS } from '@oniverse/contracts';
import { SESSION } from './sessions.limits.js';

export interface SessionRow {
  id: string;
  public_id: string;
  user_id: string;
  /** Whether `last_seen_at` or `expires_at` is old enough to be updated. */
  is_due: boolean;
}

export interface AdmissionRow extends SessionRow {
  server_ids: string[];
}

export interface OwnSessionRow {
  /** The public id. */
  id: string;
  device: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** Parameters $2 to $4 of the conditions below, in milliseconds. */
const RENEWAL_PARAMETERS = [SESSION_LIFETIME_MS, SESSION.renewEveryMs, SESSION.seenEveryMs] as const;
const milliseconds = (amount: string): string => `(${amount}) * interval '1 millisecond'`;
const RENEWAL_DUE = `expires_at < now() + ${milliseconds('$2::float8 - $3::float8')}`;
const SEEN_DUE = `last_seen_at < now() - ${milliseconds('$4::float8')}`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, hash: string, userId: string, device: string | null): Promise<void> {
    await manager.query(
      `INSERT INTO sessions (id, user_id, device, expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond')`,
      [hash, userId, device, SESSION_LIFETIME_MS],
    );
  }

  async findLive(hashes: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT id, public_id, user_id, (${SEEN_DUE} OR ${RENEWAL_DUE}) AS is_due FROM sessions
        WHERE id = ANY($1) AND expires_at > now()`,
      [hashes, ...RENEWAL_PARAMETERS],
    );
  }

  /** Like `findLive`, with the servers of each session's member. */
  async findLiveWithServers(hashes: readonly string[]): Promise<AdmissionRow[]> {
    return this.dataSource.query(
      `SELECT id, public_id, user_id, (${SEEN_DUE} OR ${RENEWAL_DUE}) AS is_due,
              ARRAY(SELECT m.server_id FROM server_members m WHERE m.user_id = s.user_id) AS server_ids
         FROM sessions s WHERE id = ANY($1) AND expires_at > now()`,
      [hashes, ...RENEWAL_PARAMETERS],
    );
  }

  /** Updates `last_seen_at` and, once a day, `expires_at`. Of concurrent calls only one writes. */
  async touch(hashes: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE sessions
          SET last_seen_at = now(),
              expires_at = CASE WHEN ${RENEWAL_DUE} THEN now() + ${milliseconds('$2::float8')} ELSE expires_at END
        WHERE id = ANY($1) AND expires_at > now() AND (${SEEN_DUE} OR ${RENEWAL_DUE})`,
      [hashes, ...RENEWAL_PARAMETERS],
    );
  }

  /** Returns a page of a member's live sessions, newest first, plus one row if there are more. */
  async listPage(userId: string, { limit, cursor }: PageQueryDto): Promise<OwnSessionRow[]> {
    return this.dataSource.query(
      `SELECT public_id AS id, device, created_at, last_seen_at, expires_at FROM sessions
        WHERE user_id = $1 AND expires_at > now() AND ($2::uuid IS NULL OR public_id < $2)
        ORDER BY public_id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  /** @returns whether a live session was deleted */
  async deleteOwn(userId: string, publicId: string): Promise<boolean> {
    const result: [unknown[], number] = await this.dataSource.query(
      'DELETE FROM sessions WHERE public_id = $1 AND user_id = $2 AND expires_at > now()',
      [publicId, userId],
    );
    return result[1] > 0;
  }

  /** Deletes all sessions of a member except `keptHash`. @returns their public ids */
  async deleteOthers(manager: EntityManager, userId: string, keptHash: string | null): Promise<string[]> {
    const [rows]: [{ public_id: string }[], number] = await manager.query(
      'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING public_id',
      [userId, keptHash],
    );
    return rows.map(({ public_id }) => public_id);
  }

  /**
   * Deletes a member's longest idle sessions over the limit. The caller must hold a lock that serializes logins.
   * @param newHash the new session, never deleted
   * @returns their public ids
   */
  async deleteExcess(manager: EntityManager, userId: string, newHash: string): Promise<string[]> {
    const [rows]: [{ public_id: string }[], number] = await manager.query(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE user_id = $1 AND id <> $2
          ORDER BY last_seen_at DESC, public_id DESC OFFSET $3)
       RETURNING public_id`,
      [userId, newHash, SESSION.perMember - 1],
    );
    return rows.map(({ public_id }) => public_id);
  }

  async delete(hash: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sessions WHERE id = $1', [hash]);
  }
}
