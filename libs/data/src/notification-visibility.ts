import { NOTIFICATION_DAYS, NOTIFICATIONS_SEARCHED } from '@oniverse/contracts';
import { followableBy, listedFor, unblocked, unmuted, VISIBLE } from './visibility.js';

/**
 * SQL condition: whether the recipient may know that `actor`, a row of `users`, caused the row `entry`, and wants to. A
 * member who is not listed is still named in a dimension that both belong to: by each message, and in the list of members.
 */
const ACTOR_KNOWN = `(${listedFor('actor', 'entry.recipient_id')} OR entry.channel_id IS NOT NULL
   OR EXISTS (SELECT FROM server_members peer WHERE peer.server_id = entry.server_id AND peer.user_id = actor.id)
  ) AND ${unblocked('actor.id', 'entry.recipient_id')} AND ${unmuted('actor.id', 'entry.recipient_id')}`;

/**
 * SQL condition: whether the recipient may see what a row aliased `entry`, with the columns of `notifications`, is about.
 * It is checked when an entry is added, shown and pushed, because any of it can become private in between.
 */
export const NOTIFICATION_VISIBLE = `(
  (entry.actor_id IS NULL OR EXISTS (SELECT FROM users actor WHERE actor.id = entry.actor_id AND ${ACTOR_KNOWN}))
  AND (entry.post_id IS NULL OR EXISTS (
    SELECT FROM posts thing JOIN users owner ON owner.id = thing.user_id
     WHERE thing.id = entry.post_id
       AND (thing.user_id = entry.recipient_id OR ${VISIBLE.post} AND ${listedFor('owner', 'entry.recipient_id')})
  ))
  AND CASE WHEN entry.channel_id IS NOT NULL THEN ${followableBy('entry.channel_id', 'entry.recipient_id')}
      WHEN entry.kind = 'application' THEN EXISTS (
    SELECT FROM servers place WHERE place.id = entry.server_id AND place.is_public
  ) WHEN entry.kind IN ('export_done', 'export_failed') THEN EXISTS (
    SELECT FROM servers place WHERE place.id = entry.server_id AND place.owner_id = entry.recipient_id
  ) ELSE entry.server_id IS NULL OR EXISTS (
    SELECT FROM server_members member WHERE member.server_id = entry.server_id AND member.user_id = entry.recipient_id
  ) END
  AND (entry.kind <> 'ripple' OR EXISTS (
    SELECT FROM ripples sent WHERE sent.post_id = entry.post_id AND sent.user_id = entry.actor_id
  ))
  AND (entry.kind <> 'reminder' OR EXISTS (
    SELECT FROM messages message
     WHERE message.channel_id = entry.channel_id AND message.seq = entry.message_seq AND message.deleted_at IS NULL
  ))
  AND (entry.kind <> 'link' OR EXISTS (
    SELECT FROM connections link JOIN users self ON self.id = entry.recipient_id AND self.is_public
     WHERE link.from_user_id = least(entry.recipient_id, entry.actor_id)
       AND link.to_user_id = greatest(entry.recipient_id, entry.actor_id)
  ))
)`;

/** SQL condition: whether a member has something unread that they may see. @param recipient an SQL expression of the id */
export const hasUnread = (recipient: string): string => `EXISTS (
  SELECT FROM (SELECT * FROM notifications unread
                WHERE unread.recipient_id = ${recipient} AND unread.read_at IS NULL
                  AND unread.created_at > now() - interval '${NOTIFICATION_DAYS} days'
                ORDER BY unread.id DESC LIMIT ${NOTIFICATIONS_SEARCHED}) AS entry
   WHERE ${NOTIFICATION_VISIBLE})`;

/** SQL condition: whether the recipient of a row aliased `entry` has read its message in the channel. */
export const READ_IN_CHANNEL = `EXISTS (SELECT FROM channel_reads mark
   WHERE mark.user_id = entry.recipient_id AND mark.channel_id = entry.channel_id
     AND mark.read_seq >= coalesce(entry.seq, entry.message_seq))`;
