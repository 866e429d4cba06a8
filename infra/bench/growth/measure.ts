import { cpuOfChildren } from '../live/measure/cpu.js';
import { Latencies, now } from '../live/measure/latency.js';
import type { Operation } from './operations.js';

export interface Cost {
  /** CPU seconds for 100,000 of them. */
  cpu: number;
  /** Milliseconds of a call. */
  p50: number;
  p99: number;
}

const AT_ONCE = 4;
const WARM_UP = 0.1;
/** Other work on the machine only adds to the CPU time of an operation, so that the least of some parts is the nearest to it. */
const PARTS = 5;

export const postgresCpu = (): number => cpuOfChildren(['postgres']);

/**
 * Does an operation so often, a few at once, after some that are not counted.
 * @param cpu the CPU seconds so far of the processes to measure
 */
export async function measureOperation({ times, each, run }: Operation, cpu = postgresCpu): Promise<Cost> {
  const latencies = new Latencies();
  const repeat = async (count: number, into?: Latencies): Promise<void> => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        const startedAt = now();
        await run();
        into?.record(now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, lane));
  };
  const parts = times > 1 ? PARTS : 1;
  const count = Math.ceil(times / parts);
  if (times > 1) await repeat(Math.ceil(times * WARM_UP));
  const costs: number[] = [];
  while (costs.length < parts) {
    const before = cpu();
    await repeat(count, latencies);
    costs.push(((cpu() - before) / (count * each)) * 100_000);
  }
  return { cpu: Math.min(...costs), p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
}
