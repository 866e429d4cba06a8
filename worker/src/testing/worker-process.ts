import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RELEASE_MEMORY_ENV } from '@oniverse/platform/command';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pid: number,
  ) {}

  /** Starts a worker like the start command does, and waits until it is ready. */
  static async start(env: Record<string, string>): Promise<WorkerProcess> {
    const child = fork(MAIN, {
      env: { ...process.env, ...env, ...RELEASE_MEMORY_ENV },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The worker exited with ${code} during startup`)));
    });
    if (child.pid === undefined) throw new Error('The worker did not start');
    return new WorkerProcess(child, child.pid);
  }

  /** Returns the peak resident memory in bytes; without /proc the current one, from `ps`. */
  async peakMemoryBytes(): Promise<number> {
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      throw new Error('The worker has exited');
    try {
      const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    } catch {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.pid)]);
      return Number(stdout) * 1024;
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
