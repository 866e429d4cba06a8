import './text-area.css';
import { characterCount, grouped } from '@oniverse/contracts';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';
import { UI_TEXTS } from './ui.texts.js';

interface TextAreaProps
  extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'maxLength'> {
  /** Characters. Typing more is possible; the form reports it as an error. */
  max?: number;
}

/** The share of the limit from which screen readers hear the count. */
const ANNOUNCE_FROM = 0.9;

function Count({ used, max }: { used: number; max: number }) {
  const left = max - used;
  return (
    <>
      <i className={left < 0 ? 'field__count danger' : 'field__count'} aria-hidden="true">
        {grouped(used)} / {grouped(max)}
      </i>
      <output className="vh">{used >= max * ANNOUNCE_FROM ? UI_TEXTS.characters(left) : ''}</output>
    </>
  );
}

function subscribe(notify: () => void): () => void {
  for (const name of ['input', 'change']) document.addEventListener(name, notify);
  return () => {
    for (const name of ['input', 'change']) document.removeEventListener(name, notify);
  };
}

/** Reads from the DOM, because a form library can set the value without an event. */
function useTextAreaValue(id: string): string {
  return useSyncExternalStore(
    subscribe,
    () => {
      const area = document.getElementById(id);
      return area instanceof HTMLTextAreaElement ? area.value : '';
    },
    () => '',
  );
}

export function TextArea({ label, note, hint, error, max, ...area }: TextAreaProps) {
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  const text = useTextAreaValue(control.id);
  return (
    <FieldFrame
      ids={ids}
      {...texts}
      {...(max !== undefined && { aside: <Count used={characterCount(text)} max={max} /> })}
    >
      <textarea
        dir="auto"
        rows={3}
        {...area}
        {...control}
        className={error ? 'input input--area is-bad' : 'input input--area'}
      />
    </FieldFrame>
  );
}
