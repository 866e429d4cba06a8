import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { identifyProcess, type ProcessIdentity, sendSignal, type StopStep } from './process-identity.js';
import { settlesWithin } from './sleep.js';

/** How a process ended: with a code, or by a signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What to run, where its output goes, and how it is ended. */
export interface Launch {
  /** What people call it, for messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Gets standard output and error; appended to, made when missing. */
  readonly logFile: string;
  readonly stopSteps: readonly StopStep[];
  /** End it when this process dies, even by SIGKILL. */
  readonly boundToParent: boolean;
  /** Signal its children with it, for a program that only wraps another. */
  readonly withChildren?: boolean;
  /** Opens an IPC channel to it (for Node programs). */
  readonly ipc?: boolean;
}

/** A started process in a process group of its own, so that a Ctrl-C in the terminal does not reach it. */
export interface ServerProcess {
  readonly pid: number;
  readonly identity: ProcessIdentity;
  readonly child: ChildProcess;
  /** Settles when it has ended, for whatever reason; never rejects. */
  readonly ended: Promise<Ending>;
  /** Whether it has ended. */
  hasEnded(): boolean;
  /** Ends it step by step and waits until it is gone; may be called any number of times. */
  stop(): Promise<void>;
  /** The end of what it has written since it was launched; empty when nothing. */
  logTail(): Promise<string>;
}

/** Starts a process. Throws when the program cannot be executed. */
export async function launch(what: Launch): Promise<ServerProcess> {
  mkdirSync(dirname(what.logFile), { recursive: true });
  const log = openSync(what.logFile, 'a', 0o600);
  const logStart = statSync(what.logFile).size;
  const stdio: ('ignore' | 'ipc' | number)[] = ['ignore', log, log];
  if (what.ipc === true) stdio.push('ipc');

  let child: ChildProcess;
  try {
    child = spawn(what.command, what.args, {
      stdio,
      detached: true,
      ...(what.cwd === undefined ? {} : { cwd: what.cwd }),
      ...(what.env === undefined ? {} : { env: what.env }),
      ...(what.uid === undefined ? {} : { uid: what.uid }),
      ...(what.gid === undefined ? {} : { gid: what.gid }),
    });
  } finally {
    closeSync(log);
  }

  let ending: Ending | undefined;
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      ending = { code, signal };
      resolve(ending);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(
        new Error(`${what.name} cannot be executed (${what.command}): ${error.message}`, { cause: error }),
      );
    });
  });
  // A failed signal is reported here too; without a listener it would end this process.
  child.on('error', () => undefined);

  const { pid } = child;
  if (pid === undefined) throw new Error(`${what.name} got no process number.`);
  // It leads a process group of its own, whose number with a minus stands for all in it.
  const target = what.withChildren === true ? -pid : pid;
  if (what.boundToParent) bindToParent(target, what.stopSteps[0]?.signal ?? 'SIGKILL', ended);

  let stopping: Promise<void> | undefined;
  return {
    pid,
    identity: identifyProcess(pid) ?? { pid, startedAt: '', command: '' },
    child,
    ended,
    hasEnded: () => ending !== undefined,
    stop: () => {
      stopping ??= stopChild(child, target, ended, what.stopSteps);
      return stopping;
    },
    logTail: () => readLogTail(what.logFile, logStart),
  };
}

/** The last lines (at most 30, at most 8 kB) of a log file after `from` bytes; empty when there is none. */
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
  ended: Promise<Ending>,
  steps: readonly StopStep[],
): Promise<void> {
  for (const { signal, graceMs } of steps) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    sendSignal(target, signal);
    if (await settlesWithin(ended, graceMs)) break;
  }
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  // Of a group, members may be left although the first has gone.
  if (!hasEnded || target < 0) sendSignal(target, 'SIGKILL');
  await ended;
}

/**
 * Servers do not notice that whoever started them is gone. A shell waits beside the server on a pipe that only
 * this process holds: a line on it means that all is well, its end without one that this process died.
 */
function bindToParent(target: number, signal: NodeJS.Signals, ended: Promise<Ending>): void {
  const script = 'read -r done && exit 0; kill -s "$1" -- "$2" 2>/dev/null';
  const watch = spawn('/bin/sh', ['-c', script, 'sh', signal.replace('SIG', ''), String(target)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  // The pipe must not keep an otherwise finished process alive.
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref();
  void ended.then(() => watch.stdin.end('done\n'));
}
