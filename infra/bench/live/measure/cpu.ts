import { readdirSync, readFileSync } from 'node:fs';

/** What /proc/<pid>/stat counts in; 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  name: string;
  parent: number;
  /** CPU seconds of its own, user and system. */
  own: number;
  /** CPU seconds of the children that have ended. */
  ended: number;
}

function readStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name stands in parentheses and may hold anything, spaces and parentheses too.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  // Counted from the third field of proc(5), the state.
  const seconds = (first: number): number =>
    (Number(fields[first - 3]) + Number(fields[first - 2])) / TICKS_PER_SECOND;
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    parent: Number(fields[1]),
    own: seconds(14),
    ended: seconds(16),
  };
}

function processes(): { pid: number; stat: ProcessStat }[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined;
    return stat ? [{ pid, stat }] : [];
  });
}

/**
 * CPU seconds that a process has used so far.
 * @throws Error where there is no such process
 */
export function cpuOf(pid: number): number {
  const stat = readStat(pid);
  if (!stat) throw new Error(`There is no process ${pid}`);
  return stat.own;
}

/**
 * CPU seconds that this process's children of some names have used so far, with all of their own children, those that
 * have ended too.
 */
export function cpuOfChildren(names: readonly string[]): number {
  const all = processes();
  const servers = all.filter(({ stat }) => stat.parent === process.pid && names.includes(stat.name));
  const pids = new Set(servers.map(({ pid }) => pid));
  const running = all.filter(({ stat }) => pids.has(stat.parent));
  return (
    servers.reduce((sum, { stat }) => sum + stat.own + stat.ended, 0) +
    running.reduce((sum, { stat }) => sum + stat.own, 0)
  );
}

/**
 * Seconds that a process's first thread has been ready to run so far and waited for a processor, since others had them
 * all: what it would not have taken on an idle machine. Source of the file's form: the kernel's documentation,
 * scheduler/sched-stats.
 * @throws Error where there is no such process
 */
export function waitedOf(pid: number): number {
  const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return waited / 1e9;
}
