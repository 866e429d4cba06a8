import { type ImageView, RENDITIONS } from '@oniverse/contracts';
import { useSyncExternalStore } from 'react';

/** Narrower windows have one column. */
const BREAKPOINTS = [
  { columns: 4, query: '(min-width: 1280px)' },
  { columns: 3, query: '(min-width: 901px)' },
  { columns: 2, query: '(min-width: 600px)' },
] as const;

const currentColumns = (): number =>
  BREAKPOINTS.find(({ query }) => window.matchMedia(query).matches)?.columns ?? 1;

function subscribe(onChange: () => void): () => void {
  const lists = BREAKPOINTS.map(({ query }) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

export const useColumns = (): number => useSyncExternalStore(subscribe, currentColumns);

/** CSS pixels. */
const MAX_CONTENT_WIDTH = 1_240;
const COLUMN_GAP = 28;
/** Of a card's picture, which is cropped to it. */
const ASPECT_RATIO = 4 / 3;
/** A rendition may be this much narrower than its space without a visible loss. */
const TOLERANCE = 0.95;

export function renditionFor(
  columns: number,
  { width, height }: Pick<ImageView, 'width' | 'height'>,
): number {
  const column = (Math.min(window.innerWidth, MAX_CONTENT_WIDTH) - COLUMN_GAP * (columns - 1)) / columns;
  // A picture wider than the card is scaled to its height.
  const scale = width === null || height === null ? 1 : Math.max(1, width / height / ASPECT_RATIO);
  const pixels = column * scale * window.devicePixelRatio * TOLERANCE;
  const widths: readonly number[] = RENDITIONS.widths;
  return widths.find((width) => width >= pixels) ?? Math.max(...widths);
}
