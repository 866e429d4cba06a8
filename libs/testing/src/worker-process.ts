import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launchProcess } from './launch-process.js';

const MAIN = fileURLToPath(new URL('../../../worker/dist/main.js', import.meta.url));

/** A worker in a process of its own, which a test may kill. It needs the build. */
export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * Starts a worker, and waits until it works.
   * @param logFile gets what it logs, appended; nobody when left out
   */
  static async start(env: Record<string, string>, logFile?: string): Promise<WorkerProcess> {
    return new WorkerProcess(await launchProcess(MAIN, env, logFile));
  }

  /** Ends it at once, as a crash would. @throws Error where it had ended by itself */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The worker had ended by itself with ${this.child.exitCode}`);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Ends it as an operator would. @returns its exit code */
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
