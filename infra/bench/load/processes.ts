import { measureChildren } from '../live/measure/cpu.js';
import { memoryOf } from '../live/measure/memory.js';

const EVERY_MS = 10_000;

export interface ProcessSeries {
  name: string;
  /** CPU seconds since the first sample. */
  cpu: number;
  /** The RSS in bytes, every ten seconds. */
  memory: number[];
}

/** Measures the processes that this one started. */
export class ProcessSampler {
  private readonly series = new Map<number, ProcessSeries & { before: number }>();
  private readonly timer = setInterval(() => this.sample(), EVERY_MS);

  /** @param names of processes by id; others have that of their program */
  constructor(private readonly names: ReadonlyMap<number, string>) {
    this.sample();
  }

  /** Returns the series after a last sample. */
  stop(): ProcessSeries[] {
    clearInterval(this.timer);
    this.sample();
    return [...this.series.values()].map(({ name, cpu, memory }) => ({ name, cpu, memory }));
  }

  private sample(): void {
    for (const { pid, name, cpu } of measureChildren()) {
      let memory: number;
      try {
        memory = memoryOf(pid);
      } catch {
        // It has just ended.
        continue;
      }
      const known = this.series.get(pid) ?? {
        name: this.names.get(pid) ?? name,
        before: cpu,
        cpu: 0,
        memory: [],
      };
      this.series.set(pid, known);
      known.cpu = cpu - known.before;
      known.memory.push(memory);
    }
  }
}

/** Samples of a minute. */
const MINUTE = 60_000 / EVERY_MS;

/**
 * Returns how much the memory of a process grew after the first ten minutes, as a share: the median of the last five minutes compared
 * with that of the five after the first ten. Undefined for a series of less than twenty minutes.
 */
export function growthOf(memory: readonly number[]): number | undefined {
  if (memory.length < 20 * MINUTE) return undefined;
  const early = median(memory.slice(10 * MINUTE, 15 * MINUTE));
  return median(memory.slice(-5 * MINUTE)) / early - 1;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
