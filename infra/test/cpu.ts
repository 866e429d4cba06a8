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

/** A program that prints the milliseconds of its work, and the seconds of that on the machine of the budgets. */
interface Reference {
  readonly program: string;
  readonly seconds: number;
}

const timed = (work: string): string =>
  `const t = performance.now(); ${work}; console.log(performance.now() - t)`;

/** Arithmetic in registers. */
const ARITHMETIC: Reference = {
  program: timed('for (let i = 0, x = 0; i < 1e8; i++) x = (x * 31 + i) | 0'),
  seconds: 0.583,
};

/**
 * Objects that are made, found by text and changed, as the tests do most of the time. In some hours the same machine takes
 * twice as long for them while the arithmetic takes as long as ever: see decision 19.
 */
const OBJECTS: Reference = {
  program: timed(`for (let round = 0; round < 1; round++) {
    const nodes = new Map();
    for (let i = 0; i < 300_000; i++) nodes.set('node-' + i, { text: 'x'.repeat(i % 7), next: null, kids: [i, i + 1] });
    for (let i = 0, at = 0; i < 600_000; i++) {
      at = (at * 1_103_515_245 + 12_345) % 300_000;
      const node = nodes.get('node-' + at);
      node.next = { of: node.text.length + node.kids.length };
    }
  }`),
  seconds: 0.383,
};

/**
 * Returns how many times slower than the reference this machine is now, by the work that suffers most. Of two runs, the
 * better one counts. Each runs in a process of its own, because V8 removes a loop from code that it has optimized.
 */
export async function measureSlowness(): Promise<number> {
  return Math.max(await slownessOf(ARITHMETIC), await slownessOf(OBJECTS));
}

async function slownessOf({ program, seconds }: Reference): Promise<number> {
  return Math.min(await secondsOf(program), await secondsOf(program)) / seconds;
}

/** Returns the seconds of one run. */
async function secondsOf(program: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return Number(stdout) / 1_000;
}
