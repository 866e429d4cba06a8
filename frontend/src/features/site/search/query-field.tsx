import { type Ref, useImperativeHandle, useRef } from 'react';
import { Icon } from '../../../ui/icons.js';
import { keyOf } from '../../../ui/keys.js';
import { UI_TEXTS } from '../../../ui/ui.texts.js';
import { QueryChips, QueryOptions } from './query-chips.js';
import { useQueryField } from './use-query-field.js';

interface QueryFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** The only dimension that is searched. */
  server?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** The field of a page of results. Enter finishes an operator; Escape or the clear button empties the field. */
export function QueryField({ label, placeholder, value, onChange, server, ref }: QueryFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current);
  const query = useQueryField({ field, value, onChange, server });
  return (
    <div className="query grow">
      <div className="query__box">
        <Icon name="search" />
        <QueryChips query={query} />
        <input
          ref={field}
          className="query__input"
          type="text"
          role="combobox"
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={label}
          aria-expanded={query.isOpen}
          aria-controls={query.list.id}
          placeholder={query.filters.length === 0 ? placeholder : undefined}
          {...query.input}
          onKeyDown={(event) => {
            if (query.onKey(event)) return event.stopPropagation();
            const key = keyOf(event);
            if (key === 'Enter') query.finish();
            if (key !== 'Escape' || value === '') return undefined;
            event.stopPropagation();
            return onChange('');
          }}
        />
        {value !== '' && (
          <button
            type="button"
            className="close"
            aria-label={UI_TEXTS.clearSearch}
            onClick={() => {
              onChange('');
              field.current?.focus();
            }}
          >
            <Icon name="close" small />
          </button>
        )}
      </div>
      <QueryOptions query={query} />
    </div>
  );
}
