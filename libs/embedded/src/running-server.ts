import { freePort } from './free-port.js';
import type { ExitStatus, ServerProcess } from './server-process.js';
import { sleep } from './sleep.js';

export interface RunningServer {
  /** On 127.0.0.1. */
  readonly port: number;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the process has ended for any reason; never rejects. */
  readonly ended: Promise<ExitStatus>;
  /** Stops the server cleanly and waits for its process to end. Idempotent. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Absolute path of the data folder, created if missing. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; default any free port. */
  readonly port?: number;
  /** The server's output is appended here; default `<dataDir>.log`. */
  readonly logFile?: string;
  readonly onProgress?: (line: string) => void;
  /** Whether to end the server when this process dies, even by SIGKILL; default true. */
  readonly boundToParent?: boolean;
}

/** Polls `isReady` every 25 ms. @throws ServerStartError if the process ends, or is not ready after two minutes */
export async function waitUntilReady(
  name: string,
  server: ServerProcess,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isReady())) {
    if (server.hasEnded()) {
      const { code, signal } = await server.ended;
      const how = signal ?? `exit code ${code ?? 'unknown'}`;
      throw new ServerStartError(`${name} ended while it was starting (${how}).`, await server.logTail());
    }
    if (Date.now() > deadline) {
      throw new ServerStartError(`${name} is not ready after two minutes.`, await server.logTail());
    }
    await sleep(25);
  }
}

/** A server failed to start; the message ends with the last lines of its log. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';

  constructor(
    reason: string,
    readonly logTail: string,
  ) {
    super(logTail === '' ? reason : `${reason} Last lines of its log:\n${logTail}`);
  }
}

/** Starts a server on the given port, or else on a free port, with a retry if another process takes it first. */
export async function startOnPort<T>(
  port: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (port !== undefined) return start(port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      const portTaken =
        error instanceof ServerStartError && /address already in use|EADDRINUSE/i.test(error.logTail);
      if (!portTaken || attempt === 5) throw error;
    }
  }
}
