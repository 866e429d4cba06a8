import type { ReactNode } from 'react';
import { type Edges, joined, type Star } from './figures/geometry.js';
import { FigureMarks, Lines } from './marks.js';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** Stars of the figure, in a field of 160 by 110. */
  stars: readonly Star[];
  edges?: Edges;
  /** Connections that do not exist yet. */
  dotted?: Edges;
  /** At most one thing to do here. */
  children?: ReactNode;
}

/** An empty place: a figure of its own, a title, a sentence. */
export function EmptyState({ title, text, stars, edges = [], dotted = [], children }: EmptyStateProps) {
  return (
    <div className="empty">
      <svg viewBox="0 0 160 110" width="160" aria-hidden="true">
        <Lines lines={joined(stars, dotted, 4).lines} className="c-dotted" />
        <FigureMarks figure={joined(stars, edges, 4)} />
      </svg>
      <h3 className="h3">{title}</h3>
      {text && <p className="small">{text}</p>}
      {children}
    </div>
  );
}
