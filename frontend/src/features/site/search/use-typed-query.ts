import { useEffect, useRef, useState } from 'react';
import { finishQuery } from './query-parts.js';

const DEBOUNCE_MS = 250;

/** Debounces what is typed. A change of `query` from outside, such as Back, replaces it. */
export function useTypedQuery(query: string, onQuery: (query: string) => void) {
  const [typed, setTyped] = useState(() => finishQuery(query));
  const [lastQuery, setLastQuery] = useState(query);
  if (query !== lastQuery) {
    setLastQuery(query);
    if (query !== typed.trim()) setTyped(finishQuery(query));
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onQuery(text.trim()), DEBOUNCE_MS);
  };
  return { typed, type };
}
