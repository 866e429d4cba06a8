import type { PostView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { serverMessageOf } from '../../api/http.js';
import { Button } from '../../ui/button.js';
import { RemovableChip } from '../../ui/chip.js';
import { EmptyState } from '../../ui/empty-state.js';
import { MoreOnScroll } from '../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import { PostCard } from '../posts/post-card.js';
import { PostLog } from '../posts/post-log.js';
import { PostMenu } from '../posts/post-menu.js';
import { feedQuery, ownPostsQuery, postsOf, usePostActions } from '../posts/posts.queries.js';
import { type HomeSearch, LOG_VIEWS, type LogView } from './home-view.js';
import { LOG_TEXTS } from './home.texts.js';

const UNWRITTEN = [
  { x: 40, y: 18, r: 2.6 },
  { x: 74, y: 44, r: 2 },
  { x: 52, y: 70, r: 2.4 },
  { x: 92, y: 96, r: 2 },
] as const;
const QUIET = [
  { x: 30, y: 60, r: 2.2 },
  { x: 80, y: 30, r: 3 },
  { x: 130, y: 66, r: 2.2 },
] as const;

/** Posts on their way. */
function PostsToCome() {
  return (
    <div className="log__to-come">
      {[0, 1].map((place) => (
        <SkeletonLines key={place} text={LOG_TEXTS.loading} count={3} />
      ))}
    </div>
  );
}

function Nothing({ view, tag }: { view: LogView; tag: string | undefined }) {
  const texts = tag === undefined ? LOG_TEXTS.empty[view] : LOG_TEXTS.empty.tagged;
  return <EmptyState {...texts} stars={view === 'mine' ? UNWRITTEN : QUIET} />;
}

interface PostsProps {
  view: LogView;
  tag: string | undefined;
  userId: string;
  onTag: (tag: string) => void;
}

function Posts({ view, tag, userId, onTag }: PostsProps) {
  const own = useInfiniteQuery({
    ...ownPostsQuery(tag === undefined ? {} : { tag }),
    enabled: view === 'mine',
  });
  const feed = useInfiniteQuery({ ...feedQuery(view === 'near' ? 'near' : 'all'), enabled: view !== 'mine' });
  const { data, error, isPending, isFetchNextPageError, isFetchingNextPage, hasNextPage, ...list } =
    view === 'mine' ? own : feed;
  const { toggleVisibility, toggleArchived, isPending: isChanging } = usePostActions();
  if (isPending) return <PostsToCome />;
  if (data === undefined) {
    return (
      <div className="log__failed" role="alert">
        <p className="t2">
          {LOG_TEXTS.failed} {serverMessageOf(error)}
        </p>
        <Button onClick={() => void list.refetch()}>{LOG_TEXTS.retry}</Button>
      </div>
    );
  }
  const posts = postsOf(data);
  if (posts.length === 0 && !hasNextPage) return <Nothing view={view} tag={tag} />;
  const actions = (post: PostView) =>
    post.userId === userId && {
      onVisibility: () => toggleVisibility(post),
      onArchive: () => toggleArchived(post),
      onTag,
      menu: <PostMenu post={post} />,
    };
  return (
    <>
      <PostLog label={LOG_TEXTS.list[view]} posts={posts}>
        {(post) => <PostCard post={post} pending={isChanging(post)} {...actions(post)} />}
      </PostLog>
      {hasNextPage ? (
        <MoreOnScroll
          name={LOG_TEXTS.more}
          pending={isFetchingNextPage}
          error={isFetchNextPageError ? LOG_TEXTS.moreFailed : undefined}
          onMore={() => void list.fetchNextPage()}
        />
      ) : (
        <p className="mic log__end">{LOG_TEXTS.end}</p>
      )}
    </>
  );
}

interface PostsSectionProps {
  search: HomeSearch;
  userId: string;
}

/** One's own posts, and those of others: in the shape of a log. */
export function PostsSection({ search: { posts: view = 'mine', tag }, userId }: PostsSectionProps) {
  const navigate = useNavigate({ from: '/homepage' });
  const show = (search: HomeSearch) => void navigate({ search, resetScroll: false });
  const showTagged = (chosen: string) => show({ tag: chosen });
  return (
    <section className="home__log">
      <Tabs
        label={LOG_TEXTS.label}
        value={view}
        onChange={(posts) => show(posts === 'mine' ? {} : { posts })}
        tabs={LOG_VIEWS.map((value) => ({
          value,
          title: LOG_TEXTS.views[value],
          content: (
            <>
              {value === 'mine' && tag !== undefined && (
                <p className="log__tag">
                  <RemovableChip removeName={LOG_TEXTS.clearTag(tag)} onRemove={() => show({})}>
                    {LOG_TEXTS.tagged(tag)}
                  </RemovableChip>
                </p>
              )}
              <Posts
                view={value}
                tag={value === 'mine' ? tag : undefined}
                userId={userId}
                onTag={showTagged}
              />
            </>
          ),
        }))}
      />
    </section>
  );
}
