import { SEARCH_KINDS, type SearchKind } from '@oniverse/contracts';

export interface SearchParams {
  q?: string;
  kind?: SearchKind;
}

/** Reads the address of the search page. A query of digits arrives as a number. */
export function readSearchParams({ q, kind }: Record<string, unknown>): SearchParams {
  const known = SEARCH_KINDS.find((value) => value === kind);
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(known && { kind: known }),
  };
}
