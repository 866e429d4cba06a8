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
}

// At least twice as long as any step, so that a hanging one does not hide the results of the others.
const TIMEOUT_MS = 20 * 60_000;

const running = new Set<ChildProcess>();

export function killRunningCommands(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

/** Runs a command, and shows or collects its output. Never rejects. */
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
    const finish = (exitCode: number | null, more = '') => {
      running.delete(child);
      clearTimeout(timer);
      resolve({ exitCode, output: Buffer.concat(chunks).toString('utf8') + more });
    };
    child.once('error', (error) => finish(null, `${command.program}: ${error.message}\n`));
    child.once('close', (exitCode) => finish(exitCode));
  });
}

/** Returns the command for a script of package.json, with the npm that runs this process or the one on the PATH. */
export function npmScript(root: string, script: string): Command {
  const npm = process.env['npm_execpath'];
  const args = ['run', '--silent', script];
  return npm !== undefined && /npm-cli\.c?js$/.test(npm)
    ? { program: process.execPath, args: [npm, ...args], cwd: root }
    : { program: 'npm', args, cwd: root };
}
