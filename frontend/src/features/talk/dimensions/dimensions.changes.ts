import type { MemberChange, ChannelView, MemberView, ServerChange, ServerView } from '@oniverse/contracts';
import { readTo } from '../log/index.js';

type Servers = readonly ServerView[];
type Channels = readonly ChannelView[];
type Members = readonly MemberView[];

const updateById = <T extends { id: string }>(
  list: readonly T[],
  id: string,
  change: (cached: T) => T,
): T[] => list.map((cached) => (cached.id === id ? change(cached) : cached));

/**
 * Merges an event into the cached server. Shared fields come from the newer one, the member's own fields from the event
 * if it has them. Returns undefined if the server is not cached and the event is partial.
 */
function mergeServer(cached: ServerView | undefined, change: ServerChange): ServerView | undefined {
  const membership = change.membership === undefined ? cached?.membership : change.membership;
  const isBanned = change.isBanned ?? cached?.isBanned;
  const timeOut = change.timeOut === undefined ? (cached?.timeOut ?? null) : change.timeOut;
  const application = change.application === undefined ? (cached?.application ?? null) : change.application;
  const unreadCount = change.unreadCount ?? cached?.unreadCount;
  const mentionCount = change.mentionCount ?? cached?.mentionCount;
  if (
    membership === undefined ||
    isBanned === undefined ||
    unreadCount === undefined ||
    mentionCount === undefined
  ) {
    return undefined;
  }
  const shared = cached && cached.updatedAt > change.updatedAt ? cached : change;
  return { ...shared, membership, isBanned, timeOut, application, unreadCount, mentionCount };
}

/** Applies a server event. An uncached server is added if the event is complete. */
export function withServer(servers: Servers, change: ServerChange): ServerView[] {
  const next = mergeServer(
    servers.find(({ id }) => id === change.id),
    change,
  );
  if (!next) return [...servers];
  return servers.some(({ id }) => id === change.id)
    ? updateById(servers, change.id, () => next)
    : [next, ...servers];
}

export const withoutServer = (servers: Servers, serverId: string): ServerView[] =>
  servers.filter(({ id }) => id !== serverId);

/** Sets the member count, unless the cached server is newer. */
export const withMemberCount = (
  servers: Servers,
  serverId: string,
  count: Pick<ServerView, 'memberCount' | 'updatedAt'>,
): ServerView[] =>
  updateById(servers, serverId, (cached) =>
    cached.updatedAt > count.updatedAt ? cached : { ...cached, ...count },
  );

/** Sets the unread counts of a server, where unread messages of followed threads count as mentions. */
export function withUnreadSums(
  servers: Servers,
  serverId: string,
  channels: Channels,
  unreadInThreads: number,
): ServerView[] {
  const sum = (count: (channel: ChannelView) => number) =>
    channels.reduce((all, channel) => all + count(channel), 0);
  return updateById(servers, serverId, (cached) => ({
    ...cached,
    unreadCount: sum(({ unreadCount }) => unreadCount),
    mentionCount: sum(({ mentionCount }) => mentionCount) + unreadInThreads,
  }));
}

/** Marks a server without cached channels as unread; the exact count is unknown. */
export const withUnreadIncrement = (servers: Servers, serverId: string): ServerView[] =>
  updateById(servers, serverId, (cached) => ({ ...cached, unreadCount: cached.unreadCount + 1 }));

export const withServerMention = (servers: Servers, serverId: string): ServerView[] =>
  updateById(servers, serverId, (cached) => ({ ...cached, mentionCount: cached.mentionCount + 1 }));

/**
 * Sets the last `seq` of a channel. Repeated events and messages that are already read are not counted.
 * @param isCounted whether the new messages count; those of hidden members do not
 */
export const withActivity = (
  channels: Channels,
  channelId: string,
  lastSeq: number,
  isCounted = true,
): ChannelView[] =>
  updateById(channels, channelId, (cached) => {
    if (lastSeq <= cached.lastSeq) return cached;
    const fresh = isCounted ? lastSeq - Math.max(cached.lastSeq, cached.readSeq) : 0;
    return { ...cached, lastSeq, unreadCount: cached.unreadCount + Math.max(0, fresh) };
  });

export const withMention = (channels: Channels, channelId: string, seq: number): ChannelView[] =>
  updateById(channels, channelId, (cached) =>
    seq <= cached.readSeq ? cached : { ...cached, mentionCount: cached.mentionCount + 1 },
  );

/** Sets when the member may write again in a channel with slow mode. Events can arrive out of order. */
export const withSlowMode = (channels: Channels, channelId: string, until: string): ChannelView[] =>
  updateById(channels, channelId, (cached) =>
    (cached.slowModeUntil ?? '') > until ? cached : { ...cached, slowModeUntil: until },
  );

/** Moves the read mark of a channel forward to `seq`; never back. */
export const withRead = (channels: Channels, channelId: string, seq: number): ChannelView[] =>
  updateById(channels, channelId, (cached) => readTo(cached, seq));

/** Adds a member at the start of the list, which is newest first. */
export const withMember = (members: Members, member: MemberView): MemberView[] => [
  member,
  ...members.filter(({ userId }) => userId !== member.userId),
];

export const withoutMember = (members: Members, userId: string): MemberView[] =>
  members.filter((cached) => cached.userId !== userId);

/** Applies a member's new names and picture, and a new role if it concerns this server. */
export const withChangedMember = (
  members: Members,
  serverId: string,
  { userId, username, displayName, profileImageUrl, inServer }: MemberChange,
): MemberView[] =>
  members.map((cached) =>
    cached.userId === userId
      ? {
          ...cached,
          username,
          displayName,
          profileImageUrl,
          role: inServer?.serverId === serverId ? inServer.role : cached.role,
        }
      : cached,
  );
