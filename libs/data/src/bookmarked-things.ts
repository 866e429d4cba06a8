import { isKept } from './message-revisions.js';
import { listedFor, nameOfChannel, readableBy, serverOfChannel, unblocked, VISIBLE } from './visibility.js';

const MESSAGE_BEGINNING = 140;

/** Kinds of bookmarks, and the column with the subject of each. */
export const BOOKMARK_SUBJECTS = {
  member: 'member_id',
  post: 'post_id',
  picture: 'image_id',
  tag: 'tag',
  message: 'message_id',
} as const;

const NO_PLACE = 'NULL::uuid, NULL::text, NULL::boolean, NULL::uuid, NULL::text, NULL::uuid, NULL::integer';
const OWNER = 'owner.username, owner.display_name, owner.profile_image_url';
const LISTED = listedFor('owner', '$1');

/**
 * SQL for what a row `kept` of bookmarks of each kind stands for, if member $1 may see it now. To be joined laterally, as
 * `thing`. A private item of the member stays visible to that member.
 */
export const BOOKMARKED_THINGS: Readonly<Record<keyof typeof BOOKMARK_SUBJECTS, string>> = {
  member: `
  SELECT 'member' AS kind, owner.id::text AS subject, NULL::text AS title, ${OWNER}, NULL::text AS image_url,
         NULL::uuid AS server_id, NULL::text AS server_name, NULL::boolean AS server_is_public,
         NULL::uuid AS channel_id, NULL::text AS channel_name, NULL::uuid AS parent_id,
         NULL::integer AS seq
    FROM users owner WHERE owner.id = kept.member_id AND ${LISTED}`,
  post: `
  SELECT 'post', thing.id::text, thing.title, ${OWNER}, NULL, ${NO_PLACE}
    FROM posts thing JOIN users owner ON owner.id = thing.user_id
   WHERE thing.id = kept.post_id AND (owner.id = $1 OR ${VISIBLE.post} AND ${LISTED})`,
  picture: `
  SELECT 'picture', thing.id::text, thing.title, ${OWNER}, thing.image_url, ${NO_PLACE}
    FROM images thing JOIN users owner ON owner.id = thing.user_id
   WHERE thing.id = kept.image_id AND (owner.id = $1 OR ${VISIBLE.image} AND ${LISTED})`,
  tag: `
  SELECT 'tag', kept.tag, kept.tag, NULL, NULL, NULL, NULL, ${NO_PLACE} WHERE kept.tag IS NOT NULL`,
  message: `
  SELECT 'message', message.id::text, left(message.content, ${MESSAGE_BEGINNING}), ${OWNER}, NULL,
         server.id, server.name, server.is_public, channel.id, ${nameOfChannel('channel', 'parent')}, channel.parent_id,
         message.seq
    FROM messages message
    JOIN channels channel ON channel.id = message.channel_id
    LEFT JOIN channels parent ON parent.id = channel.parent_id
    LEFT JOIN servers server ON server.id = ${serverOfChannel('channel')}
    LEFT JOIN users owner ON owner.id = message.user_id AND ${LISTED}
   WHERE message.id = kept.message_id AND ${isKept('message')} AND ${unblocked('message.user_id', '$1')}
     AND ${readableBy('channel.id', '$1')}`,
};

/** SQL for what a row `kept` of any kind stands for. */
export const BOOKMARKED_THING = Object.values(BOOKMARKED_THINGS).join(' UNION ALL ');
