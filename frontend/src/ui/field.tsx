import { type ComponentProps, useId } from 'react';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** A word at the right of the label. */
  note?: string;
  /** A sentence under the input. */
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

/** A labelled input with its note, its hint and its error. */
export function Field({ label, note, hint, error, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const noteId = `${id}-note`;
  const described = [note && noteId, error && errorId, !error && hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>{label}</label>
        {note && <i id={noteId}>{note}</i>}
      </span>
      <input
        {...input}
        id={id}
        className={error ? 'in is-bad' : 'in'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && <FieldError id={errorId} text={error} />}
      {!error && hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}
