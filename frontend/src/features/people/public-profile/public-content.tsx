import '../../../ui/chip.css';
import { type ImageView, isUuid, memberPath } from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { readListFilters } from '../../../api/list-filters.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { SkeletonLines, SkeletonTiles } from '../../../ui/skeleton.js';
import { Window } from '../../../ui/window.js';
import { Lightbox, nameOf, type PictureAuthor } from '../../album/album/index.js';
import { PostCard, PostLog } from '../../writing/posts/index.js';
import { publicBoardsQuery, publicPicturesQuery, publicPostsQuery } from './public-profile.queries.js';
import { PUBLIC_PROFILE_TEXTS as TEXTS } from './public-profile.texts.js';

/** Pixels; enough for a tile on a high-density screen. */
const RENDITION = 320;

const EmptyNote = ({ children }: { children: ReactNode }) => <p className="small muted">{children}</p>;

function PublicPosts({ username }: { username: string }) {
  const query = useInfiniteQuery(publicPostsQuery(username));
  if (query.isPending) return <SkeletonLines text={TEXTS.postsLoading} />;
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.isError && <Failure small text={TEXTS.postsFailed} onRetry={() => void query.refetch()} />}
      {!query.isError && posts.length === 0 && <EmptyNote>{TEXTS.noPosts}</EmptyNote>}
      {posts.length > 0 && (
        <PostLog label={TEXTS.posts} posts={posts}>
          {(post) => <PostCard post={post} />}
        </PostLog>
      )}
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="profile__next" />
    </>
  );
}

function Tile({ image, onOpen }: { image: ImageView; onOpen: () => void }) {
  const { imageUrl, title, width, height } = image;
  const name = nameOf(image);
  return (
    <li>
      <button type="button" aria-label={TEXTS.open(name)} aria-haspopup="dialog" onClick={onOpen}>
        <ObjectImage
          path={imageUrl}
          rendition={RENDITION}
          alt={name}
          {...(width !== null && height !== null && { width, height })}
        />
      </button>
      {title !== null && (
        <p className="tiny" dir="auto">
          {title}
        </p>
      )}
    </li>
  );
}

/** Leads to the pictures on each of the member's boards. */
function Boards({ username, chosen }: { username: string; chosen: string | undefined }) {
  const { data: boards = [] } = useQuery(publicBoardsQuery(username));
  if (boards.length === 0) return null;
  const linkTo = (id: string | undefined, name: string) => (
    <li key={name}>
      <Link
        to={id === undefined ? memberPath(username) : `${memberPath(username)}?board=${id}`}
        resetScroll={false}
        className="chip"
        aria-current={id === chosen ? 'true' : undefined}
        dir="auto"
      >
        {name}
      </Link>
    </li>
  );
  return (
    <ul className="chips profile__boards" aria-label={TEXTS.boards}>
      {linkTo(undefined, TEXTS.allPictures)}
      {boards.map(({ id, name }) => linkTo(id, name))}
    </ul>
  );
}

function PublicPictures({ author }: { author: PictureAuthor }) {
  const { board } = readListFilters(useSearch({ strict: false }), ['board']);
  const boardId = isUuid(board) ? board : undefined;
  const query = useInfiniteQuery(publicPicturesQuery(author.username, boardId));
  const [openId, setOpenId] = useState<string>();
  const close = useCallback(() => setOpenId(undefined), []);
  const { fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (query.isPending) return <SkeletonTiles text={TEXTS.picturesLoading} />;
  const images = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Boards username={author.username} chosen={boardId} />
      {query.isError && <Failure small text={TEXTS.picturesFailed} onRetry={() => void query.refetch()} />}
      {!query.isError && images.length === 0 && <EmptyNote>{TEXTS.noPictures}</EmptyNote>}
      {images.length > 0 && (
        <ul className="profile__pictures">
          {images.map((image) => (
            <Tile key={image.id} image={image} onOpen={() => setOpenId(image.id)} />
          ))}
        </ul>
      )}
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="profile__next" />
      {openId !== undefined && (
        <Lightbox
          images={images}
          imageId={openId}
          author={author}
          context={{ board: boardId }}
          hasMore={query.hasNextPage && !query.isFetching}
          onMore={loadMore}
          onNavigate={setOpenId}
          onClose={close}
        />
      )}
    </>
  );
}

export function PublicContent({ author }: { author: PictureAuthor }) {
  return (
    <div className="profile__more">
      <Window title={TEXTS.posts}>
        <PublicPosts username={author.username} />
      </Window>
      <Window title={TEXTS.pictures}>
        <PublicPictures author={author} />
      </Window>
    </div>
  );
}
