import type { DataSource } from 'typeorm';

/** Below PostgreSQL's `deadlock_timeout`, so that no change of a message fails because of its index. */
const LOCK_TIMEOUT = '200ms';

/** SQL: joins how far a row `channel` is in the index of messages, and leaves out those that are in it completely. */
export const BEHIND_IN_INDEX = `LEFT JOIN indexed_channels done ON done.channel_id = channel.id
  WHERE channel.last_seq > coalesce(done.seq, 0)`;
const WAITING = 'channel.last_seq - coalesce(done.seq, 0)';

/**
 * Adds messages of channels, threads and conversations to the index that searches read, at most `limit` of them. Those with
 * few messages come first, so that they do not wait for long ones.
 * @returns how many were added; fewer than `limit` if none is left
 */
export async function indexMessages(
  dataSource: DataSource,
  channelIds: readonly string[],
  limit: number,
): Promise<number> {
  return dataSource.transaction(async (manager) => {
    await manager.query(`SELECT set_config('lock_timeout', $1, true)`, [LOCK_TIMEOUT]);
    // `earlier` keeps the statement from reading more channels than it indexes. A message that has a row already has a newer
    // text there than this statement may have read: see `index_message_terms.sql`.
    const [row]: [{ count: number }] = await manager.query(
      `WITH behind AS MATERIALIZED (
         SELECT channel.id, coalesce(channel.server_id, channel.parent_server_id, channel.parent_id, channel.id) AS place_id,
                coalesce(channel.parent_id, channel.id) AS root_id, coalesce(done.seq, 0) AS seq,
                coalesce(sum(${WAITING}) OVER (
                  ORDER BY ${WAITING}, channel.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS earlier
           FROM channels channel ${BEHIND_IN_INDEX} AND channel.id = ANY ($1::uuid[])
       ), batch AS MATERIALIZED (
         SELECT behind.id AS channel_id, behind.place_id, behind.root_id, message.*
           FROM behind CROSS JOIN LATERAL (
             SELECT unread.seq, unread.id AS message_id, unread.content FROM messages unread
              WHERE unread.channel_id = behind.id AND unread.seq > behind.seq ORDER BY unread.seq LIMIT $2
           ) message
          WHERE behind.earlier < $2
          ORDER BY behind.earlier, behind.id, message.seq LIMIT $2
       ), reached AS (
         INSERT INTO indexed_channels (channel_id, seq) SELECT channel_id, max(seq) FROM batch GROUP BY channel_id
          ORDER BY channel_id
         ON CONFLICT (channel_id) DO UPDATE SET seq = excluded.seq
       ), added AS (
         INSERT INTO message_terms (channel_id, seq, message_id, place_id, root_id, terms)
         SELECT channel_id, seq, message_id, place_id, root_id, search_terms(content, '') FROM batch
          ORDER BY channel_id, seq
         ON CONFLICT (channel_id, seq) DO NOTHING
       )
       SELECT count(*)::integer AS count FROM batch`,
      [channelIds, limit],
    );
    return row.count;
  });
}
