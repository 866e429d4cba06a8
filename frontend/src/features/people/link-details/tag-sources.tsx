import { memberPath, picturePath, postPath, type SharedTagView, type TagSources } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { LINK_DETAILS_TEXTS as TEXTS } from './link-details.texts.js';

/** Above this, posts are counted instead of named. */
const MAX_NAMED = 2;

interface Side {
  username: string;
  isOwn: boolean;
  profile: string;
  post: string;
  posts: (count: number) => string;
  pictures: (count: number) => string;
  board: string;
}

const sideOf = (username: string): Side => ({
  username,
  isOwn: false,
  profile: TEXTS.theirProfile(username),
  post: TEXTS.theirPost(username),
  posts: (count) => TEXTS.theirPosts(username, count),
  pictures: (count) => TEXTS.theirPictures(username, count),
  board: TEXTS.theirBoard(username),
});

const ownSideOf = (username: string): Side => ({
  username,
  isOwn: true,
  profile: TEXTS.yourProfile,
  post: TEXTS.yourPost,
  posts: TEXTS.yourPosts,
  pictures: TEXTS.yourPictures,
  board: TEXTS.yourBoard,
});

const boardPath = (pictures: string, id: string): string => `${pictures}?board=${id}`;

/** The board among the member's pictures, or in the reader's own album. */
function BoardLink({ board: { id, name }, side }: { board: TagSources['boards'][number]; side: Side }) {
  return (
    <Link to={boardPath(side.isOwn ? '/album' : memberPath(side.username), id)} className="link" dir="auto">
      {name}
    </Link>
  );
}

const named = (before: string, names: readonly ReactNode[]): ReactNode => (
  <>
    {before}{' '}
    {names.map((name, index) => (
      <Fragment key={index}>
        {index > 0 && ` ${TEXTS.and} `}
        {name}
      </Fragment>
    ))}
  </>
);

function placesOf(tag: string, sources: TagSources, side: Side, withoutProfile: boolean): ReactNode[] {
  const { isOnProfile, postCount, posts, pictureCount, pictureId, boards } = sources;
  return [
    ...(isOnProfile && !withoutProfile ? [side.profile] : []),
    ...(postCount > MAX_NAMED ? [side.posts(postCount)] : []),
    ...(postCount > 0 && postCount <= MAX_NAMED
      ? [
          named(
            side.post,
            posts.map(({ id, title }) => (
              <Link key={id} to={postPath(side.username, id)} className="link" dir="auto">
                {title}
              </Link>
            )),
          ),
        ]
      : []),
    ...(boards.length > 0
      ? [
          named(
            side.board,
            boards.map((board) => <BoardLink key={board.id} board={board} side={side} />),
          ),
        ]
      : []),
    ...(pictureId === null
      ? []
      : [
          <Link key={pictureId} to={picturePath(side.username, pictureId, { tag })} className="link">
            {side.pictures(pictureCount)}
          </Link>,
        ]),
  ];
}

/** Says where both members show a tag. */
export function TagPlaces({ tag, own, username }: { tag: SharedTagView; own: string; username: string }) {
  const { yours, theirs, isHub } = tag;
  const isOnBoth = yours.isOnProfile && theirs.isOnProfile;
  const places = [
    ...placesOf(tag.name, theirs, sideOf(username), isOnBoth),
    ...placesOf(tag.name, yours, ownSideOf(own), isOnBoth),
  ];
  return (
    <>
      {isOnBoth && `${TEXTS.bothProfiles} `}
      {places.length > 0 && (
        <span>
          {isOnBoth ? TEXTS.also : ''}
          {places.map((place, index) => (
            <Fragment key={index}>
              {index > 0 && (index === places.length - 1 ? ` ${TEXTS.and} ` : ', ')}
              {place}
            </Fragment>
          ))}
          .
        </span>
      )}
      {isHub && <span className="faint"> {TEXTS.drawsNothing}</span>}
    </>
  );
}
