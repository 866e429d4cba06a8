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
 * The common table expressions `head` and `changed`, which increment the `rev` of a channel for each of some of its messages, and
 * update them. The channel must be locked, and the messages must exist.
 * @param ids an SQL expression of their ids, in the order of their new revisions
 */
const updateWithNextRevs = (ids: string, set: string): string => `
  head AS (
    UPDATE channels SET last_rev = last_rev + cardinality(${ids})
     WHERE id = (SELECT channel_id FROM messages WHERE id = (${ids})[1])
    RETURNING ${serverOfChannel('channels')} AS server_id, parent_id, last_rev, clock_timestamp() AS now
  ), changed AS (
    UPDATE messages SET ${set}, rev = head.last_rev - cardinality(${ids}) + given.place::integer, updated_at = head.now
      FROM head CROSS JOIN unnest(${ids}) WITH ORDINALITY AS given (id, place)
     WHERE messages.id = given.id RETURNING messages.*
  )`;

/** Like {@link updateWithNextRevs}, for message `$1`, which need not exist. */
export const updateWithNextRev = (set: string): string => updateWithNextRevs('ARRAY[$1::uuid]', set);

/**
 * The common table expressions that blank the messages `$1` of a channel, and delete their mentions, reactions, pins, previews and
 * earlier texts. Their rows stay, so that `seq` has no gap, and so do their threads. The channel must be locked.
 */
export const SOFT_DELETE = `${updateWithNextRevs('$1::uuid[]', `content = '', deleted_at = head.now`)}, dropped AS (
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
    INSERT INTO stale_threads (channel_id) SELECT DISTINCT changed.channel_id FROM head CROSS JOIN changed
     WHERE head.parent_id IS NOT NULL
    ON CONFLICT DO NOTHING
  )`;

/** What updates a message of which another part than its text changes: its reactions, pin, thread or previews. */
export const TOUCH = updateWithNextRev('reacted_at = head.now');

/**
 * SQL join: the row `expiry` of a message that has expired, and is not deleted yet. Nothing returns its text, files or reactions.
 * @param message an alias of `messages`
 */
export const joinExpiry = (message: string): string =>
  `LEFT JOIN LATERAL expiry_of_message(${message}.channel_id, ${message}.id, ${message}.created_at) expiry
     ON ${message}.deleted_at IS NULL AND expiry.at <= now()`;

/** SQL condition: a message is neither deleted nor expired. @param message an alias of `messages` */
export const isKept = (message: string): string =>
  `(${message}.deleted_at IS NULL AND NOT EXISTS (
     SELECT FROM expiry_of_message(${message}.channel_id, ${message}.id, ${message}.created_at) expiry WHERE expiry.at <= now()))`;
