import { create } from 'zustand';

/** The number of unread messages that mention the member, over all dimensions. */
export const useMentionCount = create<{ count: number }>(() => ({ count: 0 }));
