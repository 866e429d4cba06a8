export interface Star {
  x: number;
  y: number;
  r: number;
}

/** Already shortened at both ends. */
export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Figure {
  stars: Star[];
  lines: Line[];
}

/** Indexes into a list of stars. */
export type Edges = readonly (readonly [number, number])[];

export const roundToTenth = (value: number): number => Number(value.toFixed(1));

/** Computes FNV-1a. */
function seedOf(text: string): number {
  let seed = 2166136261;
  for (const character of text) seed = Math.imul(seed ^ character.charCodeAt(0), 16777619) >>> 0;
  return seed;
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: string | number): () => number {
  let state = typeof seed === 'string' ? seedOf(seed) : seed;
  return () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = Pick<Star, 'x' | 'y'>;

/** Shortens the line by `gapFrom` and `gapTo`. Returns `undefined` if the points are too close. */
export function lineBetween(from: Point, to: Point, gapFrom = 5, gapTo = 5): Line | undefined {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length < gapFrom + gapTo + 2) return undefined;
  const ux = dx / length;
  const uy = dy / length;
  return {
    x1: roundToTenth(from.x + ux * gapFrom),
    y1: roundToTenth(from.y + uy * gapFrom),
    x2: roundToTenth(to.x - ux * gapTo),
    y2: roundToTenth(to.y - uy * gapTo),
  };
}

/** Stops each line `gap` before the rims of its stars. */
export function joinStars(stars: readonly Star[], edges: Edges, gap = 4): Figure {
  const lines: Line[] = [];
  for (const [a, b] of edges) {
    const from = stars[a];
    const to = stars[b];
    const line = from && to && lineBetween(from, to, from.r + gap, to.r + gap);
    if (line) lines.push(line);
  }
  return { stars: [...stars], lines };
}
