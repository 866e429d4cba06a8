import './text-area.css';
import { characterCount, grouped } from '@oniverse/contracts';
import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';
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

/** A ref of one's own beside the one that was given. */
function useBothRefs(given: TextAreaProps['ref']) {
  const own = useRef<HTMLTextAreaElement>(null);
  const both = useCallback(
    (element: HTMLTextAreaElement | null) => {
      own.current = element;
      if (typeof given === 'function') return given(element);
      if (given) given.current = element;
      return undefined;
    },
    [given],
  );
  return { own, both };
}

/** A labelled text of several lines that grows with what is typed, with a count where it has a limit. */
export function TextArea({ label, note, hint, error, max, onChange, ref, ...area }: TextAreaProps) {
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  const { own, both } = useBothRefs(ref);
  const [text, setText] = useState('');
  // A form may put a text into it that nobody typed: what it holds is read from it, whenever something is drawn.
  useLayoutEffect(() => setText(own.current?.value ?? ''));
  return (
    <FieldFrame
      ids={ids}
      {...texts}
      {...(max !== undefined && { aside: <Count used={characterCount(text)} max={max} /> })}
    >
      <textarea
        rows={3}
        {...area}
        {...control}
        ref={both}
        className={error ? 'in in--area is-bad' : 'in in--area'}
        onChange={(event) => {
          setText(event.target.value);
          onChange?.(event);
        }}
      />
    </FieldFrame>
  );
}
