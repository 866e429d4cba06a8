import './plate.css';
import type { ReactNode } from 'react';

interface PlateProps {
  title: ReactNode;
  /** The heading's level in the page. */
  level?: 2 | 3 | 4;
  /** The size of its letters: 24 or 20 px. */
  size?: 'h3' | 'h4';
  /** At the right end of the rule: a count, a badge, a button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The usual group of things: a title on a rule, and no box. */
export function Plate({ title, level = 2, size = 'h4', aside, children }: PlateProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="plate">
      <div className="plate__h">
        <Heading className={size}>{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface CardProps {
  /** Framed with graduated edges, as a chart is: for the canvas, a preview, a dimension. */
  graduated?: boolean;
  children: ReactNode;
}

/** A real box, for the few things that need one. */
export function Card({ graduated = false, children }: CardProps) {
  return <div className={graduated ? 'card card--in neat' : 'card card--in'}>{children}</div>;
}

/** How many, beside a title. */
export const Tally = ({ children }: { children: number }) => <span className="count">{children}</span>;

/** Unread things: a number, with its meaning for those who only hear it. */
export function Pip({ count, name }: { count: number; name: string }) {
  return (
    <span className="pip">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">{name}</span>
    </span>
  );
}
