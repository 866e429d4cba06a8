import { PRODUCT_NAME } from '@oniverse/contracts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from './results.js';

/** The finder shows so many places besides the present one. */
const SHOWN = 5;

interface Place {
  path: string;
  title: string;
}

/** The last pages of this tab, newest first. */
const useRecentPlaces = create<{ places: readonly Place[] }>(() => ({ places: [] }));

const PRODUCT = `, ${PRODUCT_NAME}`;

/** Removes the number of unread mentions and the name of the product: `(2) Album, Oniverse` is `Album`. */
function bareTitle(title: string): string {
  const counted = title.replace(/^\(\d+\) /u, '');
  return counted.endsWith(PRODUCT) ? counted.slice(0, -PRODUCT.length) : counted;
}

function record(place: Place): void {
  useRecentPlaces.setState(({ places }) => ({
    places: [place, ...places.filter(({ path }) => path !== place.path)].slice(0, SHOWN + 1),
  }));
}

/** Records each page by its title, which a page sets once its content is known. */
export function useRecordPlaces(): void {
  const router = useRouter();
  useEffect(() => {
    const recordCurrent = () => {
      const { pathname, searchStr } = router.state.location;
      record({ path: `${pathname}${searchStr}`, title: bareTitle(document.title) });
    };
    recordCurrent();
    const observer = new MutationObserver(recordCurrent);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [router]);
}

/** Returns the last pages except the present one, as results of the finder. */
export function useRecentResults(): Result[] {
  const router = useRouter();
  const { places } = useRecentPlaces();
  const { pathname, searchStr } = router.state.location;
  return places
    .filter(({ path }) => path !== `${pathname}${searchStr}`)
    .slice(0, SHOWN)
    .map(({ path, title }) => ({ key: `recent ${path}`, icon: 'command', title, href: path }));
}
