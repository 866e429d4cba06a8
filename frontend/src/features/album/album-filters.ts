import { SORT_ORDERS, type SortOrder } from '@oniverse/contracts';
import { isOneOf, isRecord, isText } from '../../api/guards.js';

/** Which pictures are shown: it lives in the address, so that reload and back work. */
export interface AlbumFilters {
  q?: string;
  board?: string;
  tag?: string;
  sort?: SortOrder;
}

const isSort = isOneOf(SORT_ORDERS);
/** The router reads what looks like a number or a truth as one. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return isText(text) && text !== '' ? text : undefined;
};

/** The filters that an address carries; what it does not understand it leaves out. */
export function readFilters(search: unknown): AlbumFilters {
  if (!isRecord(search)) return {};
  const [q, board, tag] = [textOf(search['q']), textOf(search['board']), textOf(search['tag'])];
  const { sort } = search;
  return {
    ...(q !== undefined && { q }),
    ...(board !== undefined && { board }),
    ...(tag !== undefined && { tag }),
    ...(isSort(sort) && sort !== 'newest' && { sort }),
  };
}

/** Whether anything is left out of the album. */
export const isFiltered = ({ q, board, tag }: AlbumFilters): boolean => Boolean(q ?? board ?? tag);

/** The query of `GET /api/images` for these filters, without a cursor. */
export function imagesQueryOf({ q, board, tag, sort }: AlbumFilters): string {
  const query = new URLSearchParams({ isPublic: 'true', limit: '100' });
  if (q !== undefined && q.trim() !== '') query.set('q', q.trim());
  if (board !== undefined) query.set('boardId', board);
  if (tag !== undefined) query.set('tag', tag);
  if (sort !== undefined) query.set('sort', sort);
  return query.toString();
}

/** Whether such a query leaves pictures out that are shown otherwise. */
export const isNarrowedBy = (query: string): boolean => {
  const search = new URLSearchParams(query);
  return ['q', 'boardId', 'tag'].some((name) => search.has(name));
};
