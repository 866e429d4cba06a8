import type { EntityManager } from 'typeorm';

/** So many messages are deleted with their channels, which takes a fraction of a second. */
export const DELETED_AT_ONCE = 5_000;
/** What a deletion deletes at once in any case: it is shown, listed or worked on without a look at who reads the channel. */
export const DELETED_FIRST = [
  'games',
  'radios',
  'held_messages',
  'drafts',
  'thread_follows',
  'notifications',
  'channel_attention',
  'channel_grants',
  'slow_mode_marks',
  'stale_threads',
] as const;

/**
 * Leaves channels of servers to the worker if they have many messages: nobody reads or lists them from now on, see
 * `Channel.detachedAt`. Locks the channels, in order of their ids, as senders do.
 * @param channelIds with their threads
 * @returns false if they have few messages, so that the caller deletes them
 */
export async function detachLargeChannels(
  manager: EntityManager,
  channelIds: readonly string[],
): Promise<boolean> {
  const channels: { messages: number }[] = await manager.query(
    `SELECT last_seq - first_seq + 1 AS messages FROM channels WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
    [channelIds],
  );
  if (channels.reduce((sum, { messages }) => sum + messages, 0) <= DELETED_AT_ONCE) return false;
  for (const table of DELETED_FIRST)
    await manager.query(`DELETE FROM ${table} WHERE channel_id = ANY ($1)`, [channelIds]);
  await manager.query('UPDATE scheduled_messages SET channel_id = NULL WHERE channel_id = ANY ($1)', [
    channelIds,
  ]);
  await manager.query(
    `UPDATE channels SET detached_at = now(), is_conversation = true, server_id = NULL, parent_server_id = NULL, is_default = false,
            category_id = NULL, message_days = NULL, fade_minute = NULL, moon_at = NULL
      WHERE id = ANY ($1)`,
    [channelIds],
  );
  return true;
}
