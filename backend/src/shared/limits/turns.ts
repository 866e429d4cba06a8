import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Rounds of the event loop between two computations: a call may need more than one from its arrival to its answer. */
const ROUNDS = 3;

/** Runs long computations one at a time, so that other calls run between two of them. */
export class Turns {
  private readonly limit = new ConcurrencyLimit(1);

  async compute<T>(computation: () => T): Promise<T> {
    return this.limit.runTask(async () => {
      for (let round = 0; round < ROUNDS; round += 1) await setImmediate();
      return computation();
    });
  }
}
