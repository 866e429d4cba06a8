import { type ListFilters, readListFilters } from '../../../api/list-filters.js';

export type AlbumFilters = ListFilters<'q' | 'board' | 'tag'>;

/** Drops invalid parameters. */
export const readFilters = (search: Record<string, unknown>): AlbumFilters =>
  readListFilters(search, ['q', 'board', 'tag']);
