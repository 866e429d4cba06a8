import type { SortOrder } from '@oniverse/contracts';
import type { ArchiveFilters } from './archive-filters.js';

/** Returns whether filters hide something, and do not only sort. */
export const isFiltered = ({ q, tag, capsule }: ArchiveFilters): boolean => Boolean(q ?? tag ?? capsule);

/** Returns the query parameters of both lists. */
export function queryParamsOf({ q, tag, sort }: ArchiveFilters): {
  q?: string;
  tag?: string;
  sort?: SortOrder;
} {
  const text = q?.trim();
  return { ...(text && { q: text }), ...(tag !== undefined && { tag }), ...(sort && { sort }) };
}
