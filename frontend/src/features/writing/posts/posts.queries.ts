import {
  createPost,
  type CreatePostBody,
  deletePost,
  type FeedScope,
  getConstellation,
  getPost,
  listArchivedPosts,
  listFeed,
  listMemberPosts,
  listOwnPosts,
  listTagPosts,
  listTags,
  type PostListQuery,
  postSchema,
  type PostView,
  sendRipple,
  updatePost,
  type UpdatePostBody,
  withdrawRipple,
} from '@oniverse/contracts';
import {
  hashKey,
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import * as v from 'valibot';
import {
  addressOf,
  fetchPageOf,
  isQueryOf,
  listOf,
  type ListPage,
  queryOf,
  send,
} from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { mapItems, type Posts } from './newest-posts.js';
import { POSTS_TEXTS } from './posts.texts.js';

const OWN = addressOf(listOwnPosts);
const ARCHIVED = addressOf(listArchivedPosts);
const FEED = addressOf(listFeed);
/** Data derived from posts. Its live events do not reach the member who made the change. */
const DERIVED = [addressOf(listTags), addressOf(getConstellation)] as const;
const publicPostsKey = ({ author: { username } }: PostView) => addressOf(listMemberPosts, { username });
/** A visible feed is live. A feed that was left longer ago than this is fetched again. */
const FEED_FRESH_MS = 60_000;

const PAGE_SIZE = 20;

export const ownPostsQuery = (search: PostListQuery = {}) =>
  listOf(listOwnPosts, { query: { limit: PAGE_SIZE, ...search } });

export const archivedPostsQuery = (search: PostListQuery = {}) =>
  listOf(listArchivedPosts, { query: { limit: PAGE_SIZE, ...search } });

/** The public posts of nearby members in the constellation, or of all members. */
export const feedQuery = (scope: FeedScope) =>
  listOf(listFeed, { query: { limit: PAGE_SIZE, scope } }, FEED_FRESH_MS);

/** A post with its page. Fails with 404 if the reader may not see it. */
export const postPageQuery = (id: string) => queryOf(getPost, { id }, FEED_FRESH_MS);

export const fetchNewestPosts = (scope: FeedScope, signal: AbortSignal): Promise<ListPage<PostView>> =>
  fetchPageOf(listFeed, { query: { limit: PAGE_SIZE, scope } }, signal);

/** Begins the keys of the page of a post, its replies and its ripples. */
const pageKey = (id: string) => addressOf(getPost, { id });

/** Fetches the page of a post, its replies and its ripples again. */
export const refreshPost = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: pageKey(id) });

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
  const newestHash = hashKey(newest);
  client.setQueryData(newest, (parts) => {
    const [first, ...rest] = parts?.pages ?? [];
    if (!parts || !first) return parts;
    return { ...parts, pages: [{ ...first, items: [post, ...first.items] }, ...rest] };
  });
  void client.invalidateQueries({
    queryKey: OWN,
    predicate: ({ queryHash, state }) => queryHash !== newestHash || state.fetchStatus === 'fetching',
  });
  void invalidate(client, ...DERIVED, ...(post.isPublic ? [FEED, publicPostsKey(post)] : []));
}

interface CreatePostCallbacks {
  onPosted: (post: PostView, body: CreatePostBody) => void;
  onFailed: (error: Error) => void;
}

const CREATE_KEY = ['create-post'] as const;

export const useIsPosting = (): boolean => useIsMutating({ mutationKey: CREATE_KEY }) > 0;

/** Creates a post. The callbacks run even if the member has left the page. */
export function useCreatePost({ onPosted, onFailed }: CreatePostCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CREATE_KEY,
    mutationFn: async (body: CreatePostBody) => send(createPost, { body }),
    onSuccess: (post, body) => {
      addPost(client, post);
      onPosted(post, body);
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
  showFailure(title, error);
  // Another tab or device has deleted it.
  if (error instanceof HttpError && error.status === 404) void invalidate(client, OWN, ARCHIVED, FEED);
}

const storeChange = async ({ post: { id }, change }: PostChange) => send(updatePost, { id, body: change });

export function useChangePost(store = storeChange) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_KEY,
    mutationFn: store,
    onSuccess: (post, { change }) => {
      applyPostChange(client, post, change);
      showToast(toastOf(change));
    },
    onError: (error) => {
      if (!(error instanceof NewerPostError)) handleFailure(client, POSTS_TEXTS.changeFailed, error);
    },
  });
}

/** Another tab or device has edited the post. */
class NewerPostError extends Error {
  override readonly name = 'NewerPostError';
}

/** Returns what an edit would overwrite: the texts, and the files if it changes them. */
const overwritten = (
  { title, markdownContent, tags, attachments = [] }: PostView,
  { attachments: files }: UpdatePostBody,
) => JSON.stringify([title, markdownContent, tags, files && attachments.map(({ id, alt }) => [id, alt])]);

/** Saves an edit of a post. @param onNewer takes a newer version instead, since other devices' edits are not announced */
export function useEditPost(onNewer: (post: PostView) => void) {
  const client = useQueryClient();
  return useChangePost(async (edit) => {
    const { post } = await client.fetchQuery({ ...postPageQuery(edit.post.id), staleTime: 0 });
    const { change } = edit;
    if (overwritten(post, change) === overwritten(edit.post, change)) return storeChange(edit);
    onNewer(post);
    throw new NewerPostError('The post was edited elsewhere.');
  });
}

export function useDeletePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: PostView) => send(deletePost, { id }),
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

const isPostList = isQueryOf(listOwnPosts, listArchivedPosts, listFeed, listMemberPosts, listTagPosts);

/** Shows the change in every cached list and page of the post. */
function showRipple(
  client: QueryClient,
  { id }: PostView,
  { isRippled, hasRipples }: Pick<PostView, 'isRippled' | 'hasRipples'>,
): void {
  const change = { isRippled, hasRipples };
  client.setQueriesData<Posts>({ predicate: isPostList }, (list) =>
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
    onSettled: async (_ok, _error, { post }) => refreshPost(client, post.id),
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
