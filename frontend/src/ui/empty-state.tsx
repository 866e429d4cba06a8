import type { ReactNode } from 'react';
import { type Edges, joinStars, type Star } from './figures/geometry.js';
import { FigureMarks, Lines } from './marks.js';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** In a 160 by 110 view box. */
  stars: readonly Star[];
  edges?: Edges;
  /** Dotted lines, for links that do not exist yet. */
  dotted?: Edges;
  /** At most one action. */
  children?: ReactNode;
}

export function EmptyState({ title, text, stars, edges = [], dotted = [], children }: EmptyStateProps) {
  return (
    <div className="empty">
      <svg viewBox="0 0 160 110" width="160" aria-hidden="true">
        <Lines lines={joinStars(stars, dotted, 4).lines} className="c-dotted" />
        <FigureMarks figure={joinStars(stars, edges, 4)} />
      </svg>
      <h3 className="h3">{title}</h3>
      {text && <p className="small">{text}</p>}
      {children}
    </div>
  );
}
