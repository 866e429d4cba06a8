import { type ReactNode, useId } from 'react';

export interface FieldTexts {
  label: string;
  /** At the right of the label. */
  note?: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Keeps the text of a message; CSS shows the first word as `ERROR:`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  const [, word, rest] = /^(error:)(.*)$/isu.exec(text) ?? [];
  return (
    <span className="error" id={id}>
      {word ? (
        <>
          <span className="error__word">{word}</span>
          {rest}
        </>
      ) : (
        text
      )}
    </span>
  );
}

export function useFieldIds({ note, hint, error }: Omit<FieldTexts, 'label'>) {
  const id = useId();
  const ids = { id, error: `${id}-error`, hint: `${id}-hint`, note: `${id}-note` };
  const described = [note && ids.note, error && ids.error, !error && hint && ids.hint]
    .filter(Boolean)
    .join(' ');
  return {
    ids,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  };
}

interface FieldFrameProps extends FieldTexts {
  ids: ReturnType<typeof useFieldIds>['ids'];
  /** Replaces the note. */
  aside?: ReactNode;
  children: ReactNode;
}

export function FieldFrame({ ids, label, note, hint, error, aside, children }: FieldFrameProps) {
  return (
    <div className="field">
      <span>
        <label htmlFor={ids.id}>{label}</label>
        {note && <i id={ids.note}>{note}</i>}
        {aside}
      </span>
      {children}
      {error && <FieldError id={ids.error} text={error} />}
      {!error && hint && (
        <span className="hint" id={ids.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
