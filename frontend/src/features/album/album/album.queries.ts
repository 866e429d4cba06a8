import {
  type BoardView,
  type ImageView,
  listBoards,
  listOwnImages,
  listTags,
  type TagView,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  keepPreviousData,
  partialMatchKey,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, listOf, type ListPage, queryOf } from '../../../api/calls.js';
import type { AlbumFilters } from './album-filters.js';
import { hasFilter, imagesQueryOf } from './images-query.js';

/** Age from which a returning tab refetches. */
const FRESH_MS = 5_000;

const REFETCH_OPTIONS = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > FRESH_MS && 'always',
} as const;

/** Begins the keys of all lists of the member's own pictures. */
const IMAGES = addressOf(listOwnImages);
/** Matches the keys of the lists of the album. */
const ALBUM_KEY = listOf(listOwnImages, { query: { isPublic: true } }).queryKey;

type ImagePages = InfiniteData<ListPage<ImageView>>;

const albumQuery = (filters: AlbumFilters) => ({
  ...listOf(listOwnImages, { query: imagesQueryOf(filters) }),
  placeholderData: keepPreviousData,
  ...REFETCH_OPTIONS,
});

/** Includes hidden pictures; refetched on every use. */
export const boardPicturesQuery = (boardId: string) =>
  listOf(listOwnImages, { query: { boardId, limit: 100 } }, 0);

/** Includes hidden boards, newest first. */
export const boardsQuery = queryOptions({ ...queryOf(listBoards), ...REFETCH_OPTIONS });

export const tagsQuery = queryOptions({ ...queryOf(listTags), ...REFETCH_OPTIONS });

/** Omits hidden pictures. */
export function useImages(filters: AlbumFilters) {
  const query = useInfiniteQuery(albumQuery(filters));
  const images = useMemo(() => {
    const seen = new Map<string, ImageView>();
    for (const { items } of query.data?.pages ?? []) {
      for (const image of items) if (image.isPublic) seen.set(image.id, image);
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
    const used = new Set(album.pages.flatMap(({ items }) => items.flatMap(({ tags }) => tags)));
    return all || hasNextPage ? own : own.filter(({ name }) => used.has(name) || name === tag);
  }, [own, album, isFailed, all, hasNextPage, tag]);
}

const updateImages = (client: QueryClient, update: (images: ImageView[]) => ImageView[]): void => {
  client.setQueriesData<ImagePages>(
    { queryKey: ALBUM_KEY },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: update(page.items) })) },
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
    .some(([, data]) => data?.pages.some(({ items }) => items.some(predicate)));

export const isListed = (client: QueryClient, id: string): boolean =>
  hasImage(client, (image) => image.id === id);

export const hasUnreadyImage = (client: QueryClient): boolean => hasImage(client, ({ ready }) => !ready);

/** Refetches tags and the pictures of boards, but not the lists of the album. */
export async function refreshRelated(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: IMAGES,
      predicate: ({ queryKey }) => !partialMatchKey(queryKey, ALBUM_KEY),
    }),
    client.invalidateQueries({ queryKey: addressOf(listTags) }),
  ]);
}

/** Refetches lists that an edit may change. The unfiltered album, which may be long, keeps the same pictures. */
export async function refreshFiltered(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: ALBUM_KEY,
      predicate: ({ queryKey }) => hasFilter(queryKey.at(-1)),
    }),
    refreshRelated(client),
  ]);
}

export async function refreshAlbum(client: QueryClient): Promise<void> {
  const keys = [IMAGES, boardsQuery.queryKey, addressOf(listTags)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
