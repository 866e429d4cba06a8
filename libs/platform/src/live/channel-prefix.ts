import type { Redis } from 'ioredis';

/** Redis shares pub/sub channels between its numbered databases. Database 0 keeps socket.io's own prefix. */
export function channelPrefix({ options: { db = 0 } }: Redis): string {
  return db === 0 ? 'socket.io' : `socket.io:${db}`;
}
