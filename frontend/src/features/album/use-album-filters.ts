import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { AlbumFilters } from './album-filters.js';

/** How long one rests before what was typed is looked for, in milliseconds. */
const SEARCH_REST_MS = 250;

type Change = { [F in keyof AlbumFilters]?: AlbumFilters[F] | undefined };

function without({ q, board, tag, sort }: Change): AlbumFilters {
  return {
    ...(q && { q }),
    ...(board && { board }),
    ...(tag && { tag }),
    ...(sort && sort !== 'newest' && { sort }),
  };
}

/** Changes the filters, which live in the address. */
export function useChangeFilters(): (change: Change) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '/album',
        search: (held) => without({ ...held, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** What is typed into the search; the address follows after a rest, and the field follows the address. */
export function useSearchText(q: string, change: (change: Change) => void) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    // What comes back is what was sent: what was typed since then stays.
    if (known === typed || q === '') setTyped(q);
  }
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => change({ q: typed }), SEARCH_REST_MS);
    return () => clearTimeout(timer);
  }, [typed, q, change]);
  return [typed, setTyped] as const;
}
