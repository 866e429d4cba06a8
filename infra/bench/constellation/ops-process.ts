import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuOf, cpuWaitOf } from '../live/measure/cpu.js';
import { peakMemoryOf } from '../live/measure/memory.js';

// From infra/bench/dist/constellation.
const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));
/** The kernel tracks the peak, so only changes since the last sample are missed. */
const SAMPLE_INTERVAL_MS = 50;

export interface OpsRun {
  seconds: number;
  cpu: number;
  /** Seconds in which the process was runnable but waited for a CPU. */
  waited: number;
  peak: number;
}

/**
 * Runs an operator command in a separate process.
 * @throws Error if it fails
 */
export async function runOps(command: string, env: Record<string, string>): Promise<OpsRun> {
  const startedAt = performance.now();
  const child = fork(OPS, [command], {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let last = { cpu: 0, waited: 0, peak: 0 };
  const timer = setInterval(() => {
    last = usageOf(child.pid ?? 0) ?? last;
  }, SAMPLE_INTERVAL_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new Error(`${command} exited with ${code}`);
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - startedAt) / 1_000, ...last };
}

/** Returns the resources used by a process so far; undefined if it has exited. */
function usageOf(pid: number): Omit<OpsRun, 'seconds'> | undefined {
  try {
    return { cpu: cpuOf(pid), waited: cpuWaitOf(pid), peak: peakMemoryOf(pid) };
  } catch {
    return undefined;
  }
}
