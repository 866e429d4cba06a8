import type { Figure, Line, Star } from './figures/geometry.js';

type LineClass = 'c-line' | 'c-ring' | 'c-ring-w' | 'c-faint' | 'wl';
type StarClass = 'c-star' | 'c-acc' | 'c-warm' | 'ws';

/** Lines of a chart; each already stops before its stars. */
export function Lines({ lines, className = 'c-line' }: { lines: readonly Line[]; className?: LineClass }) {
  return lines.map((line) => (
    <line key={`${line.x1},${line.y1},${line.x2},${line.y2}`} className={className} {...line} />
  ));
}

/** Stars of a chart. */
export function Stars({ stars, className = 'c-star' }: { stars: readonly Star[]; className?: StarClass }) {
  return stars.map(({ x, y, r }) => <circle key={`${x},${y}`} className={className} cx={x} cy={y} r={r} />);
}

/** A figure: its lines, then its stars. */
export function FigureMarks({ figure, line, star }: { figure: Figure; line?: LineClass; star?: StarClass }) {
  return (
    <>
      <Lines lines={figure.lines} {...(line && { className: line })} />
      <Stars stars={figure.stars} {...(star && { className: star })} />
    </>
  );
}
