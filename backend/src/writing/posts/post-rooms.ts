import { ROOMS } from '@oniverse/contracts';
import type { Socket } from 'socket.io';

const POST_ROOMS = [ROOMS.post(''), ROOMS.postsBy('')];

/** Unsubscribes a socket from the post that it watches, if any. */
export async function leavePostRooms(socket: Socket): Promise<void> {
  for (const room of socket.rooms) {
    if (POST_ROOMS.some((prefix) => room.startsWith(prefix))) await socket.leave(room);
  }
}

/** Unsubscribes a socket from the post that it watches if one of the members wrote it. */
export async function leavePostsBy(socket: Socket, authorIds: ReadonlySet<string>): Promise<void> {
  const prefix = ROOMS.postsBy('');
  const isWatching = [...socket.rooms].some(
    (room) => room.startsWith(prefix) && authorIds.has(room.slice(prefix.length)),
  );
  if (isWatching) await leavePostRooms(socket);
}
