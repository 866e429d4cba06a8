import './code-input.css';
import { foldCode, TOTP } from '@oniverse/contracts';
import type { Ref, SyntheticEvent } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';

interface CodeInputProps extends Omit<FieldTexts, 'note'> {
  ref?: Ref<HTMLInputElement>;
  /** The digits so far. */
  value: string;
  onChange: (digits: string) => void;
  /** Called with the code when its last digit is typed, pasted or filled in. */
  onComplete?: (code: string) => void;
}

const CELLS = Array.from({ length: TOTP.digits }, (_, place) => place);

/** The cells cannot show a caret, so it stays at the end. A selection of everything is kept, to replace it. */
function keepCaretAtEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  const { length } = input.value;
  if (input.selectionStart === input.selectionEnd && input.selectionEnd !== length) {
    input.setSelectionRange(length, length);
  }
}

/** Six digits: one input, so that pasting and filling in work, drawn as six cells. */
export function CodeInput({ ref, label, hint, error, value, onChange, onComplete }: CodeInputProps) {
  const texts = { label, ...(hint && { hint }), error };
  const { ids, control } = useFieldIds(texts);
  const change = (text: string) => {
    const digits = foldCode(text).replaceAll(/\D/gu, '').slice(0, TOTP.digits);
    onChange(digits);
    if (digits.length === TOTP.digits && digits !== value) onComplete?.(digits);
  };
  return (
    <FieldFrame ids={ids} {...texts}>
      <div className="code">
        {/* No `maxLength`: it would cut a pasted "419 203" before the space is removed. */}
        <input
          {...control}
          ref={ref}
          className="code__input"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          onChange={({ target }) => change(target.value)}
          onSelect={keepCaretAtEnd}
        />
        {CELLS.map((place) => (
          <span
            key={place}
            className={error ? 'input is-bad code__cell' : 'input code__cell'}
            data-next={place === Math.min(value.length, TOTP.digits - 1) || undefined}
            aria-hidden="true"
          >
            {value[place]}
          </span>
        ))}
      </div>
    </FieldFrame>
  );
}
