import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  isErrorWithCode,
  isSameProcess,
  parseProcessIdentity,
  type ProcessIdentity,
} from '@oniverse/embedded';
import { field, readJsonFile, writeJsonFile } from './json-file.js';

export interface RecordedProcess {
  readonly name: string;
  readonly identity: ProcessIdentity;
  readonly signal: 'SIGTERM' | 'SIGINT';
  /** Stop order: lower ranks first. */
  readonly rank: number;
}

interface RunRecord {
  readonly starter: ProcessIdentity;
  readonly address: string | undefined;
  readonly parts: readonly RecordedProcess[];
}

/** Another starter uses the data folder; the message says where. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

/**
 * One starter's exclusive use of a data folder. It records the started processes, so that the next starter can stop
 * them if this one is killed.
 */
export class DataLock {
  private record: RunRecord;

  private constructor(
    private readonly file: string,
    starter: ProcessIdentity,
    /** Processes recorded by a killed starter. */
    readonly orphans: readonly RecordedProcess[],
  ) {
    this.record = { starter, address: undefined, parts: [] };
  }

  /** Locks a data folder, taking over from a dead starter. Throws AlreadyRunningError if the starter is alive. */
  static acquire(dataDir: string): DataLock {
    const file = join(dataDir, 'run.json');
    const starter = identifyProcess(process.pid);
    if (starter === undefined)
      throw new Error('Could not read the identity of this process from the system.');
    let orphans: readonly RecordedProcess[] = [];
    while (!createExclusively(file, { starter, address: undefined, parts: [] })) {
      const found = read(file);
      if (found !== undefined && isSameProcess(found.starter)) throw alreadyRunning(dataDir, found);
      orphans = found?.parts ?? orphans;
      removeStale(file, found);
    }
    return new DataLock(file, starter, orphans);
  }

  /** Records the address, for the message of a second starter. */
  setAddress(address: string): void {
    this.save({ ...this.record, address });
  }

  addProcess(process: RecordedProcess): void {
    this.save({ ...this.record, parts: [...this.record.parts, process] });
  }

  /** Unlocks the folder. Call it after all recorded processes have ended. */
  release(): void {
    rmSync(this.file, { force: true });
  }

  private save(record: RunRecord): void {
    this.record = record;
    writeJsonFile(this.file, record);
  }
}

/** Creates the complete file atomically. Returns `false` if it exists. */
function createExclusively(file: string, record: RunRecord): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
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

/** Removes a dead starter's file, and restores it if another starter has locked the folder in the meantime. */
function removeStale(file: string, dead: RunRecord | undefined): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = read(aside);
  if (moved !== undefined && moved.starter.pid !== dead?.starter.pid) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (!isErrorWithCode(error, 'EEXIST')) throw error;
    }
  }
  rmSync(aside, { force: true });
}

function alreadyRunning(dataDir: string, { starter, address }: RunRecord): AlreadyRunningError {
  const where = address === undefined ? 'still starting' : address;
  return new AlreadyRunningError(
    `Oniverse is already running on ${dataDir}: ${where} (process ${starter.pid}). ` +
      'Stop it with Ctrl-C in its terminal, or set ONIVERSE_DATA to another folder.',
  );
}

/** Returns the current record, or `undefined` if the file is gone or damaged. */
function read(file: string): RunRecord | undefined {
  let content: unknown;
  try {
    content = readJsonFile(file);
  } catch (error) {
    if (isErrorWithCode(causeOf(error), 'EACCES')) throw error;
    return undefined;
  }
  const starter = parseProcessIdentity(field(content, 'starter'));
  if (starter === undefined) return undefined;
  const address = field(content, 'address');
  const parts = field(content, 'parts');
  return {
    starter,
    address: typeof address === 'string' ? address : undefined,
    parts: Array.isArray(parts) ? parts.map(parsePart).filter((part) => part !== undefined) : [],
  };
}

function parsePart(value: unknown): RecordedProcess | undefined {
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
