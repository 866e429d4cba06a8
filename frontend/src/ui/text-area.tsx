import './text-area.css';
import { characterCount, grouped } from '@oniverse/contracts';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';

interface TextAreaProps
  extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'maxLength'> {
  /** How many characters it may hold; shown as a count. More can be typed, and is an error of the form. */
  max?: number;
}

/** From here on the count is also said aloud. */
const NEARLY_FULL = 0.9;

function Count({ used, max }: { used: number; max: number }) {
  const left = max - used;
  const said = left < 0 ? `${grouped(-left)} characters too many` : `${grouped(left)} characters left`;
  return (
    <>
      <i className={left < 0 ? 'dg' : undefined} aria-hidden="true">
        {grouped(used)} / {grouped(max)}
      </i>
      <output className="vh">{used >= max * NEARLY_FULL ? said : ''}</output>
    </>
  );
}

function subscribe(notify: () => void): () => void {
  for (const name of ['input', 'change']) document.addEventListener(name, notify);
  return () => {
    for (const name of ['input', 'change']) document.removeEventListener(name, notify);
  };
}

/** What a text area holds just now: a form may put a text into it that nobody typed. */
function useTextIn(id: string): string {
  return useSyncExternalStore(
    subscribe,
    () => {
      const area = document.getElementById(id);
      return area instanceof HTMLTextAreaElement ? area.value : '';
    },
    () => '',
  );
}

/** A labelled text of several lines that grows with what is typed, with a count where it has a limit. */
export function TextArea({ label, note, hint, error, max, ...area }: TextAreaProps) {
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  const text = useTextIn(control.id);
  return (
    <FieldFrame
      ids={ids}
      {...texts}
      {...(max !== undefined && { aside: <Count used={characterCount(text)} max={max} /> })}
    >
      <textarea rows={3} {...area} {...control} className={error ? 'in in--area is-bad' : 'in in--area'} />
    </FieldFrame>
  );
}
