import type { SortOrder } from '@oniverse/contracts';

/** SQL operators for paging through ids: the comparison with the cursor, and the sort direction. */
export const LIST_ORDER = {
  newest: { after: '<', direction: 'DESC' },
  oldest: { after: '>', direction: 'ASC' },
} as const satisfies Record<SortOrder, { after: string; direction: string }>;
