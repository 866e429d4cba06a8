import type { ImageListQuery } from '@oniverse/contracts';
import type { AlbumFilters } from './album-filters.js';

/** Returns whether filters hide something, and do not only sort. */
export const isFiltered = ({ q, board, tag }: AlbumFilters): boolean => Boolean(q ?? board ?? tag);

/** Returns the query of the album's list for these filters, without a cursor. */
export function imagesQueryOf({ q, board, tag, sort }: AlbumFilters): ImageListQuery {
  const text = q?.trim();
  return {
    isPublic: true,
    limit: 100,
    ...(text && { q: text }),
    ...(board !== undefined && { boardId: board }),
    ...(tag !== undefined && { tag }),
    ...(sort && { sort }),
  };
}

/** Returns whether the last part of a list's key filters, and does not only sort. */
export const hasFilter = (part: unknown): boolean => {
  const query: unknown = Reflect.get(Object(part), 'query');
  return ['q', 'boardId', 'tag'].some((name) => name in Object(query));
};
