import './section.css';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** A count or a short explanation by the title. */
  note?: string;
  children: ReactNode;
}

/** A titled part of a page: the title at the left, or above on narrow screens. */
export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {note !== undefined && <span className="tiny">{note}</span>}
      </div>
      <div className="section__content">{children}</div>
    </section>
  );
}
