import type { EntityManager } from 'typeorm';

/** What belongs to a message by its place in the channel, and the messages. */
const TABLES = [
  'mentions',
  'message_reactions',
  'pins',
  'message_links',
  'message_terms',
  'messages',
] as const;

/** Deletes the rows of the messages of a channel from one `seq` to another. */
export async function deleteMessageRows(
  manager: EntityManager,
  channelId: string,
  first: number,
  last: number,
): Promise<void> {
  for (const table of TABLES) {
    await manager.query(`DELETE FROM ${table} WHERE channel_id = $1 AND seq BETWEEN $2 AND $3`, [
      channelId,
      first,
      last,
    ]);
  }
}
