import { DEFAULT_ATTENTION } from '@oniverse/contracts';

/**
 * SQL expression: the level of a member in a channel. Everything that notifies or counts asks it.
 * @param user an expression of the member's id
 * @param channel an expression of the channel's id
 * @param server an expression of the id of its server
 */
export const attentionOf = (user: string, channel: string, server: string): string => `coalesce(
  (SELECT chosen.level FROM channel_attention chosen WHERE chosen.user_id = ${user} AND chosen.channel_id = ${channel}),
  (SELECT chosen.level FROM server_attention chosen WHERE chosen.user_id = ${user} AND chosen.server_id = ${server}),
  '${DEFAULT_ATTENTION}')`;

/** SQL for the channel of a channel's or thread's id, whose level holds for its threads. */
const channelOfPlace = (id: string): string =>
  `(SELECT coalesce(place.parent_id, place.id) FROM channels place WHERE place.id = ${id})`;

/**
 * SQL condition: whether the recipient of a row aliased `entry`, with the columns of `notifications`, wants to be notified
 * of it. It is checked when an entry is added and when it is pushed.
 */
export const NOTIFICATION_WANTED = `(entry.channel_id IS NULL
  OR ${attentionOf('entry.recipient_id', channelOfPlace('entry.channel_id'), 'entry.server_id')} <> 'nothing')`;

/**
 * SQL query: the ids (`user_id`) of the members who want to hear of every message in a channel: those who chose so; in a
 * conversation all who did not choose otherwise, and of these the followers in a thread of it.
 * @param channel an alias of `channels`
 */
export const attentiveMembers = (channel: string): string => `
  SELECT own.user_id FROM channel_attention own
   WHERE own.channel_id = ${channel}.id AND own.level = 'all' AND NOT ${channel}.is_conversation
   UNION ALL
  SELECT general.user_id FROM server_attention general
   WHERE general.server_id = ${channel}.server_id AND general.level = 'all'
     AND NOT EXISTS (SELECT FROM channel_attention own
                      WHERE own.user_id = general.user_id AND own.channel_id = ${channel}.id)
   UNION ALL
  SELECT talking.user_id FROM conversation_members talking
   WHERE ${channel}.is_conversation AND talking.channel_id = coalesce(${channel}.parent_id, ${channel}.id)
     AND talking.state = 'joined'
     AND (${channel}.parent_id IS NULL OR EXISTS (
       SELECT FROM thread_follows follow WHERE follow.user_id = talking.user_id AND follow.channel_id = ${channel}.id))
     AND NOT EXISTS (SELECT FROM channel_attention own
                      WHERE own.user_id = talking.user_id AND own.channel_id = talking.channel_id AND own.level <> 'all')`;
