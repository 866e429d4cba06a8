import './tag-page.css';
import { type CurrentUser, normaliseTag, type TagPageView, tagPath } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { buttonClass } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { LinksIcon } from '../../../ui/menu-icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { BookmarkButton, useOpenTag } from '../../writing/bookmarks/index.js';
import { addTagToDraft } from '../../site/home/index.js';
import { NotFoundPage } from '../../site/pages/index.js';
import { PostCard, PostLog } from '../../writing/posts/index.js';
import { SectionHead } from './section-head.js';
import { TagAside } from './tag-aside.js';
import { TagCluster } from './tag-cluster.js';
import { TagMembers } from './tag-members.js';
import { tagPostsQuery, useTagPage } from './tag-page.queries.js';
import { TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';
import { TagPictures } from './tag-pictures.js';

/** A lone tag that no line reaches. */
const LONE = [
  { x: 80, y: 52, r: 3 },
  { x: 30, y: 30, r: 1.8 },
  { x: 132, y: 34, r: 1.8 },
  { x: 52, y: 90, r: 1.8 },
] as const;
const LONE_LINES = [
  [0, 1],
  [0, 2],
  [0, 3],
] as const;

type Reader = Pick<CurrentUser, 'id'> | null;

function WriteLink({ tag, reader }: { tag: string; reader: Reader }) {
  if (!reader) {
    return (
      <Link to="/auth" className={buttonClass({ look: 'primary' })}>
        {TEXTS.join}
      </Link>
    );
  }
  return (
    <Link
      to="/homepage"
      hash="write"
      className={buttonClass({ look: 'primary' })}
      onClick={() => addTagToDraft(reader.id, tag)}
    >
      <Icon name="edit" small />
      <bdi>{TEXTS.write(tag)}</bdi>
    </Link>
  );
}

/** `--letters` scales a word that would not fit. */
const lettersOf = (tag: string): CSSProperties & Record<'--letters', number> => ({
  '--letters': Array.from(tag).length + 1,
});

function TagHead({ page, reader }: { page: TagPageView; reader: Reader }) {
  const { name } = page;
  return (
    <header className="tag-page__head">
      <TagCluster page={page} wide />
      <TagCluster page={page} wide={false} />
      <nav className="crumb small" aria-label={TEXTS.path}>
        <Link to="/t/{-$tag}" params={{ tag: undefined }} className="link muted">
          {TEXTS.tags}
        </Link>{' '}
        <span aria-current="page">{name}</span>
      </nav>
      <h1 className="tag-page__word" style={lettersOf(name)}>
        <span>#</span>
        <bdi>{name}</bdi>
      </h1>
      <p className="tag-page__text muted">{TEXTS.membersText(page)}</p>
      <div className="row tag-page__actions">
        <WriteLink tag={name} reader={reader} />
        {reader && <BookmarkButton kind="tag" subject={name} name={`#${name}`} />}
        {reader && (
          <Link to="/constellation" search={{ tag: name }} className={buttonClass()}>
            <LinksIcon />
            {TEXTS.show}
          </Link>
        )}
      </div>
    </header>
  );
}

function TagPosts({ tag }: { tag: string }) {
  const query = useInfiniteQuery(tagPostsQuery(tag));
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="tag-posts">
      <SectionHead id="tag-posts" title={TEXTS.posts} {...(posts.length > 1 && { note: TEXTS.newest })} />
      {query.isPending && <SkeletonLines text={TEXTS.postsLoading} />}
      {query.isError && <Failure small text={TEXTS.postsFailed} onRetry={() => void query.refetch()} />}
      {query.isSuccess && posts.length === 0 && <p className="small muted">{TEXTS.noPosts}</p>}
      {posts.length > 0 && (
        <PostLog label={TEXTS.posts} posts={posts}>
          {(post) => <PostCard post={post} />}
        </PostLog>
      )}
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} />
    </section>
  );
}

function Unknown({ tag, reader }: { tag: string; reader: Reader }) {
  const { title, text, hidden, visitors } = TEXTS.nobody;
  return (
    <EmptyState
      title={reader ? title(tag) : hidden}
      text={reader ? text : visitors}
      stars={LONE}
      dotted={LONE_LINES}
    >
      <WriteLink tag={tag} reader={reader} />
    </EmptyState>
  );
}

const isEmpty = ({ memberCount, members, pictures, dimensions, together }: TagPageView): boolean =>
  !memberCount && members.length + pictures.length + dimensions.length + together.length === 0;

export function TagPageContent({ page, reader }: { page: TagPageView; reader: Reader }) {
  const { data: posts, isPending } = useInfiniteQuery(tagPostsQuery(page.name));
  useOpenTag(page.name, posts?.pages[0]?.items[0]?.id);
  const isUnknown = isEmpty(page) && !isPending && posts?.pages[0]?.items.length === 0;
  return (
    <>
      {!isUnknown && <TagHead page={page} reader={reader} />}
      {isUnknown ? (
        <>
          <h1 className="tag-page__word tag-page__word--small" style={lettersOf(page.name)}>
            <span>#</span>
            <bdi>{page.name}</bdi>
          </h1>
          <Unknown tag={page.name} reader={reader} />
        </>
      ) : (
        <>
          <TagMembers page={page} own={reader?.id} />
          <TagPictures page={page} isMember={reader !== null} />
          <div className="tag-page__two">
            <TagPosts tag={page.name} />
            <TagAside page={page} />
          </div>
        </>
      )}
    </>
  );
}

function LoadedTagPage({ tag }: { tag: string }) {
  usePageTitle(TEXTS.title(tag));
  const { user } = useSession();
  const { data, isPending, isError, refetch } = useTagPage(tag, user !== null);
  return (
    <PageFrame className="page wrap">
      {isPending && <LoadingFigure text={TEXTS.loading} />}
      {isError && !data && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
      {data && <TagPageContent page={data} reader={user} />}
    </PageFrame>
  );
}

export function TagPage({ tag }: { tag: string }) {
  const name = normaliseTag(tag);
  const { status } = useSession();
  if (name === undefined) return <NotFoundPage />;
  if (name !== tag) return <Navigate to={tagPath(name)} replace />;
  // Visitors and members see different pages.
  return <LoadedTagPage key={status} tag={name} />;
}
