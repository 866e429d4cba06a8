import { type Edges, type Figure, joinStars, seededRandom, type Star, roundToTenth } from './geometry.js';

interface Drawing {
  /** Relative to the drawing's centre. */
  label: readonly [number, number];
  stars: readonly (readonly [x: number, y: number, r: number])[];
  edges: Edges;
  /** Position on the chart in radii, scale, and rotation in degrees. */
  place: readonly [x: number, y: number, scale: number, turn: number];
}

const DRAWINGS: readonly Drawing[] = [
  {
    // Below the rings, so that the name does not jump when they open.
    label: [0, 107.5],
    stars: [
      [-70, 10, 2.6],
      [-38, -18, 1.8],
      [-4, 4, 3.4],
      [30, -20, 1.9],
      [66, 2, 2.4],
      [92, -26, 1.6],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ],
    place: [-0.3, -0.3, 1.05, 0],
  },
  {
    label: [6, 88],
    stars: [
      [0, -66, 3],
      [-30, -24, 2],
      [30, -22, 2.2],
      [-22, 36, 1.7],
      [26, 38, 2.6],
      [2, 6, 1.5],
    ],
    edges: [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 4],
      [3, 4],
      [1, 5],
      [5, 4],
    ],
    place: [0.34, -0.44, 1, 14],
  },
  {
    label: [10, 84],
    stars: [
      [-58, -40, 1.8],
      [-20, -52, 2.8],
      [12, -14, 2],
      [-34, 14, 1.5],
      [2, 44, 2.2],
      [58, 26, 3],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [2, 5],
      [3, 4],
      [4, 5],
    ],
    place: [0.47, 0.17, 1.05, -8],
  },
  {
    label: [0, 62.6],
    stars: [
      [-80, 8, 2],
      [-44, -10, 1.6],
      [-8, 2, 2.9],
      [22, -26, 1.6],
      [54, -14, 2.1],
      [40, 26, 1.7],
      [84, 14, 2.4],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 6],
      [2, 5],
      [5, 6],
    ],
    place: [-0.16, 0.5, 1.08, -12],
  },
  {
    label: [0, 63],
    stars: [
      [0, 0, 2.4],
      [-46, -34, 2],
      [-58, 14, 1.6],
      [44, -38, 2.6],
      [60, 8, 1.8],
      [4, 44, 1.5],
    ],
    edges: [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 3],
      [3, 4],
      [4, 0],
      [0, 5],
    ],
    place: [-0.6, 0.12, 0.9, 10],
  },
];

export interface ChartFigure extends Figure {
  label: { x: number; y: number };
  /** The ripple starts here. */
  brightest: Star;
}

/** A square view box. */
export interface PlanisphereFigure {
  radius: number;
  centre: number;
  rings: number[];
  /** The 24 hours: a line from the pole to the rim, and the position (`lx`, `ly`) of the numeral. */
  hours: { hour: number; x1: number; y1: number; x2: number; y2: number; lx: number; ly: number }[];
  /** An SVG path. */
  ticks: string;
  background: (Star & { opacity: number })[];
  figures: ChartFigure[];
}

const RADIUS = 430;
const CENTRE = RADIUS + 30;

function chartFigure({ label, stars, edges, place }: Drawing): ChartFigure {
  const [px, py, scale, turn] = place;
  const angle = (turn * Math.PI) / 180;
  const x0 = CENTRE + px * RADIUS;
  const y0 = CENTRE + py * RADIUS;
  const chartStars = stars.map(([x, y, r]) => ({
    x: roundToTenth(x0 + (x * Math.cos(angle) - y * Math.sin(angle)) * scale),
    y: roundToTenth(y0 + (x * Math.sin(angle) + y * Math.cos(angle)) * scale),
    r,
  }));
  const brightest = chartStars.reduce((best, star) => (star.r > best.r ? star : best));
  return {
    ...joinStars(chartStars, edges, 5),
    brightest,
    label: { x: x0 + label[0], y: y0 + label[1] },
  };
}

function hourLines(): PlanisphereFigure['hours'] {
  return Array.from({ length: 24 }, (_, hour) => {
    const angle = (hour / 24) * Math.PI * 2 - Math.PI / 2;
    const at = (reach: number) => ({
      x: roundToTenth(CENTRE + Math.cos(angle) * RADIUS * reach),
      y: roundToTenth(CENTRE + Math.sin(angle) * RADIUS * reach),
    });
    const inner = at(hour % 6 ? 0.18 : 0);
    const outer = at(0.9);
    const numeral = at(0.955);
    return { hour, x1: inner.x, y1: inner.y, x2: outer.x, y2: outer.y, lx: numeral.x, ly: numeral.y };
  });
}

function edgeTicks(): string {
  let path = '';
  for (let degree = 0; degree < 360; degree++) {
    if (degree % 15 === 0) continue;
    const length = degree % 5 === 0 ? 10 : 5;
    const cos = Math.cos((degree / 180) * Math.PI);
    const sin = Math.sin((degree / 180) * Math.PI);
    const point = (reach: number) =>
      `${roundToTenth(CENTRE + cos * reach)} ${roundToTenth(CENTRE + sin * reach)}`;
    path += `M${point(RADIUS)}L${point(RADIUS - length)}`;
  }
  return path;
}

/** Places few bright stars, denser along a band, none under a name. */
function backgroundStars(figures: readonly ChartFigure[]): PlanisphereFigure['background'] {
  const random = seededRandom(77);
  const stars: PlanisphereFigure['background'] = [];
  while (stars.length < 330) {
    const angle = random() * 6.283;
    const reach = Math.sqrt(random()) * RADIUS * 0.885;
    const x = Math.cos(angle) * reach;
    const y = Math.sin(angle) * reach;
    const band = Math.exp(-(((y + x * 0.55 - 30) / 95) ** 2));
    if (random() > 0.25 + 0.75 * band) continue;
    const [cx, cy] = [CENTRE + x, CENTRE + y];
    if (figures.some(({ label }) => Math.abs(cx - label.x) < 84 && Math.abs(cy - label.y + 5) < 16)) continue;
    const magnitude = random() ** 7;
    const opacity = roundToTenth(0.22 + 0.3 * random() + magnitude * 0.4);
    stars.push({
      x: roundToTenth(cx),
      y: roundToTenth(cy),
      r: roundToTenth(0.45 + magnitude * 1.5),
      opacity,
    });
  }
  return stars;
}

let cachedFigure: PlanisphereFigure | undefined;

/** Computes the chart once. */
export function planisphere(): PlanisphereFigure {
  if (cachedFigure) return cachedFigure;
  const figures = DRAWINGS.map(chartFigure);
  cachedFigure = {
    radius: RADIUS,
    centre: CENTRE,
    rings: [0.18, 0.36, 0.54, 0.72, 0.9].map((share) => roundToTenth(RADIUS * share)),
    hours: hourLines(),
    ticks: edgeTicks(),
    background: backgroundStars(figures),
    figures,
  };
  return cachedFigure;
}
