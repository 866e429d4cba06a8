import { Injectable } from '@nestjs/common';
import { CONSTELLATION_HISTORY } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** Months are deleted once the whole year that the constellation shows is newer. */
const MONTHS_KEPT = 13;

const MONTH = `date_trunc('month', $1::date)::date`;
/** The Monday of the present week. */
const WEEK = `date_trunc('week', $1::date)::date`;

export interface SnapshotPosition {
  /** The present day, UTC. */
  day: string;
  dayOfMonth: number;
  /** The last stored member of the day; undefined before the first one, null after the last one. */
  position: string | null | undefined;
}

export interface KeptLinks {
  user_id: string;
  /** Numbers of the other members, 4 bytes each. */
  node_numbers: Buffer;
  /** The stored links of the month. */
  stored: Buffer | null;
}

/** Links of a member in one month, or in all weeks that are shown. */
export interface MemberLinks {
  userId: string;
  links: Buffer;
}

export interface StoredWeeks {
  user_id: string;
  links: Buffer;
  /** The weeks since the newest one of the row. */
  age: number;
}

export interface StoredMonth {
  user_id: string;
  links: Buffer;
  /** The days from the first of the month to the Monday of the present week. */
  days_before: number;
}

@Injectable()
export class LinkHistoryRepository {
  async findPosition(manager: EntityManager): Promise<SnapshotPosition> {
    const rows: { day: string; day_of_month: number; is_started: boolean; last_user_id: string | null }[] =
      await manager.query(
        `SELECT today.day::text, extract(day FROM today.day)::integer AS day_of_month,
                snapshot.day IS NOT NULL AS is_started, snapshot.last_user_id
           FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS day) AS today
           LEFT JOIN link_snapshots snapshot USING (day)`,
      );
    const [row] = rows;
    if (!row) throw new Error('The database did not return its date.');
    const { day, day_of_month: dayOfMonth, is_started: isStarted, last_user_id: last } = row;
    return { day, dayOfMonth, position: isStarted ? last : undefined };
  }

  /** Replaces the positions of earlier days. @param last null once all members are stored */
  async savePosition(manager: EntityManager, day: string, last: string | null): Promise<void> {
    await manager.query('DELETE FROM link_snapshots WHERE day < $1::date', [day]);
    await manager.query(
      `INSERT INTO link_snapshots (day, last_user_id) VALUES ($1::date, $2)
       ON CONFLICT (day) DO UPDATE SET last_user_id = excluded.last_user_id`,
      [day, last],
    );
  }

  /** Locks a page of members against erasure until the transaction ends. */
  async lockMembersAfter(manager: EntityManager, after: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2 FOR KEY SHARE',
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the links that the members keep. A link that both ends keep belongs to its first end. */
  async listKeptLinks(manager: EntityManager, userIds: readonly string[], day: string): Promise<KeptLinks[]> {
    return manager.query(
      `SELECT kept.user_id, string_agg(int4send(other.node_number), '') AS node_numbers, history.links AS stored
         FROM (SELECT from_user_id AS user_id, to_user_id AS other_id
                 FROM connections WHERE from_user_id = ANY($2::uuid[]) AND kept_by_from
                UNION ALL
               SELECT to_user_id, from_user_id
                 FROM connections WHERE to_user_id = ANY($2::uuid[]) AND kept_by_to AND NOT kept_by_from) AS kept
         JOIN users other ON other.id = kept.other_id
         LEFT JOIN link_history history ON history.user_id = kept.user_id AND history.month = ${MONTH}
        GROUP BY kept.user_id, history.links`,
      [day, userIds],
    );
  }

  async saveMonths(manager: EntityManager, day: string, months: readonly MemberLinks[]): Promise<void> {
    if (months.length === 0) return;
    await manager.query(
      `INSERT INTO link_history (user_id, month, links)
       SELECT user_id, ${MONTH}, links FROM unnest($2::uuid[], $3::bytea[]) AS given (user_id, links)
       ON CONFLICT (user_id, month) DO UPDATE SET links = excluded.links`,
      [day, months.map(({ userId }) => userId), months.map(({ links }) => links)],
    );
  }

  async listWeeks(manager: EntityManager, userIds: readonly string[], day: string): Promise<StoredWeeks[]> {
    return manager.query(
      `SELECT user_id, links, (${WEEK} - newest_week) / 7 AS age FROM link_weeks WHERE user_id = ANY($2::uuid[])`,
      [day, userIds],
    );
  }

  /** Returns the months of members whose weeks are not prepared. */
  async listMonths(manager: EntityManager, userIds: readonly string[], day: string): Promise<StoredMonth[]> {
    return manager.query(
      `SELECT user_id, links, ${WEEK} - month AS days_before FROM link_history WHERE user_id = ANY($2::uuid[])`,
      [day, userIds],
    );
  }

  async saveWeeks(manager: EntityManager, day: string, members: readonly MemberLinks[]): Promise<void> {
    if (members.length === 0) return;
    await manager.query(
      `INSERT INTO link_weeks (user_id, newest_week, links)
       SELECT user_id, ${WEEK}, links FROM unnest($2::uuid[], $3::bytea[]) AS given (user_id, links)
       ON CONFLICT (user_id) DO UPDATE SET newest_week = excluded.newest_week, links = excluded.links`,
      [day, members.map(({ userId }) => userId), members.map(({ links }) => links)],
    );
  }

  async deleteExpired(manager: EntityManager, userIds: readonly string[], day: string): Promise<void> {
    await manager.query(
      `DELETE FROM link_history
        WHERE user_id = ANY($2::uuid[]) AND month < ${MONTH} - make_interval(months => ${MONTHS_KEPT})`,
      [day, userIds],
    );
    await manager.query(
      `DELETE FROM link_weeks
        WHERE user_id = ANY($2::uuid[]) AND newest_week <= ${WEEK} - ${CONSTELLATION_HISTORY.weeks * 7}`,
      [day, userIds],
    );
  }
}
