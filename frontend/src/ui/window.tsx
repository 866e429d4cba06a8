import './window.css';
import type { ReactNode } from 'react';

interface WindowProps {
  title: string;
  /** Hides the title in themes without windows, for the header of a profile. */
  plain?: boolean;
  /** Lies behind another window, with an empty title bar. */
  back?: boolean;
  /** At the right of the title in themes without windows. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A desktop window in the 90s theme, a ruled section in the main theme. */
export function Window({ title, plain = false, back = false, aside, children }: WindowProps) {
  return (
    <section className={['window', plain && 'window--plain', back && 'is-back'].filter(Boolean).join(' ')}>
      <div className="window__title">
        <span className="window__box" aria-hidden="true" />
        <h2 className="h3">{title}</h2>
        {aside !== undefined && <span className="window__aside">{aside}</span>}
        <span className="window__zoom" aria-hidden="true" />
      </div>
      <div className="window__body">{children}</div>
    </section>
  );
}
