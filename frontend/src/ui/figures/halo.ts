import { type Figure, joinStars, seededRandom, type Star, roundToTenth } from './geometry.js';
import { distance, minimumSpanningTree } from './spanning-tree.js';

export interface FaintStar extends Star {
  opacity: number;
}

/** A 1400 by 300 view box. */
export interface HaloFigure {
  figures: Figure[];
  background: FaintStar[];
}

export const HALO_CENTRE = { x: 700, y: 214 } as const;

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

/** Returns an SVG path: one tick per degree on the upper half of the third ring, longer every ten. */
export function haloTicks(): string {
  const { x, y } = HALO_CENTRE;
  const marks: string[] = [];
  for (let degree = 180; degree <= 360; degree++) {
    const angle = (degree / 180) * Math.PI;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const end = TICKED_RING + (degree % 10 === 0 ? 10 : 5);
    const at = (reach: number) => `${roundToTenth(x + cos * reach)} ${roundToTenth(y + sin * reach)}`;
    marks.push(`M${at(TICKED_RING)}L${at(end)}`);
  }
  return marks.join('');
}

/** Left and right of the rings. */
const FIGURE_AREAS = [
  { x: 150, y: 50, width: 290, height: 150 },
  { x: 975, y: 50, width: 260, height: 150 },
] as const;
const FIGURE_STARS = 5;
const MIN_STAR_DISTANCE = 62;
const BACKGROUND_STARS = 150;

function figureIn(random: () => number, place: (typeof FIGURE_AREAS)[number]): Figure {
  const stars: Star[] = [];
  for (let tries = 0; stars.length < FIGURE_STARS && tries < 500; tries++) {
    const star = {
      x: roundToTenth(place.x + random() * place.width),
      y: roundToTenth(place.y + random() * place.height),
      r: roundToTenth(1.7 + random() * 1.3),
    };
    if (stars.every((other) => distance(other, star) > MIN_STAR_DISTANCE)) stars.push(star);
  }
  return joinStars(stars, minimumSpanningTree(stars), 5);
}

/** Returns the same halo for the same id. Star sizes follow a power law. */
export function haloOf(id: string): HaloFigure {
  const random = seededRandom(`${id}halo`);
  const figures = FIGURE_AREAS.map((place) => figureIn(random, place));
  const background = Array.from({ length: BACKGROUND_STARS }, () => ({
    x: roundToTenth(random() * 1400),
    y: roundToTenth(random() * 300),
    r: roundToTenth(0.4 + random() ** 7 * 1.3),
    opacity: roundToTenth(0.3 + random() * 0.4),
  }));
  return { figures, background };
}
