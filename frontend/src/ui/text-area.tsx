import './text-area.css';
import { characterCount, grouped } from '@oniverse/contracts';
import { type ComponentProps, useState } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';

interface TextAreaProps
  extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'maxLength'> {
  /** How many characters it may hold; shown as a count. More can be typed, and is an error of the form. */
  max?: number;
}

/** From here on the count is also said aloud. */
const NEARLY_FULL = 0.9;
const textOf = (value: TextAreaProps['value']) => (value === undefined ? undefined : String(value));

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

/** A labelled text of several lines that grows with what is typed, with a count where it has a limit. */
export function TextArea({ label, note, hint, error, max, onChange, ...area }: TextAreaProps) {
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  const [typed, setTyped] = useState(textOf(area.defaultValue) ?? '');
  const used = characterCount(textOf(area.value) ?? typed);
  return (
    <FieldFrame ids={ids} {...texts} {...(max !== undefined && { aside: <Count used={used} max={max} /> })}>
      <textarea
        rows={3}
        {...area}
        {...control}
        className={error ? 'in in--area is-bad' : 'in in--area'}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
    </FieldFrame>
  );
}
