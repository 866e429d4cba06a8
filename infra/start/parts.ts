import { type Ending, identifyProcess, isSameProcess, stopProcess } from '@oniverse/embedded';
import type { DataLock, RecordedPart } from './data-lock.js';

/** A process that was started and can be stopped. */
export interface RunningPart {
  readonly pid: number;
  readonly logFile: string;
  readonly ended: Promise<Ending>;
  stop(): Promise<void>;
}

/** What kind of part it is. */
export interface PartRole {
  readonly name: string;
  /** Its place in the order of stopping; those of the lowest go first, those of one rank together. */
  readonly rank: number;
  /** The signal on which it ends cleanly. */
  readonly signal: 'SIGTERM' | 'SIGINT';
  /** Whether its end is nothing unusual. */
  readonly endsByItself: boolean;
}

/** A part that ended although nobody stopped it. */
export interface Crash {
  readonly name: string;
  readonly ending: Ending;
  readonly logFile: string;
}

/** The start was cut short because everything is being stopped. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Everything that runs: notices when a part crashes, and stops all in the right order. */
export class Parts {
  /** Settles at the first crash; never rejects. */
  readonly crashed: Promise<Crash>;
  private reportCrash: (crash: Crash) => void = () => undefined;
  private readonly running: { role: PartRole; part: RunningPart }[] = [];
  private readonly starting = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(private readonly lock: Pick<DataLock, 'addPart'>) {
    this.crashed = new Promise((resolve) => {
      this.reportCrash = resolve;
    });
  }

  /** Starts a part and keeps an eye on it. Throws InterruptedError when all is being stopped already. */
  async add<T extends RunningPart>(role: PartRole, start: () => Promise<T>): Promise<T> {
    this.assertOpen();
    const starting = this.startAndWatch(role, start);
    this.starting.add(starting);
    try {
      const part = await starting;
      this.assertOpen();
      return part;
    } finally {
      this.starting.delete(starting);
    }
  }

  /** Throws InterruptedError when all is being stopped. */
  assertOpen(): void {
    if (this.closing !== undefined) throw new InterruptedError('Stopping.');
  }

  /** Stops everything, also what is just starting; may be called any number of times. */
  close(): Promise<void> {
    this.closing ??= this.stopAll();
    return this.closing;
  }

  /** Kills everything without waiting. */
  killAll(): void {
    for (const { part } of this.running) {
      try {
        // Each leads a process group of its own: its children go with it.
        process.kill(-part.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
  }

  private async startAndWatch<T extends RunningPart>(role: PartRole, start: () => Promise<T>): Promise<T> {
    const part = await start();
    const entry = { role, part };
    this.running.push(entry);
    const identity = identifyProcess(part.pid);
    if (identity !== undefined) {
      this.lock.addPart({ name: role.name, identity, signal: role.signal, rank: role.rank });
    }
    void this.watch(entry);
    return part;
  }

  private async watch(entry: { role: PartRole; part: RunningPart }): Promise<void> {
    const { role, part } = entry;
    const ending = await part.ended;
    this.running.splice(this.running.indexOf(entry), 1);
    if (this.closing === undefined && !role.endsByItself) {
      this.reportCrash({ name: role.name, ending, logFile: part.logFile });
    }
  }

  private async stopAll(): Promise<void> {
    const stopRunning = async () => {
      const ranks = [...new Set(this.running.map(({ role }) => role.rank))].toSorted((a, b) => a - b);
      for (const rank of ranks) {
        const parts = this.running.filter(({ role }) => role.rank === rank);
        await Promise.all(parts.map(({ part }) => part.stop()));
      }
    };
    // What is up is stopped at once; what was only starting is stopped as soon as it is up.
    const starting = Promise.allSettled(this.starting);
    await stopRunning();
    await starting;
    await stopRunning();
  }
}

/** Stops, in order, what a killed starter has left over; gives back the names of those that still ran. */
export async function stopLeftOver(parts: readonly RecordedPart[]): Promise<string[]> {
  const stopped: string[] = [];
  for (const { name, identity, signal } of parts.toSorted((a, b) => a.rank - b.rank)) {
    if (!isSameProcess(identity)) continue;
    await stopProcess(identity, [
      { signal, graceMs: 10_000 },
      { signal: 'SIGKILL', graceMs: 5_000 },
    ]);
    stopped.push(name);
  }
  return stopped;
}
