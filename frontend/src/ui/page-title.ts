import { PRODUCT_NAME } from '@oniverse/contracts';
import { useEffect } from 'react';

/** Names the page in the browser's title: `Dimensions, Oniverse`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title.includes(PRODUCT_NAME) ? title : `${title}, ${PRODUCT_NAME}`;
  }, [title]);
}
