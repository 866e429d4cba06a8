import { search } from '@oniverse/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../api/calls.js';
import { useDebounced } from '../../../ui/use-debounced.js';

const FOUND = 6;
const DEBOUNCE_MS = 150;
/** How long found members are reused, for someone who deletes a letter again. */
const FRESH_MS = 30_000;

/** Finds members by a part of their names. The former results stay until the next ones arrive. */
export function useFoundMembers(text: string) {
  const typed = text.trim();
  const q = useDebounced(typed, DEBOUNCE_MS);
  const query = queryOf(search, { query: { q, kinds: ['members'], limit: FOUND } }, FRESH_MS);
  const { data } = useQuery({ ...query, enabled: q !== '', placeholderData: keepPreviousData });
  return useMemo(
    () => ({
      found: typed === '' ? [] : (data?.members?.items ?? []),
      isNothing: typed !== '' && typed === q && data?.members?.items.length === 0,
    }),
    [typed, q, data],
  );
}
