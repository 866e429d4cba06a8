import { parentPort, workerData } from 'node:worker_threads';
import { findFault } from './filter-measure.js';

/** The thread of `FilterBudget`: it answers the fault of the filters that it was started with, after any suspects. */
function answer(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

answer({ fault: findFault(workerData, (suspect) => answer({ suspect })) });
