import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isErrorWithCode } from '@oniverse/embedded';

/**
 * Reads a file of JSON in the data folder; undefined when there is none.
 * Throws a sentence when it belongs to another user or is no JSON.
 */
export function readKept(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined;
    if (isErrorWithCode(error, 'EACCES')) {
      throw new Error(
        `${file} belongs to another user. Start as that user, or set ONIVERSE_DATA elsewhere.`,
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
    throw new Error(`${file} is damaged: it is no JSON.`, { cause: error });
  }
}

/** Writes a file of JSON for its owner only, in one step: a reader sees the old one or the new one. */
export function writeKept(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** A field of a parsed object; undefined when it is no object or has no such field. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
