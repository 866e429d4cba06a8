import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** Keys that one question holds at most. */
const MAX_BATCH = 1_000;
/** In a rush the next question waits so long for each key of the last one, in milliseconds. */
const WAIT_PER_KEY_MS = 3;
/** Fewer keys than these are no rush. */
const MANY = 4;

/**
 * Asks for many keys at once, one question at a time: what is asked while a question is under way goes into the next.
 * Idle it costs a turn of the event loop; when a thousand sockets come back in a second it is a few questions instead
 * of a thousand. Nothing is remembered: each answer is younger than its asking.
 */
export class Batches<K, V> {
  private readonly loader: DataLoader<K, V>;
  private underWay: Promise<unknown> = Promise.resolve();
  /** When the last question was answered, and how many keys it held. */
  private last = { at: -Infinity, keys: 0 };

  /**
   * @param load answers each key, in their order; a key may stand there more than once
   * @param maxWaitMs in a rush the next question waits the longer the more is asked, up to this
   */
  constructor(
    load: (keys: readonly K[]) => Promise<readonly V[]>,
    private readonly maxWaitMs = 0,
  ) {
    this.loader = new DataLoader(
      async (keys) => {
        const answer = load(keys);
        this.underWay = this.note(answer, keys.length);
        return answer;
      },
      {
        cache: false,
        maxBatchSize: MAX_BATCH,
        batchScheduleFn: (ask) => void this.wait().then(ask),
      },
    );
  }

  /** @throws what the question throws that the key was part of */
  async get(key: K): Promise<V> {
    return this.loader.load(key);
  }

  private async note(answer: Promise<unknown>, keys: number): Promise<void> {
    await Promise.allSettled([answer]);
    this.last = { at: performance.now(), keys };
  }

  private async wait(): Promise<void> {
    await this.underWay;
    const { at, keys } = this.last;
    const wait = keys < MANY ? 0 : Math.min(keys * WAIT_PER_KEY_MS, this.maxWaitMs);
    const left = at + wait - performance.now();
    await (left > 0 ? delay(left) : turn());
  }
}
