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
    <section className="terminal" aria-label={title}>
      <div className="terminal__bar">
        <span className="dot" aria-hidden="true" />
        <Title className="terminal__title">{title}</Title>
        {note && (
          <>
            <span className="grow" />
            <span className="terminal__note hide-narrow">{note}</span>
          </>
        )}
      </div>
      <div className="terminal__body">{children}</div>
    </section>
  );
}
