import type { DataSource } from 'typeorm';

const ROWS = 500;

/** Repeats `runBatch` until it handles fewer than `size` rows. Returns the total number of rows. */
export async function runInBatches(
  size: number,
  runBatch: (size: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await runBatch(size);
    total += count;
    if (count < size) return total;
  }
}

/**
 * Repeats a statement that changes at most $1 rows until it changes fewer. Returns the total number of rows.
 * @param params from $2
 */
export const changeInBatches = async (
  dataSource: DataSource,
  statement: string,
  ...params: readonly unknown[]
): Promise<number> =>
  runInBatches(ROWS, async (size) => {
    const [, count]: [unknown, number] = await dataSource.query(statement, [size, ...params]);
    return count;
  });
