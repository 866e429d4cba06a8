import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { AlbumFilters } from './album-filters.js';

const SEARCH_DEBOUNCE_MS = 250;

type FilterUpdate = { [F in keyof AlbumFilters]?: AlbumFilters[F] | undefined };

function toSearch({ q, board, tag, sort }: FilterUpdate): AlbumFilters {
  return {
    ...(q && { q }),
    ...(board && { board }),
    ...(tag && { tag }),
    ...(sort && sort !== 'newest' && { sort }),
  };
}

export function useUpdateFilters(): (update: FilterUpdate) => void {
  const navigate = useNavigate();
  return useCallback(
    (update) =>
      void navigate({
        to: '/album',
        search: (current) => toSearch({ ...current, ...update }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** The URL follows the text after a delay, and the text follows the URL. */
export function useSearchText(q: string, update: (update: FilterUpdate) => void) {
  const [text, setText] = useState(q);
  const [urlText, setUrlText] = useState(q);
  if (urlText !== q) {
    setUrlText(q);
    // The URL may lag behind.
    if (urlText === text || q === '') setText(q);
  }
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => update({ q: text }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, q, update]);
  return [text, setText] as const;
}
