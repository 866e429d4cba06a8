import type { ReactNode } from 'react';
import { joinStars } from '../../../ui/figures/geometry.js';
import { FigureMarks, Lines, Stars } from '../../../ui/marks.js';

const DOOR_STARS = [
  { x: 48, y: 86, r: 2.2 },
  { x: 48, y: 44, r: 1.8 },
  { x: 80, y: 12, r: 2.8 },
  { x: 112, y: 44, r: 1.8 },
  { x: 112, y: 86, r: 2.2 },
] as const;
const DOOR = joinStars(
  DOOR_STARS,
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ],
  5,
);
const GONE = joinStars(
  [
    { x: 38, y: 26, r: 2 },
    { x: 92, y: 14, r: 2.6 },
    { x: 124, y: 58, r: 1.8 },
    { x: 60, y: 70, r: 2.2 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ],
  5,
);

const FIGURES = {
  door: (
    <>
      <FigureMarks figure={DOOR} />
      <circle className="c-ring-warm" cx="80" cy="58" r="6" />
      <line className="c-ring-warm" x1="80" y1="66" x2="80" y2="84" />
    </>
  ),
  gone: (
    <>
      <Lines lines={GONE.lines} className="c-dotted" />
      <Stars stars={GONE.stars} />
    </>
  ),
} as const;

interface NoticeProps {
  figure: keyof typeof FIGURES;
  title: string;
  text?: string | undefined;
  alert?: boolean;
  /** Whether the page has its own title above this notice. */
  isUnderTitle?: boolean;
  children?: ReactNode;
}

export function Notice({ figure, title, text, alert = false, isUnderTitle = false, children }: NoticeProps) {
  const Title = isUnderTitle ? 'h2' : 'h1';
  return (
    <div className="empty" {...(alert && { role: 'alert' })}>
      <svg viewBox="0 0 160 96" width="160" aria-hidden="true">
        {FIGURES[figure]}
      </svg>
      <Title className="h3">{title}</Title>
      {text !== undefined && <p className="small">{text}</p>}
      {children}
    </div>
  );
}
