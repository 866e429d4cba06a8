import { isKept, listedFor, listedForVisitors, unblocked, VISIBLE } from '@oniverse/data';
import { rolesWith } from './standing.js';

const NEVER_SHOWN = 'false';

/** Kinds of entities that belong to a member: the table, and the condition for visibility to others. */
export const OWNED = {
  post: { table: 'posts', visible: VISIBLE.post },
  image: { table: 'images', visible: VISIBLE.image },
  board: { table: 'boards', visible: VISIBLE.board },
  capsule: { table: 'capsules', visible: NEVER_SHOWN },
  profileArchive: { table: 'profile_archives', visible: NEVER_SHOWN },
} as const;
export type OwnedKind = keyof typeof OWNED;

/** SQL condition for posts that a member may read, on rows `thing` and `owner`. @param reader an SQL expression */
export const postReadableBy = (reader: string): string =>
  `(owner.id = ${reader} OR (${VISIBLE.post} AND ${listedFor('owner', reader)}))`;

/** Like {@link postReadableBy}, for visitors without a session. */
export const POST_READABLE_BY_VISITORS = `(${VISIBLE.post} AND ${listedForVisitors('owner')})`;

/** SQL condition: a reply, a row `reply`, is not held, or the reader wrote it. @param reader an SQL expression */
export const shownReplyTo = (reader: string): string =>
  `(reply.held_at IS NULL OR reply.user_id = ${reader})`;

/**
 * SQL condition for pictures that a reader may see, on rows `thing` and `owner`.
 * @param reader an SQL expression; null for a visitor
 */
export const pictureReadableBy = (reader: string): string =>
  `CASE WHEN ${reader} IS NULL THEN ${VISIBLE.image} AND ${listedForVisitors('owner')}
        ELSE owner.id = ${reader} OR ${VISIBLE.image} AND ${listedFor('owner', reader)} END`;

/**
 * SQL condition: a reader sees what an attachment belongs to, on row `attached`. Nobody else reads an upload that nothing has
 * claimed. @param reader an SQL expression; null for a visitor
 */
export const attachmentReadableBy = (reader: string): string =>
  `CASE
     WHEN attached.channel_id IS NOT NULL THEN ${reader} IS NOT NULL
       AND EXISTS (SELECT FROM channel_reader(attached.channel_id, ${reader}))
       AND EXISTS (SELECT FROM messages message WHERE message.id = attached.message_id AND ${isKept('message')})
     WHEN attached.post_id IS NOT NULL THEN EXISTS (
       SELECT FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE thing.id = attached.post_id
          AND CASE WHEN ${reader} IS NULL THEN ${POST_READABLE_BY_VISITORS} ELSE ${postReadableBy(reader)} END)
     WHEN attached.reply_id IS NOT NULL THEN ${reader} IS NOT NULL AND EXISTS (
       SELECT FROM post_replies reply JOIN posts thing ON thing.id = reply.post_id JOIN users owner ON owner.id = thing.user_id
         JOIN users writer ON writer.id = reply.user_id
        WHERE reply.id = attached.reply_id AND reply.deleted_at IS NULL AND ${shownReplyTo(reader)}
          AND ${postReadableBy(reader)} AND ${listedFor('writer', reader)})
     WHEN attached.held_message_id IS NOT NULL THEN EXISTS (
       SELECT FROM held_messages held
         JOIN server_members staff ON staff.server_id = held.server_id AND staff.user_id = ${reader}
        WHERE held.id = attached.held_message_id AND staff.role IN (${rolesWith('manageFilters')}))
     WHEN attached.track_id IS NOT NULL THEN ${reader} IS NOT NULL AND EXISTS (
       SELECT FROM radio_tracks track CROSS JOIN LATERAL channel_reader(track.channel_id, ${reader}) reader
        WHERE track.id = attached.track_id AND track.duration_ms IS NOT NULL)
     ELSE false END`;

/**
 * Selects the kind and name of an object that a case about a message shows to a reader: staff of the dimension who may handle
 * cases about its author. @param object an alias of `objects` @param reader an SQL expression
 */
export const caseFileFor = (object: string, reader: string): string =>
  `SELECT file->>'kind' AS kind, file->>'name' AS name, true AS is_shown
     FROM case_files kept JOIN cases reported ON reported.id = kept.case_id
    CROSS JOIN LATERAL jsonb_array_elements(reported.snapshot->'files') file
     JOIN server_members staff ON staff.server_id = reported.server_id AND staff.user_id = ${reader}
     LEFT JOIN server_members about ON about.server_id = reported.server_id AND about.user_id = reported.about_user_id
    WHERE kept.path = ${object}.path AND file->>'path' = ${object}.path AND staff.role IN (${rolesWith('handleReports')})
      AND (staff.role = 'owner' OR coalesce(about.role, 'member') = 'member')`;

/**
 * SQL condition: a reader may see a member of a server and whether they are online. The three parameters are SQL
 * expressions of ids.
 */
export const memberSeenBy = (member: string, server: string, reader: string): string =>
  `(${unblocked(member, reader)} OR EXISTS (
     SELECT FROM server_members self WHERE self.server_id = ${server} AND self.user_id = ${reader}
        AND self.role IN (${rolesWith('seeBlockedMembers')})))`;

/**
 * SQL expression: the ids of the members who may not see a member in a server, as an array: those across a block, without the
 * server's staff. The parameters are SQL expressions of ids.
 */
export const concealedFrom = (server: string, member: string): string => `ARRAY(
  SELECT block.other_id::text FROM blocks block
   WHERE block.member_id = ${member} AND NOT EXISTS (
     SELECT FROM server_members staff WHERE staff.server_id = ${server} AND staff.user_id = block.other_id
        AND staff.role IN (${rolesWith('seeBlockedMembers')})))`;
