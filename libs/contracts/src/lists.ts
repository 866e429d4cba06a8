/** In which order a list comes. */
export const SORT_ORDERS = ['newest', 'oldest'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The header that holds where a list goes on. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
