import { useMemo } from 'react';
import { lineBetween, roundToTenth, seededRandom } from '../../../ui/figures/geometry.js';

interface Shape {
  width: number;
  height: number;
  /** The star of the reader, then that of the others. */
  stars: readonly [{ x: number; y: number }, { x: number; y: number }];
  radius: number;
  /** Around the reader's star, then around the other one. */
  rings: { own: readonly number[]; other: readonly number[] };
  /** Between the line and the centres of the stars. */
  gaps: readonly [number, number];
}

const START: Shape = {
  width: 340,
  height: 96,
  stars: [
    { x: 56, y: 60 },
    { x: 284, y: 34 },
  ],
  radius: 6,
  rings: { own: [12, 22], other: [12] },
  gaps: [28, 20],
};
const REQUEST: Shape = {
  width: 420,
  height: 120,
  stars: [
    { x: 70, y: 76 },
    { x: 350, y: 34 },
  ],
  radius: 7,
  rings: { own: [14, 26], other: [16] },
  gaps: [34, 24],
};

const SIZE = 44;
const CENTRE = SIZE / 2;

/** Returns a small figure, whose distance and tilt come from the id of the conversation. */
function smallShape(id: string): Shape {
  const random = seededRandom(`${id}two`);
  const tilt = (random() - 0.5) * Math.PI;
  const reach = SIZE * (0.2 + 0.08 * random());
  const [dx, dy] = [Math.cos(tilt) * reach, Math.sin(tilt) * reach];
  return {
    width: SIZE,
    height: SIZE,
    stars: [
      { x: roundToTenth(CENTRE - dx), y: roundToTenth(CENTRE - dy) },
      { x: roundToTenth(CENTRE + dx), y: roundToTenth(CENTRE + dy) },
    ],
    radius: 2.6,
    rings: { own: [], other: [] },
    gaps: [6, 6],
  };
}

const SHAPES = { start: () => START, request: () => REQUEST, small: smallShape } as const;

interface TwoStarFigureProps {
  /** Of the conversation. */
  id: string;
  look?: keyof typeof SHAPES;
  /** Whether the other side has not accepted: the second star is hollow, the line dotted. */
  isRequest?: boolean;
}

/** The reader and the others, as two stars. Decorative: the names are beside it. */
export function TwoStarFigure({ id, look = 'small', isRequest = false }: TwoStarFigureProps) {
  const { width, height, stars, radius, rings, gaps } = useMemo(() => SHAPES[look](id), [look, id]);
  const [own, other] = stars;
  const line = lineBetween(own, other, ...gaps);
  const lineClass = isRequest ? 'c-dotted' : look === 'small' ? 'c-line' : 'c-ring';
  return (
    <svg
      className="two-star"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {look === 'small' && <circle className="two-star__rim" cx={CENTRE} cy={CENTRE} r="21" />}
      {rings.own.map((ring, index) => (
        <circle
          key={ring}
          className="c-ring-warm"
          cx={own.x}
          cy={own.y}
          r={ring}
          opacity={index === 0 ? 1 : 0.4}
        />
      ))}
      <circle className="c-warm" cx={own.x} cy={own.y} r={radius} />
      <line className={lineClass} {...line} />
      {rings.other.map((ring) => (
        <circle key={ring} className="c-line" cx={other.x} cy={other.y} r={ring} />
      ))}
      <circle className={isRequest ? 'two-star__hollow' : 'c-star'} cx={other.x} cy={other.y} r={radius} />
    </svg>
  );
}
