import { Injectable } from '@nestjs/common';
import { SESSION } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

/** A session's row, as a request needs it. */
export interface SessionRow {
  /** The SHA-256 of the session id. */
  id: string;
  public_id: string;
  user_id: string;
  /** Whether its marks have stood long enough to be moved on. */
  is_due: boolean;
}

/** A session's row with where its member is. */
export interface AdmittedRow extends SessionRow {
  server_ids: string[];
}

/** A session's row, as its member sees it. */
export interface OwnSessionRow {
  /** The public one. */
  id: string;
  device: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** The parameters of the conditions below, in milliseconds. */
const PACE = [SESSION.lifetimeMs, SESSION.renewEveryMs, SESSION.seenEveryMs] as const;
const milliseconds = (amount: string): string => `(${amount}) * interval '1 millisecond'`;
const RENEWAL_DUE = `expires_at < now() + ${milliseconds('$2::float8 - $3::float8')}`;
const SEEN_DUE = `last_seen_at < now() - ${milliseconds('$4::float8')}`;

/** Every query on sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, hash: string, userId: string, device: string | null): Promise<void> {
    await manager.query(
      `INSERT INTO sessions (id, user_id, device, expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond')`,
      [hash, userId, device, SESSION.lifetimeMs],
    );
  }

  async findLive(hashes: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT id, public_id, user_id, (${SEEN_DUE} OR ${RENEWAL_DUE}) AS is_due FROM sessions
        WHERE id = ANY($1) AND expires_at > now()`,
      [hashes, ...PACE],
    );
  }

  /** The same with the ids of the servers that each one's member is in: what a socket needs to begin. */
  async findAdmitted(hashes: readonly string[]): Promise<AdmittedRow[]> {
    return this.dataSource.query(
      `SELECT id, public_id, user_id, (${SEEN_DUE} OR ${RENEWAL_DUE}) AS is_due,
              ARRAY(SELECT m.server_id FROM server_members m WHERE m.user_id = s.user_id) AS server_ids
         FROM sessions s WHERE id = ANY($1) AND expires_at > now()`,
      [hashes, ...PACE],
    );
  }

  /** Moves on when sessions were seen and, once a day, their end; of several requests at once, one does it. */
  async moveOn(hashes: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE sessions
          SET last_seen_at = now(),
              expires_at = CASE WHEN ${RENEWAL_DUE} THEN now() + ${milliseconds('$2::float8')} ELSE expires_at END
        WHERE id = ANY($1) AND expires_at > now() AND (${SEEN_DUE} OR ${RENEWAL_DUE})`,
      [hashes, ...PACE],
    );
  }

  /** A page of a member's live sessions, newest first, and one more where there is more. */
  async pageOf(userId: string, { limit, cursor }: PageQueryDto): Promise<OwnSessionRow[]> {
    return this.dataSource.query(
      `SELECT public_id AS id, device, created_at, last_seen_at, expires_at FROM sessions
        WHERE user_id = $1 AND expires_at > now() AND ($2::uuid IS NULL OR public_id < $2)
        ORDER BY public_id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  /** @returns whether the member had such a session */
  async deleteOwn(userId: string, publicId: string): Promise<boolean> {
    const result: [unknown[], number] = await this.dataSource.query(
      'DELETE FROM sessions WHERE public_id = $1 AND user_id = $2 AND expires_at > now()',
      [publicId, userId],
    );
    return result[1] > 0;
  }

  /** Deletes all sessions of a member but one, or all (null). @returns their public ids */
  async deleteOthers(manager: EntityManager, userId: string, keptHash: string | null): Promise<string[]> {
    const [rows]: [{ public_id: string }[], number] = await manager.query(
      'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING public_id',
      [userId, keptHash],
    );
    return rows.map(({ public_id }) => public_id);
  }

  async delete(hash: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sessions WHERE id = $1', [hash]);
  }
}
