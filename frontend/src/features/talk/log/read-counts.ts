/** How far a member has read a channel or a thread, and what is unread after that. */
interface ReadCounts {
  lastSeq: number;
  readSeq: number;
  unreadCount: number;
  mentionCount: number;
}

/** Moves a read mark forward to `seq`; never back. */
export function readTo<T extends ReadCounts>(counted: T, seq: number): T {
  if (seq <= counted.readSeq) return counted;
  const remaining = Math.max(0, counted.lastSeq - seq);
  return {
    ...counted,
    readSeq: seq,
    unreadCount: Math.min(counted.unreadCount, remaining),
    mentionCount: remaining === 0 ? 0 : counted.mentionCount,
  };
}
