import { readdirSync, readFileSync } from 'node:fs';

/** Unit of /proc/<pid>/stat: 100 per second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  name: string;
  parent: number;
  own: number;
  /** CPU seconds of exited children. */
  ended: number;
}

function readStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain spaces and parentheses.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  // `fields` starts with the third field of proc(5), the state.
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

/** Returns CPU seconds. @throws Error if the process does not exist */
export function cpuOf(pid: number): number {
  const stat = readStat(pid);
  if (!stat) throw new Error(`Process ${pid} does not exist`);
  return stat.own;
}

/** A child of this process, with the CPU seconds of it and its descendants, even exited ones. */
export interface MeasuredChild {
  pid: number;
  name: string;
  cpu: number;
}

export function measureChildren(): MeasuredChild[] {
  const all = processes();
  const cpuOfAll = (pid: number, stat: ProcessStat): number =>
    all
      .filter((one) => one.stat.parent === pid)
      .reduce((sum, one) => sum + one.stat.own, stat.own + stat.ended);
  return all
    .filter(({ stat }) => stat.parent === process.pid)
    .map(({ pid, stat }) => ({ pid, name: stat.name, cpu: cpuOfAll(pid, stat) }));
}

/** Returns CPU seconds of this process's children with these names and of their descendants, even exited ones. */
export function cpuOfChildren(names: readonly string[]): number {
  return measureChildren()
    .filter(({ name }) => names.includes(name))
    .reduce((sum, { cpu }) => sum + cpu, 0);
}
