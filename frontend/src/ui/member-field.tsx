import './pop.css';
import './member-field.css';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { keyOf } from './keys.js';

export interface MemberOption {
  /** Unique in the list. */
  key: string;
  title: ReactNode;
  note?: string | undefined;
  choose: () => void;
}

interface MemberFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown while the field is being edited. */
  options: readonly MemberOption[];
  /** Called on Enter without an active option. */
  onEnter?: () => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
  /** In front of the text. */
  mark?: ReactNode;
  /** Hides the label visually. */
  bare?: boolean;
  /** Whether the value is a choice, which is replaced as a whole. */
  isChosen?: boolean;
}

/** A text field with a list of suggestions. Enter takes the first one, arrow keys another, Escape closes the list. */
export function MemberField({
  label,
  placeholder,
  value,
  onChange,
  options,
  onEnter,
  onLeave,
  mark,
  bare = false,
  isChosen = false,
}: MemberFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && options.length > 0;
  const chosen = options[Math.min(active, options.length - 1)];

  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const choose = (option: MemberOption) => {
    close();
    option.choose();
  };
  const move = (step: number) => {
    setOpen(true);
    setActive((now) => (isShown ? (now + step + options.length) % options.length : 0));
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = keyOf(event);
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && isShown && chosen) choose(chosen);
    else if (key === 'Enter') onEnter?.();
    else if (key === 'Escape' && isShown) close();
    else if (key === 'Escape' && value !== '') onChange('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="field member">
      <span className={bare ? 'vh' : undefined}>
        <label htmlFor={id}>{label}</label>
      </span>
      <div className="member__input">
        {mark}
        <input
          id={id}
          className="input"
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // The names that were chosen are isolated from each other.
          dir={isChosen ? 'ltr' : 'auto'}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && chosen ? `${id}-${chosen.key}` : undefined}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            setOpen(true);
            setActive(0);
          }}
          onFocus={({ target }) => {
            if (isChosen) target.select();
          }}
          onKeyDown={handleKey}
          onBlur={() => {
            close();
            onLeave?.();
          }}
        />
      </div>
      {/* The combobox pattern: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this */}
      <div className="pop member__list" id={`${id}-list`} role="listbox" aria-label={label} hidden={!isShown}>
        {isShown &&
          options.map((option) => (
            <div
              key={option.key}
              id={`${id}-${option.key}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
              role="option"
              className="pop__item"
              aria-selected={option === chosen}
              tabIndex={-1}
              data-highlighted={option === chosen ? '' : undefined}
              // On pointerdown, before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(option);
              }}
            >
              <span>{option.title}</span>
              {option.note && <span className="tiny">{option.note}</span>}
            </div>
          ))}
      </div>
    </div>
  );
}
