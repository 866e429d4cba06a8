import {
  conversationPath,
  memberPath,
  messagePath,
  picturePath,
  postPath,
  SEARCH_KINDS,
  type FoundMember,
  type FoundMessage,
  type FoundTag,
  type SearchKind,
  type SearchView,
  tagPath,
} from '@oniverse/contracts';
import { isolated, memberName } from '../../../ui/member-name.js';
import { formatTimeAgo } from '../../../ui/dates.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';

export type ResultIcon = SearchKind | 'command' | 'write';

/** A line of the finder or of the results' page. */
export interface Result {
  key: string;
  icon: ResultIcon;
  title: string;
  /** In the display face, for what a member has named. */
  isNamed?: boolean;
  detail?: string | undefined;
  note?: string | undefined;
  /** Where it leads; a command without an address runs `run`. */
  href?: string;
  run?: () => void;
  /** What the constellation shows of it. */
  nodeHref?: string;
  member?: FoundMember;
  pictureUrl?: string | null;
  sigilId?: string;
}

/** Returns the part of a text around the first match, for a narrow place. */
function around(text: string, q: string): string {
  const at = text.toLowerCase().indexOf(q.toLowerCase());
  return at <= 12 ? text : `… ${text.slice(text.lastIndexOf(' ', at - 8) + 1)}`;
}

const mentions = (text: string | null, q: string): boolean =>
  text !== null && text.toLowerCase().includes(q.toLowerCase());

const memberResult = (member: FoundMember, q: string): Result => ({
  key: member.id,
  icon: 'members',
  title: memberName(member),
  detail: member.displayName ? `@${member.username}` : undefined,
  note: mentions(member.bio, q) ? around(member.bio ?? '', q) : (member.excerpt ?? undefined),
  href: memberPath(member.username),
  nodeHref: `/constellation?${new URLSearchParams({ around: member.id, node: member.id })}`,
  member,
});

const tagResult = ({ name, memberCount }: FoundTag): Result => ({
  // A tag may have the name of a command.
  key: `#${name}`,
  icon: 'tags',
  title: name,
  note: TEXTS.tagMembers(memberCount),
  href: tagPath(name),
  nodeHref: `/constellation?${new URLSearchParams({ tag: name })}`,
});

/** Returns where a message is. */
function placeOf({ place, conversation }: FoundMessage): string {
  if (place) {
    const names = [isolated(place.channelName), isolated(place.serverName)] as const;
    return place.parentId === undefined ? TEXTS.channelIn(...names) : TEXTS.threadIn(...names);
  }
  if (conversation?.name) return isolated(conversation.name);
  const members = conversation?.members ?? [];
  return TEXTS.talkWith(members.length > 0 ? members.map(isolated) : [TEXTS.departed]);
}

function pathOf({ id, threadId, seq }: NonNullable<FoundMessage['conversation']>): string {
  return threadId === undefined
    ? conversationPath({ channelId: id, seq })
    : conversationPath({ channelId: threadId, parentId: id, seq });
}

const messageResult = (message: FoundMessage, note: string): Result => {
  const { id, excerpt, author, place, conversation } = message;
  return {
    key: id,
    icon: 'messages',
    title: excerpt,
    detail: TEXTS.byIn(author ? isolated(memberName(author)) : TEXTS.departed, placeOf(message)),
    note,
    ...(place && { href: messagePath(place) }),
    ...(conversation && { href: pathOf(conversation) }),
  };
};

/** Returns the results of a kind, in the order of the server. */
export function resultsOf(
  kind: SearchKind,
  found: SearchView,
  { q, now }: { q: string; now: number },
): Result[] {
  const ago = (at: string): string => formatTimeAgo(Date.parse(at), now);
  switch (kind) {
    case 'members':
      return (found.members?.items ?? []).map((member) => memberResult(member, q));
    case 'tags':
      return (found.tags?.items ?? []).map(tagResult);
    case 'posts':
      return (found.posts?.items ?? []).map(({ id, title, excerpt, author, createdAt }) => ({
        key: id,
        icon: 'posts',
        title,
        isNamed: true,
        detail: excerpt ?? memberName(author),
        note: ago(createdAt),
        href: postPath(author.username, id),
      }));
    case 'messages':
      return (found.messages?.items ?? []).map((message) => messageResult(message, ago(message.createdAt)));
    case 'pictures':
      return (found.pictures?.items ?? []).map(({ id, title, owner, imageUrl, createdAt }) => ({
        key: id,
        icon: 'pictures',
        title: title ?? TEXTS.untitled,
        isNamed: true,
        detail: memberName(owner),
        note: ago(createdAt),
        href: picturePath(owner.username, id),
        pictureUrl: imageUrl,
      }));
    case 'dimensions':
      return (found.dimensions?.items ?? []).map(({ id, name, memberCount, isPublic, hasJoined }) => ({
        key: id,
        icon: 'dimensions',
        title: name,
        isNamed: true,
        detail: TEXTS.members(memberCount),
        note: isPublic ? (hasJoined ? TEXTS.joined : undefined) : TEXTS.private,
        href: `/dimensions/${isPublic ? 'public' : 'private'}?server=${id}`,
        sigilId: id,
      }));
    default:
      return [];
  }
}

export interface ResultGroup {
  title: string;
  results: Result[];
}

/** Names like the query, if nothing was found. */
const similarTo = ({ similar }: SearchView, q: string): Result[] =>
  similar
    ? [...similar.members.map((member) => memberResult(member, q)), ...similar.tags.map(tagResult)]
    : [];

/** Returns the groups that are not empty, in the order in which they are shown. */
export const groupsOf = (found: SearchView, context: Parameters<typeof resultsOf>[2]): ResultGroup[] =>
  [
    ...SEARCH_KINDS.map((kind) => ({
      title: TEXTS.kinds[kind],
      results: resultsOf(kind, found, context),
    })),
    { title: TEXTS.similar, results: similarTo(found, context.q) },
  ].filter(({ results }) => results.length > 0);
