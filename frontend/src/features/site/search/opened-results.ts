import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The result that was opened last from each entry of the history, by the key of the entry. */
const opened = new Map<string, string>();

const entryKeyOf = ({ state }: AnyRouter): string => state.location.state.__TSR_key ?? '';

/** Returns whether the reader comes back to results, of which one takes the focus. */
export function useIsReturning(): boolean {
  const router = useRouter();
  const [isReturning] = useState(() => opened.has(entryKeyOf(router)));
  return isReturning;
}

/**
 * Returns a function that records the opened result of a list. When the reader comes back to the list, that result takes the
 * focus; the router scrolls.
 */
export function useOpenedResult(
  list: RefObject<HTMLElement | null>,
  results: readonly { key: string }[],
): (key: string) => void {
  const router = useRouter();
  const [returned] = useState(() => {
    const entry = entryKeyOf(router);
    return { entry, key: opened.get(entry) };
  });
  const isDone = useRef(false);
  useEffect(() => {
    const place = results.findIndex(({ key }) => key === returned.key);
    if (isDone.current || place === -1) return;
    isDone.current = true;
    // Another query has an entry of its own.
    if (returned.entry !== entryKeyOf(router)) return;
    list.current?.children[place]?.querySelector('a')?.focus({ preventScroll: true });
  }, [list, results, returned, router]);
  return (key) => void opened.set(entryKeyOf(router), key);
}
