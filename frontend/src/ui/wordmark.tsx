import { useMemo } from 'react';
import { wordmarkOf } from './figures/wordmark.js';
import { FigureMarks } from './marks.js';

/** Decorative: where it serves as the name, add the name as text. */
export function Wordmark({ height = 20 }: { height?: number }) {
  const figure = useMemo(() => wordmarkOf(height), [height]);
  const width = figure.width + 6;
  return (
    <svg
      className={figure.small ? 'wordmark wordmark--small' : 'wordmark'}
      viewBox={`-2 -4 ${width} 68`}
      height={height}
      width={((height * width) / 68).toFixed(1)}
      aria-hidden="true"
    >
      <circle className="wordmark-line" cx="30" cy="30" r="29" />
      {!figure.small && <circle className="wordmark-line wordmark-line--inner" cx="30" cy="30" r="17" />}
      <circle className="wordmark-star" cx="30" cy="30" r={figure.small ? 7 : 4.6} />
      <FigureMarks figure={figure} line="wordmark-line" star="wordmark-star" />
    </svg>
  );
}
