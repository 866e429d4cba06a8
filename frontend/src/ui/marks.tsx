import type { Figure, Line, Star } from './figures/geometry.js';

type LineClass = 'c-line' | 'c-dotted' | 'c-ring' | 'c-ring-warm' | 'c-faint' | 'wordmark-line';
type StarClass = 'c-star' | 'c-accent' | 'c-warm' | 'wordmark-star';

export function Lines({ lines, className = 'c-line' }: { lines: readonly Line[]; className?: LineClass }) {
  return lines.map((line) => (
    <line key={`${line.x1},${line.y1},${line.x2},${line.y2}`} className={className} {...line} />
  ));
}

export function Stars({ stars, className = 'c-star' }: { stars: readonly Star[]; className?: StarClass }) {
  return stars.map(({ x, y, r }) => <circle key={`${x},${y}`} className={className} cx={x} cy={y} r={r} />);
}

export function FigureMarks({ figure, line, star }: { figure: Figure; line?: LineClass; star?: StarClass }) {
  return (
    <>
      <Lines lines={figure.lines} {...(line && { className: line })} />
      <Stars stars={figure.stars} {...(star && { className: star })} />
    </>
  );
}

export function PendingMark() {
  return (
    <svg className="pending" width="30" height="12" viewBox="0 0 30 12" aria-hidden="true">
      <line x1="7.2" y1="7.3" x2="11.7" y2="4.8" />
      <line x1="18.5" y1="4.6" x2="22.7" y2="6.5" />
      <circle cx="4" cy="9" r="1.6" />
      <circle cx="15" cy="3" r="1.8" />
      <circle cx="26" cy="8" r="1.6" />
    </svg>
  );
}
