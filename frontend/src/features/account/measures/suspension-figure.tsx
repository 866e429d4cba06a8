import { lineBetween } from '../../../ui/figures/geometry.js';

const CENTRE = { x: 450, y: 350 };
const OTHERS = [
  { x: 250, y: 210 },
  { x: 620, y: 180 },
  { x: 700, y: 420 },
  { x: 330, y: 540 },
  { x: 560, y: 570 },
  { x: 180, y: 390 },
] as const;
const DOTS = '2 7';
/** From the middle outwards they fade. The inner ones are dotted. */
const RINGS = [
  { radius: 90, opacity: 0.7, dashes: DOTS },
  { radius: 160, opacity: 0.5, dashes: DOTS },
  { radius: 250, opacity: 0.35, dashes: undefined },
  { radius: 360, opacity: 0.22, dashes: undefined },
  { radius: 490, opacity: 0.12, dashes: undefined },
] as const;
/** The lines stop well before the star in the middle. */
const GAPS = [26, 12] as const;

/** A star whose lines to the others do not exist for now. */
export const SuspensionFigure = () => (
  <svg className="suspended__figure" viewBox="0 0 900 700" aria-hidden="true">
    {RINGS.map(({ radius, opacity, dashes }) => (
      <circle
        key={radius}
        className="c-line"
        cx={CENTRE.x}
        cy={CENTRE.y}
        r={radius}
        opacity={opacity}
        strokeDasharray={dashes}
      />
    ))}
    {OTHERS.map((star) => {
      const line = lineBetween(CENTRE, star, ...GAPS);
      return line && <line key={star.x} className="c-dotted" {...line} />;
    })}
    <circle className="c-star" cx={CENTRE.x} cy={CENTRE.y} r={7} />
    {OTHERS.map(({ x, y }) => (
      <circle key={x} className="c-star" cx={x} cy={y} r={3.2} />
    ))}
  </svg>
);
