import {
  type BookmarkView,
  memberPath,
  messagePlainText,
  picturePath,
  postPath,
  tagPath,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { memberName } from '../../../ui/member-name.js';
import { MemberLink } from '../../people/member-card/index.js';
import { BOOKMARK_LISTS_TEXTS as TEXTS } from './bookmark-lists.texts.js';

const memberNameOf = ({ author }: BookmarkView): string => (author ? memberName(author) : '');

/** Returns the name of a bookmark's thing, for its link and its buttons. */
export function titleOf(bookmark: BookmarkView): string {
  const { kind, title } = bookmark;
  if (kind === 'member') return memberNameOf(bookmark);
  if (kind === 'tag') return `#${bookmark.subject}`;
  if (kind === 'message' && title) return messagePlainText(title);
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
  if (kind === 'picture') return picturePath(username, subject);
  return kind === 'post' ? postPath(username, subject) : memberPath(username);
}

/** Links to a bookmark's thing. */
export function BookmarkLink({ bookmark }: { bookmark: BookmarkView }) {
  const { kind, place, conversation, author } = bookmark;
  if (kind === 'member' && author) {
    return (
      <MemberLink className="bookmarks__link" username={author.username}>
        {titleOf(bookmark)}
      </MemberLink>
    );
  }
  if (conversation) {
    const { channelId, parentId, seq } = conversation;
    return (
      <Link
        className="bookmarks__link"
        to="/direct/{-$conversationId}"
        params={{ conversationId: parentId ?? channelId }}
        search={{ ...(parentId !== undefined && { thread: channelId }), message: seq }}
        dir="auto"
      >
        {titleOf(bookmark)}
      </Link>
    );
  }
  if (place) {
    const { channelId, parentId } = place;
    const channel =
      parentId === undefined ? { channel: channelId } : { channel: parentId, thread: channelId };
    return (
      <Link
        className="bookmarks__link"
        to={place.isPublic ? '/dimensions/public' : '/dimensions/private'}
        search={{ server: place.serverId, ...channel, message: place.seq }}
        dir="auto"
      >
        {titleOf(bookmark)}
      </Link>
    );
  }
  return (
    <Link className="bookmarks__link" to={pageOf(bookmark)} dir="auto">
      {titleOf(bookmark)}
    </Link>
  );
}
