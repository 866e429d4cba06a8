import type { AlbumFilters } from './album-filters.js';

/** Returns whether filters hide something, and do not only sort. */
export const isFiltered = ({ q, board, tag }: AlbumFilters): boolean => Boolean(q ?? board ?? tag);

/** Returns the query of `GET /api/images` for these filters, without a cursor. */
export function imagesQueryOf({ q, board, tag, sort }: AlbumFilters): string {
  const query = new URLSearchParams({ isPublic: 'true', limit: '100' });
  if (q !== undefined && q.trim() !== '') query.set('q', q.trim());
  if (board !== undefined) query.set('boardId', board);
  if (tag !== undefined) query.set('tag', tag);
  if (sort !== undefined) query.set('sort', sort);
  return query.toString();
}

/** Returns whether a query of `GET /api/images` filters, and does not only sort. */
export const hasFilter = (query: string): boolean => {
  const search = new URLSearchParams(query);
  return ['q', 'boardId', 'tag'].some((name) => search.has(name));
};
