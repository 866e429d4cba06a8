import { useEffect, useRef, useState } from 'react';

/** So long after the last key a search is asked, in ms. */
const PAUSE_MS = 250;

/**
 * What is typed into a search, which becomes the search once one pauses.
 * @param search what is searched for now; another one from outside, by the back button, replaces what was typed
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  if (search !== asked) {
    setAsked(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
  };
  return { typed, type };
}
