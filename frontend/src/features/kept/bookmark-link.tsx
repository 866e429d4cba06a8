import { type BookmarkKind, type BookmarkView, memberPath, postPath, tagPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { MemberLink } from '../member-card/index.js';
import { KEPT_TEXTS as TEXTS } from './kept.texts.js';

const DRAWINGS = {
  member: (
    <>
      <circle cx="10" cy="7" r="3.3" />
      <path d="M3.5 17c.8-3.5 3.3-5 6.5-5s5.7 1.5 6.5 5" />
    </>
  ),
  post: (
    <>
      <path d="M5 3v14M9 6h8M9 10h8M9 14h5" />
      <circle className="star-f" cx="5" cy="6" r="1.8" />
    </>
  ),
  picture: (
    <>
      <rect x="3" y="4" width="14" height="12" />
      <path d="M3 13l4-4 4 4 2.5-2.5L17 14" />
    </>
  ),
  tag: <path d="M7.5 3l-2 14M14.5 3l-2 14M3.5 7.5h14M2.5 12.5h14" />,
  message: <path d="M3.5 4.5h13v9h-7l-4 3.5v-3.5h-2z" />,
} as const satisfies Record<BookmarkKind, unknown>;

export function KindIcon({ kind }: { kind: BookmarkKind }) {
  return (
    <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
      {DRAWINGS[kind]}
    </svg>
  );
}

const memberNameOf = ({ author }: BookmarkView): string => author?.displayName || author?.username || '';

/** Returns the name of a bookmark's thing, for its link and its buttons. */
export function titleOf(bookmark: BookmarkView): string {
  const { kind, title } = bookmark;
  if (kind === 'member') return memberNameOf(bookmark);
  if (kind === 'tag') return `#${bookmark.subject}`;
  return title || TEXTS.untitled[kind];
}

/** Says whose or where a bookmark's thing is, or what is new with a tag. */
export function BookmarkSource({ bookmark }: { bookmark: BookmarkView }) {
  const { kind, place, newPosts, author } = bookmark;
  if (newPosts > 0) return TEXTS.newPosts(newPosts);
  if (place) return <bdi># {place.channelName}</bdi>;
  if (kind === 'member' || !author) return null;
  return <MemberLink username={author.username}>{memberNameOf(bookmark)}</MemberLink>;
}

function pageOf({ kind, subject, author }: BookmarkView): string {
  if (kind === 'tag') return tagPath(subject);
  const username = author?.username ?? '';
  return kind === 'post' ? postPath(username, subject) : memberPath(username);
}

/** Links to a bookmark's thing. */
export function BookmarkLink({ bookmark }: { bookmark: BookmarkView }) {
  const { kind, place, author } = bookmark;
  if (kind === 'member' && author) {
    return (
      <MemberLink className="kept__to" username={author.username}>
        {titleOf(bookmark)}
      </MemberLink>
    );
  }
  if (place) {
    return (
      <Link
        className="kept__to"
        to="/dimensions/public"
        search={{ server: place.serverId, channel: place.channelId }}
        dir="auto"
      >
        {titleOf(bookmark)}
      </Link>
    );
  }
  return (
    <Link className="kept__to" to={pageOf(bookmark)} dir="auto">
      {titleOf(bookmark)}
    </Link>
  );
}
