import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuOf, waitedOf } from '../live/measure/cpu.js';
import { peakOf } from '../live/measure/memory.js';

// From infra/bench/dist/constellation.
const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));
/** How often its memory is read, in milliseconds: the system keeps the peak, only its last moment can be missed. */
const LOOK_MS = 50;

/** What a command of ops took. */
export interface OpsRun {
  seconds: number;
  /** Seconds of the processor, of the process itself. */
  cpu: number;
  /** Seconds in which it could have run, and others had the processors. */
  waited: number;
  /** The most memory that it held, in bytes. */
  peak: number;
}

/**
 * Runs a command of ops in a process of its own, as whoever runs Oniverse does.
 * @throws Error where it fails
 */
export async function runOps(command: string, env: Record<string, string>): Promise<OpsRun> {
  const began = performance.now();
  const child = fork(OPS, [command], {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let last = { cpu: 0, waited: 0, peak: 0 };
  const timer = setInterval(() => {
    last = usageOf(child.pid ?? 0) ?? last;
  }, LOOK_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - began) / 1_000, ...last };
}

/** What a process has used so far; undefined where it has ended. */
function usageOf(pid: number): Omit<OpsRun, 'seconds'> | undefined {
  try {
    return { cpu: cpuOf(pid), waited: waitedOf(pid), peak: peakOf(pid) };
  } catch {
    return undefined;
  }
}
