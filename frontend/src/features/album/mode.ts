/** What a click on a chip does: filters, unless one is changing boards or tags. One at a time. */
export const MODES = ['edit-boards', 'hide-boards', 'delete-boards', 'edit-tags', 'delete-tags'] as const;
export type Mode = (typeof MODES)[number];
