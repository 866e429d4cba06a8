import type { ThreadChange, ThreadView } from '@oniverse/contracts';

/** Applies a live event to a thread. Repeated events and messages that are already read are not counted. */
export function withChange(thread: ThreadView, { lastSeq, isFollowed }: ThreadChange): ThreadView {
  if (lastSeq <= thread.lastSeq) return { ...thread, isFollowed };
  const fresh = Math.max(0, lastSeq - Math.max(thread.lastSeq, thread.readSeq));
  return { ...thread, isFollowed, lastSeq, unreadCount: thread.unreadCount + fresh };
}

/** Applies a live event to the followed threads, which are sorted by activity. Undefined if they must be fetched. */
export function withFollowedChange(
  threads: readonly ThreadView[],
  change: ThreadChange,
): ThreadView[] | undefined {
  const known = threads.find(({ id }) => id === change.channelId);
  const others = threads.filter((thread) => thread !== known);
  if (!change.isFollowed) return others;
  if (!known) return undefined;
  const changed = withChange(known, change);
  return changed.lastSeq > known.lastSeq
    ? [changed, ...others]
    : threads.map((thread) => (thread === known ? changed : thread));
}
