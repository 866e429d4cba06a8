import { type Edges, joinStars, type Star } from '../../../ui/figures/geometry.js';
import { Lines } from '../../../ui/marks.js';
import { MAP_TEXTS } from './landing-rest.texts.js';

const PARTS = [
  { key: 'you', r: 3.2 },
  { key: 'gateway', r: 2.6 },
  { key: 'api', r: 2.6 },
  { key: 'store', r: 3.2 },
  { key: 'objects', r: 2.2 },
  { key: 'worker', r: 2.4 },
] as const;
const LIVE: Edges = [[0, 1]];
const QUIET: Edges = [
  [0, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [3, 5],
  [5, 1],
];
/** The radius of a part's circle. */
const RIM = 9;
const GAP = 5;

/** From the centre of a part to the baseline of its name. */
const LABEL_OFFSETS = {
  below: { dx: 0, dy: 30, anchor: 'middle' },
  above: { dx: 0, dy: -33, anchor: 'middle' },
  beside: { dx: 18, dy: 2, anchor: 'start' },
} as const;
const LINE_HEIGHT = 17;

interface Place {
  x: number;
  y: number;
  labelPosition: keyof typeof LABEL_OFFSETS;
}

interface Layout {
  name: 'wide' | 'narrow';
  width: number;
  height: number;
  /** In the order of `PARTS`. */
  places: readonly Place[];
}

/** One layout for wide screens, one for phones with the same font size. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'wide',
    width: 720,
    height: 260,
    places: [
      { x: 60, y: 60, labelPosition: 'below' },
      { x: 250, y: 40, labelPosition: 'below' },
      { x: 250, y: 150, labelPosition: 'below' },
      { x: 450, y: 96, labelPosition: 'below' },
      { x: 450, y: 210, labelPosition: 'below' },
      { x: 620, y: 40, labelPosition: 'below' },
    ],
  },
  {
    name: 'narrow',
    width: 350,
    height: 284,
    places: [
      { x: 30, y: 140, labelPosition: 'below' },
      { x: 136, y: 64, labelPosition: 'above' },
      { x: 136, y: 216, labelPosition: 'below' },
      { x: 232, y: 140, labelPosition: 'beside' },
      { x: 268, y: 228, labelPosition: 'below' },
      { x: 296, y: 56, labelPosition: 'above' },
    ],
  },
];

function Chart({ name, width, height, places }: Layout) {
  const rims = places.map(({ x, y }): Star => ({ x, y, r: RIM }));
  return (
    <svg className={`diagram diagram--${name}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Lines lines={joinStars(rims, LIVE, GAP).lines} className="c-ring" />
      <Lines lines={joinStars(rims, QUIET, GAP).lines} />
      {PARTS.map((part, index) => {
        const place = places[index];
        if (!place) return null;
        const { x, y } = place;
        const { dx, dy, anchor } = LABEL_OFFSETS[place.labelPosition];
        return (
          <g key={part.key}>
            <circle className={index === 0 ? 'c-warm' : 'c-star'} cx={x} cy={y} r={part.r} />
            <circle className={index === 0 ? 'c-ring-warm' : 'c-line'} cx={x} cy={y} r={RIM} />
            <text className="diagram__name" x={x + dx} y={y + dy} textAnchor={anchor}>
              {MAP_TEXTS[part.key].name}
            </text>
            <text className="c-label" x={x + dx} y={y + dy + LINE_HEIGHT} textAnchor={anchor}>
              {MAP_TEXTS[part.key].carries}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Decorative: the list beside the map has the same content. */
export const ArchitectureMap = () => LAYOUTS.map((layout) => <Chart key={layout.name} {...layout} />);
