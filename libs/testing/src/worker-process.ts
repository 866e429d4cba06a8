import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launchProcess } from './launch-process.js';

const MAIN = fileURLToPath(new URL('../../../worker/dist/main.js', import.meta.url));

/** A built worker in a child process, which a test may kill. */
export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts a worker and waits until it is ready. Appends its log to `logFile`, if given. */
  static async start(env: Record<string, string>, logFile?: string): Promise<WorkerProcess> {
    return new WorkerProcess(await launchProcess(MAIN, env, logFile));
  }

  get pid(): number {
    return this.child.pid ?? 0;
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

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
