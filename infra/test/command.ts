import { type ChildProcess, spawn } from 'node:child_process';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface CommandEnd {
  /** Null if it was ended by a signal or could not be started. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Whether it was killed because it printed and sent nothing for `STALL_MS`. */
  readonly isStalled: boolean;
}

interface CommandOptions {
  readonly onMessage?: (message: unknown) => void;
  readonly stallMs?: number;
}

// A slow machine delays output, but only a hanging command stops it.
const STALL_MS = 10 * 60_000;

/** How long children that a command left running may keep its output open. */
const LEFTOVER_MS = 5_000;

const running = new Set<ChildProcess>();

export function killRunningCommands(signal: NodeJS.Signals): void {
  for (const child of running) killGroup(child, signal);
}

/**
 * Runs a command, and shows or collects its output. Kills it with its children when it prints nothing and sends no
 * message for ten minutes. Never rejects.
 */
export function runCommand(
  { program, args, cwd, env = process.env }: Command,
  output: 'shown' | 'collected',
  { onMessage, stallMs = STALL_MS }: CommandOptions = {},
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isStalled = false;
    const child = spawn(program, args, {
      cwd,
      env,
      // A group of its own can be killed as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
    });
    const timer = setTimeout(() => {
      isStalled = true;
      killGroup(child, 'SIGKILL');
    }, stallMs);
    let leftoverTimer: NodeJS.Timeout | undefined;
    child.once('exit', () => {
      leftoverTimer = setTimeout(() => killGroup(child, 'SIGKILL'), LEFTOVER_MS);
    });
    const receive = (chunk: Buffer, shownOn: NodeJS.WriteStream): void => {
      timer.refresh();
      if (output === 'shown') shownOn.write(chunk);
      else chunks.push(chunk);
    };
    child.stdout?.on('data', (chunk: Buffer) => receive(chunk, process.stdout));
    child.stderr?.on('data', (chunk: Buffer) => receive(chunk, process.stderr));
    child.on('message', (message) => {
      timer.refresh();
      onMessage?.(message);
    });
    running.add(child);
    const finish = (exitCode: number | null, more = '') => {
      running.delete(child);
      clearTimeout(timer);
      clearTimeout(leftoverTimer);
      resolve({ exitCode, output: Buffer.concat(chunks).toString('utf8') + more, isStalled });
    };
    child.once('error', (error) => finish(null, `${program}: ${error.message}\n`));
    child.once('close', (exitCode) => finish(exitCode));
  });
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** Returns the command for a script of package.json, with the npm that runs this process or the one on the PATH. */
export function npmScript(root: string, script: string): Command {
  const npm = process.env['npm_execpath'];
  const args = ['run', '--silent', script];
  return npm !== undefined && /npm-cli\.c?js$/.test(npm)
    ? { program: process.execPath, args: [npm, ...args], cwd: root }
    : { program: 'npm', args, cwd: root };
}
