/** What a search finds, in the order in which it is shown. */
export const SEARCH_KINDS = ['members', 'tags', 'posts', 'pictures', 'dimensions'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
