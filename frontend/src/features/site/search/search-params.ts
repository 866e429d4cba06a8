export interface SearchParams {
  q?: string;
  /** A kind of results; all kinds if unknown. */
  kind?: string;
  /** The only dimension whose messages are searched. */
  server?: string;
  /** The order of messages; newest first if unknown. */
  order?: string;
}

/** Reads the address of the search page. A query of digits arrives as a number. */
export function readSearchParams(given: Record<string, unknown>): SearchParams {
  const read = (['q', 'kind', 'server', 'order'] as const).flatMap((name) => {
    const value = given[name];
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && value !== '' ? [[name, String(value).slice(0, 200)] as const] : [];
  });
  return Object.fromEntries(read);
}
