import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isErrorWithCode } from './errors.js';
import { sleep } from './sleep.js';

/** Identifies a process beyond its reusable id. Signal it only while its start time and command line are unchanged. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time in a system-specific format, only for comparison. */
  readonly startedAt: string;
  readonly command: string;
}

export interface StopStep {
  readonly signal: NodeJS.Signals;
  /** Time to wait for the process to end before the next step. */
  readonly graceMs: number;
}

/** Returns the current process with this id, or undefined if there is none or it is a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

export function isSameProcess(recorded: ProcessIdentity): boolean {
  const current = identifyProcess(recorded.pid);
  if (current === undefined || current.startedAt !== recorded.startedAt) return false;
  // An ending process has no command line any longer but may still occupy its ports.
  return current.command === recorded.command || current.command === '';
}

/** Validates an identity from parsed JSON; returns undefined if it is invalid. */
export function parseProcessIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, startedAt, command } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 2) return undefined;
  if (typeof startedAt !== 'string' || typeof command !== 'string') return undefined;
  return { pid, startedAt, command };
}

/**
 * Ends a process without a handle, with one signal after the other. Never signals another process with a reused id.
 * @throws Error if it belongs to another user or survives the last step
 */
export async function stopProcess(identity: ProcessIdentity, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, graceMs } of steps) {
    if (!isSameProcess(identity)) return;
    if (!sendSignal(identity.pid, signal)) return;
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline) {
      if (!isSameProcess(identity)) return;
      await sleep(20);
    }
  }
  if (isSameProcess(identity)) {
    throw new Error(`Process ${identity.pid} (${identity.command}) does not end; stop it manually.`);
  }
}

/** Sends a signal. Returns false if the process has already ended. @throws Error if it belongs to another user */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (isErrorWithCode(error, 'ESRCH')) return false;
    if (isErrorWithCode(error, 'EPERM')) {
      throw new Error(`Process ${pid} belongs to another user; stop it as that user first.`, {
        cause: error,
      });
    }
    throw error;
  }
}

function identifyByProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startedAt = fields[19];
    if (state === undefined || startedAt === undefined || 'ZX'.includes(state)) return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return { pid, startedAt, command };
  } catch {
    return undefined;
  }
}

function identifyByPs(pid: number): ProcessIdentity | undefined {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    // lstart has five words: Thu Nov 20 21:00:00 2025.
    const match = /^(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line);
    const [, state, startedAt, command] = match ?? [];
    if (state === undefined || startedAt === undefined || command === undefined) return undefined;
    return state.startsWith('Z') ? undefined : { pid, startedAt, command };
  } catch {
    return undefined;
  }
}
