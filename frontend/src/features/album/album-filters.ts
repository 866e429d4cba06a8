import { SORT_ORDERS, type SortOrder } from '@oniverse/contracts';
import * as v from 'valibot';

export interface AlbumFilters {
  q?: string;
  board?: string;
  tag?: string;
  sort?: SortOrder;
}

const sortSchema = v.picklist(SORT_ORDERS);
/** The router parses `12` and `true` as number and boolean. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
};

/** Drops invalid parameters. */
export function readFilters(search: Record<string, unknown>): AlbumFilters {
  const [q, board, tag] = [textOf(search['q']), textOf(search['board']), textOf(search['tag'])];
  const { sort } = search;
  return {
    ...(q !== undefined && { q }),
    ...(board !== undefined && { board }),
    ...(tag !== undefined && { tag }),
    ...(v.is(sortSchema, sort) && sort !== 'newest' && { sort }),
  };
}

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
