import './terminal-window.css';
import type { ReactNode } from 'react';

interface TerminalWindowProps {
  title: string;
  /** Hidden on narrow screens. */
  note?: string;
  /** Makes the title the page's heading. */
  isPage?: boolean;
  children: ReactNode;
}

/** A desktop window in the 90s theme. */
export function TerminalWindow({ title, note, isPage = false, children }: TerminalWindowProps) {
  const Title = isPage ? 'h1' : 'span';
  return (
    <section className="term" aria-label={title}>
      <div className="term__bar">
        <span className="dot" aria-hidden="true" />
        <Title className="term__t">{title}</Title>
        {note && (
          <>
            <span className="grow" />
            <span className="term__n hide-m">{note}</span>
          </>
        )}
      </div>
      <div className="term__body">{children}</div>
    </section>
  );
}
