import { CONSTELLATION, CONSTELLATION_VIEW } from '@oniverse/contracts';

/** How a chart is brought into the drawing space: around which point it is enlarged, and how much. */
export interface Fit {
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
}

interface Place {
  x: number;
  y: number;
}

/** What of the drawing space is for stars: names, and the controls in its corners, want the rest. */
const MARGIN = { side: 76, top: 48, bottom: 60 } as const;
const ROOM = {
  width: CONSTELLATION_VIEW.width - 2 * MARGIN.side,
  height: CONSTELLATION_VIEW.height - MARGIN.top - MARGIN.bottom,
};
const MIDDLE: Place = { x: CONSTELLATION_VIEW.width / 2, y: MARGIN.top + ROOM.height / 2 };
/** A few stars are not drawn further apart than this. */
const MOST = 2.2;
/** One way is enlarged at most this much more than the other, so that the figure keeps its form. */
const STRETCH = 1.3;

/** Leaves a chart where it is. */
export const NO_FIT: Fit = { ...MIDDLE, scaleX: 1, scaleY: 1 };

/** The fit that fills the drawing space with a chart; one of more nodes than it can hold goes beyond it. */
export function fitOf(places: readonly Place[]): Fit {
  if (places.length === 0 || places.length > CONSTELLATION.nodes) return NO_FIT;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const across = ROOM.width / (right - left);
  const down = ROOM.height / (bottom - top);
  const both = Math.min(MOST, across, down) * STRETCH;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scaleX: Math.min(MOST, across, both),
    scaleY: Math.min(MOST, down, both),
  };
}

/** Where a place of the layout is drawn. */
export const fitted = ({ x, y }: Place, fit: Fit): Place => ({
  x: MIDDLE.x + (x - fit.x) * fit.scaleX,
  y: MIDDLE.y + (y - fit.y) * fit.scaleY,
});

/** Where in the layout something is that is drawn at a place. */
export const unfitted = ({ x, y }: Place, fit: Fit): Place => ({
  x: fit.x + (x - MIDDLE.x) / fit.scaleX,
  y: fit.y + (y - MIDDLE.y) / fit.scaleY,
});
