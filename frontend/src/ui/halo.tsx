import './halo.css';
import { useMemo } from 'react';
import { HALO_CENTRE, HALO_RINGS, haloOf, haloTicks } from './figures/halo.js';
import { FigureMarks } from './marks.js';

export function Halo({ id }: { id: string }) {
  const { figures, background } = useMemo(() => haloOf(id), [id]);
  const ticks = useMemo(() => haloTicks(), []);
  return (
    <div className="halo" aria-hidden="true">
      <svg viewBox="0 0 1400 300" preserveAspectRatio="xMidYMin slice">
        {HALO_RINGS.map(({ r, opacity }) => (
          <circle key={r} className="c-ring" cx={HALO_CENTRE.x} cy={HALO_CENTRE.y} r={r} opacity={opacity} />
        ))}
        <path className="c-line" d={ticks} opacity=".7" />
        {background.map(({ x, y, r, opacity }) => (
          <circle key={`${x},${y}`} className="c-star" cx={x} cy={y} r={r} opacity={opacity} />
        ))}
        {figures.map((figure, place) => (
          <FigureMarks key={place === 0 ? 'left' : 'right'} figure={figure} />
        ))}
      </svg>
    </div>
  );
}
