import { STAFF_CASE_LISTS, type StaffCaseList } from '@oniverse/contracts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What is open in a section of the console. The route does not check it, since every visitor loads the list of routes. */
export interface ConsoleSearch {
  /** The case or the member. */
  id?: string;
  /** What members are looked for by. */
  q?: string;
  list?: StaffCaseList;
  /** Also cases that a dimension handles. */
  all?: boolean;
}

/** Reads the query of an address. A text of digits arrives as a number. */
export function readConsoleSearch({ id, q, list, all }: Record<string, unknown>): ConsoleSearch {
  const known = STAFF_CASE_LISTS.find((name) => name === list);
  return {
    ...(typeof id === 'string' && id !== '' && { id }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(known && { list: known }),
    ...(all === true && { all }),
  };
}

/** Returns what the address says is open, and a function that opens something else in the section. */
export function useConsoleSearch(
  section: string,
): [search: ConsoleSearch, open: (search: ConsoleSearch, replace?: boolean) => void] {
  const search = useLocation({ select: (location) => location.search });
  const navigate = useNavigate();
  const open = useCallback(
    (next: ConsoleSearch, replace = false) =>
      void navigate({ to: '/console/{-$section}', params: { section }, search: next, replace }),
    [navigate, section],
  );
  return [readConsoleSearch(search), open];
}
