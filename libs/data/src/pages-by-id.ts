/** The least id: a cursor before the first row. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads rows in the order of their ids, a page at a time.
 * @param read returns at most `pageSize` rows after an id
 */
export async function* pagesById<Row extends { id: string }>(
  pageSize: number,
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let after: string | undefined = LEAST_ID;
  while (after !== undefined) {
    const page: Row[] = await read(after);
    yield page;
    after = page[pageSize - 1]?.id;
  }
}
