import type { NewTextKind, WaveState } from '@oniverse/contracts';
import {
  lockChannelOfMessage,
  notifyEntry,
  enqueueOutbox,
  isHiddenByStaff,
  type RemovedRows,
  SOFT_DELETE,
  updateWithNextRev,
} from '@oniverse/data';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A wave that a job removes or returns. */
export interface MovedWave {
  id: string;
  state: WaveState;
  /** As a text, because a date of JavaScript has no microseconds. */
  decidedAt: string;
}

interface KeptText {
  content: string;
  rows: RemovedRows | null;
}

export interface MovedText {
  id: string;
  kind: NewTextKind;
}

/** What others show of a text that was removed or returned. */
export type ChangedText =
  | { kind: 'message'; channelId: string; rev: number; audience: string[] }
  | { kind: 'reply'; postId: string };

const AUDIENCE = `ARRAY(SELECT own.user_id FROM conversation_members own
  WHERE own.channel_id = changed.channel_id AND own.state IN ('joined', 'requested')) AS audience`;

/** What is kept of the rows that `SOFT_DELETE` deletes. Previews are made again. */
const ROWS = [
  ['mentions', 'kept.channel_id = m.channel_id AND kept.seq = m.seq'],
  ['message_reactions', 'kept.channel_id = m.channel_id AND kept.seq = m.seq'],
  ['pins', 'kept.channel_id = m.channel_id AND kept.seq = m.seq'],
  ['message_versions', 'kept.message_id = m.id'],
] as const satisfies readonly (readonly [keyof RemovedRows, string])[];
/** Those whose members may have been erased meanwhile. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['mentions', 'message_reactions', 'message_versions']);

const KEPT_ROWS = `jsonb_build_object(${ROWS.map(
  ([table, condition]) =>
    `'${table}', (SELECT coalesce(jsonb_agg(to_jsonb(kept)), '[]') FROM ${table} kept WHERE ${condition})`,
).join(', ')})`;

/** Removes texts of suspended accounts so that they can be returned as they were. */
@Injectable()
export class RemovedTextsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findWave(id: string): Promise<MovedWave | undefined> {
    const rows: MovedWave[] = await this.dataSource.query(
      `SELECT id, state, decided_at::text AS "decidedAt" FROM spam_waves WHERE id = $1 AND state IN ('removing', 'returning')`,
      [id],
    );
    return rows[0];
  }

  /**
   * Ends a step of a wave.
   * @returns false if staff decided otherwise since it began
   */
  async finish(manager: EntityManager, { id, state, decidedAt }: MovedWave): Promise<boolean> {
    const next =
      state === 'removing'
        ? `state = 'removed'`
        : `state = 'open', removed = 0, decided_at = NULL, decided_by = NULL`;
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE spam_waves SET ${next} WHERE id = $1 AND state = $2 AND decided_at = $3::timestamptz`,
      [id, state, decidedAt],
    );
    return count > 0;
  }

  /** Returns texts that the accounts of a wave wrote since the day before it, and that are still there. */
  async listToRemove({ id, decidedAt }: MovedWave, limit: number): Promise<MovedText[]> {
    return this.dataSource.query(
      `WITH wave AS (SELECT id, created_at - interval '1 day' AS since FROM spam_waves WHERE id = $1),
       account AS (
         SELECT DISTINCT taken.user_id FROM wave JOIN new_texts text ON text.wave_id = wave.id
           JOIN measures taken ON taken.user_id = text.user_id AND taken.kind = 'suspended' AND taken.created_at = $2::timestamptz
       )
       (SELECT message.id, 'message' AS kind FROM wave CROSS JOIN account
          JOIN messages message ON message.user_id = account.user_id
         WHERE message.created_at >= wave.since AND message.deleted_at IS NULL LIMIT $3)
       UNION ALL
       (SELECT reply.id, 'reply' FROM wave CROSS JOIN account JOIN post_replies reply ON reply.user_id = account.user_id
         WHERE reply.created_at >= wave.since AND reply.deleted_at IS NULL LIMIT $3)`,
      [id, decidedAt, limit],
    );
  }

  async listToReturn({ id }: MovedWave, limit: number): Promise<MovedText[]> {
    return this.dataSource.query(
      'SELECT subject_id AS id, kind FROM removed_texts WHERE wave_id = $1 ORDER BY subject_id LIMIT $2',
      [id, limit],
    );
  }

  /** @returns undefined if it is gone, or the decision has changed */
  async remove(wave: MovedWave, text: MovedText): Promise<ChangedText | undefined> {
    return this.dataSource.transaction(async (manager) => {
      if (text.kind === 'message') await lockChannelOfMessage(manager, text.id);
      if (!(await lockDecision(manager, wave)) || !(await this.keep(manager, wave, text))) return undefined;
      await manager.query('UPDATE spam_waves SET removed = removed + 1 WHERE id = $1', [wave.id]);
      return text.kind === 'message' ? removeMessage(manager, text.id) : removeReply(manager, text.id);
    });
  }

  /**
   * Returns what others show again; undefined for a text that was erased, that staff have hidden since, or whose place is gone,
   * and if the decision has changed.
   */
  async return(wave: MovedWave, { id, kind }: MovedText): Promise<ChangedText | undefined> {
    return this.dataSource.transaction(async (manager) => {
      if (kind === 'message') await lockChannelOfMessage(manager, id);
      if (!(await lockDecision(manager, wave))) return undefined;
      const [rows]: [(KeptText & { is_hidden: boolean })[], number] = await manager.query(
        `DELETE FROM removed_texts WHERE subject_id = $1 AND wave_id = $2
         RETURNING content, rows, ${isHiddenByStaff('removed_texts.subject_id')} AS is_hidden`,
        [id, wave.id],
      );
      const [kept] = rows;
      if (!kept) return undefined;
      await manager.query('UPDATE spam_waves SET removed = removed - 1 WHERE id = $1', [wave.id]);
      if (kept.is_hidden) {
        await manager.query(`DELETE FROM attachments WHERE ${kind}_id = $1`, [id]);
        return undefined;
      }
      return kind === 'message' ? returnMessage(manager, id, kept) : returnReply(manager, id, kept.content);
    });
  }

  private async keep(manager: EntityManager, wave: MovedWave, { id, kind }: MovedText): Promise<boolean> {
    const [table, rows] = kind === 'message' ? ['messages', KEPT_ROWS] : ['post_replies', 'NULL::jsonb'];
    const kept: unknown[] = await manager.query(
      `INSERT INTO removed_texts (subject_id, kind, wave_id, user_id, content, rows)
       SELECT m.id, $2, $3, m.user_id, m.content, ${rows} FROM ${table} m
        WHERE m.id = $1 AND m.deleted_at IS NULL AND m.user_id IS NOT NULL
       ON CONFLICT (subject_id) DO NOTHING RETURNING subject_id`,
      [id, kind, wave.id],
    );
    return kept.length > 0;
  }
}

/** Locks a wave, whose decision can change while a job works. @returns false if it has */
async function lockDecision(manager: EntityManager, { id, state, decidedAt }: MovedWave): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    'SELECT FROM spam_waves WHERE id = $1 AND state = $2 AND decided_at = $3::timestamptz FOR NO KEY UPDATE',
    [id, state, decidedAt],
  );
  return rows.length > 0;
}

async function removeMessage(manager: EntityManager, id: string): Promise<ChangedText | undefined> {
  // Its files stay, and nobody reads them.
  await manager.query('UPDATE attachments SET channel_id = NULL, listed_in = NULL WHERE message_id = $1', [
    id,
  ]);
  const rows: Omit<Extract<ChangedText, { kind: 'message' }>, 'kind'>[] = await manager.query(
    `WITH ${SOFT_DELETE} SELECT changed.channel_id AS "channelId", changed.rev, ${AUDIENCE} FROM changed`,
    [[id]],
  );
  return rows[0] && { kind: 'message', ...rows[0] };
}

async function removeReply(manager: EntityManager, id: string): Promise<ChangedText | undefined> {
  const [rows]: [{ postId: string }[], number] = await manager.query(
    `UPDATE post_replies SET content = '', deleted_at = now() WHERE id = $1 RETURNING post_id AS "postId"`,
    [id],
  );
  await enqueueOutbox(manager, [notifyEntry({ kind: 'reply', replyId: id })]);
  return rows[0] && { kind: 'reply', ...rows[0] };
}

async function returnMessage(
  manager: EntityManager,
  id: string,
  { content, rows: kept }: KeptText,
): Promise<ChangedText | undefined> {
  const rows: (Omit<Extract<ChangedText, { kind: 'message' }>, 'kind'> & { seq: number })[] =
    await manager.query(
      `WITH ${updateWithNextRev('content = $2, deleted_at = NULL')}, stale AS (
         INSERT INTO stale_threads (channel_id) SELECT changed.channel_id FROM head CROSS JOIN changed
          WHERE head.parent_id IS NOT NULL
         ON CONFLICT DO NOTHING
       ), filed AS (
         UPDATE attachments SET channel_id = changed.channel_id, listed_in = coalesce(head.parent_id, changed.channel_id)
           FROM head CROSS JOIN changed WHERE attachments.message_id = changed.id
       )
       SELECT changed.channel_id AS "channelId", changed.seq, changed.rev, ${AUDIENCE} FROM changed`,
      [id, content],
    );
  const [row] = rows;
  if (!row) return undefined;
  for (const [table] of ROWS) {
    const lasting = OF_MEMBERS.has(table)
      ? 'WHERE EXISTS (SELECT FROM users WHERE users.id = kept.user_id)'
      : '';
    await manager.query(
      `INSERT INTO ${table} SELECT kept.* FROM jsonb_populate_recordset(NULL::${table}, $1) kept ${lasting}
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(kept?.[table] ?? [])],
    );
  }
  await manager.query(`SELECT enqueue_link_previews($1) WHERE $2 ~ 'https?://'`, [id, content]);
  const { seq, ...changed } = row;
  if (kept && kept.mentions.length > 0) {
    await enqueueOutbox(manager, [notifyEntry({ kind: 'mention', channelId: row.channelId, seq })]);
  }
  return { kind: 'message', ...changed };
}

async function returnReply(
  manager: EntityManager,
  id: string,
  content: string,
): Promise<ChangedText | undefined> {
  const [rows]: [{ postId: string }[], number] = await manager.query(
    `UPDATE post_replies SET content = $2, deleted_at = NULL WHERE id = $1 RETURNING post_id AS "postId"`,
    [id, content],
  );
  await enqueueOutbox(manager, [notifyEntry({ kind: 'reply', replyId: id })]);
  return rows[0] && { kind: 'reply', ...rows[0] };
}
