import {
  type CreatePostBody,
  type FeedScope,
  HOME,
  type PostView,
  type UpdatePostBody,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { isShape, parse } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { type ListPage, listQuery } from '../../api/list-query.js';
import { showToast } from '../../ui/toast-store.js';
import { isPost } from './post.js';
import { POSTS_TEXTS } from './posts.texts.js';

type Posts = InfiniteData<ListPage<PostView>>;

const OWN = ['/api', 'posts', 'my'] as const;
const ARCHIVED = ['/api', 'posts', 'archived'] as const;
const FEED = ['/api', 'feed'] as const;
/** What follows from posts, and is not told live to who made the change. */
const DERIVED = [
  ['/api', 'tags'],
  ['/api', 'constellation'],
] as const;
/** The posts that the author's own page shows to others. */
const shownOf = ({ author }: PostView) => ['/api', 'users', author.username, 'posts'] as const;
/** Nothing tells of the posts of others: who comes back to them after this time sees them anew. */
const FEED_FRESH_MS = 60_000;

const PART = String(HOME.posts);

/** A search of one's own posts: `q`, `tag`, `sort`, `isPublic`. */
type PostSearch = Readonly<Record<string, string>>;

/** One's own posts that are not archived. */
export const ownPostsQuery = (search: PostSearch = {}) => listQuery(OWN, isPost, { limit: PART, ...search });

/** One's own archived posts. */
export const archivedPostsQuery = (search: PostSearch = {}) =>
  listQuery(ARCHIVED, isPost, { limit: PART, ...search });

/** What members show: of those near in the constellation, or everyone's. */
export const feedQuery = (scope: FeedScope) => listQuery(FEED, isPost, { limit: PART, scope }, FEED_FRESH_MS);

/** The posts of the parts of a list that are there. */
export const postsOf = (parts: Posts | undefined): PostView[] =>
  parts?.pages.flatMap(({ items }) => items) ?? [];

const mapItems = (parts: Posts | undefined, change: (items: PostView[]) => PostView[]): Posts | undefined =>
  parts && { ...parts, pages: parts.pages.map((page) => ({ ...page, items: change(page.items) })) };

/** Puts a post's new state in its place in a list, or takes it out where it does not belong there any more. */
function putPost(client: QueryClient, list: readonly string[], post: PostView, belongs: boolean): void {
  client.setQueriesData<Posts>({ queryKey: list }, (parts) =>
    mapItems(parts, (items) =>
      items.flatMap((item) => {
        if (item.id !== post.id) return [item];
        return belongs ? [post] : [];
      }),
    ),
  );
}

function invalidate(client: QueryClient, ...lists: (readonly string[])[]): Promise<unknown> {
  return Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Shows in every list what a post has become. */
function placePost(client: QueryClient, post: PostView, change: UpdatePostBody): void {
  putPost(client, OWN, post, !post.isArchived);
  putPost(client, ARCHIVED, post, post.isArchived);
  putPost(client, FEED, post, post.isPublic && !post.isArchived);
  // A list that it joins, or that is searched for what it says, may be missing it, or have it no more.
  const joins = change.isPublic === undefined ? [post.isArchived ? ARCHIVED : OWN] : [];
  void invalidate(client, ...joins, ...DERIVED, shownOf(post), ...(post.isPublic ? [FEED] : []));
}

/** Takes a post out of every list. */
function dropPost(client: QueryClient, post: PostView): void {
  for (const list of [OWN, ARCHIVED, FEED]) putPost(client, list, post, false);
  void invalidate(client, ...DERIVED, shownOf(post));
}

/** Shows a new post on top of one's own; lists that it may be missing from are fetched anew. */
function addPost(client: QueryClient, post: PostView): void {
  const newest = ownPostsQuery().queryKey;
  client.setQueryData(newest, (parts) => {
    const [first, ...rest] = parts?.pages ?? [];
    if (!parts || !first) return parts;
    return { ...parts, pages: [{ ...first, items: [post, ...first.items] }, ...rest] };
  });
  void client.invalidateQueries({
    queryKey: OWN,
    predicate: ({ queryKey, state }) => queryKey.at(-1) !== newest.at(-1) || state.fetchStatus === 'fetching',
  });
  void invalidate(client, ...DERIVED, ...(post.isPublic ? [FEED, shownOf(post)] : []));
}

interface Posting {
  onPosted: (post: PostView) => void;
  onFailed: (error: Error) => void;
}

const CREATE_KEY = ['create-post'] as const;

/** Whether a post is on its way to the server, from wherever it was sent. */
export const usePostUnderWay = (): boolean => useIsMutating({ mutationKey: CREATE_KEY }) > 0;

/** Writes a post. What became of it is told even where the page that asked is left by then. */
export function useCreatePost({ onPosted, onFailed }: Posting) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CREATE_KEY,
    mutationFn: async (body: CreatePostBody) =>
      parse(isPost, await http('/api/posts', { method: 'POST', body })),
    onSuccess: (post) => {
      addPost(client, post);
      onPosted(post);
    },
    onError: onFailed,
  });
}

interface PostChange {
  post: PostView;
  change: UpdatePostBody;
}

const CHANGE_KEY = ['change-post'] as const;
const hasPost = isShape<Pick<PostChange, 'post'>>({ post: isPost });

function toastOf({ isArchived, isPublic }: UpdatePostBody) {
  if (isArchived !== undefined) return isArchived ? POSTS_TEXTS.postArchived : POSTS_TEXTS.postRestored;
  return isPublic === undefined ? POSTS_TEXTS.postUpdated : POSTS_TEXTS.visibilityUpdated;
}

function fail(client: QueryClient, title: string, error: Error): void {
  showToast({
    title,
    description: serverMessageOf(error) ?? POSTS_TEXTS.unreachable,
    variant: 'destructive',
  });
  // It is gone already, by another tab or device.
  if (error instanceof HttpError && error.status === 404) void invalidate(client, OWN, ARCHIVED, FEED);
}

/** Changes a post of one's own; a toast says that it is done, or why not. */
export function useChangePost() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_KEY,
    mutationFn: async ({ post, change }: PostChange) =>
      parse(isPost, await http(`/api/posts/${post.id}`, { method: 'PATCH', body: change })),
    onSuccess: (post, { change }) => {
      placePost(client, post, change);
      showToast(toastOf(change));
    },
    onError: (error) => fail(client, POSTS_TEXTS.changeFailed, error),
  });
}

/** Deletes a post of one's own for good. */
export function useDeletePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: PostView) => http(`/api/posts/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, post) => {
      dropPost(client, post);
      showToast(POSTS_TEXTS.postDeleted);
    },
    onError: (error) => fail(client, POSTS_TEXTS.deleteFailed, error),
  });
}

/** What the cards of a page call back for. */
export interface PostActions {
  toggleVisibility: (post: PostView) => void;
  toggleArchived: (post: PostView) => void;
  /** Whether a change of this post is on its way. */
  isPending: (post: PostView) => boolean;
}

/** Shows, hides, archives and restores one's own posts. */
export function usePostActions(): PostActions {
  const { mutate } = useChangePost();
  const pending = useMutationState({
    filters: { mutationKey: CHANGE_KEY, status: 'pending' },
    select: ({ state: { variables } }) => (hasPost(variables) ? variables.post.id : undefined),
  });
  return {
    toggleVisibility: (post) => mutate({ post, change: { isPublic: !post.isPublic } }),
    toggleArchived: (post) => mutate({ post, change: { isArchived: !post.isArchived } }),
    isPending: ({ id }) => pending.includes(id),
  };
}
