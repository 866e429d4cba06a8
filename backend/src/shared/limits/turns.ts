import { setImmediate } from 'node:timers/promises';

/** Limits the number of concurrent tasks. Further tasks wait in order of arrival. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  async runTask<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.size) this.running += 1;
    else await new Promise<void>((enter) => this.waiting.push(enter));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

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
