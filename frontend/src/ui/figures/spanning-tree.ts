import type { Edges, Star } from './geometry.js';

export const distance = (a: Star, b: Star) => Math.hypot(a.x - b.x, a.y - b.y);

/** Uses Prim's algorithm. */
export function minimumSpanningTree(stars: readonly Star[]): Edges {
  const edges: [number, number][] = [];
  const inside = new Set([0]);
  while (inside.size < stars.length) {
    let best: { from: number; to: number; length: number } | undefined;
    for (const from of inside) {
      for (const [to, star] of stars.entries()) {
        const start = stars[from];
        if (!start || inside.has(to)) continue;
        const length = distance(start, star);
        if (!best || length < best.length) best = { from, to, length };
      }
    }
    if (!best) break;
    edges.push([best.from, best.to]);
    inside.add(best.to);
  }
  return edges;
}
