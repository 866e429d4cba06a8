import { RENDITIONS } from '@oniverse/contracts';
import { useSyncExternalStore } from 'react';

/** From which width of the window on there are that many columns; below all of them there is one. */
const STEPS = [
  { columns: 4, query: '(min-width: 1280px)' },
  { columns: 3, query: '(min-width: 901px)' },
  { columns: 2, query: '(min-width: 600px)' },
] as const;

const columnsNow = (): number => STEPS.find(({ query }) => window.matchMedia(query).matches)?.columns ?? 1;

function watch(changed: () => void): () => void {
  const lists = STEPS.map(({ query }) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    for (const list of lists) list.removeEventListener('change', changed);
  };
}

/** How many pictures stand in a row: one to four, by the width of the window. */
export const useColumns = (): number => useSyncExternalStore(watch, columnsNow);

/** The rendition that fills a column of a window: the smallest that is wide enough for its pixels. */
export function renditionFor(columns: number): number {
  const pixels = (window.innerWidth / columns) * window.devicePixelRatio;
  const widths: readonly number[] = RENDITIONS.widths;
  return widths.find((width) => width >= pixels) ?? Math.max(...widths);
}
