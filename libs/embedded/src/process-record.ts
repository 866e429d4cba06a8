import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import {
  parseProcessIdentity,
  type ProcessIdentity,
  stopProcess,
  type StopStep,
} from './process-identity.js';

/** Records the process of a data folder in a file, so that a later start finds a left-over process. */
export async function writeProcessRecord(file: string, identity: ProcessIdentity): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, JSON.stringify(identity), { mode: 0o600 });
  await rename(draft, file);
}

/** Stops the recorded process if it is still running, and removes the record. */
export async function stopRecordedProcess(file: string, steps: readonly StopStep[]): Promise<void> {
  const identity = await readProcessRecord(file);
  if (identity !== undefined) await stopProcess(identity, steps);
  await rm(file, { force: true });
}

async function readProcessRecord(file: string): Promise<ProcessIdentity | undefined> {
  try {
    return parseProcessIdentity(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing, or truncated by a crash.
    return undefined;
  }
}
