/** SQL for the server of a channel, which a thread shares with its parent. */
export const serverOfChannel = (channel: string): string =>
  `coalesce(${channel}.server_id, ${channel}.parent_server_id)`;

/** SQL for the name of the channel that a message is in, directly or in a thread. @param parent the left joined parent */
export const nameOfChannel = (channel: string, parent: string): string =>
  `coalesce(${parent}.name, ${channel}.name)`;

/** SQL condition: whether members answer questions before they join a dimension, a row of `servers`. */
export const asksQuestions = (server: string): string => `cardinality(${server}.questions) > 0`;

/**
 * SQL condition: whether those who have not joined a dimension, a row of `servers`, may read it. `channel_reader` has the same
 * condition.
 */
export const opensToVisitors = (server: string): string =>
  `(${server}.is_public AND NOT ${asksQuestions(server)})`;

/**
 * SQL condition: whether a member, or a visitor of a dimension that opens to them, may read a channel or thread. Every statement that
 * returns, counts or notifies of what is in channels uses it, or {@link followableBy}, which leaves out visitors.
 * @param channel an SQL expression of its id
 * @param reader an SQL expression of the reader's id
 */
export const readableBy = (channel: string, reader: string): string =>
  `EXISTS (SELECT FROM channel_reader(${channel}, ${reader}))`;

/** SQL condition like {@link readableBy}: whether a member of its dimension may read a channel or thread, and hear of it. */
export const followableBy = (channel: string, member: string): string =>
  `EXISTS (SELECT FROM channel_member(${channel}, ${member}))`;

/**
 * SQL condition like {@link followableBy}, of a channel of a server that the member belongs to. Of a channel that is not private,
 * it costs no call.
 * @param channel an alias of `channels`, for a channel outside of threads
 */
export const listedChannelOf = (channel: string, member: string): string =>
  `(NOT ${channel}.is_private OR ${followableBy(`${channel}.id`, member)})`;

/**
 * SQL conditions for the visible items of a member, on a row aliased `thing`. For other readers, the owner must also be
 * listed: {@link listedFor}, on a row of `users` aliased `owner`.
 */
export const VISIBLE = {
  post: 'thing.is_public AND NOT thing.is_archived',
  image: 'thing.is_public',
  board: 'thing.is_public',
} as const;

/**
 * SQL condition: no block stands between two members, in either direction. For a reader that is a parameter, PostgreSQL reads
 * the blocks once for the statement.
 * @param member an SQL expression of an id; an erased member, null, has no blocks
 * @param reader an SQL expression of the reader's id
 */
export const unblocked = (member: string, reader: string): string =>
  `(${member} = ANY (ARRAY(SELECT block.other_id FROM blocks block WHERE block.member_id = ${reader}))) IS NOT TRUE`;

/** Like {@link unblocked}: the reader has not muted the member. */
export const unmuted = (member: string, reader: string): string =>
  `(${member} = ANY (ARRAY(SELECT mute.other_id FROM mutes mute WHERE mute.member_id = ${reader}))) IS NOT TRUE`;

/**
 * SQL expression: the ids of the members that a reader blocked or muted. Their messages are folded, and count for nothing.
 * For a reader that is a parameter, PostgreSQL reads them once for the statement.
 */
export const hiddenBy = (reader: string): string => `ARRAY(
  SELECT block.other_id FROM blocks block WHERE block.member_id = ${reader} AND block.is_own
   UNION ALL SELECT mute.other_id FROM mutes mute WHERE mute.member_id = ${reader})`;

/**
 * SQL condition for a list that names members: whether it shows the member `owner` (an alias of `users`) to `reader` (an
 * expression of the reader's id). Every such list uses it.
 */
export const listedFor = (owner: string, reader: string): string =>
  `(${owner}.is_public AND ${unblocked(`${owner}.id`, reader)} OR ${owner}.id = ${reader})`;

/** Like {@link listedFor}, for visitors without a session: only members who chose so. */
export const listedForVisitors = (owner: string): string =>
  `(${owner}.is_public AND ${owner}.is_visible_to_visitors)`;

/**
 * SQL condition: whether `reader` may know the name of `member` (an alias of `users`), blocked or not: the member is
 * public, or in a dimension that the reader can open.
 */
export const namedFor = (member: string, reader: string): string =>
  `(${member}.is_public OR EXISTS (
     SELECT FROM server_members theirs JOIN servers place ON place.id = theirs.server_id
      WHERE theirs.user_id = ${member}.id AND (${opensToVisitors('place')} OR EXISTS (
        SELECT FROM server_members own WHERE own.server_id = place.id AND own.user_id = ${reader}))))`;
