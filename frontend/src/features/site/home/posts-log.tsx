import type { PostView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessageOf } from '../../../api/http.js';
import { TagLink } from '../../../tags/tag-link.js';
import { Button } from '../../../ui/button.js';
import { RemovableChip } from '../../../ui/chip.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { MoreOnScroll } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { useMedia } from '../../../ui/use-media.js';
import {
  feedQuery,
  type LiveFeed,
  ownPostsQuery,
  PostCard,
  PostLog,
  OthersPostMenu,
  PostMenu,
  postsOf,
  useLiveFeed,
  usePostActions,
} from '../../writing/posts/index.js';
import { type HomeSearch, LOG_VIEWS, type LogView } from './home-view.js';
import { LOG_TEXTS } from './home.texts.js';
import { MomentTags } from './moment-tags.js';
import type { useAwaySummary } from './away-summary.queries.js';
import { useReadingPosition } from './use-reading-position.js';

const OWN_LOG_STARS = [
  { x: 40, y: 18, r: 2.6 },
  { x: 74, y: 44, r: 2 },
  { x: 52, y: 70, r: 2.4 },
  { x: 92, y: 96, r: 2 },
] as const;
const QUIET_STARS = [
  { x: 30, y: 60, r: 2.2 },
  { x: 80, y: 30, r: 3 },
  { x: 130, y: 66, r: 2.2 },
] as const;

/** Pages on which the activity and the dimensions stand below the log. */
const ONE_COLUMN = '(max-width: 900px)';

function PostsSkeleton() {
  return (
    <div className="log__coming">
      {[0, 1].map((index) => (
        <SkeletonLines key={index} text={LOG_TEXTS.loading} count={3} />
      ))}
    </div>
  );
}

function NoPosts({ view, tag }: { view: LogView; tag: string | undefined }) {
  const texts = tag === undefined ? LOG_TEXTS.empty[view] : LOG_TEXTS.empty.tagged;
  return <EmptyState {...texts} stars={view === 'mine' ? OWN_LOG_STARS : QUIET_STARS} />;
}

/** Counts new posts that are not in the list yet; a click shows and scrolls to them. */
function NewPosts({ frame, newCount, showNew }: LiveFeed) {
  const scrollToNew = () => {
    showNew();
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <output className="log__new">
      {newCount > 0 && (
        <Button small onClick={scrollToNew}>
          {LOG_TEXTS.new(newCount)}
        </Button>
      )}
    </output>
  );
}

/** Says which shared tag brings a post near. */
function NearThrough({ tag }: { tag: string }) {
  return <span className="faint">{LOG_TEXTS.through(<TagLink tag={tag} />)}</span>;
}

interface PostsProps {
  view: LogView;
  tag: string | undefined;
  userId: string;
}

function Posts({ view, tag, userId }: PostsProps) {
  const scope = view === 'mine' ? undefined : view;
  const own = useInfiniteQuery({
    ...ownPostsQuery(tag === undefined ? {} : { tag }),
    enabled: scope === undefined,
  });
  const feed = useInfiniteQuery({ ...feedQuery(scope ?? 'all'), enabled: scope !== undefined });
  const { frame, newCount, showNew } = useLiveFeed(scope);
  const { data, error, isPending, isFetchNextPageError, isFetchingNextPage, hasNextPage, ...list } =
    scope === undefined ? own : feed;
  const isOneColumn = useMedia(ONE_COLUMN);
  useReadingPosition(view, frame, data !== undefined);
  const { toggleVisibility, toggleArchived, isPending: isChanging } = usePostActions();
  if (isPending) return <PostsSkeleton />;
  if (data === undefined) {
    return (
      <div className="log__failed" role="alert">
        <p className="muted">
          {LOG_TEXTS.failed} {serverMessageOf(error)}
        </p>
        <Button onClick={() => void list.refetch()}>{LOG_TEXTS.retry}</Button>
      </div>
    );
  }
  const posts = postsOf(data);
  if (posts.length === 0 && !hasNextPage) {
    return (
      <div ref={frame}>
        <NoPosts view={view} tag={tag} />
      </div>
    );
  }
  const actions = (post: PostView) =>
    post.userId === userId
      ? {
          onVisibility: () => toggleVisibility(post),
          onArchive: () => toggleArchived(post),
          menu: <PostMenu post={post} />,
        }
      : { menu: <OthersPostMenu post={post} /> };
  return (
    <>
      <NewPosts frame={frame} newCount={newCount} showNew={showNew} />
      <div className="log__list" ref={frame} tabIndex={-1}>
        <PostLog label={LOG_TEXTS.list[view]} posts={posts}>
          {(post) => (
            <PostCard
              post={post}
              pending={isChanging(post)}
              reason={post.nearThrough !== undefined && <NearThrough tag={post.nearThrough} />}
              {...actions(post)}
            />
          )}
        </PostLog>
      </div>
      {hasNextPage ? (
        <MoreOnScroll
          name={LOG_TEXTS.more}
          pending={isFetchingNextPage}
          isManual={isOneColumn}
          error={isFetchNextPageError ? LOG_TEXTS.moreFailed : undefined}
          onMore={() => void list.fetchNextPage()}
        />
      ) : (
        <p className="tiny log__end">{LOG_TEXTS.end}</p>
      )}
    </>
  );
}

interface PostsSectionProps {
  search: HomeSearch;
  userId: string;
  home: ReturnType<typeof useAwaySummary>;
}

export function PostsSection({ search: { posts, tag }, userId, home }: PostsSectionProps) {
  // The choice at the first answer stays, so that the feed does not change under the reader.
  const [first, setFirst] = useState<LogView>();
  if (first === undefined && !home.isPending) setFirst(home.data?.hasNearPosts === true ? 'near' : 'all');
  const view = posts ?? (tag === undefined ? first : 'mine');
  const navigate = useNavigate({ from: '/homepage' });
  const updateSearch = (search: HomeSearch) => void navigate({ search, resetScroll: false });
  if (view === undefined)
    return (
      <section className="home__log">
        <PostsSkeleton />
      </section>
    );
  return (
    <section className="home__log">
      <Tabs
        label={LOG_TEXTS.label}
        value={view}
        onChange={(chosen) => updateSearch({ posts: chosen })}
        tabs={LOG_VIEWS.map((value) => ({
          value,
          title: LOG_TEXTS.views[value],
          content: (
            <>
              {value === 'mine' && tag !== undefined && (
                <p className="log__tag">
                  <RemovableChip
                    removeName={LOG_TEXTS.clearTag(tag)}
                    onRemove={() => updateSearch({ posts: 'mine' })}
                  >
                    {LOG_TEXTS.tagged(tag)}
                  </RemovableChip>
                </p>
              )}
              {value === 'all' && home.data?.hasNearPosts === false && <MomentTags />}
              <Posts view={value} tag={value === 'mine' ? tag : undefined} userId={userId} />
            </>
          ),
        }))}
      />
    </section>
  );
}
