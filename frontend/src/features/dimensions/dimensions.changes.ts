import type { ChangedMember, ChannelView, MemberView, ServerChange, ServerView } from '@oniverse/contracts';

type Servers = readonly ServerView[];
type Channels = readonly ChannelView[];
type Members = readonly MemberView[];

const withOne = <T extends { id: string }>(list: readonly T[], id: string, change: (held: T) => T): T[] =>
  list.map((held) => (held.id === id ? change(held) : held));

/** A dimension as it is now, over what is held of it; undefined where it is not held and not told in full. */
function merged(held: ServerView | undefined, change: ServerChange): ServerView | undefined {
  const membership = change.membership === undefined ? held?.membership : change.membership;
  const unreadCount = change.unreadCount ?? held?.unreadCount;
  const mentionCount = change.mentionCount ?? held?.mentionCount;
  if (membership === undefined || unreadCount === undefined || mentionCount === undefined) return undefined;
  const shared = held && held.updatedAt > change.updatedAt ? held : change;
  return { ...shared, membership, unreadCount, mentionCount };
}

/** A dimension changed; one that was not held comes in where it is told in full. */
export function withServer(servers: Servers, change: ServerChange): ServerView[] {
  const next = merged(
    servers.find(({ id }) => id === change.id),
    change,
  );
  if (!next) return [...servers];
  return servers.some(({ id }) => id === change.id)
    ? withOne(servers, change.id, () => next)
    : [next, ...servers];
}

/** A dimension is gone. */
export const withoutServer = (servers: Servers, serverId: string): ServerView[] =>
  servers.filter(({ id }) => id !== serverId);

/** A dimension has another number of members; what was told since then stays. */
export const withMemberCount = (
  servers: Servers,
  serverId: string,
  count: Pick<ServerView, 'memberCount' | 'updatedAt'>,
): ServerView[] =>
  withOne(servers, serverId, (held) => (held.updatedAt > count.updatedAt ? held : { ...held, ...count }));

/** What lies in a dimension unread: the sums of its channels. */
export function withUnreadOf(servers: Servers, serverId: string, channels: Channels): ServerView[] {
  const sum = (count: (channel: ChannelView) => number) =>
    channels.reduce((all, channel) => all + count(channel), 0);
  return withOne(servers, serverId, (held) => ({
    ...held,
    unreadCount: sum(({ unreadCount }) => unreadCount),
    mentionCount: sum(({ mentionCount }) => mentionCount),
  }));
}

/** Messages came to a dimension whose channels are not held: how many is known of none, that there are is. */
export const withSomethingUnread = (servers: Servers, serverId: string): ServerView[] =>
  withOne(servers, serverId, (held) => ({ ...held, unreadCount: held.unreadCount + 1 }));

/** A mention came to a dimension. */
export const withServerMention = (servers: Servers, serverId: string): ServerView[] =>
  withOne(servers, serverId, (held) => ({ ...held, mentionCount: held.mentionCount + 1 }));

/** A channel has come as far as `lastSeq`; what is told again or was read ahead of it counts once. */
export const withActivity = (channels: Channels, channelId: string, lastSeq: number): ChannelView[] =>
  withOne(channels, channelId, (held) => {
    if (lastSeq <= held.lastSeq) return held;
    const fresh = lastSeq - Math.max(held.lastSeq, held.readSeq);
    return { ...held, lastSeq, unreadCount: held.unreadCount + Math.max(0, fresh) };
  });

/** A message that mentions the member came; one that is read already is none to tell of. */
export const withMention = (channels: Channels, channelId: string, seq: number): ChannelView[] =>
  withOne(channels, channelId, (held) =>
    seq <= held.readSeq ? held : { ...held, mentionCount: held.mentionCount + 1 },
  );

/** A channel is read up to `seq`; a mark never moves back. */
export const withRead = (channels: Channels, channelId: string, seq: number): ChannelView[] =>
  withOne(channels, channelId, (held) => {
    if (seq <= held.readSeq) return held;
    const left = Math.max(0, held.lastSeq - seq);
    return {
      ...held,
      readSeq: seq,
      unreadCount: Math.min(held.unreadCount, left),
      mentionCount: left === 0 ? 0 : held.mentionCount,
    };
  });

/** A member came, at the head of the list, which is newest first. */
export const withMember = (members: Members, member: MemberView): MemberView[] => [
  member,
  ...members.filter(({ userId }) => userId !== member.userId),
];

/** A member went. */
export const withoutMember = (members: Members, userId: string): MemberView[] =>
  members.filter((held) => held.userId !== userId);

/** A member is called or looks otherwise, or has another role in this dimension. */
export const withChangedMember = (
  members: Members,
  serverId: string,
  { userId, username, displayName, profileImageUrl, inServer }: ChangedMember,
): MemberView[] =>
  members.map((held) =>
    held.userId === userId
      ? {
          ...held,
          username,
          displayName,
          profileImageUrl,
          role: inServer?.serverId === serverId ? inServer.role : held.role,
        }
      : held,
  );
