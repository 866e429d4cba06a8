import { memberPath, picturePath, postPath, type SharedTagView, type TagSources } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { enumerated } from '../../../ui/sentence.js';
import { LINK_DETAILS_TEXTS as TEXTS } from './link-details.texts.js';

/** Above this, posts are counted instead of named. */
const MAX_NAMED = 2;

interface Side {
  username: string;
  isOwn: boolean;
  profile: string;
  post: (posts: ReactNode) => ReactNode;
  posts: (count: number) => string;
  pictures: (count: number) => string;
  board: (boards: ReactNode) => ReactNode;
}

const sideOf = (username: string): Side => ({
  username,
  isOwn: false,
  profile: TEXTS.theirProfile(username),
  post: (posts) => TEXTS.theirPost(username, posts),
  posts: (count) => TEXTS.theirPosts(username, count),
  pictures: (count) => TEXTS.theirPictures(username, count),
  board: (boards) => TEXTS.theirBoard(username, boards),
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

function placesOf(tag: string, sources: TagSources, side: Side, withoutProfile: boolean): ReactNode[] {
  const { isOnProfile, postCount, posts, pictureCount, pictureId, boards } = sources;
  return [
    ...(isOnProfile && !withoutProfile ? [side.profile] : []),
    ...(postCount > MAX_NAMED ? [side.posts(postCount)] : []),
    ...(postCount > 0 && postCount <= MAX_NAMED
      ? [
          side.post(
            enumerated(
              posts.map(({ id, title }) => (
                <Link key={id} to={postPath(side.username, id)} className="link" dir="auto">
                  {title}
                </Link>
              )),
            ),
          ),
        ]
      : []),
    ...(boards.length > 0
      ? [
          side.board(
            enumerated(boards.map((board) => <BoardLink key={board.id} board={board} side={side} />)),
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
      {places.length > 0 && <span>{(isOnBoth ? TEXTS.alsoIn : TEXTS.places)(enumerated(places))}</span>}
      {isHub && <span className="faint"> {TEXTS.drawsNothing}</span>}
    </>
  );
}
