export const SORT_ORDERS = ['newest', 'oldest'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The response header with the cursor of the next page; absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** The response header with the `seq` of the first message that a channel still has. */
export const FIRST_SEQ_HEADER = 'x-first-seq';
