import { joinStars } from './geometry.js';

/** A 160 by 96 view box. */
export const FIVE_STARS = joinStars(
  [
    { x: 14, y: 62, r: 2.2 },
    { x: 50, y: 34, r: 2.6 },
    { x: 82, y: 58, r: 2 },
    { x: 116, y: 28, r: 2.8 },
    { x: 148, y: 52, r: 2.2 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ],
);
