import { readFileSync } from 'node:fs';

/**
 * The most memory that a process has held so far, in bytes. (What `getrusage` calls so begins with what the parent
 * held: of a process that was just started it tells of another one.)
 * @throws Error where there is no such process
 */
export function peakOf(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  // A process that has ended and was not waited for yet has no memory.
  if (peak === undefined) throw new Error(`The process ${pid} has ended`);
  return Number(peak) * 1_024;
}
