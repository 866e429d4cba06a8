import { type Edges, type Line, seededRandom, lineBetween, type Star } from './geometry.js';

interface Letter {
  points: readonly (readonly [number, number])[];
  edges: Edges;
  width: number;
}

const LETTERS: Readonly<Record<string, Letter>> = {
  N: {
    points: [
      [0, 60],
      [0, 0],
      [36, 60],
      [36, 0],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    width: 36,
  },
  I: {
    points: [
      [0, 0],
      [0, 60],
    ],
    edges: [[0, 1]],
    width: 0,
  },
  V: {
    points: [
      [0, 0],
      [20, 60],
      [40, 0],
    ],
    edges: [
      [0, 1],
      [1, 2],
    ],
    width: 40,
  },
  E: {
    points: [
      [32, 0],
      [0, 0],
      [0, 60],
      [32, 60],
      [0, 29],
      [24, 29],
    ],
    edges: [
      [0, 1],
      [1, 4],
      [4, 2],
      [2, 3],
      [4, 5],
    ],
    width: 32,
  },
  R: {
    points: [
      [0, 60],
      [0, 0],
      [32, 13],
      [0, 30],
      [34, 60],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ],
    width: 34,
  },
  S: {
    points: [
      [33, 3],
      [4, 9],
      [30, 40],
      [32, 52],
      [0, 60],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ],
    width: 33,
  },
};
const MAGNITUDES = [2.1, 3.1, 2.5, 3.6, 2.3, 2.8] as const;
const SPACING = 24;
const CIRCLE = 60;

/** A rippling O, then seven letters made of stars. */
export interface WordmarkFigure {
  lines: Line[];
  stars: Star[];
  width: number;
  /** Larger stars, lines closer to them, one ring. */
  small: boolean;
}

/** @param height in pixels */
export function wordmarkOf(height: number): WordmarkFigure {
  const small = height < 30;
  const gap = small ? 1.6 : 4.4;
  const scale = small ? 1.62 : 1;
  const random = seededRandom(12);
  const figure: WordmarkFigure = { lines: [], stars: [], width: 0, small };
  let left = CIRCLE + SPACING;
  for (const character of 'NIVERSE') {
    const letter = LETTERS[character];
    if (!letter) continue;
    const stars = letter.points.map(([x, y]) => ({
      x: x + left,
      y,
      r: (MAGNITUDES[Math.floor(random() * 6)] ?? 2.5) * scale,
    }));
    for (const [a, b] of letter.edges) {
      const from = stars[a];
      const to = stars[b];
      const line = from && to && lineBetween(from, to, from.r + gap, to.r + gap);
      if (line) figure.lines.push(line);
    }
    figure.stars.push(...stars);
    left += letter.width + SPACING;
  }
  figure.width = left - SPACING;
  return figure;
}
