/** The page of a dimension, with the channel that a thread belongs to. */
export interface ThreadPlace {
  path: '/dimensions/public' | '/dimensions/private';
  serverId: string;
  channelId: string;
}

/** What the address opens: a thread, or the place for the first reply to the message with a `seq`. */
export type OpenedThread = { thread: string } | { start: number };

/** Returns the query of an address that opens a thread. */
export const threadSearch = ({ serverId, channelId }: Omit<ThreadPlace, 'path'>, opened: OpenedThread) => ({
  server: serverId,
  channel: channelId,
  ...opened,
});
