import './pages.css';
import type { ReactNode } from 'react';
import { joinStars, lineBetween } from '../../../ui/figures/geometry.js';
import { FigureMarks } from '../../../ui/marks.js';
import { StarField } from '../../../ui/star-field.js';
import { TopNavigation } from '../../../frame/top-navigation.js';

const FIGURE = joinStars(
  [
    { x: 120, y: 250, r: 4 },
    { x: 262, y: 170, r: 3 },
    { x: 392, y: 196, r: 4.6 },
    { x: 520, y: 232, r: 3 },
    { x: 566, y: 344, r: 3.6 },
    { x: 742, y: 388, r: 4.2 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ],
  8,
);
const GAP = { x: 798, y: 268 };
const MISSING_LINES = [
  lineBetween({ x: 742, y: 388 }, GAP, 14, 26),
  lineBetween(GAP, { x: 520, y: 232 }, 26, 14),
].filter((line) => line !== undefined);

interface GapPageProps {
  title: string;
  text: string;
  /** The label of the missing star. */
  mark: string;
  children: ReactNode;
}

/** Omits the navigation. */
export function GapContent({ title, text, mark, children }: GapPageProps) {
  return (
    <>
      <StarField />
      <main className="gap-page" id="content" tabIndex={-1}>
        <svg className="gap-page__svg" viewBox="0 0 920 480" aria-hidden="true">
          <FigureMarks figure={FIGURE} />
          <g strokeLinecap="round">
            {MISSING_LINES.map((line) => (
              <line key={line.x1} className="c-ring-warm" {...line} strokeDasharray="2 8" />
            ))}
            <circle className="c-ring-warm" cx={GAP.x} cy={GAP.y} r="16" strokeDasharray="2 5" />
          </g>
          <path className="c-ring-warm" d="M798 236v12M798 288v12M766 268h12M818 268h12" />
          <text className="c-name gap-page__mark" x="798" y="214" textAnchor="middle">
            {mark}
          </text>
        </svg>
        <div className="gap-page__text">
          <h1 className="display">{title}</h1>
          <p className="lead gap-page__lead">{text}</p>
          <div className="row">{children}</div>
        </div>
      </main>
    </>
  );
}

/** A page without content: a figure with a missing star, a text and actions. */
export function GapPage(props: GapPageProps) {
  return (
    <>
      <TopNavigation />
      <GapContent {...props} />
    </>
  );
}
