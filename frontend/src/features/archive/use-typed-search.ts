import { useEffect, useEffectEvent, useState } from 'react';

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
  const ask = useEffectEvent(() => {
    const text = typed.trim();
    if (text === search) return;
    setAsked(text);
    onSearch(text);
  });
  useEffect(() => {
    const pause = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  return { typed, setTyped };
}
