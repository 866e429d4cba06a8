/** Without a mode, chips filter. */
export const MODES = ['edit-boards', 'hide-boards', 'delete-boards', 'edit-tags', 'delete-tags'] as const;
export type Mode = (typeof MODES)[number];
