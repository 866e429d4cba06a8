import type { EntityManager } from 'typeorm';
import { serverOfChannel } from './visibility.js';

/** The topic of the hint that another process revised a message, for backends that have its channel open. */
export const MESSAGE_REVISED_TOPIC = 'messages:revised';

/** A position of a channel that a worker reached. It may be lost. */
export interface MessageRevisedHint {
  channelId: string;
  rev: number;
}

export const isMessageRevisedHint = (payload: unknown): payload is MessageRevisedHint =>
  typeof payload === 'object' &&
  payload !== null &&
  typeof Reflect.get(payload, 'channelId') === 'string' &&
  typeof Reflect.get(payload, 'rev') === 'number';

/**
 * Locks the channel of a message, and for one in a thread the thread's parent, until the end of the transaction. Does nothing
 * if the message does not exist.
 */
export async function lockChannelOfMessage(manager: EntityManager, messageId: string): Promise<void> {
  await manager.query(
    `WITH place AS MATERIALIZED (
       SELECT channel.id, channel.parent_id FROM messages message JOIN channels channel ON channel.id = message.channel_id
        WHERE message.id = $1
     )
     SELECT 1 FROM channels WHERE id IN (SELECT id FROM place UNION SELECT parent_id FROM place)
      ORDER BY id FOR NO KEY UPDATE`,
    [messageId],
  );
}

/**
 * The common table expressions `head` and `changed`, which increment the `rev` of the channel of message `$1` and update the
 * message. The channel must be locked.
 */
export const updateWithNextRev = (set: string): string => `
  head AS (
    UPDATE channels SET last_rev = last_rev + 1 WHERE id = (SELECT channel_id FROM messages WHERE id = $1)
    RETURNING ${serverOfChannel('channels')} AS server_id, parent_id, last_rev, clock_timestamp() AS now
  ), changed AS (
    UPDATE messages SET ${set}, rev = head.last_rev, updated_at = head.now FROM head
     WHERE messages.id = $1 RETURNING messages.*
  )`;

/**
 * The common table expressions that blank message `$1`, and delete its mentions, reactions, pin, previews and earlier texts. Its row stays, so
 * that `seq` has no gap, and so does its thread. The channel must be locked.
 */
export const SOFT_DELETE = `${updateWithNextRev(`content = '', deleted_at = head.now`)}, dropped AS (
    DELETE FROM mentions USING changed
     WHERE mentions.channel_id = changed.channel_id AND mentions.seq = changed.seq
  ), unreacted AS (
    DELETE FROM message_reactions reaction USING changed
     WHERE reaction.channel_id = changed.channel_id AND reaction.seq = changed.seq
  ), unpinned AS (
    DELETE FROM pins pin USING changed WHERE pin.channel_id = changed.channel_id AND pin.seq = changed.seq
  ), unlinked AS (
    DELETE FROM message_links link USING changed WHERE link.channel_id = changed.channel_id AND link.seq = changed.seq
  ), unversioned AS (
    DELETE FROM message_versions version USING changed WHERE version.message_id = changed.id
  ), stale AS (
    INSERT INTO stale_threads (channel_id) SELECT changed.channel_id FROM head CROSS JOIN changed
     WHERE head.parent_id IS NOT NULL
    ON CONFLICT DO NOTHING
  )`;

/** What updates a message of which another part than its text changes: its reactions, pin, thread or previews. */
export const TOUCH = updateWithNextRev('reacted_at = head.now');
