import { type FileHandle, open } from 'node:fs/promises';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorWithCode } from '@oniverse/embedded';

/** The folder of the parts' logs; each start begins a new file and keeps the one before. */
export class LogFolder {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'logs');
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** The log file for this part, not there yet; the last start's is `<part>.previous.log`. */
  begin(part: string): string {
    const file = join(this.path, `${part}.log`);
    try {
      renameSync(file, join(this.path, `${part}.previous.log`));
    } catch (error) {
      if (!isErrorWithCode(error, 'ENOENT')) throw error;
    }
    return file;
  }
}

const EVERY_MS = 300;

/** Calls back with each whole line that is added to a file, for as long as this process lives. */
export class LogFollower {
  private position = 0;
  private rest = '';
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly onLine: (line: string) => void,
  ) {
    setInterval(() => {
      this.reading = this.reading.then(() => this.readOn());
    }, EVERY_MS).unref();
  }

  private async readOn(): Promise<void> {
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
      // Not there yet, or not to be read: the console then goes without it.
    } finally {
      await handle?.close();
    }
  }
}

const ERROR_LEVEL = 50;

/** What a server's log line tells people at the console: its message when it is an error, else undefined. */
export function errorIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { level, msg, err } = entry as { level?: unknown; msg?: unknown; err?: unknown };
  if (typeof level !== 'number' || level < ERROR_LEVEL) return undefined;
  const reason = typeof err === 'object' && err !== null && 'message' in err ? err.message : undefined;
  return [msg, reason].filter((text) => typeof text === 'string' && text !== '').join(': ');
}
