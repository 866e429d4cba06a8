import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { Filter } from '@oniverse/contracts';
import { ConcurrencyLimit } from '../../shared/index.js';
import type { FilterFault } from './filter-measure.js';

const THREAD = new URL('../../../dist/talk/filters/filter-measure.worker.js', import.meta.url);
/** Time for a measurement, in ms. A set that takes longer is too slow. */
const MAX_MEASURE_MS = 5_000;
const MAX_HEAP_MB = 128;

type Answer = { suspect: string } | { fault: FilterFault | undefined };

/** Compiles and measures filters in a thread of their own, because hostile ones would block all requests of this process. */
@Injectable()
export class FilterBudget {
  private readonly limit = new ConcurrencyLimit(1);

  /** Returns why filters cannot be used; undefined if they can. */
  async findFault(filters: readonly Filter[]): Promise<FilterFault | undefined> {
    return this.limit.runTask(async () => measure(filters));
  }
}

async function measure(filters: readonly Filter[]): Promise<FilterFault | undefined> {
  const [first] = filters;
  if (!first) return undefined;
  let slowest: FilterFault = { reason: 'slowFilters', filter: first.text };
  const thread = new Worker(THREAD, {
    workerData: filters,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const fault = await new Promise<FilterFault | undefined>((resolve, reject) => {
    const timer = setTimeout(() => resolve(slowest), MAX_MEASURE_MS);
    thread.on('message', (answer: Answer) => {
      if ('suspect' in answer) slowest = { reason: 'slowFilters', filter: answer.suspect };
      else resolve(answer.fault);
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(slowest);
      else reject(error);
    });
    thread.on('exit', () => {
      clearTimeout(timer);
      resolve(slowest);
    });
  });
  await thread.terminate();
  return fault;
}
