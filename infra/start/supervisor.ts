import { type ExitStatus, identifyProcess, isSameProcess, stopProcess } from '@oniverse/embedded';
import type { DataLock, RecordedProcess } from './data-lock.js';

export interface RunningProcess {
  readonly pid: number;
  readonly logFile: string;
  readonly ended: Promise<ExitStatus>;
  stop(): Promise<void>;
}

export interface ProcessRole {
  readonly name: string;
  /** Stop order: lower ranks first, equal ranks together. */
  readonly rank: number;
  readonly signal: 'SIGTERM' | 'SIGINT';
  /** Whether it may exit before it is stopped. */
  readonly mayExit: boolean;
}

export interface Crash {
  readonly name: string;
  readonly status: ExitStatus;
  readonly logFile: string;
}

/** Thrown when a start is abandoned because everything is being stopped. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Starts processes, notices crashes, and stops all processes in order. */
export class Supervisor {
  /** Resolves at the first crash; never rejects. */
  readonly crashed: Promise<Crash>;
  private reportCrash: (crash: Crash) => void = () => undefined;
  private readonly running: { role: ProcessRole; child: RunningProcess }[] = [];
  private readonly starting = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(private readonly lock: Pick<DataLock, 'addProcess'>) {
    this.crashed = new Promise((resolve) => {
      this.reportCrash = resolve;
    });
  }

  /** Starts and watches a process. Throws InterruptedError during a stop. */
  async add<T extends RunningProcess>(role: ProcessRole, start: () => Promise<T>): Promise<T> {
    this.assertOpen();
    const starting = this.startAndWatch(role, start);
    this.starting.add(starting);
    try {
      const child = await starting;
      this.assertOpen();
      return child;
    } finally {
      this.starting.delete(starting);
    }
  }

  /** Throws InterruptedError during a stop. */
  assertOpen(): void {
    if (this.closing !== undefined) throw new InterruptedError('Stopping.');
  }

  /** Stops all processes, including those still starting. Can be called repeatedly. */
  close(): Promise<void> {
    this.closing ??= this.stopAll();
    return this.closing;
  }

  killAll(): void {
    for (const { child } of this.running) {
      try {
        // Each process leads its own group, so its children are killed too.
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    }
  }

  private async startAndWatch<T extends RunningProcess>(
    role: ProcessRole,
    start: () => Promise<T>,
  ): Promise<T> {
    const child = await start();
    const entry = { role, child };
    this.running.push(entry);
    const identity = identifyProcess(child.pid);
    if (identity !== undefined) {
      this.lock.addProcess({ name: role.name, identity, signal: role.signal, rank: role.rank });
    }
    void this.watchForCrash(entry);
    return child;
  }

  private async watchForCrash(entry: { role: ProcessRole; child: RunningProcess }): Promise<void> {
    const { role, child } = entry;
    const status = await child.ended;
    this.running.splice(this.running.indexOf(entry), 1);
    if (this.closing === undefined && !role.mayExit) {
      this.reportCrash({ name: role.name, status, logFile: child.logFile });
    }
  }

  private async stopAll(): Promise<void> {
    const stopRunning = async () => {
      const ranks = [...new Set(this.running.map(({ role }) => role.rank))].toSorted((a, b) => a - b);
      for (const rank of ranks) {
        const children = this.running.filter(({ role }) => role.rank === rank);
        await Promise.all(children.map(({ child }) => child.stop()));
      }
    };
    // Processes still starting are stopped as soon as they run.
    const starting = Promise.allSettled(this.starting);
    await stopRunning();
    await starting;
    await stopRunning();
  }
}

/** Stops the processes of a killed starter, in order. Returns the names of the processes that were running. */
export async function stopOrphans(orphans: readonly RecordedProcess[]): Promise<string[]> {
  const stopped: string[] = [];
  for (const { name, identity, signal } of orphans.toSorted((a, b) => a.rank - b.rank)) {
    if (!isSameProcess(identity)) continue;
    await stopProcess(identity, [
      { signal, graceMs: 10_000 },
      { signal: 'SIGKILL', graceMs: 5_000 },
    ]);
    stopped.push(name);
  }
  return stopped;
}
