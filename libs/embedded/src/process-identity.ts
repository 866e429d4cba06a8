import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isErrorWithCode } from './errors.js';
import { sleep } from './sleep.js';

/**
 * Who a process is, beyond its number: the system hands the number of a dead process to the next one, so a
 * remembered process may only be signalled while its start and its command line are still the same.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own notation; only good for comparing. */
  readonly startedAt: string;
  /** Its whole command line, arguments separated by blanks. */
  readonly command: string;
}

/** One way to end a process, and how long it may take before the next one is tried. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  /** Milliseconds to wait for the process to go. */
  readonly graceMs: number;
}

/** Who runs under this number now; undefined when nobody does (a zombie counts as nobody). Throws nothing. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

/** Whether the remembered process is still the one that runs under its number. */
export function isSameProcess(remembered: ProcessIdentity): boolean {
  const now = identifyProcess(remembered.pid);
  if (now === undefined || now.startedAt !== remembered.startedAt) return false;
  // A process that is just ending has lost its command line already, but may still hold its ports.
  return now.command === remembered.command || now.command === '';
}

/** Reads an identity from parsed JSON; undefined when it is not one. */
export function parseProcessIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, startedAt, command } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 2) return undefined;
  if (typeof startedAt !== 'string' || typeof command !== 'string') return undefined;
  return { pid, startedAt, command };
}

/**
 * Ends a process that this one did not start, or no longer holds a handle of, with one signal after the other
 * until it is gone. Never touches another process that got the same number meanwhile.
 * Throws when it may not be signalled (another user's), or outlives the last step.
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
    throw new Error(`The process ${identity.pid} (${identity.command}) does not end; stop it by hand.`);
  }
}

/** Sends a signal; false when the process was gone already. Throws when it belongs to another user. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (isErrorWithCode(error, 'ESRCH')) return false;
    if (isErrorWithCode(error, 'EPERM')) {
      throw new Error(`The process ${pid} belongs to another user; stop it as that user first.`, {
        cause: error,
      });
    }
    throw error;
  }
}

function identifyByProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold blanks and brackets.
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
    // lstart is five words: Thu Nov 20 21:00:00 2025.
    const match = /^(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line);
    const [, state, startedAt, command] = match ?? [];
    if (state === undefined || startedAt === undefined || command === undefined) return undefined;
    return state.startsWith('Z') ? undefined : { pid, startedAt, command };
  } catch {
    return undefined;
  }
}
