import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** While a read that may be stale runs: the position in the primary's log that a standby must have replayed for it. */
export const staleRead = new AsyncLocalStorage<bigint>();

const MAX_BATCH = 1_000;
/** After a large batch, the next one is delayed by this time for each of its keys, in milliseconds. */
const DELAY_PER_KEY_MS = 3;
/** The smallest batch that delays the next one. */
const MIN_LARGE_BATCH = 4;

/** Batches concurrent lookups, one batch at a time. Caches nothing: each value is loaded after the call of `get`. */
export class BatchLoader<K, V> {
  private readonly loader: DataLoader<K, V>;
  private pending: Promise<unknown> = Promise.resolve();
  private lastBatch = { at: -Infinity, keys: 0 };

  /**
   * @param load returns one value per key, in the order of the keys; a key may occur more than once
   * @param maxDelayMs the longest delay between batches, in milliseconds
   */
  constructor(
    load: (keys: readonly K[]) => Promise<readonly V[]>,
    private readonly maxDelayMs = 0,
  ) {
    this.loader = new DataLoader(
      async (keys) => {
        // A batch belongs to several requests, of which some must not be answered by a standby.
        const values = staleRead.exit(() => load(keys));
        this.pending = this.recordEnd(values, keys.length);
        return values;
      },
      {
        cache: false,
        maxBatchSize: MAX_BATCH,
        batchScheduleFn: (loadBatch) => void this.waitForTurn().then(loadBatch),
      },
    );
  }

  /** @throws the error of the batch that contains the key */
  async get(key: K): Promise<V> {
    return this.loader.load(key);
  }

  private async recordEnd(values: Promise<unknown>, keys: number): Promise<void> {
    await Promise.allSettled([values]);
    this.lastBatch = { at: performance.now(), keys };
  }

  private async waitForTurn(): Promise<void> {
    await this.pending;
    const { at, keys } = this.lastBatch;
    const pause = keys < MIN_LARGE_BATCH ? 0 : Math.min(keys * DELAY_PER_KEY_MS, this.maxDelayMs);
    const remaining = at + pause - performance.now();
    await (remaining > 0 ? delay(remaining) : turn());
  }
}
