import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** @returns a function that unsubscribes */
export function onPrinting(onChange: (isPaper: boolean) => void): () => void {
  const begin = () => onChange(true);
  const end = () => onChange(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Returns whether the page is being printed. What depends on it is rendered before the browser takes the page. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => onPrinting((isPaper) => flushSync(() => setPrinting(isPaper))), []);
  return isPrinting;
}
