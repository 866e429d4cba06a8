import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { identifyProcess, type ProcessIdentity, sendSignal, type StopStep } from './process-identity.js';
import { settlesWithin } from './sleep.js';

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LaunchOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Standard output and error are appended here. */
  readonly logFile: string;
  readonly stopSteps: readonly StopStep[];
  /** Whether to end it when this process dies, even by SIGKILL. */
  readonly boundToParent: boolean;
  /** Whether to signal its children too, for a program that wraps another. */
  readonly withChildren?: boolean;
  /** Whether to open an IPC channel, for Node programs. */
  readonly ipc?: boolean;
}

/** A child process in its own process group, so that Ctrl-C in the terminal does not reach it. */
export interface ServerProcess {
  readonly pid: number;
  readonly identity: ProcessIdentity;
  readonly child: ChildProcess;
  /** Resolves when it has ended for any reason; never rejects. */
  readonly ended: Promise<ExitStatus>;
  hasEnded(): boolean;
  /** Ends it with the `stopSteps` and waits for its end. Idempotent. */
  stop(): Promise<void>;
  /** Returns the end of its output since the launch. */
  logTail(): Promise<string>;
}

/** Starts a process. @throws Error if the program cannot be executed */
export async function launch(options: LaunchOptions): Promise<ServerProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a', 0o600);
  const logStart = statSync(options.logFile).size;
  const stdio: ('ignore' | 'ipc' | number)[] = ['ignore', log, log];
  if (options.ipc === true) stdio.push('ipc');

  let child: ChildProcess;
  try {
    child = spawn(options.command, options.args, {
      stdio,
      detached: true,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    });
  } finally {
    closeSync(log);
  }

  let ending: ExitStatus | undefined;
  const ended = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (code, signal) => {
      ending = { code, signal };
      resolve(ending);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(
        new Error(`${options.name} cannot be executed (${options.command}): ${error.message}`, {
          cause: error,
        }),
      );
    });
  });
  // A failed signal emits `error`, which would end this process without a listener.
  child.on('error', () => undefined);

  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.name} has no process id.`);
  // A negative id addresses the whole process group.
  const target = options.withChildren === true ? -pid : pid;
  if (options.boundToParent) bindToParent(target, options.stopSteps[0]?.signal ?? 'SIGKILL', ended);

  let stopping: Promise<void> | undefined;
  return {
    pid,
    identity: identifyProcess(pid) ?? { pid, startedAt: '', command: '' },
    child,
    ended,
    hasEnded: () => ending !== undefined,
    stop: () => {
      stopping ??= stopChild(child, target, ended, options.stopSteps);
      return stopping;
    },
    logTail: () => readLogTail(options.logFile, logStart),
  };
}

/** Returns at most 30 lines and 8 kB from the end of a log file, after `from` bytes; empty if it does not exist. */
export async function readLogTail(logFile: string, from = 0): Promise<string> {
  const limit = 8_192;
  try {
    const file = await open(logFile, 'r');
    try {
      const { size } = await file.stat();
      const start = Math.max(from, size - limit);
      const buffer = Buffer.alloc(Math.max(0, size - start));
      await file.read(buffer, 0, buffer.length, start);
      return buffer.toString('utf8').trimEnd().split('\n').slice(-30).join('\n');
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}

async function stopChild(
  child: ChildProcess,
  target: number,
  ended: Promise<ExitStatus>,
  steps: readonly StopStep[],
): Promise<void> {
  for (const { signal, graceMs } of steps) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    sendSignal(target, signal);
    if (await settlesWithin(ended, graceMs)) break;
  }
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  // Other members of the group may still be running.
  if (!hasEnded || target < 0) sendSignal(target, 'SIGKILL');
  await ended;
}

/**
 * Ends the server when this process dies. A shell reads from a pipe that only this process has open: a line means a
 * normal end of the server; end of file without one means that this process died.
 */
function bindToParent(target: number, signal: NodeJS.Signals, ended: Promise<ExitStatus>): void {
  const script = 'read -r done && exit 0; kill -s "$1" -- "$2" 2>/dev/null';
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', signal.replace('SIG', ''), String(target)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  // The pipe must not keep a finished process alive.
  if ('unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref();
  void ended.then(() => watchdog.stdin.end('done\n'));
}
