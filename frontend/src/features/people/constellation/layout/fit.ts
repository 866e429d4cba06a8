import { CONSTELLATION, PATH } from '@oniverse/contracts';
import { DRAWING } from '../drawing-space.js';
import type { Band } from './unlinked-band.js';

/** Maps a layout to the drawing space: scales it around the point (x, y). */
export interface Fit {
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
  targetY: number;
}

export interface Position {
  x: number;
  y: number;
}

/** The most nodes that are shown at once: those of the server, and those of a path. */
export const MAX_NODES = CONSTELLATION.maxNodes + PATH.links + 1;

/** Reserved for labels and for the controls in the corners. */
const MARGIN = { side: 76, top: 48, bottom: 60 } as const;
const WIDTH = DRAWING.width - 2 * MARGIN.side;
const CENTRE_X = DRAWING.width / 2;
const BAND_GAP = 26;
/** Limits how far a few nodes are spread. */
const MAX_SCALE = 2.2;
/** Maximum ratio of the two scales, so that the layout keeps its shape. */
const MAX_SCALE_RATIO = 1.3;

export const IDENTITY_FIT: Fit = {
  x: CENTRE_X,
  y: DRAWING.height / 2,
  scaleX: 1,
  scaleY: 1,
  targetY: DRAWING.height / 2,
};

/** Fills the drawing space above the band; does not scale a layout of more nodes than are ever shown. */
export function fitOf(positions: readonly Position[], band?: Pick<Band, 'top'>): Fit {
  if (positions.length === 0 || positions.length > MAX_NODES) return IDENTITY_FIT;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of positions) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const lowest = Math.min(DRAWING.height - MARGIN.bottom, (band?.top ?? Infinity) - BAND_GAP);
  const height = lowest - MARGIN.top;
  const fillX = WIDTH / (right - left);
  const fillY = height / (bottom - top);
  const maxScale = Math.min(MAX_SCALE, fillX, fillY) * MAX_SCALE_RATIO;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scaleX: Math.min(MAX_SCALE, fillX, maxScale),
    scaleY: Math.min(MAX_SCALE, fillY, maxScale),
    targetY: MARGIN.top + height / 2,
  };
}

export const applyFit = ({ x, y }: Position, fit: Fit): Position => ({
  x: CENTRE_X + (x - fit.x) * fit.scaleX,
  y: fit.targetY + (y - fit.y) * fit.scaleY,
});

export const invertFit = ({ x, y }: Position, fit: Fit): Position => ({
  x: fit.x + (x - CENTRE_X) / fit.scaleX,
  y: fit.y + (y - fit.targetY) / fit.scaleY,
});
