import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** A count beside the title. */
  note?: string;
  children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="month" aria-labelledby={id}>
      <div className="month__h">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {note !== undefined && <span className="mic">{note}</span>}
      </div>
      <div className="month__c">{children}</div>
    </section>
  );
}
