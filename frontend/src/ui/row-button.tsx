import './row-button.css';
import type { ComponentProps, ReactNode } from 'react';

interface RowButtonProps extends Omit<
  ComponentProps<'button'>,
  'about' | 'title' | 'type' | 'className' | 'children'
> {
  title: ReactNode;
  about?: ReactNode;
  /** The beginning of a text, on one line. */
  excerpt?: string | undefined;
  /** The last line, in small print. */
  when: ReactNode;
}

/** A row of a list that opens what it is about. */
export function RowButton({ title, about, excerpt, when, ...rest }: RowButtonProps) {
  return (
    <button type="button" className="row-button" {...rest}>
      <span className="h4">{title}</span>
      {about !== undefined && <span className="small muted row-button__about">{about}</span>}
      {excerpt !== undefined && (
        <span className="small row-button__excerpt" dir="auto">
          {excerpt}
        </span>
      )}
      <span className="tiny faint row-button__when">{when}</span>
    </button>
  );
}
