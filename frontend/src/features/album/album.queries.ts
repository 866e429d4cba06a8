import {
  boardSchema,
  type BoardView,
  imageSchema,
  type ImageView,
  tagSchema,
  type TagView,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import * as v from 'valibot';
import { fetchPage, listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';
import type { AlbumFilters } from './album-filters.js';
import { hasFilter, imagesQueryOf } from './images-query.js';

/** Age from which a returning tab refetches. */
const FRESH_MS = 5_000;

const REFETCH_OPTIONS = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > FRESH_MS && 'always',
} as const;

/** Prefix of all lists of the member's own pictures. */
export const IMAGES_KEY = ['/api', 'images'] as const;
const ALBUM_KEY = [...IMAGES_KEY, 'album'] as const;

interface ImagePage {
  images: ImageView[];
  next: string | null;
}
type ImagePages = InfiniteData<ImagePage, string | null>;

const albumQuery = (filters: AlbumFilters) => {
  const query = imagesQueryOf(filters);
  return infiniteQueryOptions({
    queryKey: [...ALBUM_KEY, query] as const,
    queryFn: async ({ pageParam, signal }): Promise<ImagePage> => {
      const search = new URLSearchParams(query);
      if (pageParam !== null) search.set('cursor', pageParam);
      const { items: images, nextCursor } = await fetchPage(
        IMAGES_KEY,
        imageSchema,
        Object.fromEntries(search),
        signal,
      );
      return { images, next: nextCursor };
    },
    initialPageParam: startOfList(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...REFETCH_OPTIONS,
  });
};

function startOfList(): string | null {
  return null;
}

/** Includes hidden pictures; refetched on every use. */
export const boardPicturesQuery = (boardId: string) =>
  listQuery(IMAGES_KEY, imageSchema, { boardId, limit: '100' }, 0);

/** Includes hidden boards, newest first. */
export const boardsQuery = queryOptions({
  queryKey: ['/api', 'boards'] as const,
  queryFn: typedQuery(v.array(boardSchema)),
  ...REFETCH_OPTIONS,
});

export const tagsQuery = queryOptions({
  queryKey: ['/api', 'tags'] as const,
  queryFn: typedQuery(v.array(tagSchema)),
  ...REFETCH_OPTIONS,
});

/** Omits hidden pictures. */
export function useImages(filters: AlbumFilters) {
  const query = useInfiniteQuery(albumQuery(filters));
  const images = useMemo(() => {
    const seen = new Map<string, ImageView>();
    for (const { images: some } of query.data?.pages ?? []) {
      for (const image of some) if (image.isPublic) seen.set(image.id, image);
    }
    return [...seen.values()];
  }, [query.data]);
  return { ...query, images };
}

/** `visible` is empty while loading or after an error. */
export function useBoards() {
  const { data: boards, isPending } = useQuery(boardsQuery);
  const visible = useMemo(() => boards?.filter(({ isPublic }) => isPublic) ?? [], [boards]);
  return { boards, visible, isPending };
}

/** Returns the board's id, or null if the board no longer exists. */
export function useExistingBoardId(id: string): string | null {
  const { boards } = useBoards();
  // While boards are loading, assume that it exists.
  return id !== '' && (boards?.some((board) => board.id === id) ?? true) ? id : null;
}

/**
 * Returns the tags of the visible pictures if all of them are loaded, else all tags of the member, including those of
 * posts and boards. Undefined while loading.
 * @param all always returns all tags
 */
export function useTags({ sort, tag }: AlbumFilters, all: boolean): readonly TagView[] | undefined {
  const { data: own, isError } = useQuery(tagsQuery);
  const albumList = useInfiniteQuery(albumQuery({ ...(sort && { sort }) }));
  const { data: album, hasNextPage } = albumList;
  const isFailed = isError || albumList.isError;
  return useMemo(() => {
    if (!own || !album) return isFailed ? [] : undefined;
    const used = new Set(album.pages.flatMap(({ images }) => images.flatMap(({ tags }) => tags)));
    return all || hasNextPage ? own : own.filter(({ name }) => used.has(name) || name === tag);
  }, [own, album, isFailed, all, hasNextPage, tag]);
}

const updateImages = (client: QueryClient, update: (images: ImageView[]) => ImageView[]): void => {
  client.setQueriesData<ImagePages>(
    { queryKey: ALBUM_KEY },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, images: update(page.images) })) },
  );
};

export const replaceImage = (client: QueryClient, image: ImageView): void =>
  updateImages(client, (images) => images.map((current) => (current.id === image.id ? image : current)));

export const removeImage = (client: QueryClient, id: string): void =>
  updateImages(client, (images) => images.filter((current) => current.id !== id));

/** Adds a new board at the top. */
export function upsertBoard(client: QueryClient, board: BoardView): void {
  client.setQueryData(boardsQuery.queryKey, (boards) => {
    if (!boards?.some(({ id }) => id === board.id)) return [board, ...(boards ?? [])];
    return boards.map((current) => (current.id === board.id ? board : current));
  });
}

const hasImage = (client: QueryClient, predicate: (image: ImageView) => boolean): boolean =>
  client
    .getQueriesData<ImagePages>({ queryKey: ALBUM_KEY })
    .some(([, data]) => data?.pages.some(({ images }) => images.some(predicate)));

export const isListed = (client: QueryClient, id: string): boolean =>
  hasImage(client, (image) => image.id === id);

export const hasUnreadyImage = (client: QueryClient): boolean => hasImage(client, ({ ready }) => !ready);

/** Refetches tags and the pictures of boards, but not the lists of the album. */
export async function refreshRelated(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: IMAGES_KEY,
      predicate: ({ queryKey }) => queryKey[ALBUM_KEY.length - 1] !== ALBUM_KEY.at(-1),
    }),
    client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
  ]);
}

/** Refetches lists that an edit may change. The unfiltered album, which may be long, keeps the same pictures. */
export async function refreshFiltered(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: ALBUM_KEY,
      predicate: ({ queryKey }) => hasFilter(String(queryKey[ALBUM_KEY.length])),
    }),
    refreshRelated(client),
  ]);
}

export async function refreshAlbum(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: IMAGES_KEY }),
    client.invalidateQueries({ queryKey: boardsQuery.queryKey }),
    client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
  ]);
}
