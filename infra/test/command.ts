import { type ChildProcess, spawn } from 'node:child_process';

/** A program to run as a step. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** How a command ended. */
export interface CommandEnd {
  /** Null when it was ended by a signal, or could not be run. */
  readonly exitCode: number | null;
  /** What it has written, when it was not shown at once. */
  readonly output: string;
}

// No step takes half as long; one that hangs must not take the others' results with it.
const TIMEOUT_MS = 20 * 60_000;

const running = new Set<ChildProcess>();

/** Passes a signal on to every command that runs. */
export function killRunningCommands(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

/** Runs a command to its end, its output either shown at once or collected. Throws nothing. */
export function runCommand(command: Command, output: 'shown' | 'collected'): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command.program, command.args, {
      cwd: command.cwd,
      env: command.env ?? process.env,
      stdio: output === 'shown' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    running.add(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const settle = (exitCode: number | null, more = '') => {
      running.delete(child);
      clearTimeout(timer);
      resolve({ exitCode, output: Buffer.concat(chunks).toString('utf8') + more });
    };
    child.once('error', (error) => settle(null, `${command.program}: ${error.message}\n`));
    child.once('close', (exitCode) => settle(exitCode));
  });
}

/** A script of package.json, run by the npm that runs this, or else the one on the PATH. */
export function npmScript(root: string, script: string): Command {
  const npm = process.env['npm_execpath'];
  const args = ['run', '--silent', script];
  return npm !== undefined && /npm-cli\.c?js$/.test(npm)
    ? { program: process.execPath, args: [npm, ...args], cwd: root }
    : { program: 'npm', args, cwd: root };
}
