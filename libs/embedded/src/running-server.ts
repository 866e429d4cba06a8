import { freePort } from './free-port.js';
import type { Ending, ServerProcess } from './server-process.js';
import { sleep } from './sleep.js';

/** What every started server offers. */
export interface RunningServer {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  /** Its process, which a test may kill. */
  readonly pid: number;
  /** Where its output goes. */
  readonly logFile: string;
  /** Settles when its process has ended, for whatever reason; never rejects. */
  readonly ended: Promise<Ending>;
  /** Ends it cleanly and waits until its process is gone; may be called any number of times. */
  stop(): Promise<void>;
}

/** What every server can be told. */
export interface ServerOptions {
  /** Absolute folder of its own for its data; made when missing. */
  readonly dataDir: string;
  /** Where to listen on 127.0.0.1; any free port when left out. */
  readonly port?: number;
  /** Gets the server's output, appended; `<dataDir>.log` when left out. */
  readonly logFile?: string;
  /** Hears one short line about each step that takes long; nobody when left out. */
  readonly onProgress?: (line: string) => void;
  /** End the server when this process dies, even by SIGKILL; true when left out. */
  readonly boundToParent?: boolean;
}

/**
 * Waits until `isReady` says so, asking every 25 ms while the process lives.
 * Throws with the end of the server's log when it ends first, or is not ready after two minutes.
 */
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

/** A server that did not come up; the message ends with the last lines of its log. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';

  constructor(
    sentence: string,
    /** The last lines that the server has written. */
    readonly logTail: string,
  ) {
    super(logTail === '' ? sentence : `${sentence} Its last lines:\n${logTail}`);
  }
}

/**
 * Starts on the given port; without one on a free port, and on another when somebody else was quicker there.
 * Throws what `start` throws.
 */
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
