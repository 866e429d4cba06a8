import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Debounces the typed text. A change of `search` from outside, such as Back, replaces it. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [lastSearch, setLastSearch] = useState(search);
  if (search !== lastSearch) {
    setLastSearch(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS);
  };
  return { typed, type };
}
