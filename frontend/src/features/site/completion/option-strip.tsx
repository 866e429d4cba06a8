import './completion.css';
import { type ReactNode, useEffect } from 'react';
import { COMPLETION_TEXTS as TEXTS } from './completion.texts.js';
import type { OptionList } from './use-typed-token.js';

interface OptionStripProps<S> {
  list: OptionList<S>;
  label: string;
  keyOf: (option: S) => string;
  /** Returns the accessible name. */
  nameOf: (option: S) => string;
  children: (option: S) => ReactNode;
}

/** The options of `useTypedToken`, in a row. The field keeps the focus. */
export function OptionStrip<S>({ list, label, keyOf, nameOf, children }: OptionStripProps<S>) {
  const { id, options, activeIndex, take } = list;
  const isOpen = options.length > 0;
  useEffect(() => {
    if (isOpen)
      document
        .getElementById(`${id}-${activeIndex}`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen, id, activeIndex]);
  if (!isOpen) return null;
  return (
    // The combobox pattern: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
    <div id={id} className="completions" role="listbox" aria-label={label}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles keys
        <div
          key={keyOf(option)}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
          role="option"
          aria-label={nameOf(option)}
          aria-selected={index === activeIndex}
          tabIndex={-1}
          className="completions__item"
          // The field keeps the focus. A finger may also scroll the row, so only a click takes.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          {children(option)}
          {index === activeIndex && (
            <kbd className="completions__key" aria-hidden="true">
              {TEXTS.key}
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}
