import {
  type CreatePostBody,
  type FeedScope,
  isUuid,
  postPageSchema,
  postSchema,
  type PostView,
  sendRipple,
  type UpdatePostBody,
  withdrawRipple,
} from '@oniverse/contracts';
import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import * as v from 'valibot';
import { send } from '../../api/calls.js';
import { http, HttpError, failureMessageOf } from '../../api/http.js';
import { fetchPage, type ListPage, listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { typedQuery } from '../../api/query-client.js';
import { showToast } from '../../ui/toast-store.js';
import type { Posts } from './newest-posts.js';
import { POSTS_TEXTS } from './posts.texts.js';

const OWN = ['/api', 'posts', 'my'] as const;
const ARCHIVED = ['/api', 'posts', 'archived'] as const;
const FEED = ['/api', 'feed'] as const;
/** Data derived from posts. Its live events do not reach the member who made the change. */
const DERIVED = [
  ['/api', 'tags'],
  ['/api', 'constellation'],
] as const;
const publicPostsKey = ({ author }: PostView) => ['/api', 'users', author.username, 'posts'] as const;
/** A visible feed is live. A feed that was left longer ago than this is fetched again. */
const FEED_FRESH_MS = 60_000;

const PAGE_SIZE = '20';

/** A search of the member's posts: `q`, `tag`, `sort`, `isPublic`. */
type PostSearch = Readonly<Record<string, string>>;

export const ownPostsQuery = (search: PostSearch = {}) =>
  listQuery(OWN, postSchema, { limit: PAGE_SIZE, ...search });

export const archivedPostsQuery = (search: PostSearch = {}) =>
  listQuery(ARCHIVED, postSchema, { limit: PAGE_SIZE, ...search });

/** The public posts of nearby members in the constellation, or of all members. */
export const feedQuery = (scope: FeedScope) =>
  listQuery(FEED, postSchema, { limit: PAGE_SIZE, scope }, FEED_FRESH_MS);

const pageKey = (id: string) => ['/api', 'posts', id] as const;

/** A post with its page. Fails with 404 if the reader may not see it. All lists about the post begin with its key. */
export const postPageQuery = (id: string) =>
  queryOptions({ queryKey: pageKey(id), queryFn: typedQuery(postPageSchema), staleTime: FEED_FRESH_MS });

export const fetchNewestPosts = (scope: FeedScope, signal: AbortSignal): Promise<ListPage<PostView>> =>
  fetchPage(FEED, postSchema, { limit: PAGE_SIZE, scope }, signal);

const mapItems = (list: Posts | undefined, change: (items: PostView[]) => PostView[]): Posts | undefined =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) };

/** Replaces a post in the cached lists of a key, or removes it if it no longer belongs there. */
function updatePostIn(client: QueryClient, list: readonly string[], post: PostView, belongs: boolean): void {
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

function applyPostChange(client: QueryClient, post: PostView, change: UpdatePostBody): void {
  updatePostIn(client, OWN, post, !post.isArchived);
  updatePostIn(client, ARCHIVED, post, post.isArchived);
  updatePostIn(client, FEED, post, post.isPublic && !post.isArchived);
  // Its list is fetched again, because the post may be new there or no longer match the search.
  const joins = change.isPublic === undefined ? [post.isArchived ? ARCHIVED : OWN] : [];
  void invalidate(
    client,
    ...joins,
    ...DERIVED,
    pageKey(post.id),
    publicPostsKey(post),
    ...(post.isPublic ? [FEED] : []),
  );
}

function removePost(client: QueryClient, post: PostView): void {
  for (const list of [OWN, ARCHIVED, FEED]) updatePostIn(client, list, post, false);
  void invalidate(client, ...DERIVED, publicPostsKey(post));
}

/** Adds a new post to the top of the member's list, and refetches the other lists that may contain it. */
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
  void invalidate(client, ...DERIVED, ...(post.isPublic ? [FEED, publicPostsKey(post)] : []));
}

interface CreatePostCallbacks {
  onPosted: (post: PostView) => void;
  onFailed: (error: Error) => void;
}

const CREATE_KEY = ['create-post'] as const;

export const useIsPosting = (): boolean => useIsMutating({ mutationKey: CREATE_KEY }) > 0;

/** Creates a post. The callbacks run even if the member has left the page. */
export function useCreatePost({ onPosted, onFailed }: CreatePostCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CREATE_KEY,
    mutationFn: async (body: CreatePostBody) =>
      parse(postSchema, await http('/api/posts', { method: 'POST', body })),
    onSuccess: (post) => {
      addPost(client, post);
      onPosted(post);
    },
    onError: onFailed,
  });
}

/** Fetches a post whose list has only its beginning, for an editor. */
export function useFetchWholePost(onFetched: (post: PostView) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (post: PostView) => {
      if (!post.isExcerpt) return post;
      return (await client.fetchQuery({ ...postPageQuery(post.id), staleTime: 0 })).post;
    },
    onSuccess: onFetched,
    onError: (error) => handleFailure(client, POSTS_TEXTS.fetchFailed, error),
  });
}

interface PostChange {
  post: PostView;
  change: UpdatePostBody;
}

const CHANGE_KEY = ['change-post'] as const;
const changeSchema = v.object({ post: postSchema });

function toastOf({ isArchived, isPublic, areRepliesClosed }: UpdatePostBody) {
  if (areRepliesClosed !== undefined) {
    return areRepliesClosed ? POSTS_TEXTS.repliesClosed : POSTS_TEXTS.repliesOpened;
  }
  if (isArchived !== undefined) return isArchived ? POSTS_TEXTS.postArchived : POSTS_TEXTS.postRestored;
  return isPublic === undefined ? POSTS_TEXTS.postUpdated : POSTS_TEXTS.visibilityUpdated;
}

function handleFailure(client: QueryClient, title: string, error: Error): void {
  showToast({
    title,
    description: failureMessageOf(error),
    variant: 'destructive',
  });
  // Another tab or device has deleted it.
  if (error instanceof HttpError && error.status === 404) void invalidate(client, OWN, ARCHIVED, FEED);
}

export function useChangePost() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_KEY,
    mutationFn: async ({ post, change }: PostChange) =>
      parse(postSchema, await http(`/api/posts/${post.id}`, { method: 'PATCH', body: change })),
    onSuccess: (post, { change }) => {
      applyPostChange(client, post, change);
      showToast(toastOf(change));
    },
    onError: (error) => handleFailure(client, POSTS_TEXTS.changeFailed, error),
  });
}

export function useDeletePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: PostView) => http(`/api/posts/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, post) => {
      removePost(client, post);
      showToast(POSTS_TEXTS.postDeleted);
    },
    onError: (error) => handleFailure(client, POSTS_TEXTS.deleteFailed, error),
  });
}

interface RippleChange {
  post: PostView;
  isSent: boolean;
}

/** The segment before the search in the keys of lists of posts. */
const POST_LISTS: ReadonlySet<unknown> = new Set(['posts', 'feed']);
/** Keys of lists end with a search, those of pages with an id. */
const isPostList = (key: readonly unknown[]): boolean => POST_LISTS.has(key.at(-2)) && !isUuid(key.at(-1));

/** Shows the change in every cached list and page of the post. */
function showRipple(
  client: QueryClient,
  { id }: PostView,
  { isRippled, hasRipples }: Pick<PostView, 'isRippled' | 'hasRipples'>,
): void {
  const change = { isRippled, hasRipples };
  client.setQueriesData<Posts>({ predicate: ({ queryKey }) => isPostList(queryKey) }, (list) =>
    mapItems(list, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item))),
  );
  client.setQueryData(
    postPageQuery(id).queryKey,
    (page) => page && { ...page, post: { ...page.post, ...change } },
  );
}

/** Sends a ripple or takes it back. The change shows at once. */
export function useRipple() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ post: { id }, isSent }: RippleChange) =>
      send(isSent ? sendRipple : withdrawRipple, { id }),
    onMutate: ({ post, isSent }) =>
      showRipple(client, post, { isRippled: isSent, hasRipples: isSent || post.hasRipples }),
    onError: (error, { post }) => {
      showRipple(client, post, post);
      handleFailure(client, POSTS_TEXTS.rippleFailed, error);
    },
    // Whether rings of others remain is known to the server only.
    onSettled: (_ok, _error, { post }) => invalidate(client, pageKey(post.id)),
  });
}

export interface PostActions {
  toggleVisibility: (post: PostView) => void;
  toggleArchived: (post: PostView) => void;
  toggleReplies: (post: PostView) => void;
  isPending: (post: PostView) => boolean;
}

export function usePostActions(): PostActions {
  const { mutate } = useChangePost();
  const pending = useMutationState({
    filters: { mutationKey: CHANGE_KEY, status: 'pending' },
    select: ({ state: { variables } }) => (v.is(changeSchema, variables) ? variables.post.id : undefined),
  });
  return {
    toggleVisibility: (post) => mutate({ post, change: { isPublic: !post.isPublic } }),
    toggleArchived: (post) => mutate({ post, change: { isArchived: !post.isArchived } }),
    toggleReplies: (post) => mutate({ post, change: { areRepliesClosed: !post.areRepliesClosed } }),
    isPending: ({ id }) => pending.includes(id),
  };
}
