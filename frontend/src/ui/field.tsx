import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';

export { FieldError } from './field-frame.js';

type FieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function Field({ label, note, hint, error, ...input }: FieldProps) {
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  return (
    <FieldFrame ids={ids} {...texts}>
      <input dir="auto" {...input} {...control} className={error ? 'input is-bad' : 'input'} />
    </FieldFrame>
  );
}
