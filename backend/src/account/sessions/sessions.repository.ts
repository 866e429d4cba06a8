import { columnsOf, isSuspended, suspensionOf } from '@oniverse/data';
import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type RowOf,
  SESSION_LIFETIME_MS,
  SESSION_MAX_AGE_MS,
  sessionSchema,
  type SessionView,
  STAFF_SESSION_MS,
  SUSPENDED_SESSION_MS,
} from '@oniverse/contracts';
import { readersRoomsOf } from '../../shared/index.js';

export const SESSION = {
  renewEveryMs: 24 * 60 * 60 * 1000,
  /** Minimum time between two updates of `lastSeenAt`. */
  seenEveryMs: 5 * 60 * 1000,
  /** A login beyond this number ends the session that was idle the longest. */
  perMember: 50,
} as const;

export interface SessionRow {
  id: string;
  public_id: string;
  user_id: string;
  authenticated_at: Date;
  is_restricted: boolean;
  /** Whether `last_seen_at` or `expires_at` is old enough to be updated. */
  is_due: boolean;
}

export interface AdmissionRow extends SessionRow {
  rooms: string[];
}

/** With the public id. */
export type OwnSessionRow = RowOf<Omit<SessionView, 'current'>>;

export interface NewSessionRow {
  hash: string;
  userId: string;
  device: string | null;
  address: string;
  /** Whether the member is suspended. */
  isRestricted: boolean;
}

/** A use of a session. A socket that was opened earlier has no new address. */
export interface SessionUse {
  hash: string;
  address: string | undefined;
}

/** Parameters $2 to $5 of the conditions below, in milliseconds. */
const RENEWAL_PARAMETERS = [
  SESSION_LIFETIME_MS,
  SESSION.renewEveryMs,
  SESSION.seenEveryMs,
  SESSION_MAX_AGE_MS,
] as const;
const milliseconds = (amount: string): string => `(${amount}) * interval '1 millisecond'`;
/** However often it is used, no session outlives its maximum age, or what is set for it. */
const lastMoment = (maxAge: string): string =>
  `least(created_at + ${milliseconds(`${maxAge}::float8`)}, ends_at)`;
const LAST_MOMENT = lastMoment('$5');
const RENEWAL_DUE = `expires_at < least(now() + ${milliseconds('$2::float8 - $3::float8')}, ${LAST_MOMENT})`;
const SEEN_DUE = `last_seen_at < now() - ${milliseconds('$4::float8')}`;

/** A suspension and its end also end sessions that were started meanwhile, such as by the previous release. */
const FITTING = `is_restricted = ${isSuspended('sessions.user_id')}`;
/** The age also ends sessions that the previous release renewed. */
const LIVE = `expires_at > now() AND ${LAST_MOMENT} > now() AND ${FITTING}`;
const FOUND = `id, public_id, user_id, authenticated_at, is_restricted, (${SEEN_DUE} OR ${RENEWAL_DUE}) AS is_due`;

const { id: _id, current: _current, ...OWN_FIELDS } = sessionSchema.entries;
const OWN_COLUMNS = columnsOf(OWN_FIELDS);

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One of the platform's staff, or of a suspended member, is short. @returns the public id, and when it expires */
  async insert(
    manager: EntityManager,
    session: NewSessionRow,
  ): Promise<{ publicId: string; expiresAt: Date }> {
    const rows: { publicId: string; expiresAt: Date }[] = await manager.query(
      `INSERT INTO sessions (id, user_id, device, address, is_restricted, expires_at, ends_at)
       SELECT $1, id, $3, $4, $7, least(now() + ${milliseconds('$5::float8')}, ended.at), ended.at
         FROM users, LATERAL (
           SELECT least(CASE WHEN staff_role IS NOT NULL THEN now() + ${milliseconds('$6::float8')} END,
                        CASE WHEN $7 THEN now() + ${milliseconds('$8::float8')} END) AS at) ended
        WHERE id = $2 RETURNING public_id AS "publicId", expires_at AS "expiresAt"`,
      [
        session.hash,
        session.userId,
        session.device,
        session.address,
        SESSION_LIFETIME_MS,
        STAFF_SESSION_MS,
        session.isRestricted,
        SUSPENDED_SESSION_MS,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('An insert returned no row.');
    return row;
  }

  async isSuspended(manager: EntityManager, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(suspensionOf('id'), [userId]);
    return rows.length > 0;
  }

  async findLive(hashes: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT ${FOUND} FROM sessions
        WHERE id = ANY($1) AND ${LIVE}`,
      [hashes, ...RENEWAL_PARAMETERS],
    );
  }

  /** Like `findLive`, by the public ids, which survive a new credential. */
  async findLiveByPublicId(publicIds: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT ${FOUND} FROM sessions
        WHERE public_id = ANY($1) AND ${LIVE}`,
      [publicIds, ...RENEWAL_PARAMETERS],
    );
  }

  /** Like `findLive`, with the rooms of each session's member. Suspended members have no sockets. */
  async findLiveWithRooms(hashes: readonly string[]): Promise<AdmissionRow[]> {
    return this.dataSource.query(
      `SELECT ${FOUND}, ARRAY(${readersRoomsOf('sessions.user_id', 'ARRAY[]::uuid[]')}) AS rooms
         FROM sessions WHERE id = ANY($1) AND NOT is_restricted AND ${LIVE}`,
      [hashes, ...RENEWAL_PARAMETERS],
    );
  }

  /** Updates `last_seen_at` and `address`, and once a day `expires_at`. Of concurrent calls only one writes. */
  async touch(uses: readonly SessionUse[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE sessions
          SET last_seen_at = now(), address = coalesce(use.address, sessions.address),
              expires_at = CASE WHEN ${RENEWAL_DUE}
                THEN least(now() + ${milliseconds('$2::float8')}, ${LAST_MOMENT}) ELSE expires_at END
         FROM unnest($1::text[], $6::text[]) AS use (id, address)
        WHERE sessions.id = use.id AND ${LIVE} AND (${SEEN_DUE} OR ${RENEWAL_DUE})`,
      [uses.map(({ hash }) => hash), ...RENEWAL_PARAMETERS, uses.map(({ address }) => address ?? null)],
    );
  }

  /** Replaces the credential of a session that was just confirmed. @returns whether the session still exists */
  async confirm(manager: EntityManager, hash: string, newHash: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'UPDATE sessions SET id = $2, authenticated_at = now() WHERE id = $1',
      [hash, newHash],
    );
    return count === 1;
  }

  async unconfirm(manager: EntityManager, hash: string): Promise<void> {
    await manager.query(`UPDATE sessions SET authenticated_at = 'epoch' WHERE id = $1`, [hash]);
  }

  /** Returns a page of a member's live sessions, newest first, plus one row if there are more. */
  async listPage(userId: string, { limit, cursor }: PageQueryDto): Promise<OwnSessionRow[]> {
    return this.dataSource.query(
      `SELECT public_id AS id, ${OWN_COLUMNS} FROM sessions
        WHERE user_id = $1 AND expires_at > now() AND ${lastMoment('$4')} > now() AND ${FITTING}
          AND ($2::uuid IS NULL OR public_id < $2)
        ORDER BY public_id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1, SESSION_MAX_AGE_MS],
    );
  }

  /** Deletes a session, and the member's export address, which it may have made. @returns whether a live one was deleted */
  async deleteOwn(manager: EntityManager, userId: string, publicId: string): Promise<boolean> {
    const result: [unknown[], number] = await manager.query(
      `WITH address AS (DELETE FROM export_addresses WHERE user_id = $2)
       DELETE FROM sessions
        WHERE public_id = $1 AND user_id = $2 AND expires_at > now() AND ${lastMoment('$3')} > now()`,
      [publicId, userId, SESSION_MAX_AGE_MS],
    );
    return result[1] > 0;
  }

  /**
   * Deletes all sessions of a member except `keptHash`, and the member's export address, which one of them may have made.
   * @returns their public ids
   */
  async deleteOthers(manager: EntityManager, userId: string, keptHash: string | null): Promise<string[]> {
    const [rows]: [{ public_id: string }[], number] = await manager.query(
      `WITH address AS (DELETE FROM export_addresses WHERE user_id = $1)
       DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING public_id`,
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

  /** Deletes a session, and the export address of its member, which it may have made. */
  async delete({ hash, userId }: Pick<NewSessionRow, 'hash' | 'userId'>): Promise<void> {
    await this.dataSource.query(
      `WITH address AS (DELETE FROM export_addresses WHERE user_id = $2)
       DELETE FROM sessions WHERE id = $1`,
      [hash, userId],
    );
  }
}
