import { Injectable } from '@nestjs/common';
import type { RemovedAuthor } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** Limits the rows of one statement, so that none runs for long. */
const MESSAGES_PER_STATEMENT = 2_000;

/** Queries on removed authors. `MessagesRepository.changesAfter` reads them too. */
@Injectable()
export class AuthorRemovalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Locks all channels that a member wrote or reacted in, in order of their ids, as the message writer does. */
  async lockChannelsOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `SELECT 1 FROM channels WHERE id IN (
         SELECT channel_id FROM messages WHERE user_id = $1 UNION SELECT channel_id FROM message_reactions WHERE user_id = $1
       ) ORDER BY id FOR NO KEY UPDATE`,
      [userId],
    );
  }

  /** Inserts a removal for each channel that a member wrote in and increments the channel's `rev`. */
  async insert(manager: EntityManager, userId: string): Promise<RemovedAuthor[]> {
    const rows: { channel_id: string; rev: number }[] = await manager.query(
      `WITH changed AS (
         UPDATE channels SET last_rev = last_rev + 1
          WHERE id IN (SELECT DISTINCT channel_id FROM messages WHERE user_id = $1)
         RETURNING id, last_rev
       )
       INSERT INTO author_removals (channel_id, rev, user_id) SELECT id, last_rev, $1 FROM changed
       RETURNING channel_id, rev`,
      [userId],
    );
    return rows.map(({ channel_id: channelId, rev }) => ({ channelId, userId, rev }));
  }

  /** Marks the threads that a member wrote in as stale, whose summaries may show the member. Returns those that were not. */
  async markThreads(manager: EntityManager, userId: string): Promise<string[]> {
    const rows: { channel_id: string }[] = await manager.query(
      `INSERT INTO stale_threads (channel_id)
       SELECT DISTINCT thread.id FROM messages message
         JOIN channels thread ON thread.id = message.channel_id AND thread.parent_id IS NOT NULL
        WHERE message.user_id = $1
       ON CONFLICT DO NOTHING RETURNING channel_id`,
      [userId],
    );
    return rows.map(({ channel_id: channelId }) => channelId);
  }

  /** Deletes all reactions of a member. Each message that had one gets the next `rev` of its channel. */
  async deleteReactions(manager: EntityManager, userId: string): Promise<void> {
    let revised: number;
    do {
      const result: [unknown[], number] = await manager.query(
        `WITH reacted AS MATERIALIZED (
           SELECT DISTINCT channel_id, seq FROM message_reactions WHERE user_id = $1 ORDER BY channel_id, seq LIMIT $2
         ), deleted AS (
           DELETE FROM message_reactions reaction USING reacted
            WHERE reaction.user_id = $1 AND reaction.channel_id = reacted.channel_id AND reaction.seq = reacted.seq
         ), heads AS (
           UPDATE channels SET last_rev = last_rev + counted.messages
             FROM (SELECT channel_id, count(*)::integer AS messages FROM reacted GROUP BY channel_id) counted
            WHERE channels.id = counted.channel_id
           RETURNING channels.id, last_rev - counted.messages AS rev, clock_timestamp() AS now
         )
         UPDATE messages SET rev = heads.rev + placed.place, reacted_at = heads.now, updated_at = heads.now
           FROM heads JOIN (
             SELECT channel_id, seq, (row_number() OVER (PARTITION BY channel_id ORDER BY seq))::integer AS place FROM reacted
           ) placed ON placed.channel_id = heads.id
          WHERE messages.channel_id = placed.channel_id AND messages.seq = placed.seq`,
        [userId, MESSAGES_PER_STATEMENT],
      );
      revised = result[1];
    } while (revised === MESSAGES_PER_STATEMENT);
  }

  /** Returns the authors removed after a `rev`, in order; undefined above `limit` or if an id is no longer retained. */
  async after(channelId: string, rev: number, limit: number): Promise<RemovedAuthor[] | undefined> {
    const rows: { user_id: string | null; rev: number }[] = await this.dataSource.query(
      'SELECT user_id, rev FROM author_removals WHERE channel_id = $1 AND rev > $2 ORDER BY rev LIMIT $3',
      [channelId, rev, limit + 1],
    );
    const removed = rows.flatMap((row) =>
      row.user_id === null ? [] : [{ channelId, userId: row.user_id, rev: row.rev }],
    );
    return rows.length > limit || removed.length < rows.length ? undefined : removed;
  }
}
