import './search-field.css';
import { useRef } from 'react';
import { Icon } from './icons.js';
import { keyOf } from './keys.js';
import { UI_TEXTS } from './ui.texts.js';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Escape or the clear button empties the input. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="search grow">
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="close search__clear"
          aria-label={UI_TEXTS.clearSearch}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <Icon name="close" small />
        </button>
      )}
    </div>
  );
}
