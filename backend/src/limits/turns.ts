import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Runs long computations one at a time, so that other calls run between two of them. */
export class Turns {
  private readonly limit = new ConcurrencyLimit(1);

  async compute<T>(computation: () => T): Promise<T> {
    return this.limit.runTask(async () => {
      await setImmediate();
      return computation();
    });
  }
}
