import type { ReactNode } from 'react';
import { joinStars } from '../../../ui/figures/geometry.js';
import { FigureMarks } from '../../../ui/marks.js';
import { REST_TEXTS } from './landing-rest.texts.js';

const GRAPH = joinStars(
  [
    { x: 70, y: 96, r: 2 },
    { x: 128, y: 52, r: 2.4 },
    { x: 182, y: 88, r: 4 },
    { x: 236, y: 40, r: 2 },
    { x: 262, y: 112, r: 2.6 },
    { x: 150, y: 136, r: 1.8 },
    { x: 210, y: 146, r: 2.2 },
    { x: 318, y: 78, r: 1.8 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 4],
    [2, 5],
    [5, 6],
    [4, 6],
    [4, 7],
  ],
  5,
);
const ARCHIVE_FIGURE = joinStars(
  [
    { x: 104, y: 96, r: 2 },
    { x: 128, y: 118, r: 1.6 },
    { x: 150, y: 92, r: 2.6 },
    { x: 176, y: 112, r: 1.8 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
  ],
  4,
);
const FOLDERS = [
  { x: 204, y: 18, tab: 268 },
  { x: 174, y: 29, tab: 224 },
  { x: 144, y: 40, tab: null },
  { x: 114, y: 51, tab: 136 },
  { x: 84, y: 62, tab: null },
] as const;
const TEXT_LINES = [
  { y: 58, from: 82, to: 272, item: false },
  { y: 80, from: 82, to: 240, item: false },
  { y: 102, from: 100, to: 184, item: true },
  { y: 124, from: 100, to: 222, item: true },
  { y: 146, from: 82, to: 252, item: false },
] as const;

function Drawing({ left, children }: { left: number; children: ReactNode }) {
  return (
    <div className="features__figure">
      <svg viewBox={`${left} 0 380 180`} preserveAspectRatio="xMinYMid meet" aria-hidden="true">
        {children}
      </svg>
    </div>
  );
}

function Graph() {
  return (
    <Drawing left={60}>
      <FigureMarks figure={GRAPH} />
      {GRAPH.stars.map(({ x, y, r }) =>
        r === 4 ? (
          <g key={`${x},${y}`}>
            <circle className="c-ring-warm" cx={x} cy={y} r="12" />
            <circle className="c-warm" cx={x} cy={y} r={r} />
          </g>
        ) : (
          <circle key={`${x},${y}`} className="c-line" cx={x} cy={y} r="8" opacity=".5" />
        ),
      )}
    </Drawing>
  );
}

function Folders() {
  return (
    <Drawing left={0}>
      <g transform="translate(-70 10)">
        {FOLDERS.map(({ x, y, tab }) => (
          <g key={x}>
            <rect className="features__folder" x={x} y={y} width="112" height="86" />
            {tab !== null && <path className="c-line" d={`M${tab} ${y}v-5h22v5`} />}
          </g>
        ))}
        <path className="c-warm" d="M144 40h30v-7h-30z" />
        <FigureMarks figure={ARCHIVE_FIGURE} />
      </g>
    </Drawing>
  );
}

function Page() {
  return (
    <Drawing left={48}>
      <line className="c-line" x1="56.5" x2="56.5" y1="24" y2="160" />
      <text className="features__head" x="80" y="40">
        {REST_TEXTS.souls.drawing}
      </text>
      {TEXT_LINES.map(({ y, from, to, item }) => (
        <g key={y}>
          {item && <circle className="c-warm" cx="86" cy={y} r="2" />}
          <line className="c-line" x1={from} x2={to} y1={y} y2={y} />
          <circle className="c-star" cx={to + 4} cy={y} r="1.3" />
        </g>
      ))}
    </Drawing>
  );
}

const CARDS = [
  { key: 'constellation', drawing: <Graph /> },
  { key: 'archive', drawing: <Folders /> },
  { key: 'souls', drawing: <Page /> },
] as const;

export function FeatureCards() {
  return (
    <section className="wrap features" aria-label={REST_TEXTS.features}>
      {CARDS.map(({ key, drawing }) => (
        <article key={key}>
          {drawing}
          <h2 className="h3">{REST_TEXTS[key].title}</h2>
          <p className="muted">{REST_TEXTS[key].text}</p>
        </article>
      ))}
    </section>
  );
}
