import { SORT_ORDERS, type SortOrder } from '@oniverse/contracts';
import { isOneOf, isRecord, isText } from '../../api/guards.js';

/** What of the archive is shown: it lives in the address, so that reload and back work. */
export interface ArchiveFilters {
  q?: string;
  tag?: string;
  capsule?: string;
  sort?: SortOrder;
}

const isSort = isOneOf(SORT_ORDERS);

/** The router reads what looks like a number or a truth as one. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return isText(text) && text !== '' ? text : undefined;
};

/** The filters with what says nothing left out. */
export function filtersOf(search: { [Name in keyof ArchiveFilters]: unknown }): ArchiveFilters {
  const [q, tag, capsule] = [textOf(search.q), textOf(search.tag), textOf(search.capsule)];
  const { sort } = search;
  return {
    ...(q !== undefined && { q }),
    ...(tag !== undefined && { tag }),
    ...(capsule !== undefined && { capsule }),
    ...(isSort(sort) && sort !== 'newest' && { sort }),
  };
}

/** The filters that an address carries; what it does not understand it leaves out. */
export const readArchiveFilters = (search: unknown): ArchiveFilters =>
  isRecord(search)
    ? filtersOf({ q: search['q'], tag: search['tag'], capsule: search['capsule'], sort: search['sort'] })
    : {};

/** Whether anything is left out of the archive. */
export const isFiltered = ({ q, tag, capsule }: ArchiveFilters): boolean => Boolean(q ?? tag ?? capsule);

/** What both lists are asked with. */
export function searchOf({ q, tag, sort }: ArchiveFilters): Record<string, string> {
  const words = q?.trim();
  return { ...(words && { q: words }), ...(tag !== undefined && { tag }), ...(sort && { sort }) };
}
