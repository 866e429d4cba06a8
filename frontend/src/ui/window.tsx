import './window.css';
import type { ReactNode } from 'react';

interface WindowProps {
  title: string;
  /** Where the theme has no windows, nothing marks it: for the head of a profile. */
  plain?: boolean;
  /** Behind another window: its bar is empty. */
  back?: boolean;
  /** At the right of the title, where the theme has no window: a count, a badge. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a profile: a window on the desktop of the 90s computer, a ruled plate in the main theme. */
export function Window({ title, plain = false, back = false, aside, children }: WindowProps) {
  return (
    <section className={['win', plain && 'win--plain', back && 'is-back'].filter(Boolean).join(' ')}>
      <div className="win__t">
        <span className="win__c" aria-hidden="true" />
        <h2 className="h3">{title}</h2>
        {aside !== undefined && <span className="win__a">{aside}</span>}
        <span className="win__z" aria-hidden="true" />
      </div>
      <div className="win__b">{children}</div>
    </section>
  );
}
