import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchProcess } from './launch-process.js';

const MAIN = fileURLToPath(new URL('../../../worker/dist/main.js', import.meta.url));

/** A built worker in a child process, which a test may kill. */
export class WorkerProcess {
  private constructor(
    private child: ChildProcess,
    private readonly env: Record<string, string>,
    private readonly logFile: string | undefined,
  ) {}

  /** Starts a worker and waits until it is ready. Appends its log to `logFile`, if given. */
  static async start(env: Record<string, string>, logFile?: string): Promise<WorkerProcess> {
    return new WorkerProcess(await launchProcess(MAIN, env, logFile), env, logFile);
  }

  async restart(): Promise<void> {
    this.child = await launchProcess(MAIN, this.env, this.logFile);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Returns the peak resident memory in bytes; without /proc the current one, from `ps`. */
  async peakMemoryBytes(): Promise<number> {
    if (!this.isRunning) throw new Error('The worker has ended.');
    try {
      const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    } catch {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.pid)]);
      return Number(stdout) * 1024;
    }
  }

  /** Kills it with SIGKILL. @throws Error if it has already ended */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The worker had already ended with ${this.child.exitCode}`);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Stops it with SIGTERM. @returns its exit code */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }

  /** Whether its process exists, paused or not. */
  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
