import { joinStars, seededRandom, roundToTenth } from '../../../ui/figures/geometry.js';
import { FigureMarks } from '../../../ui/marks.js';
import type { ServerKind } from './dimensions.texts.js';

const WIDTH = 520;
const HEIGHT = 210;

const FIGURES = {
  public: joinStars(
    [
      { x: 40, y: 150, r: 2 },
      { x: 110, y: 70, r: 3 },
      { x: 190, y: 130, r: 2.2 },
      { x: 262, y: 56, r: 2.6 },
      { x: 330, y: 120, r: 3.4 },
      { x: 410, y: 80, r: 2 },
      { x: 470, y: 150, r: 2.4 },
    ],
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [2, 4],
    ],
    6,
  ),
  private: joinStars(
    [
      { x: 180, y: 80, r: 2.4 },
      { x: 250, y: 44, r: 2 },
      { x: 320, y: 86, r: 3 },
      { x: 296, y: 160, r: 2 },
      { x: 206, y: 158, r: 2.6 },
    ],
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 0],
    ],
    6,
  ),
} as const;

function farStars(seed: string) {
  const random = seededRandom(seed);
  return Array.from({ length: 60 }, () => ({
    x: roundToTenth(random() * WIDTH),
    y: roundToTenth(random() * HEIGHT),
    r: roundToTenth(0.4 + random() * 0.6),
    opacity: roundToTenth(0.2 + random() * 0.2),
  }));
}

const FAR_STARS = { public: farStars('public'), private: farStars('private') } as const;

export function HubFigure({ kind }: { kind: ServerKind }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {kind === 'private' && (
        <circle
          className="c-ring-warm"
          cx="250"
          cy="108"
          r="92"
          strokeDasharray="1.5 7"
          strokeLinecap="round"
        />
      )}
      <FigureMarks figure={FIGURES[kind]} />
      {kind === 'public' && (
        <>
          <circle className="c-ring" cx="330" cy="120" r="18" opacity="0.6" />
          <circle className="c-ring" cx="330" cy="120" r="36" opacity="0.3" />
          <circle className="c-ring" cx="330" cy="120" r="60" opacity="0.14" />
        </>
      )}
      {FAR_STARS[kind].map(({ x, y, r, opacity }) => (
        <circle key={`${x},${y}`} className="c-star" cx={x} cy={y} r={r} opacity={opacity} />
      ))}
    </svg>
  );
}
