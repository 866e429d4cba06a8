import type { SortOrder } from '@oniverse/contracts';

/** How a list is read in each order: which ids come after a cursor, and how the ids are sorted. */
export const LIST_ORDER = {
  newest: { after: '<', direction: 'DESC' },
  oldest: { after: '>', direction: 'ASC' },
} as const satisfies Record<SortOrder, { after: string; direction: string }>;
