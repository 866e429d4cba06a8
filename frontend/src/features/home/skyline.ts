import { type Figure, joined, seeded, type Star } from '../../ui/figures/geometry.js';

/** The sky over the homepage: the member's own star and one for each joined dimension. */
export interface Skyline extends Figure {
  you: Star;
  named: (Star & { id: string; name: string })[];
}

const WIDTH = 1240;
const YOU: Star = { x: 706, y: 128, r: 5 };
const SHOWN = 8;
const SLOTS = [
  [812, 76],
  [596, 66],
  [612, 196],
  [816, 206],
  [936, 118],
  [486, 96],
  [1004, 204],
  [1092, 78],
] as const;

/** Places the dimensions round the member; the same ones stand in the same places. */
export function skylineOf(dimensions: readonly { id: string; name: string; memberCount: number }[]): Skyline {
  const shown = dimensions.toSorted((a, b) => a.id.localeCompare(b.id)).slice(0, SHOWN);
  const named = shown.map(({ id, name, memberCount }, index) => {
    const random = seeded(id);
    const [x, y] = SLOTS[index] ?? [WIDTH / 2, YOU.y];
    const r = Math.min(4.4, 2 + Math.log10(Math.max(1, memberCount)) * 0.8);
    return { id, name, r, x: x + (random() - 0.5) * 36, y: y + (random() - 0.5) * 24 };
  });
  const stars = [YOU, ...named];
  const edges = named.map((_, index) => [0, index + 1] as const);
  return { ...joined(stars, edges, 8), you: YOU, named };
}
