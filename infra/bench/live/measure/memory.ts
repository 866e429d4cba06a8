import { readFileSync } from 'node:fs';

/**
 * Returns the peak RSS in bytes. A new process inherits the peak of `getrusage` from its parent.
 * @throws Error if the process does not exist
 */
export function peakMemoryOf(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  // A zombie process has no memory.
  if (peak === undefined) throw new Error(`Process ${pid} has exited`);
  return Number(peak) * 1_024;
}
