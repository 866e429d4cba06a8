import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// From infra/bench/dist/constellation.
const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));
/** How often its memory is read, in milliseconds: the system keeps the peak, only its last moment can be missed. */
const LOOK_MS = 50;

/** What a command of ops took. */
export interface OpsRun {
  seconds: number;
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
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0));
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
  return { seconds: (performance.now() - began) / 1_000, peak };
}

/** The most memory that a process has held so far, in bytes; 0 where it has ended. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
