import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Linux reports CPU times in /proc in 1/100 s on every architecture (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Positions of utime, stime, cutime and cstime after the command, see proc_pid_stat(5). */
const FIRST_TIME = 11;

/**
 * Returns the CPU seconds that this process and its ended, awaited children and theirs have used, or undefined on a
 * system without /proc.
 */
export function usedCpuSeconds(file = '/proc/self/stat'): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // The command is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const times = fields.slice(FIRST_TIME, FIRST_TIME + 4).map(Number);
  return times.reduce((sum, time) => sum + time, 0) / TICKS_PER_SECOND;
}

/** Seconds that the loop takes on the machine for which the budgets are set. */
const REFERENCE_LOOP_SECONDS = 1.75;
const LOOP =
  'const t = performance.now(); for (let i = 0, x = 0; i < 3e8; i++) x = (x * 31 + i) | 0; console.log(performance.now() - t)';

/**
 * Returns how many times slower than the reference this machine is now: the better of two runs of a fixed loop. Each
 * runs in a process of its own, because V8 removes the loop from code that it has optimized.
 */
export async function measureSlowness(): Promise<number> {
  return Math.min(await runLoop(), await runLoop()) / REFERENCE_LOOP_SECONDS;
}

/** Returns the seconds of one run of the loop. */
async function runLoop(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOOP]);
  return Number(stdout) / 1_000;
}
