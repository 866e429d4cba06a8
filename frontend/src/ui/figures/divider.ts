import { type Figure, joined, seeded, type Star } from './geometry.js';

/** A row of stars joined one after the other, in a field of 600 by 28; the same seed, the same row. */
export function dividerOf(seed: string): Figure {
  const random = seeded(seed);
  const stars: Star[] = [];
  for (let x = 4; x < 596; x += 50 + random() * 90) {
    stars.push({ x, y: 6 + random() * 16, r: 1 + random() * 1.3 });
  }
  return joined(
    stars,
    stars.slice(1).map((_, place) => [place, place + 1] as const),
    4,
  );
}
