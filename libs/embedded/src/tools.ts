import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, types } from 'node:util';
import { messageOf } from './errors.js';

const run = promisify(execFile);

export interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns a system tool's output. @throws Error with its last error line if it fails, or after ten minutes */
export async function runTool(
  command: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<string> {
  try {
    const { stdout } = await run(command, args, {
      ...options,
      encoding: 'utf8',
      timeout: 600_000,
      maxBuffer: 16 * 1_048_576,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${command} failed: ${lastErrorLine(error)}`, { cause: error });
  }
}

export async function findExecutable(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    if (folder === '') continue;
    const file = join(folder, name);
    try {
      await access(file, constants.X_OK);
      if ((await stat(file)).isFile()) return file;
    } catch {
      // Try the next folder.
    }
  }
  return undefined;
}

function lastErrorLine(error: unknown): string {
  const stderr: unknown = types.isNativeError(error) ? Reflect.get(error, 'stderr') : undefined;
  const lines = typeof stderr === 'string' ? stderr.trim().split('\n') : [];
  return lines.at(-1) || messageOf(error);
}
