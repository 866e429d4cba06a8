import './sigil.css';
import { useMemo } from 'react';
import { sigilOf } from './figures/sigil.js';
import { FigureMarks } from './marks.js';

/** Generated from the id. Decorative: a name is beside it. */
export function Sigil({ id, size = 56 }: { id: string; size?: number }) {
  const figure = useMemo(() => sigilOf(id), [id]);
  const { brightest } = figure;
  return (
    <svg className="sigil" width={size} height={size} viewBox="0 0 56 56" aria-hidden="true">
      <circle className="sigil__rim" cx="28" cy="28" r="27" />
      <FigureMarks figure={figure} />
      <circle className="c-ring-warm" cx={brightest.x} cy={brightest.y} r="5.2" strokeWidth=".8" />
    </svg>
  );
}
