import { LIMITS } from '@oniverse/contracts';
import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { keyOf } from '../../../ui/keys.js';
import { useTypedToken } from '../completion/index.js';
import { useQueryOptions } from './query-options.js';
import { type Filter, findOperatorToken, finishQuery, joinQuery, splitQuery } from './query-parts.js';

interface QueryFieldState {
  field: RefObject<HTMLInputElement | null>;
  /** The query as it is typed. */
  value: string;
  onChange: (value: string) => void;
  /** The only dimension that is searched. */
  server?: string | undefined;
}

/**
 * A field of a query whose finished operators are chips, and in which operators are completed. Backspace at the beginning of
 * the text removes the last chip.
 */
export function useQueryField({ field, value, onChange, server }: QueryFieldState) {
  const { filters, draft } = splitQuery(value);
  const write = (text: string, caret: number): void => {
    const parts = splitQuery(joinQuery({ filters, draft: text }));
    const { draft: rest } = parts;
    onChange(joinQuery(parts));
    if (rest !== text) typing.placeCaret(Math.max(0, caret - (text.length - rest.length)));
  };
  const typing = useTypedToken({ field, text: draft, write, find: findOperatorToken });
  const { token } = typing;
  const choice = typing.chooseFrom({
    options: useQueryOptions(token, server),
    take: ({ text }) => {
      if (token) typing.complete(token, text);
    },
    takesEnter: () => true,
  });
  const remove = (filter: Filter): void => {
    onChange(joinQuery({ filters: filters.filter((other) => other !== filter), draft }));
    field.current?.focus();
  };
  const last = filters.at(-1);
  return {
    filters,
    remove,
    token,
    list: choice.list,
    isOpen: choice.isOpen,
    /** Properties of the input. */
    input: {
      ...choice.field,
      value: draft,
      maxLength: Math.max(0, LIMITS.search.max - (value.length - draft.length)),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
        typing.readCaret();
        write(target.value, target.selectionStart ?? target.value.length);
      },
      onBlur: typing.close,
    },
    /** Handles a key, and returns whether the field used it. */
    onKey: (event: KeyboardEvent<HTMLInputElement>): boolean => {
      if (choice.onKey(event)) return true;
      const { selectionStart, selectionEnd } = event.currentTarget;
      if (keyOf(event) !== 'Backspace' || !last || selectionStart !== 0 || selectionEnd !== 0) return false;
      event.preventDefault();
      remove(last);
      return true;
    },
    /** Makes an operator at the end a chip. */
    finish: () => onChange(finishQuery(value)),
  };
}

export type QueryFieldParts = ReturnType<typeof useQueryField>;
