import { PRODUCT_NAME } from '@oniverse/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';

interface UnreadMarks {
  /** The number of unread messages that mention the member, over all dimensions. */
  count: number;
  /** Whether a conversation or a request waits to be read. */
  isDirectUnread: boolean;
}

/** What the navigation says of unread messages. */
export const useMentionCount = create<UnreadMarks>(() => ({ count: 0, isDirectUnread: false }));

/** Prepends the number of unread mentions: `(2) Dimensions, Oniverse`. */
export function usePageTitle(title: string): void {
  const mentions = useMentionCount((state) => state.count);
  useEffect(() => {
    const name = title.includes(PRODUCT_NAME) ? title : `${title}, ${PRODUCT_NAME}`;
    document.title = mentions > 0 ? `(${mentions}) ${name}` : name;
  }, [title, mentions]);
}
