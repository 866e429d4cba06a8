import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import {
  parseProcessIdentity,
  type ProcessIdentity,
  stopProcess,
  type StopStep,
} from './process-identity.js';

/** Remembers in a file who runs on a data folder, so that a later start finds what a killed one left over. */
export async function writeProcessRecord(file: string, identity: ProcessIdentity): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, JSON.stringify(identity), { mode: 0o600 });
  await rename(draft, file);
}

/** Stops the process that the file remembers, if it is still the same one, and forgets it. */
export async function stopRecorded(file: string, steps: readonly StopStep[]): Promise<void> {
  const identity = await readProcessRecord(file);
  if (identity !== undefined) await stopProcess(identity, steps);
  await rm(file, { force: true });
}

async function readProcessRecord(file: string): Promise<ProcessIdentity | undefined> {
  try {
    return parseProcessIdentity(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing, or cut short by the same power cut that ended the process.
    return undefined;
  }
}
