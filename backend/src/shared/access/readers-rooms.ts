import { ROOMS } from '@oniverse/contracts';
import { readableBy, serverOfChannel } from '@oniverse/data';

const SERVER_PREFIX = ROOMS.server('');
const READERS_PREFIX = ROOMS.readers('');

/**
 * SQL query: the rooms of a member's servers, of the private channels that the member reads, and of conversations. A member
 * may have thousands of conversations, so only those have one that a socket has open, themselves or a thread.
 * @param member an SQL expression
 * @param open an SQL expression of the ids of open channels and threads
 */
export const readersRoomsOf = (member: string, open: string): string => `
  SELECT '${SERVER_PREFIX}' || own.server_id FROM server_members own WHERE own.user_id = ${member}
   UNION ALL
  SELECT '${READERS_PREFIX}' || channel.id
    FROM server_members own JOIN channels channel ON channel.server_id = own.server_id AND channel.is_private
   WHERE own.user_id = ${member} AND ${readableBy('channel.id', member)}
   UNION ALL
  SELECT '${READERS_PREFIX}' || own.channel_id FROM conversation_members own
   WHERE own.user_id = ${member} AND own.state IN ('joined', 'requested')
     AND own.channel_id = ANY (ARRAY(
       SELECT coalesce(place.parent_id, place.id) FROM channels place WHERE place.id = ANY (${open})))`;

/**
 * SQL expression: the room of the members who read a channel or thread.
 * @param channel an alias of `channels`
 * @param parent an alias of `channels`, left joined as the parent of the channel
 */
export const readersRoomOf = (channel: string, parent: string): string =>
  `CASE WHEN ${channel}.is_private OR ${parent}.is_private OR ${channel}.is_conversation THEN '${READERS_PREFIX}' || coalesce(${parent}.id, ${channel}.id)
        ELSE '${SERVER_PREFIX}' || ${serverOfChannel(channel)} END`;

/** Returns whether a room is one of those that {@link readersRoomsOf} selects. */
export const isReadersRoom = (room: string): boolean =>
  room.startsWith(SERVER_PREFIX) || room.startsWith(READERS_PREFIX);
