import type { BoardView, ImageView, TagView } from '@oniverse/contracts';
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
import { isFlag, isListOf, isNullable, isNumber, isShape, isText } from '../../api/guards.js';
import { fetchPage, listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';
import { isImage } from '../../live/payloads.js';
import { type AlbumFilters, imagesQueryOf, isNarrowedBy } from './album-filters.js';

export const isBoard = isShape<BoardView>({
  id: isText,
  userId: isText,
  name: isText,
  description: isNullable(isText),
  tags: isListOf(isText),
  isPublic: isFlag,
  createdAt: isText,
  updatedAt: isText,
});
const isTag = isShape<TagView>({ id: isText, name: isText, usageCount: isNumber });

/** What was asked for so lately is not asked for again when one comes back to the page, in milliseconds. */
const FRESH_MS = 5_000;

/** What another tab or device did meanwhile is seen on the next visit, and when one comes back to this tab. */
const FOLLOW_OTHERS = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > FRESH_MS && 'always',
} as const;

/** All lists of one's own pictures, whatever they are filtered by. */
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
      const { items: images, next } = await fetchPage(
        IMAGES_KEY,
        isListOf(isImage),
        Object.fromEntries(search),
        signal,
      );
      return { images, next };
    },
    initialPageParam: startOfList(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...FOLLOW_OTHERS,
  });
};

function startOfList(): string | null {
  return null;
}

/** What is on a board, hidden pictures too; asked for each time anew. */
export const boardPicturesQuery = (boardId: string) =>
  listQuery(IMAGES_KEY, isImage, { boardId, limit: '100' }, 0);

/** One's own boards, hidden ones too, newest first. */
export const boardsQuery = queryOptions({
  queryKey: ['/api', 'boards'] as const,
  queryFn: typedQuery(isListOf(isBoard)),
  ...FOLLOW_OTHERS,
});

/** The tags that one uses, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['/api', 'tags'] as const,
  queryFn: typedQuery(isListOf(isTag)),
  ...FOLLOW_OTHERS,
});

/** The pictures that fit the filters, page by page; hidden ones are none of them. */
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

/** One's own boards, and those of them that are shown; until they came, or could not come, none are. */
export function useBoards() {
  const { data: boards, isPending } = useQuery(boardsQuery);
  const shown = useMemo(() => boards?.filter(({ isPublic }) => isPublic) ?? [], [boards]);
  return { boards, shown, isPending };
}

/** A board's id while there is such a board, null else: another tab may have deleted it. */
export function useKnownBoard(id: string): string | null {
  const { boards } = useBoards();
  // Until the boards are there, none of them is missing.
  return id !== '' && (boards?.some((board) => board.id === id) ?? true) ? id : null;
}

/**
 * The tags to choose from: those of the pictures that are shown, where all of these are known; else all of one's own,
 * which posts and boards have too. Undefined until that is known.
 * @param all whether every tag of one's own is asked for
 */
export function useTags({ sort, tag }: AlbumFilters, all: boolean): readonly TagView[] | undefined {
  const { data: own, isError } = useQuery(tagsQuery);
  const shown = useInfiniteQuery(albumQuery({ ...(sort && { sort }) }));
  const { data: album, hasNextPage } = shown;
  const isFailed = isError || shown.isError;
  return useMemo(() => {
    if (!own || !album) return isFailed ? [] : undefined;
    const used = new Set(album.pages.flatMap(({ images }) => images.flatMap(({ tags }) => tags)));
    return all || hasNextPage ? own : own.filter(({ name }) => used.has(name) || name === tag);
  }, [own, album, isFailed, all, hasNextPage, tag]);
}

const eachImage = (client: QueryClient, change: (images: ImageView[]) => ImageView[]): void => {
  client.setQueriesData<ImagePages>(
    { queryKey: ALBUM_KEY },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, images: change(page.images) })) },
  );
};

/** Puts a picture's new state in its place in every list. */
export const putImage = (client: QueryClient, image: ImageView): void =>
  eachImage(client, (images) => images.map((held) => (held.id === image.id ? image : held)));

/** Takes a picture out of every list. */
export const dropImage = (client: QueryClient, id: string): void =>
  eachImage(client, (images) => images.filter((held) => held.id !== id));

/** Puts a board's new state in its place, or before all others where it is new. */
export function putBoard(client: QueryClient, board: BoardView): void {
  client.setQueryData(boardsQuery.queryKey, (boards) => {
    if (!boards?.some(({ id }) => id === board.id)) return [board, ...(boards ?? [])];
    return boards.map((held) => (held.id === board.id ? board : held));
  });
}

const isAny = (client: QueryClient, fits: (image: ImageView) => boolean): boolean =>
  client
    .getQueriesData<ImagePages>({ queryKey: ALBUM_KEY })
    .some(([, data]) => data?.pages.some(({ images }) => images.some(fits)));

/** Whether a picture is in any list that is held. */
export const isListed = (client: QueryClient, id: string): boolean =>
  isAny(client, (image) => image.id === id);

/** Whether the renditions of any listed picture are still being made, as far as is known. */
export const isAnyUnready = (client: QueryClient): boolean => isAny(client, ({ ready }) => !ready);

/** Asks anew for what a change of a picture reaches besides the lists of the album. */
export async function refreshBeside(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: IMAGES_KEY,
      predicate: ({ queryKey }) => queryKey[ALBUM_KEY.length - 1] !== ALBUM_KEY.at(-1),
    }),
    client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
  ]);
}

/**
 * Asks anew for the lists that a filter narrows, and for what stands beside them: what is said of a picture decides
 * whether it is in one. The whole album, which may be long, holds the same pictures as before.
 */
export async function refreshFiltered(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: ALBUM_KEY,
      predicate: ({ queryKey }) => isNarrowedBy(String(queryKey[ALBUM_KEY.length])),
    }),
    refreshBeside(client),
  ]);
}

/** Asks anew for whatever of the album is in sight, and for the rest once it is looked at. */
export async function refreshAlbum(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: IMAGES_KEY }),
    client.invalidateQueries({ queryKey: boardsQuery.queryKey }),
    client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
  ]);
}
