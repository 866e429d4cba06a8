import { joined, type Star } from '../../ui/figures/geometry.js';
import { Lines } from '../../ui/marks.js';

interface Part extends Star {
  name: string;
  carries: string;
}

const PARTS: readonly Part[] = [
  { name: 'you', carries: 'browser', x: 60, y: 60, r: 3.2 },
  { name: 'gateway', carries: 'sockets', x: 250, y: 40, r: 2.6 },
  { name: 'api', carries: 'requests', x: 250, y: 150, r: 2.6 },
  { name: 'store', carries: 'records', x: 450, y: 96, r: 3.2 },
  { name: 'objects', carries: 'images', x: 450, y: 210, r: 2.2 },
  { name: 'worker', carries: 'links, crops', x: 620, y: 40, r: 2.4 },
];
const RIMS = PARTS.map(({ x, y }) => ({ x, y, r: 9 }));
const LIVE = joined(RIMS, [[0, 1]], 5);
const QUIET = joined(
  RIMS,
  [
    [0, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 5],
    [5, 1],
  ],
  5,
);

/** The parts of the system and what runs between them; the live line is lit. The list beside it says the same. */
export function ArchitectureMap() {
  return (
    <svg className="arch" viewBox="0 0 720 260" aria-hidden="true">
      <Lines lines={LIVE.lines} className="c-ring" />
      <Lines lines={QUIET.lines} />
      {PARTS.map(({ name, carries, x, y, r }, index) => (
        <g key={name}>
          <circle className={index === 0 ? 'c-warm' : 'c-star'} cx={x} cy={y} r={r} />
          <circle className={index === 0 ? 'c-ring-w' : 'c-line'} cx={x} cy={y} r="9" />
          <text className="arch__n" x={x} y={y + 30} textAnchor="middle">
            {name}
          </text>
          <text className="c-lab" x={x} y={y + 47} textAnchor="middle">
            {carries}
          </text>
        </g>
      ))}
    </svg>
  );
}
