import { useMemo } from 'react';
import { dividerOf } from './figures/divider.js';
import { FigureMarks } from './marks.js';

export function Divider({ seed, label }: { seed: string; label?: string }) {
  const figure = useMemo(() => dividerOf(seed), [seed]);
  const row = (
    <svg viewBox="0 0 600 28" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <FigureMarks figure={figure} />
    </svg>
  );
  return (
    <div className="divider">
      {row}
      {label && <span className="mic">{label}</span>}
      {label && row}
    </div>
  );
}
