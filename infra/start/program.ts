import { type Ending, launch, type Launch, readLogTail, type ServerProcess } from '@oniverse/embedded';
import { field } from './kept-file.js';
import type { LogFolder } from './logs.js';
import type { Parts } from './parts.js';

/** A program of ours that is started as a part. */
export interface Program {
  /** What people call it; also the name of its log. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** On top of everybody's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A program that runs. */
export interface StartedProgram extends ServerProcess {
  readonly logFile: string;
}

/** A program did not do what it was started for; the message ends with the last lines of its log. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

// Servers end orderly in at most ten seconds, or are ended.
const GRACE_MS = 10_000;
const RANK = 0;

/** Starts our programs with one environment, each with a log of its own. */
export class Programs {
  constructor(
    private readonly parts: Parts,
    private readonly logs: LogFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Runs a program to its end. Throws ProgramError when it fails. */
  async runToEnd(program: Program): Promise<void> {
    const process = await this.start(program, { endsByItself: true, ipc: false });
    const ending = await process.ended;
    this.parts.assertOpen();
    if (ending.code !== 0) throw await failure(program.name, `failed (${describeEnding(ending)})`, process);
  }

  /** Starts a server and waits until it says that it is ready. Throws ProgramError when it ends before that. */
  async startServer(program: Program): Promise<StartedProgram> {
    const process = await this.start(program, { endsByItself: false, ipc: true });
    const isReady = await new Promise<boolean>((resolve) => {
      process.child.on('message', (message) => {
        if (field(message, 'type') === 'ready') resolve(true);
      });
      void process.ended.then(() => resolve(false));
    });
    this.parts.assertOpen();
    if (isReady) return process;
    const how = describeEnding(await process.ended);
    throw await failure(program.name, `ended while it was starting (${how})`, process);
  }

  /** Starts a program that runs beside the servers and never says that it is ready. */
  startTool(program: Program): Promise<StartedProgram> {
    return this.start(program, { endsByItself: false, ipc: false });
  }

  private start(
    program: Program,
    { endsByItself, ipc }: { endsByItself: boolean; ipc: boolean },
  ): Promise<StartedProgram> {
    const what: Launch = {
      name: program.name,
      command: program.command,
      args: program.args,
      cwd: program.cwd,
      env: { ...this.env, ...program.env },
      logFile: this.logs.begin(program.name),
      stopSteps: [
        { signal: 'SIGTERM', graceMs: GRACE_MS },
        { signal: 'SIGKILL', graceMs: 5_000 },
      ],
      boundToParent: true,
      withChildren: true,
      ipc,
    };
    const role = { name: program.name, rank: RANK, signal: 'SIGTERM', endsByItself } as const;
    return this.parts.add(role, async () => ({ ...(await launch(what)), logFile: what.logFile }));
  }
}

/** How a process ended, for people: "exit code 1", "SIGKILL". */
export function describeEnding({ code, signal }: Ending): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}

/** The end of a log, set off for the console; empty when there is nothing in it. */
export async function quoteLog(logFile: string): Promise<string> {
  const tail = await readLogTail(logFile);
  return tail === '' ? '' : `\n${tail.replaceAll(/^/gm, '  | ')}`;
}

async function failure(name: string, what: string, { logFile }: { logFile: string }): Promise<ProgramError> {
  return new ProgramError(`${name} ${what}.${await quoteLog(logFile)}`);
}
