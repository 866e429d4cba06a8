import { Injectable } from '@nestjs/common';
import type { RemovedAuthor } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** Queries on removed authors. `MessagesRepository.changesAfter` reads them too. */
@Injectable()
export class AuthorRemovalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Locks all channels that a member wrote in, in order of their ids, as the message writer does. */
  async lockChannelsOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `SELECT 1 FROM channels WHERE id IN (SELECT DISTINCT channel_id FROM messages WHERE user_id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
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
