import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launchProcess } from './launch-process.js';

const MAIN = fileURLToPath(new URL('../../../backend/dist/main.js', import.meta.url));

/** A backend in a process of its own, which a test may kill. It needs the build. */
export class BackendProcess {
  private constructor(
    private child: ChildProcess,
    private readonly env: Record<string, string>,
    private readonly logFile: string | undefined,
    readonly url: string,
  ) {}

  /**
   * Starts a backend on a port, and waits until it serves.
   * @param logFile gets what it logs, appended; nobody when left out
   */
  static async start(env: Record<string, string>, port: number, logFile?: string): Promise<BackendProcess> {
    const ownEnv = { ...env, PORT: String(port) };
    return new BackendProcess(
      await launchProcess(MAIN, ownEnv, logFile),
      ownEnv,
      logFile,
      `http://127.0.0.1:${port}`,
    );
  }

  /** The process as the system knows it. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The backend did not start');
    return this.child.pid;
  }

  /** Whether its process is there, paused or not. */
  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it at once, as a crash would. @throws Error where it had ended by itself */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The backend had ended by itself with ${this.child.exitCode}`);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    this.child = await launchProcess(MAIN, this.env, this.logFile);
  }

  /** Stops its clock: it holds what it has, and does nothing until it is resumed. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Ends it as an operator would. @returns its exit code */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }
}
