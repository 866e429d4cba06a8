import type { ReactNode } from 'react';

interface TerminalWindowProps {
  /** The program that runs in it: `NEURAL_EDITOR.exe`. */
  title: string;
  /** A word at the right of its bar; left out on narrow screens. */
  note?: string;
  children: ReactNode;
}

/** A window of the observatory's terminal, with faint scanlines; a window of the desktop in the 90s theme. */
export function TerminalWindow({ title, note, children }: TerminalWindowProps) {
  return (
    <section className="term" aria-label={title}>
      <div className="term__bar">
        <span className="dot" aria-hidden="true" />
        <span className="term__t">{title}</span>
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
