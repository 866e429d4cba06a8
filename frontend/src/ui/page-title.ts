import { PRODUCT_NAME } from '@oniverse/contracts';
import { useEffect } from 'react';
import { useMentionCount } from './mention-count.js';

/** Prepends the number of unread mentions: `(2) Dimensions, Oniverse`. */
export function usePageTitle(title: string): void {
  const mentions = useMentionCount((state) => state.count);
  useEffect(() => {
    const name = title.includes(PRODUCT_NAME) ? title : `${title}, ${PRODUCT_NAME}`;
    document.title = mentions > 0 ? `(${mentions}) ${name}` : name;
  }, [title, mentions]);
}
