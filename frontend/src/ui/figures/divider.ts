import { type Figure, joinStars, seededRandom, type Star } from './geometry.js';

/** Returns the same row for the same seed, in a 600 by 28 view box. */
export function dividerOf(seed: string): Figure {
  const random = seededRandom(seed);
  const stars: Star[] = [];
  for (let x = 4; x < 596; x += 50 + random() * 90) {
    stars.push({ x, y: 6 + random() * 16, r: 1 + random() * 1.3 });
  }
  return joinStars(
    stars,
    stars.slice(1).map((_, place) => [place, place + 1] as const),
    4,
  );
}
