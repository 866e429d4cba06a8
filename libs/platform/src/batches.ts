import DataLoader from 'dataloader';

/** Keys that one question holds at most. */
const MAX_BATCH = 1_000;

/**
 * Asks for many keys at once, one question at a time: what is asked while a question is under way goes into the next.
 * Idle it costs a turn of the event loop; when a thousand sockets come back in a second it is a few questions instead
 * of a thousand. Nothing is remembered: each answer is younger than its asking.
 */
export class Batches<K, V> {
  private readonly loader: DataLoader<K, V>;
  private underWay: Promise<unknown> = Promise.resolve();

  /** @param load answers each key, in their order; a key may stand there more than once */
  constructor(load: (keys: readonly K[]) => Promise<readonly V[]>) {
    this.loader = new DataLoader(
      async (keys) => {
        const answer = load(keys);
        this.underWay = answer.catch(() => {});
        return answer;
      },
      {
        cache: false,
        maxBatchSize: MAX_BATCH,
        batchScheduleFn: (ask) => {
          void this.underWay.then(() => setImmediate(ask));
        },
      },
    );
  }

  /** @throws what the question throws that the key was part of */
  async get(key: K): Promise<V> {
    return this.loader.load(key);
  }
}
