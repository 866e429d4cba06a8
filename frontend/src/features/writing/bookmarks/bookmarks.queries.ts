import {
  addBookmark,
  type BookmarkKeys,
  type BookmarkKind,
  type BookmarkView,
  getBookmarkKeys,
  listBookmarks,
  listBookmarkedPictures,
  noteBookmark,
  putPictureOnBoard,
  recordTagOpened,
  removeBookmark,
  takePictureOffBoard,
} from '@oniverse/contracts';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showChange } from '../../../api/show-change.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { watchFeed } from '../../../live/watch-feed.js';
import { useSession } from '../../../session/session.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { BOOKMARK_TEXTS as TEXTS } from './bookmarks.texts.js';

/** Also begins the keys of the queries below. */
const BOOKMARKS = addressOf(listBookmarks);

export const keysQuery = queryOf(getBookmarkKeys);

/** Minimum time between two fetches of the shelf after new posts. */
const LIVE_MS = 1_000;

const SHELF_SIZE = 5;
const PAGE_SIZE = 30;

const bookmarksOf = (list: { pages: { items: BookmarkView[] }[] }): BookmarkView[] =>
  list.pages.flatMap(({ items }) => items);

const CHANGE_KEY = ['change-bookmark'] as const;

/** Refetches unless an optimistic change is on its way, which refetches when it is done. */
function refetch(client: QueryClient): void {
  if (client.isMutating({ mutationKey: CHANGE_KEY }) > 0) return;
  void invalidateAndRefetch(client, { queryKey: BOOKMARKS });
}

/** The number of mounted users of `useFollowBookmarks`, which share one subscription. */
let followers = 0;
let stopFollowing = (): void => {};

function follow(client: QueryClient): void {
  const { dataUpdatedAt: before = 0 } = client.getQueryState(keysQuery.queryKey) ?? {};
  stopFollowing = endAll(
    onLive('bookmarks:changed', () => refetch(client)),
    // The first connect follows the first fetch.
    onConnected(() => {
      if (before > 0 || client.getQueryData(keysQuery.queryKey) !== undefined) refetch(client);
    }),
    // Hints that arrive from now on are missed.
    () => void client.invalidateQueries({ queryKey: BOOKMARKS, refetchType: 'none' }),
  );
}

/** Keeps bookmarks in sync with the member's other devices. */
export function useFollowBookmarks(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (followers === 0) follow(client);
    followers += 1;
    return () => {
      followers -= 1;
      if (followers === 0) stopFollowing();
    };
  }, [client]);
}

interface Change {
  kind: BookmarkKind;
  subject: string;
  keep: boolean;
}

function applyChange(keys: BookmarkKeys, { kind, subject, keep }: Change): BookmarkKeys {
  const others = keys[kind].filter((key) => key !== subject);
  return {
    ...keys,
    [kind]: keep ? [...others, subject] : others,
    onBoards: keep ? keys.onBoards : keys.onBoards.filter(({ picture }) => picture !== subject),
  };
}

interface BoardChange {
  picture: string;
  board: string;
  put: boolean;
}

function applyBoardChange(keys: BookmarkKeys, { picture, board, put }: BoardChange): BookmarkKeys {
  const onBoards = keys.onBoards.filter((kept) => kept.picture !== picture);
  if (!put) return { ...keys, onBoards };
  return {
    ...applyChange(keys, { kind: 'picture', subject: picture, keep: true }),
    onBoards: [...onBoards, { picture, board }],
  };
}

interface ChangeOptions<T> {
  send: (change: T) => Promise<unknown>;
  apply: (keys: BookmarkKeys, change: T) => BookmarkKeys;
  failureOf: (change: T) => string;
}

/** Changes the keys at once, and everything else when the server has answered the last change. */
function useChange<T>({ send, apply, failureOf }: ChangeOptions<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_KEY,
    // One after another, so that the last click wins.
    scope: { id: 'bookmarks' },
    mutationFn: send,
    onMutate: (change) => showChange(client, keysQuery.queryKey, (keys) => apply(keys, change)),
    onError: (error, change, takeBack) => {
      takeBack?.();
      showFailure(failureOf(change), error);
    },
    onSettled: () => {
      // This one still counts.
      if (client.isMutating({ mutationKey: CHANGE_KEY }) > 1) return;
      void invalidateAndRefetch(client, { queryKey: BOOKMARKS });
    },
  });
}

const useChangeBookmark = () =>
  useChange<Change>({
    send: async ({ kind, subject, keep }) => send(keep ? addBookmark : removeBookmark, { kind, subject }),
    apply: applyChange,
    failureOf: ({ keep }) => (keep ? TEXTS.keepFailed : TEXTS.letGoFailed),
  });

const useChangeBoard = () =>
  useChange<BoardChange>({
    send: async ({ picture: imageId, board: boardId, put }) =>
      send(put ? putPictureOnBoard : takePictureOffBoard, { boardId, imageId }),
    apply: applyBoardChange,
    failureOf: ({ put }) => (put ? TEXTS.putFailed : TEXTS.takeOffFailed),
  });

interface Bookmark {
  isKept: boolean;
  toggle: () => void;
}

/** Returns whether the member keeps a thing; undefined for a visitor and until it is known. */
export function useBookmark(kind: BookmarkKind, subject: string): Bookmark | undefined {
  useFollowBookmarks();
  const { status } = useSession();
  const { data } = useQuery({ ...keysQuery, enabled: status === 'member' });
  const { mutate } = useChangeBookmark();
  if (status !== 'member' || data === undefined) return undefined;
  const isKept = data[kind].includes(subject);
  return { isKept, toggle: () => mutate({ kind, subject, keep: !isKept }) };
}

interface PictureBoard {
  /** Null if the picture is on none of the member's boards. */
  boardId: string | null;
  put: (boardId: string) => void;
  takeOff: () => void;
}

/** Returns the board on which the member keeps a picture; undefined until it is known. */
export function usePictureBoard(picture: string): PictureBoard | undefined {
  useFollowBookmarks();
  const { data } = useQuery(keysQuery);
  const { mutate } = useChangeBoard();
  if (data === undefined) return undefined;
  const board = data.onBoards.find((kept) => kept.picture === picture)?.board ?? null;
  return {
    boardId: board,
    put: (next) => mutate({ picture, board: next, put: true }),
    takeOff: () => board !== null && mutate({ picture, board, put: false }),
  };
}

/** Returns the pictures of others that the member keeps on a board, newest first. */
export function useBookmarkedPictures(boardId: string) {
  useFollowBookmarks();
  return useInfiniteQuery(listOf(listBookmarkedPictures, { boardId, query: { limit: PAGE_SIZE } }));
}

export const shelfQuery = listOf(listBookmarks, { query: { limit: SHELF_SIZE } });

/** Returns the newest of what the member keeps. With a tag on it, it follows new posts. */
export function useShelf() {
  useFollowBookmarks();
  const client = useQueryClient();
  const shelf = useInfiniteQuery({ ...shelfQuery, select: bookmarksOf });
  const hasTags = shelf.data?.some(({ kind }) => kind === 'tag') ?? false;
  useEffect(() => {
    if (!hasTags) return undefined;
    const { request, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: shelfQuery.queryKey }),
      LIVE_MS,
    );
    const unwatch = watchFeed(request);
    return () => {
      unwatch();
      stop();
    };
  }, [client, hasTags]);
  return shelf;
}

/**
 * Records that the member has seen the page of a kept tag, once the page is visible, and again with a newer post.
 * @param newest the newest post on the page
 */
export function useOpenTag(tag: string, newest: string | undefined): void {
  const isKept = useBookmark('tag', tag)?.isKept ?? false;
  // If it fails, the posts stay new.
  const { mutate } = useMutation({
    mutationFn: async (opened: string) => send(recordTagOpened, { tag: opened }),
    onError: showNoToast,
  });
  useEffect(() => {
    if (!isKept || newest === undefined) return undefined;
    const stop = () => document.removeEventListener('visibilitychange', open);
    const open = () => {
      if (document.visibilityState !== 'visible') return;
      stop();
      mutate(tag);
    };
    document.addEventListener('visibilitychange', open);
    open();
    return stop;
  }, [isKept, tag, newest, mutate]);
}

/**
 * Returns what the member keeps, newest first. The former entries stay until those of another filter arrive.
 * @param kind undefined for all kinds
 * @param q what they contain; undefined for all
 */
export function useBookmarks(kind: BookmarkKind | undefined, q: string | undefined) {
  useFollowBookmarks();
  return useInfiniteQuery({
    ...listOf(listBookmarks, { query: { limit: PAGE_SIZE, kind, q } }),
    select: bookmarksOf,
    placeholderData: keepPreviousData,
  });
}

/** Stores a note about a kept thing; an empty one removes it. The dialog shows why it failed. */
export function useNoteBookmark({ kind, subject }: BookmarkView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (note: string) => send(noteBookmark, { kind, subject, body: { note } }),
    onSuccess: async () => invalidateAndRefetch(client, { queryKey: BOOKMARKS }),
    onError: showNoToast,
  });
}
