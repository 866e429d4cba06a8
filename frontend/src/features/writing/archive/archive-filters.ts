import { type ListFilters, readListFilters } from '../../../api/list-filters.js';

/** The filters of the archive. Stored in the address, so that reload and Back work. */
export type ArchiveFilters = ListFilters<'q' | 'tag' | 'capsule'>;

/** Returns the filters without empty and default values. */
export const cleanFilters = (search: Record<string, unknown>): ArchiveFilters =>
  readListFilters(search, ['q', 'tag', 'capsule']);
