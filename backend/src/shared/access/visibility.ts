import { listedFor, listedForVisitors, unblocked, VISIBLE } from '@oniverse/data';
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

/**
 * SQL condition for pictures that a reader may see, on rows `thing` and `owner`.
 * @param reader an SQL expression; null for a visitor
 */
export const pictureReadableBy = (reader: string): string =>
  `CASE WHEN ${reader} IS NULL THEN ${VISIBLE.image} AND ${listedForVisitors('owner')}
        ELSE owner.id = ${reader} OR ${VISIBLE.image} AND ${listedFor('owner', reader)} END`;

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

/** Like {@link postReadableBy}, for visitors without a session. */
export const POST_READABLE_BY_VISITORS = `(${VISIBLE.post} AND ${listedForVisitors('owner')})`;
