import { joined } from './geometry.js';

/** The line of five stars that stands for what is on its way, in a field of 160 by 96. */
export const FIVE_STARS = joined(
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
