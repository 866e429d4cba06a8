import { SORT_ORDERS, type SortOrder } from '@oniverse/contracts';
import * as v from 'valibot';

/** The filters of the archive. Stored in the address, so that reload and Back work. */
export interface ArchiveFilters {
  q?: string;
  tag?: string;
  capsule?: string;
  sort?: SortOrder;
}

const sortSchema = v.picklist(SORT_ORDERS);

/** Returns a search parameter as text: the router parses numbers and booleans. Empty text becomes undefined. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
};

/** Returns the filters without empty and default values. */
export function cleanFilters(search: { [Name in keyof ArchiveFilters]: unknown }): ArchiveFilters {
  const [q, tag, capsule] = [textOf(search.q), textOf(search.tag), textOf(search.capsule)];
  const { sort } = search;
  return {
    ...(q !== undefined && { q }),
    ...(tag !== undefined && { tag }),
    ...(capsule !== undefined && { capsule }),
    ...(v.is(sortSchema, sort) && sort !== 'newest' && { sort }),
  };
}

export const readArchiveFilters = (search: Record<string, unknown>): ArchiveFilters =>
  cleanFilters({ q: search['q'], tag: search['tag'], capsule: search['capsule'], sort: search['sort'] });
