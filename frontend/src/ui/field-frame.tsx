import { type ReactNode, useId } from 'react';

/** What stands around a control: its label and what describes it. */
export interface FieldTexts {
  label: string;
  /** A word at the right of the label. */
  note?: string;
  /** A sentence under the control. */
  hint?: string;
  /** What is wrong, as the rules say it. */
  error?: string | undefined;
}

/** The message of a broken rule: its text stays as given, its first word reads `ERROR:`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  const [, word, rest] = /^(error:)(.*)$/isu.exec(text) ?? [];
  return (
    <span className="err" id={id}>
      {word ? (
        <>
          <span className="err__word">{word}</span>
          {rest}
        </>
      ) : (
        text
      )}
    </span>
  );
}

/** The ids that tie a control to its texts, and what the control needs of them. */
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
  /** At the right of the label, in place of a note. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A control with its label, its note, its hint and its error. */
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
