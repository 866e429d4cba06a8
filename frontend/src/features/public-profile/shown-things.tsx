import type { ImageView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ObjectImage } from '../../objects/object-image.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { SkeletonLines, SkeletonTiles } from '../../ui/skeleton.js';
import { Window } from '../../ui/window.js';
import { PostCard } from '../posts/post-card.js';
import { PostLog } from '../posts/post-log.js';
import { publicPicturesQuery, publicPostsQuery } from './public-profile.queries.js';
import { PUBLIC_PROFILE_TEXTS as TEXTS } from './public-profile.texts.js';

/** Wide enough for a tile on a dense screen. */
const RENDITION = 320;

interface ListEndProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

function ListEnd({ query }: ListEndProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className="prof__next"
      pending={query.isFetchingNextPage && TEXTS.morePending}
      onClick={() => void query.fetchNextPage()}
    >
      {TEXTS.more}
    </Button>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <p className="small t2">{children}</p>;

function ShownPosts({ username }: { username: string }) {
  const query = useInfiniteQuery(publicPostsQuery(username));
  if (query.isPending) return <SkeletonLines text={TEXTS.postsLoading} />;
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.isError && <Failure small text={TEXTS.postsFailed} onAgain={() => void query.refetch()} />}
      {!query.isError && posts.length === 0 && <Nothing>{TEXTS.noPosts}</Nothing>}
      {posts.length > 0 && (
        <PostLog label={TEXTS.posts} posts={posts}>
          {(post) => <PostCard post={post} />}
        </PostLog>
      )}
      <ListEnd query={query} />
    </>
  );
}

function Tile({ image: { imageUrl, title, description, width, height } }: { image: ImageView }) {
  return (
    <li>
      <figure>
        <ObjectImage
          path={imageUrl}
          rendition={RENDITION}
          alt={title ?? description ?? TEXTS.picture}
          {...(width !== null && height !== null && { width, height })}
        />
      </figure>
      {title !== null && <p className="mic">{title}</p>}
    </li>
  );
}

function ShownPictures({ username }: { username: string }) {
  const query = useInfiniteQuery(publicPicturesQuery(username));
  if (query.isPending) return <SkeletonTiles text={TEXTS.picturesLoading} />;
  const images = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.isError && <Failure small text={TEXTS.picturesFailed} onAgain={() => void query.refetch()} />}
      {!query.isError && images.length === 0 && <Nothing>{TEXTS.noPictures}</Nothing>}
      {images.length > 0 && (
        <ul className="prof__pics">
          {images.map((image) => (
            <Tile key={image.id} image={image} />
          ))}
        </ul>
      )}
      <ListEnd query={query} />
    </>
  );
}

/** What a member shows to other members: posts and pictures. */
export function ShownThings({ username }: { username: string }) {
  return (
    <div className="prof__more">
      <Window title={TEXTS.posts}>
        <ShownPosts username={username} />
      </Window>
      <Window title={TEXTS.pictures}>
        <ShownPictures username={username} />
      </Window>
    </div>
  );
}
