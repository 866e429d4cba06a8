import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  isErrorWithCode,
  isSameProcess,
  parseProcessIdentity,
  type ProcessIdentity,
} from '@oniverse/embedded';
import { field, readKept, writeKept } from './kept-file.js';

/** A process that was started on a data folder, and how it is ended. */
export interface RecordedPart {
  readonly name: string;
  readonly identity: ProcessIdentity;
  /** The signal on which it ends cleanly. */
  readonly signal: 'SIGTERM' | 'SIGINT';
  /** Its place in the order of stopping; those of the lowest go first. */
  readonly rank: number;
}

interface Run {
  readonly starter: ProcessIdentity;
  readonly address: string | undefined;
  readonly parts: readonly RecordedPart[];
}

/** Someone runs on the data folder already; the message says where. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

/**
 * The claim of one starter on a data folder. It also remembers what the starter has started, for the next one
 * to clear away if this one is killed.
 */
export class DataLock {
  private run: Run;

  private constructor(
    private readonly file: string,
    starter: ProcessIdentity,
    /** What a killed starter before this one has left over, by its record. */
    readonly leftOver: readonly RecordedPart[],
  ) {
    this.run = { starter, address: undefined, parts: [] };
  }

  /** Claims a data folder, from a dead starter if need be. Throws AlreadyRunningError when one is alive. */
  static claim(dataDir: string): DataLock {
    const file = join(dataDir, 'run.json');
    const starter = identifyProcess(process.pid);
    if (starter === undefined) throw new Error('This system does not say who its processes are.');
    let leftOver: readonly RecordedPart[] = [];
    while (!create(file, { starter, address: undefined, parts: [] })) {
      const found = read(file);
      if (found !== undefined && isSameProcess(found.starter)) throw alreadyRunning(dataDir, found);
      leftOver = found?.parts ?? leftOver;
      takeAway(file, found);
    }
    return new DataLock(file, starter, leftOver);
  }

  /** Remembers where Oniverse is to be opened, for whoever tries to start it a second time. */
  setAddress(address: string): void {
    this.save({ ...this.run, address });
  }

  /** Remembers a started part. */
  addPart(part: RecordedPart): void {
    this.save({ ...this.run, parts: [...this.run.parts, part] });
  }

  /** Gives the folder free; everything that was started must have ended. */
  release(): void {
    rmSync(this.file, { force: true });
  }

  private save(run: Run): void {
    this.run = run;
    writeKept(this.file, run);
  }
}

/** Makes the file whole and only if there is none; false when there is one. */
function create(file: string, run: Run): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a dead starter's file, and puts it back if somebody else has claimed the folder in this moment. */
function takeAway(file: string, dead: Run | undefined): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return;
    throw error;
  }
  const taken = read(aside);
  if (taken !== undefined && taken.starter.pid !== dead?.starter.pid) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (!isErrorWithCode(error, 'EEXIST')) throw error;
    }
  }
  rmSync(aside, { force: true });
}

function alreadyRunning(dataDir: string, { starter, address }: Run): AlreadyRunningError {
  const where = address === undefined ? 'it is just starting' : address;
  return new AlreadyRunningError(
    `Oniverse runs already on ${dataDir}: ${where} (process ${starter.pid}). ` +
      'Stop it with Ctrl-C where it was started, or set ONIVERSE_DATA to another folder.',
  );
}

/** Who holds the folder; undefined when the file is gone or says nothing useful. */
function read(file: string): Run | undefined {
  let kept: unknown;
  try {
    kept = readKept(file);
  } catch (error) {
    if (isErrorWithCode(causeOf(error), 'EACCES')) throw error;
    return undefined;
  }
  const starter = parseProcessIdentity(field(kept, 'starter'));
  if (starter === undefined) return undefined;
  const address = field(kept, 'address');
  const parts = field(kept, 'parts');
  return {
    starter,
    address: typeof address === 'string' ? address : undefined,
    parts: Array.isArray(parts) ? parts.map(parsePart).filter((part) => part !== undefined) : [],
  };
}

function parsePart(value: unknown): RecordedPart | undefined {
  const name = field(value, 'name');
  const identity = parseProcessIdentity(field(value, 'identity'));
  const signal = field(value, 'signal');
  const rank = field(value, 'rank');
  if (typeof name !== 'string' || identity === undefined || typeof rank !== 'number') return undefined;
  return signal === 'SIGTERM' || signal === 'SIGINT' ? { name, identity, signal, rank } : undefined;
}

function causeOf(error: unknown): unknown {
  return field(error, 'cause');
}
