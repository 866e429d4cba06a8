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
