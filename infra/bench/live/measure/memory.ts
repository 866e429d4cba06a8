import { readFileSync } from 'node:fs';

/**
 * Returns the peak RSS in bytes. A new process inherits the peak of `getrusage` from its parent.
 * @throws Error if the process does not exist
 */
export const peakMemoryOf = (pid: number): number => readMemory(pid, 'VmHWM');

/** Returns the RSS in bytes. @throws Error if the process does not exist */
export const memoryOf = (pid: number): number => readMemory(pid, 'VmRSS');

function readMemory(pid: number, name: string): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  // A zombie process has no memory.
  if (kilobytes === undefined) throw new Error(`Process ${pid} has exited`);
  return Number(kilobytes) * 1_024;
}
