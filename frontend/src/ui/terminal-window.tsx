import type { ReactNode } from 'react';

interface TerminalWindowProps {
  /** The program that runs in it: `NEURAL_EDITOR.exe`. */
  title: string;
  /** A word at the right of its bar; left out on narrow screens. */
  note?: string;
  /** Where nothing stands above it: its title is the page's heading. */
  isPage?: boolean;
  children: ReactNode;
}

/** A window of the observatory's terminal, with faint scanlines; a window of the desktop in the 90s theme. */
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
