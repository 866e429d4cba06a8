import {
  type ExitStatus,
  launch,
  type LaunchOptions,
  readLogTail,
  type ServerProcess,
} from '@oniverse/embedded';
import { field } from './json-file.js';
import { type LogFolder, messageOrLine } from './logs.js';
import type { Supervisor } from './supervisor.js';

export interface Program {
  /** Display name and name of the log file. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the common environment. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface StartedProgram extends ServerProcess {
  readonly logFile: string;
}

/** A program failed; the message ends with the last lines of its log. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

// Servers shut down within ten seconds or are killed.
const STOP_TIMEOUT_MS = 10_000;
const STOP_RANK = 0;

/** Returns an environment without the administrator of the database, for programs that need rows only. */
const asProduct = ({ PRODUCT_DATABASE_URL: productUrl, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  productUrl ? { ...env, DATABASE_URL: productUrl } : env;

/** Starts programs with a common environment, each with its own log. Only those that run to their end may change the schema. */
export class Programs {
  constructor(
    private readonly supervisor: Supervisor,
    private readonly logs: LogFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Runs a program until it exits. Throws ProgramError if it fails. */
  async runToEnd(program: Program): Promise<void> {
    const process = await this.start(program, { mayExit: true, ipc: false, env: this.env });
    const status = await process.ended;
    this.supervisor.assertOpen();
    if (status.code !== 0) throw await createError(program.name, `failed (${describeExit(status)})`, process);
  }

  /** Starts a server and waits for its ready message. Throws ProgramError if it exits first. */
  async startServer(program: Program): Promise<StartedProgram> {
    const process = await this.start(program, { mayExit: false, ipc: true, env: asProduct(this.env) });
    const isReady = await new Promise<boolean>((resolve) => {
      process.child.on('message', (message) => {
        if (field(message, 'type') === 'ready') resolve(true);
      });
      void process.ended.then(() => resolve(false));
    });
    this.supervisor.assertOpen();
    if (isReady) return process;
    const how = describeExit(await process.ended);
    throw await createError(program.name, `stopped while starting (${how})`, process);
  }

  /** Starts a program that sends no ready message. */
  startTool(program: Program): Promise<StartedProgram> {
    return this.start(program, { mayExit: false, ipc: false, env: asProduct(this.env) });
  }

  private start(
    program: Program,
    { mayExit, ipc, env }: { mayExit: boolean; ipc: boolean; env: NodeJS.ProcessEnv },
  ): Promise<StartedProgram> {
    const options: LaunchOptions = {
      name: program.name,
      command: program.command,
      args: program.args,
      cwd: program.cwd,
      env: { ...env, ...program.env },
      logFile: this.logs.rotate(program.name),
      stopSteps: [
        { signal: 'SIGTERM', graceMs: STOP_TIMEOUT_MS },
        { signal: 'SIGKILL', graceMs: 5_000 },
      ],
      boundToParent: true,
      withChildren: true,
      ipc,
    };
    const role = { name: program.name, rank: STOP_RANK, signal: 'SIGTERM', mayExit } as const;
    return this.supervisor.add(role, async () => ({ ...(await launch(options)), logFile: options.logFile }));
  }
}

/** Formats an exit status, such as "exit code 1" or "SIGKILL". */
export function describeExit({ code, signal }: ExitStatus): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}

/** Returns the last lines of a log, indented for the console, or '' if the log is empty. */
export async function quoteLog(logFile: string): Promise<string> {
  const tail = await readLogTail(logFile);
  return tail === '' ? '' : `\n${tail.replaceAll(/^.*$/gm, (line) => `  | ${messageOrLine(line)}`)}`;
}

async function createError(
  name: string,
  description: string,
  { logFile }: { logFile: string },
): Promise<ProgramError> {
  return new ProgramError(`${name} ${description}.${await quoteLog(logFile)}`);
}
