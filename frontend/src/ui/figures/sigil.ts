import { type Edges, type Figure, joined, seeded, type Star } from './geometry.js';

/** The small figure of a dimension, in a field of 56 by 56. */
export interface SigilFigure extends Figure {
  /** Its brightest star, which a warm ring marks. */
  brightest: Star;
}

const distance = (a: Star, b: Star) => Math.hypot(a.x - b.x, a.y - b.y);

function scatter(random: () => number, count: number): Star[] {
  const stars: Star[] = [];
  for (let tries = 0; stars.length < count && tries < 500; tries++) {
    const angle = random() * 6.283;
    const reach = Math.sqrt(random()) * 22;
    const star = { x: 28 + Math.cos(angle) * reach, y: 28 + Math.sin(angle) * reach, r: 1 + random() * 1.1 };
    if (stars.every((other) => distance(other, star) > 12)) stars.push(star);
  }
  return stars;
}

/** Joins every star to the nearest one that is joined already. */
function shortestTree(stars: readonly Star[]): Edges {
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

/** The figure that an id stands for: the same id, the same figure, everywhere. */
export function sigilOf(id: string): SigilFigure {
  const random = seeded(`${id}x`);
  const stars = scatter(random, 4 + Math.floor(random() * 3));
  const edges = shortestTree(stars);
  const place = Math.floor(random() * stars.length);
  const brightest = { ...(stars[place] ?? { x: 28, y: 28 }), r: 2.6 };
  stars[place] = brightest;
  return { ...joined(stars, edges, 2.4), brightest };
}
