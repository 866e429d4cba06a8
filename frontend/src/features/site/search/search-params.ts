export interface SearchParams {
  q?: string;
  /** A kind of results; all kinds if unknown. */
  kind?: string;
}

/** Reads the address of the search page. A query of digits arrives as a number. */
export function readSearchParams({ q, kind }: Record<string, unknown>): SearchParams {
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(typeof kind === 'string' && { kind }),
  };
}
