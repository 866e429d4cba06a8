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
