import { type FileHandle, open } from 'node:fs/promises';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorWithCode } from '@oniverse/embedded';
import { field } from './json-file.js';

/** The log files of all processes. Each start rotates them. */
export class LogFolder {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'logs');
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** Renames the last start's log to `<name>.previous.log` and returns the path of the new one. */
  rotate(name: string): string {
    const file = join(this.path, `${name}.log`);
    try {
      renameSync(file, join(this.path, `${name}.previous.log`));
    } catch (error) {
      if (!isErrorWithCode(error, 'ENOENT')) throw error;
    }
    return file;
  }
}

const POLL_INTERVAL_MS = 300;

/** Calls back with each complete line added to a file, until this process ends. */
export class LogFollower {
  private position = 0;
  private rest = '';
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly onLine: (line: string) => void,
  ) {
    setInterval(() => {
      this.reading = this.reading.then(() => this.readNewLines());
    }, POLL_INTERVAL_MS).unref();
  }

  private async readNewLines(): Promise<void> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.file, 'r');
      const { size } = await handle.stat();
      if (size <= this.position) return;
      const buffer = Buffer.alloc(Math.min(size - this.position, 1_048_576));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.position);
      this.position += bytesRead;
      const lines = (this.rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.onLine(line);
    } catch {
      // The file may not exist yet or be unreadable; the console then shows nothing of it.
    } finally {
      await handle?.close();
    }
  }
}

const ERROR_LEVELS: readonly unknown[] = ['error', 'fatal'];

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the message of a log line at level error or above. */
export function errorMessageOf(line: string): string | undefined {
  const entry = parseEntry(line);
  return entry !== undefined && ERROR_LEVELS.includes(entry.level) ? entry.message : undefined;
}

export const messageOrLine = (line: string): string => parseEntry(line)?.message ?? line;

function parseEntry(line: string): { level: string; message: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const level = field(entry, 'level');
  const text = stringOrEmpty(field(entry, 'msg'));
  const reason = stringOrEmpty(field(field(entry, 'err'), 'message'));
  if (typeof level !== 'string' || text + reason === '') return undefined;
  const parts = text.includes(reason) ? [text] : [text, reason];
  return { level, message: parts.filter((part) => part !== '').join(': ') };
}
