import { type Figure, joined, seeded, type Star, tenth } from './geometry.js';
import { distance, shortestTree } from './growth.js';

/** A star of the background, with how bright it is drawn. */
export interface FaintStar extends Star {
  opacity: number;
}

/** The sky around a member's picture, in a field of 1400 by 300. */
export interface HaloSky {
  figures: Figure[];
  background: FaintStar[];
}

/** The middle of the picture that the rings open from. */
export const HALO_CENTRE = { x: 700, y: 214 } as const;

/** The rings, with the opacity of each: they fade outward. */
export const HALO_RINGS = [
  { r: 92, opacity: 0.5 },
  { r: 124, opacity: 0.36 },
  { r: 168, opacity: 0.26 },
  { r: 226, opacity: 0.19 },
  { r: 300, opacity: 0.14 },
  { r: 392, opacity: 0.1 },
  { r: 504, opacity: 0.07 },
  { r: 640, opacity: 0.05 },
] as const;

const TICKED_RING = 168;

/** The graduation of the third ring's upper half: a mark a degree, longer every ten, as the path of an SVG. */
export function haloTicks(): string {
  const { x, y } = HALO_CENTRE;
  const marks: string[] = [];
  for (let degree = 180; degree <= 360; degree++) {
    const angle = (degree / 180) * Math.PI;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const end = TICKED_RING + (degree % 10 === 0 ? 10 : 5);
    const at = (reach: number) => `${tenth(x + cos * reach)} ${tenth(y + sin * reach)}`;
    marks.push(`M${at(TICKED_RING)}L${at(end)}`);
  }
  return marks.join('');
}

/** Where the two figures of a sky stand, left and right of the rings. */
const PLACES = [
  { x: 150, y: 50, width: 290, height: 150 },
  { x: 975, y: 50, width: 260, height: 150 },
] as const;
const FIGURE_STARS = 5;
const APART = 62;
const BACKGROUND_STARS = 150;

function figureIn(random: () => number, place: (typeof PLACES)[number]): Figure {
  const stars: Star[] = [];
  for (let tries = 0; stars.length < FIGURE_STARS && tries < 500; tries++) {
    const star = {
      x: tenth(place.x + random() * place.width),
      y: tenth(place.y + random() * place.height),
      r: tenth(1.7 + random() * 1.3),
    };
    if (stars.every((other) => distance(other, star) > APART)) stars.push(star);
  }
  return joined(stars, shortestTree(stars), 5);
}

/** The sky of a member, drawn from their id: the same id, the same sky. Magnitudes follow a power law. */
export function haloOf(id: string): HaloSky {
  const random = seeded(`${id}halo`);
  const figures = PLACES.map((place) => figureIn(random, place));
  const background = Array.from({ length: BACKGROUND_STARS }, () => ({
    x: tenth(random() * 1400),
    y: tenth(random() * 300),
    r: tenth(0.4 + random() ** 7 * 1.3),
    opacity: tenth(0.3 + random() * 0.4),
  }));
  return { figures, background };
}
