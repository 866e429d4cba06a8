import { Injectable } from '@nestjs/common';
import {
  type ColumnsOf,
  type NewTextKind,
  WAVE_LIMITS,
  type WaveList,
  type WaveState,
  type WaveView,
} from '@oniverse/contracts';
import { isHiddenByStaff, isSuspended } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  authorColumns,
  type AuthorRow,
  optionalAuthorColumns,
  type PrefixedAuthorRow,
} from '../../shared/index.js';

export type WaveRow = ColumnsOf<Omit<WaveView, 'decidedBy'>> & PrefixedAuthorRow<'decider'>;
export type WaveAccountRow = AuthorRow & { id: string; texts: number; joined_at: Date };

/** An account that the removal of a wave suspended. */
export interface SuspendedAccount {
  userId: string;
  measureId: string;
  /** Whether the suspension has ended. */
  isEnded: boolean;
  /** Whether the profile is shown. */
  isPublic: boolean;
}

export interface LockedWave {
  state: WaveState;
  decidedAt: Date | null;
  /** Whether a removal can still be undone. */
  isRecent: boolean;
}

/** A text that is held, and how to find what has it. */
export interface HeldText {
  id: string;
  userId: string;
  kind: NewTextKind;
  channelId: string | null;
  subjectId: string | null;
  nonce: string | null;
}

type PageOf = Pick<PageQueryDto, 'limit' | 'cursor'>;

const STATE_CONDITIONS = {
  open: `state NOT IN ('removed', 'dismissed')`,
  closed: `state IN ('removed', 'dismissed')`,
} as const satisfies Record<WaveList, string>;

const UNDO = `interval '${WAVE_LIMITS.undoMs} milliseconds'`;
/** The accounts that the removal of wave $1 suspended: in its transaction, so at its time. */
const SUSPENDED_BY_WAVE = `SELECT DISTINCT taken.id, taken.user_id, taken.ended_at
    FROM spam_waves wave JOIN new_texts text ON text.wave_id = wave.id
    JOIN measures taken
      ON taken.user_id = text.user_id AND taken.kind = 'suspended' AND taken.created_at = wave.decided_at
   WHERE wave.id = $1`;

const RELEASING = `wave.state = 'dismissed' AND EXISTS (
  SELECT FROM new_texts text WHERE text.wave_id = wave.id AND text.is_held) AS is_releasing, `;

/** @param more further columns */
const select = (waves: string, more = ''): string =>
  `SELECT wave.id, wave.state, wave.sample, wave.accounts, wave.texts, wave.removed, wave.created_at, wave.decided_at,
          CASE WHEN wave.state IN ('removing', 'removed') THEN wave.decided_at + ${UNDO} END AS undo_until,
          ${more}${optionalAuthorColumns('decider')}
     FROM (SELECT * FROM spam_waves WHERE ${waves}) wave LEFT JOIN users decider ON decider.id = wave.decided_by
    ORDER BY wave.id DESC`;

@Injectable()
export class WavesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of waves, newest first, plus one more row if there is a next page. */
  async listPage(state: WaveList, { limit, cursor }: PageOf): Promise<WaveRow[]> {
    const page = `${STATE_CONDITIONS[state]} AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`;
    return this.dataSource.query(select(page), [cursor ?? null, limit + 1]);
  }

  async find(id: string): Promise<WaveRow | undefined> {
    const rows: WaveRow[] = await this.dataSource.query(select('id = $1', RELEASING), [id]);
    return rows[0];
  }

  /** Returns a page of the accounts of a wave, oldest first, plus one more row if there is a next page. */
  async listAccounts(id: string, { limit, cursor }: PageOf): Promise<WaveAccountRow[]> {
    return this.dataSource.query(
      `SELECT member.id, counted.texts, member.created_at AS joined_at, ${authorColumns('member')}
         FROM (SELECT user_id, count(*)::integer AS texts FROM new_texts
                WHERE wave_id = $1 AND ($2::uuid IS NULL OR user_id > $2)
                GROUP BY user_id ORDER BY user_id LIMIT $3) counted
         JOIN users member ON member.id = counted.user_id ORDER BY member.id`,
      [id, cursor ?? null, limit + 1],
    );
  }

  async lock(manager: EntityManager, id: string): Promise<LockedWave | undefined> {
    const rows: LockedWave[] = await manager.query(
      `SELECT state, decided_at AS "decidedAt", decided_at > now() - ${UNDO} AS "isRecent" FROM spam_waves
        WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return rows[0];
  }

  async decide(manager: EntityManager, id: string, state: WaveState, decidedBy: string): Promise<void> {
    await manager.query(
      'UPDATE spam_waves SET state = $2, decided_at = now(), decided_by = $3 WHERE id = $1',
      [id, state, decidedBy],
    );
  }

  /** Keeps the time of the decision, by which the job finds what it removed. */
  async startReturn(manager: EntityManager, id: string): Promise<void> {
    await manager.query(`UPDATE spam_waves SET state = 'returning' WHERE id = $1`, [id]);
  }

  /**
   * Locks the accounts of a wave that its removal suspends, before it locks anything else of them.
   * @returns their ids, without those of staff and of members who are suspended
   */
  async lockAccounts(manager: EntityManager, id: string, sparedIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM users
        WHERE id IN (SELECT user_id FROM new_texts WHERE wave_id = $1) AND id <> ALL ($2::uuid[])
          AND staff_role IS NULL AND NOT ${isSuspended('users.id')}
        ORDER BY id FOR NO KEY UPDATE`,
      [id, sparedIds],
    );
    return rows.map(({ id: userId }) => userId);
  }

  /** Locks the accounts that a removal suspended. */
  async lockSuspended(manager: EntityManager, id: string): Promise<SuspendedAccount[]> {
    return manager.query(
      `SELECT member.id AS "userId", taken.id AS "measureId", taken.ended_at IS NOT NULL AS "isEnded",
              member.is_public AS "isPublic"
         FROM (${SUSPENDED_BY_WAVE}) taken JOIN users member ON member.id = taken.user_id
        ORDER BY member.id FOR NO KEY UPDATE OF member`,
      [id],
    );
  }

  /** Makes the posts of suspended accounts private. Their profiles are hidden, so that no tag is counted. */
  async hidePosts(manager: EntityManager, id: string, userIds: readonly string[]): Promise<void> {
    await manager.query(
      `WITH hidden AS (
         UPDATE posts SET is_public = false, updated_at = now()
          WHERE user_id = ANY ($2::uuid[]) AND is_public
            AND created_at >= (SELECT created_at - interval '1 day' FROM spam_waves WHERE id = $1)
         RETURNING id, user_id
       ), kept AS (
         INSERT INTO removed_texts (subject_id, kind, wave_id, user_id, content)
         SELECT id, 'post', $1, user_id, '' FROM hidden
         -- Its author showed it again after an earlier removal.
         ON CONFLICT (subject_id) DO UPDATE SET wave_id = excluded.wave_id, removed_at = excluded.removed_at
         RETURNING subject_id
       )
       UPDATE spam_waves SET removed = removed + (SELECT count(*) FROM kept) WHERE id = $1`,
      [id, userIds],
    );
  }

  /** Shows the posts that a removal made private, apart from those that staff have hidden since. */
  async showPosts(manager: EntityManager, id: string): Promise<void> {
    await manager.query(
      `WITH kept AS (
         DELETE FROM removed_texts WHERE wave_id = $1 AND kind = 'post' RETURNING subject_id
       ), shown AS (
         UPDATE posts SET is_public = true, updated_at = now() FROM kept
          WHERE posts.id = kept.subject_id AND NOT ${isHiddenByStaff('posts.id')}
       )
       UPDATE spam_waves SET removed = removed - (SELECT count(*) FROM kept) WHERE id = $1`,
      [id],
    );
  }

  /** Declines what dimensions hold of suspended accounts, at the time of the decision. @returns the dimensions */
  async declineHeld(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const [rows]: [{ server_id: string }[], number] = await manager.query(
      `UPDATE held_messages SET state = 'declined', decided_at = now()
        WHERE user_id = ANY ($1::uuid[]) AND state = 'held' RETURNING server_id`,
      [userIds],
    );
    return distinct(rows);
  }

  /** Lets dimensions hold again what a removal declined. @returns the dimensions */
  async holdAgain(manager: EntityManager, id: string): Promise<string[]> {
    const [rows]: [{ server_id: string }[], number] = await manager.query(
      `UPDATE held_messages held SET state = 'held', decided_at = NULL
         FROM (${SUSPENDED_BY_WAVE}) taken, spam_waves wave
        WHERE wave.id = $1 AND held.user_id = taken.user_id AND held.state = 'declined' AND held.decided_at = wave.decided_at
       RETURNING held.server_id`,
      [id],
    );
    return distinct(rows);
  }

  /** Returns texts of a wave that are still held. @param userIds their authors; absent for all */
  async listHeld(id: string, limit: number, userIds?: readonly string[]): Promise<HeldText[]> {
    return this.dataSource.query(
      `SELECT id, user_id AS "userId", kind, channel_id AS "channelId", subject_id AS "subjectId", nonce
         FROM new_texts WHERE wave_id = $1 AND is_held AND ($3::uuid[] IS NULL OR user_id = ANY ($3))
        ORDER BY id LIMIT $2`,
      [id, limit, userIds ?? null],
    );
  }

  async markReleased(id: string): Promise<void> {
    await this.dataSource.query('UPDATE new_texts SET is_held = false WHERE id = $1', [id]);
  }
}

const distinct = (rows: readonly { server_id: string }[]): string[] => [
  ...new Set(rows.map(({ server_id: serverId }) => serverId)),
];
