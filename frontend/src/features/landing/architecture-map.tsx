import { type Edges, joined, type Star } from '../../ui/figures/geometry.js';
import { Lines } from '../../ui/marks.js';

interface Part {
  name: string;
  carries: string;
  r: number;
}

const PARTS: readonly Part[] = [
  { name: 'you', carries: 'browser', r: 3.2 },
  { name: 'gateway', carries: 'sockets', r: 2.6 },
  { name: 'api', carries: 'requests', r: 2.6 },
  { name: 'store', carries: 'records', r: 3.2 },
  { name: 'objects', carries: 'images', r: 2.2 },
  { name: 'worker', carries: 'links, crops', r: 2.4 },
];
const LIVE: Edges = [[0, 1]];
const QUIET: Edges = [
  [0, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [3, 5],
  [5, 1],
];
/** The circle around a part, and how far from it lines end. */
const RIM = 9;
const GAP = 5;

/** Where the words of a part stand: from its middle to the line of its name. */
const WORDS = {
  below: { dx: 0, dy: 30, anchor: 'middle' },
  above: { dx: 0, dy: -33, anchor: 'middle' },
  beside: { dx: 18, dy: 2, anchor: 'start' },
} as const;
const LINE_HEIGHT = 17;

interface Place {
  x: number;
  y: number;
  words: keyof typeof WORDS;
}

interface Layout {
  name: 'wide' | 'narrow';
  width: number;
  height: number;
  /** In the order of the parts. */
  places: readonly Place[];
}

/** One for screens that have the room, one for phones, where its letters stay as large. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'wide',
    width: 720,
    height: 260,
    places: [
      { x: 60, y: 60, words: 'below' },
      { x: 250, y: 40, words: 'below' },
      { x: 250, y: 150, words: 'below' },
      { x: 450, y: 96, words: 'below' },
      { x: 450, y: 210, words: 'below' },
      { x: 620, y: 40, words: 'below' },
    ],
  },
  {
    name: 'narrow',
    width: 350,
    height: 284,
    places: [
      { x: 30, y: 140, words: 'below' },
      { x: 136, y: 64, words: 'above' },
      { x: 136, y: 216, words: 'below' },
      { x: 232, y: 140, words: 'beside' },
      { x: 268, y: 228, words: 'below' },
      { x: 296, y: 56, words: 'above' },
    ],
  },
];

function Chart({ name, width, height, places }: Layout) {
  const rims = places.map(({ x, y }): Star => ({ x, y, r: RIM }));
  return (
    <svg className={`arch arch--${name}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Lines lines={joined(rims, LIVE, GAP).lines} className="c-ring" />
      <Lines lines={joined(rims, QUIET, GAP).lines} />
      {PARTS.map((part, index) => {
        const place = places[index];
        if (!place) return null;
        const { x, y } = place;
        const { dx, dy, anchor } = WORDS[place.words];
        return (
          <g key={part.name}>
            <circle className={index === 0 ? 'c-warm' : 'c-star'} cx={x} cy={y} r={part.r} />
            <circle className={index === 0 ? 'c-ring-w' : 'c-line'} cx={x} cy={y} r={RIM} />
            <text className="arch__n" x={x + dx} y={y + dy} textAnchor={anchor}>
              {part.name}
            </text>
            <text className="c-lab" x={x + dx} y={y + dy + LINE_HEIGHT} textAnchor={anchor}>
              {part.carries}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The parts of the system and what runs between them; the live line is lit. The list beside it says the same. */
export const ArchitectureMap = () => LAYOUTS.map((layout) => <Chart key={layout.name} {...layout} />);
