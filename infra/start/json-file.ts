import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isErrorWithCode } from '@oniverse/embedded';

/**
 * Returns `undefined` for a missing file.
 * @throws Error with a message for the terminal if the file belongs to another user or is not valid JSON
 */
export function readJsonFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined;
    if (isErrorWithCode(error, 'EACCES')) {
      throw new Error(
        `${file} belongs to another user. Start Oniverse as that user, or set ONIVERSE_DATA to another folder.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is damaged: it is not valid JSON.`, { cause: error });
  }
}

/** Writes a JSON file atomically, readable only by its owner. */
export function writeJsonFile(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns a field of a parsed value, or `undefined` if it is not an object or lacks the field. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
