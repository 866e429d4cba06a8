import './plate.css';
import type { ReactNode } from 'react';

interface PlateProps {
  title: ReactNode;
  level?: 2 | 3 | 4;
  /** The title's font size: 24 px (`h3`) or 20 px (`h4`). */
  size?: 'h3' | 'h4';
  /** Shown at the right end of the rule: a count, a badge, a button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The default section, without a box. */
export function Plate({ title, level = 2, size = 'h4', aside, children }: PlateProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="plate">
      <div className="plate__head">
        <Heading className={size}>{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

export const Tally = ({ children }: { children: number }) => <span className="count">{children}</span>;

/** Says that something is unread, without its number. `name` is the text for screen readers. */
export const UnreadDot = ({ name }: { name: string }) => (
  <span className="new-dot">
    <span className="vh">{name}</span>
  </span>
);

/** The number of what is addressed to the reader. `name` is the text for screen readers. */
export function UnreadBadge({ count, name }: { count: number; name: string }) {
  return (
    <span className="pip">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">{name}</span>
    </span>
  );
}
