/** A star: where it stands and how large it is drawn. */
export interface Star {
  x: number;
  y: number;
  r: number;
}

/** A line between two stars, already cut short at both ends. */
export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Stars and the lines that join them. */
export interface Figure {
  stars: Star[];
  lines: Line[];
}

/** Which stars of a list are joined, by their places in it. */
export type Edges = readonly (readonly [number, number])[];

/** One decimal is as fine as a screen shows. */
export const tenth = (value: number): number => Number(value.toFixed(1));

/** A text's number, the same for the same text everywhere. */
function seedOf(text: string): number {
  let seed = 2166136261;
  for (const character of text) seed = Math.imul(seed ^ character.charCodeAt(0), 16777619) >>> 0;
  return seed;
}

/** A row of numbers from 0 to 1 that a seed decides. */
export function seeded(seed: string | number): () => number {
  let state = typeof seed === 'string' ? seedOf(seed) : seed;
  return () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = Pick<Star, 'x' | 'y'>;

/**
 * The rule of the chart: a line stops before the star it points at.
 * @returns undefined where the two stand too close for a line
 */
export function segment(from: Point, to: Point, gapFrom = 5, gapTo = 5): Line | undefined {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length < gapFrom + gapTo + 2) return undefined;
  const ux = dx / length;
  const uy = dy / length;
  return {
    x1: tenth(from.x + ux * gapFrom),
    y1: tenth(from.y + uy * gapFrom),
    x2: tenth(to.x - ux * gapTo),
    y2: tenth(to.y - uy * gapTo),
  };
}

/** Joins stars by `edges`; each line keeps `gap` away from the rim of its stars. */
export function joined(stars: readonly Star[], edges: Edges, gap = 4): Figure {
  const lines: Line[] = [];
  for (const [a, b] of edges) {
    const from = stars[a];
    const to = stars[b];
    const line = from && to && segment(from, to, from.r + gap, to.r + gap);
    if (line) lines.push(line);
  }
  return { stars: [...stars], lines };
}
