import { type ListFilters, readListFilters } from '../../../api/list-filters.js';

/** Without a mode, chips filter. */
export const MODES = ['edit-boards', 'hide-boards', 'delete-boards', 'edit-tags', 'delete-tags'] as const;
export type Mode = (typeof MODES)[number];

export type AlbumFilters = ListFilters<'q' | 'board' | 'tag'>;

/** Drops invalid parameters. */
export const readFilters = (search: Record<string, unknown>): AlbumFilters =>
  readListFilters(search, ['q', 'board', 'tag']);
