import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launchProcess } from './launch-process.js';

const MAIN = fileURLToPath(new URL('../../../backend/dist/main.js', import.meta.url));

/** A built backend in a child process, which a test may kill. */
export class BackendProcess {
  private constructor(
    private child: ChildProcess,
    private readonly env: Record<string, string>,
    private readonly logFile: string | undefined,
    readonly url: string,
    private readonly main: string,
  ) {}

  /**
   * Starts a backend and waits until it is ready. Appends its log to `logFile`, if given.
   * @param main the built backend, by default that of this checkout
   */
  static async start(
    env: Record<string, string>,
    port: number,
    logFile?: string,
    main = MAIN,
  ): Promise<BackendProcess> {
    const ownEnv = { ...env, PORT: String(port) };
    return new BackendProcess(
      await launchProcess(main, ownEnv, logFile),
      ownEnv,
      logFile,
      `http://127.0.0.1:${port}`,
      main,
    );
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The backend did not start');
    return this.child.pid;
  }

  /** Whether its process exists, paused or not. */
  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Kills it with SIGKILL. @throws Error if it has already ended */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The backend had already ended with ${this.child.exitCode}`);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async restart(): Promise<void> {
    this.child = await launchProcess(this.main, this.env, this.logFile);
  }

  /** Suspends it; its connections stay open. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Stops it with SIGTERM. @returns its exit code */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }
}
