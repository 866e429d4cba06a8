import { memo } from 'react';
import { type Star, roundToTenth } from './figures/geometry.js';
import { type ChartFigure, planisphere } from './figures/planisphere.js';
import { FigureMarks, Lines, Stars } from './marks.js';
import { PLANISPHERE_TEXTS } from './planisphere.texts.js';

const RIPPLE = [
  { r: 16, opacity: 0.7 },
  { r: 34, opacity: 0.42 },
  { r: 58, opacity: 0.24 },
  { r: 88, opacity: 0.12 },
] as const;

function LitFigure({ figure }: { figure: ChartFigure }) {
  const { brightest } = figure;
  return (
    <g className="figure__lit">
      <g opacity=".85">
        <Lines lines={figure.lines} className="c-ring" />
      </g>
      <Stars stars={figure.stars.map((star) => ({ ...star, r: star.r + 0.3 }))} className="c-accent" />
      {RIPPLE.map(({ r, opacity }) => (
        <circle key={r} className="c-ring" cx={brightest.x} cy={brightest.y} r={r} opacity={opacity} />
      ))}
      <circle className="c-ring anim-ripple" cx={brightest.x} cy={brightest.y} r="88" />
    </g>
  );
}

/** Paths let hundreds of stars need only a few elements. */
const starPath = ({ x, y, r }: Star) =>
  `M${roundToTenth(x - r)} ${y}a${r} ${r} 0 1 0 ${roundToTenth(2 * r)} 0a${r} ${r} 0 1 0 ${roundToTenth(-2 * r)} 0`;

const ChartBackground = memo(function Ground() {
  const { radius, centre, rings, hours, ticks, background } = planisphere();
  return (
    <>
      <circle className="planisphere__disc" cx={centre} cy={centre} r={radius + 8} />
      {rings.map((r) => (
        <circle key={r} className="c-faint" cx={centre} cy={centre} r={r} />
      ))}
      {hours.map(({ hour, lx, ly, ...line }) => (
        <g key={hour}>
          <line className="c-faint" {...line} />
          <text
            className="c-label"
            x={lx}
            y={ly}
            textAnchor="middle"
            dominantBaseline="central"
            transform={`rotate(${hour * 15} ${lx} ${ly})`}
          >
            {PLANISPHERE_TEXTS.hour(hour)}
          </text>
        </g>
      ))}
      <circle className="c-line" cx={centre} cy={centre} r={radius * 0.9} />
      <circle className="c-line" cx={centre} cy={centre} r={radius} />
      <circle className="c-line" cx={centre} cy={centre} r={radius + 8} opacity=".5" />
      <path className="c-line" d={ticks} opacity=".75" />
      <ellipse
        className="planisphere__ecliptic"
        cx={centre - radius * 0.12}
        cy={centre + radius * 0.1}
        rx={radius * 0.62}
        ry={radius * 0.6}
      />
      {[...new Set(background.map(({ opacity }) => opacity))].map((opacity) => (
        <path
          key={opacity}
          className="c-star"
          d={background
            .filter((star) => star.opacity === opacity)
            .map(starPath)
            .join('')}
          opacity={opacity}
        />
      ))}
      <path
        className="c-line"
        d={`M${centre - 7} ${centre}H${centre + 7}M${centre} ${centre - 7}V${centre + 7}`}
      />
    </>
  );
});

/** @param props.isResting disables all animation */
export function Planisphere({ lit, isResting }: { lit: number; isResting: boolean }) {
  const { centre, figures } = planisphere();
  return (
    <svg
      className={isResting ? 'planisphere is-resting' : 'planisphere'}
      viewBox={`0 0 ${centre * 2} ${centre * 2}`}
      aria-hidden="true"
    >
      <ChartBackground />
      {figures.map((figure, index) => (
        <g
          key={PLANISPHERE_TEXTS.figures[index]}
          className={index === lit ? 'figure is-lit' : 'figure'}
          data-testid={`figure-${index}`}
        >
          <FigureMarks figure={figure} />
          {index === lit && <LitFigure figure={figure} />}
          <text className="c-big" x={figure.label.x} y={figure.label.y} textAnchor="middle">
            {PLANISPHERE_TEXTS.figures[index]}
          </text>
        </g>
      ))}
    </svg>
  );
}
