import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../backend/dist/main.js', import.meta.url));

/** A backend in a process of its own, which a test may kill. It needs the build. */
export class BackendProcess {
  private constructor(
    private child: ChildProcess,
    private readonly env: Record<string, string>,
    readonly url: string,
  ) {}

  /** Starts a backend on a port, and waits until it serves. */
  static async start(env: Record<string, string>, port: number): Promise<BackendProcess> {
    const ownEnv = { ...env, PORT: String(port) };
    return new BackendProcess(await launch(ownEnv), ownEnv, `http://127.0.0.1:${port}`);
  }

  /** The process as the system knows it. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The backend did not start');
    return this.child.pid;
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    this.child = await launch(this.env);
  }

  /** Ends it as an operator would. @returns its exit code */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }
}

async function launch(env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(MAIN, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The backend ended with ${code} before it was ready`)));
  });
  return child;
}
