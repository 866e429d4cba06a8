import { type Figure, joinStars, seededRandom, type Star } from './geometry.js';
import { distance, minimumSpanningTree } from './spanning-tree.js';

/** A 56 by 56 view box. */
export interface SigilFigure extends Figure {
  /** Marked with a warm ring. */
  brightest: Star;
}

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

/** Returns the same figure for the same id. */
export function sigilOf(id: string): SigilFigure {
  const random = seededRandom(`${id}x`);
  const stars = scatter(random, 4 + Math.floor(random() * 3));
  const edges = minimumSpanningTree(stars);
  const place = Math.floor(random() * stars.length);
  const brightest = { ...(stars[place] ?? { x: 28, y: 28 }), r: 2.6 };
  stars[place] = brightest;
  return { ...joinStars(stars, edges, 2.4), brightest };
}
