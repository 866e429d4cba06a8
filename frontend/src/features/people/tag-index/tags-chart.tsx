import type { TagIndex } from '@oniverse/contracts';
import { lineBetween, roundToTenth, seededRandom } from '../../../ui/figures/geometry.js';
import { Lines } from '../../../ui/marks.js';
import { shortened } from '../../../ui/figures/box.js';

/** Each tag has a cell of its own, so that no name covers another. */
const COLUMNS = 4;
const CELL = { width: 300, height: 120 };
const JITTER = { x: 60, y: 26 };
const GAP = 12;
const MAX_NAME = 20;

/** The tags of the moment, with lines between those that stand together. A tag keeps its place within its cell. */
export function TagsChart({ moment, links }: Pick<TagIndex, 'moment' | 'links'>) {
  if (moment.length === 0) return null;
  const stars = moment.map((name, index) => {
    const random = seededRandom(name);
    const at = (cell: number, size: number, jitter: number) =>
      roundToTenth((cell + 0.5) * size + (random() - 0.5) * 2 * jitter);
    return {
      name,
      x: at(index % COLUMNS, CELL.width, JITTER.x),
      y: at(Math.floor(index / COLUMNS), CELL.height, JITTER.y),
      r: roundToTenth(2.2 + random() * 1.2),
    };
  });
  const lines = links.flatMap(([from = -1, to = -1]) => {
    const [one, other] = [stars[from], stars[to]];
    const line = one && other && lineBetween(one, other, GAP, GAP);
    return line ? [line] : [];
  });
  const rows = Math.ceil(moment.length / COLUMNS);
  return (
    <svg
      className="tag-index__chart"
      viewBox={`0 0 ${COLUMNS * CELL.width} ${rows * CELL.height}`}
      aria-hidden="true"
    >
      <Lines lines={lines} />
      {stars.map(({ name, x, y, r }) => (
        <g key={name}>
          <circle className="c-faint" cx={x} cy={y} r="6" />
          <circle className="c-star" cx={x} cy={y} r={r} />
          <text className="c-name" x={x} y={y - 14} textAnchor="middle">
            {shortened(name, MAX_NAME)}
          </text>
        </g>
      ))}
    </svg>
  );
}
