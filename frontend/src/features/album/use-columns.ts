import { type ImageView, RENDITIONS } from '@oniverse/contracts';
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

/** The most that a page leaves to what is in it, and what parts two columns of the grid, in pixels of the page. */
const WIDEST = 1_240;
const GAP = 28;
/** The proportions of a card's picture; what does not fit them is cut off. */
const PROPORTION = 4 / 3;
/** So much narrower than its place a rendition may be before anybody sees it. */
const NEAR_ENOUGH = 0.95;

/** The rendition that fills a picture's place in so many columns: the smallest that is wide enough for its pixels. */
export function renditionFor(
  columns: number,
  { width, height }: Pick<ImageView, 'width' | 'height'>,
): number {
  const column = (Math.min(window.innerWidth, WIDEST) - GAP * (columns - 1)) / columns;
  // A wide picture fills its place by its height.
  const stretch = width === null || height === null ? 1 : Math.max(1, width / height / PROPORTION);
  const pixels = column * stretch * window.devicePixelRatio * NEAR_ENOUGH;
  const widths: readonly number[] = RENDITIONS.widths;
  return widths.find((wide) => wide >= pixels) ?? Math.max(...widths);
}
