import { postPath, type SharedTagView, type TagSources } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { LINE_TEXTS as TEXTS } from './line.texts.js';

/** Above this, posts are counted instead of named. */
const MAX_NAMED = 2;

interface Side {
  username: string;
  profile: string;
  post: string;
  posts: (count: number) => string;
  pictures: (count: number) => string;
  board: string;
}

const sideOf = (username: string): Side => ({
  username,
  profile: TEXTS.theirProfile(username),
  post: TEXTS.theirPost(username),
  posts: (count) => TEXTS.theirPosts(username, count),
  pictures: (count) => TEXTS.theirPictures(username, count),
  board: TEXTS.theirBoard(username),
});

const ownSideOf = (username: string): Side => ({
  username,
  profile: TEXTS.yourProfile,
  post: TEXTS.yourPost,
  posts: TEXTS.yourPosts,
  pictures: TEXTS.yourPictures,
  board: TEXTS.yourBoard,
});

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

function placesOf(sources: TagSources, side: Side, withoutProfile: boolean): ReactNode[] {
  const { isOnProfile, postCount, posts, pictureCount, boards } = sources;
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
            boards.map((name) => <bdi key={name}>{name}</bdi>),
          ),
        ]
      : []),
    ...(pictureCount > 0 ? [side.pictures(pictureCount)] : []),
  ];
}

/** Says where both members show a tag. */
export function TagPlaces({ tag, own, username }: { tag: SharedTagView; own: string; username: string }) {
  const { yours, theirs, isHub } = tag;
  const isOnBoth = yours.isOnProfile && theirs.isOnProfile;
  const places = [
    ...placesOf(theirs, sideOf(username), isOnBoth),
    ...placesOf(yours, ownSideOf(own), isOnBoth),
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
