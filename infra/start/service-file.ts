import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from './json-file.js';

const fileIn = (dataDir: string): string => join(dataDir, 'services.json');

/** Stores the variables by which programs reach the servers of a start command, for `npm run ops`. */
export function writeServices(dataDir: string, variables: NodeJS.ProcessEnv): void {
  writeJsonFile(fileIn(dataDir), variables);
}

/** Returns the variables of the last start; none before the first one. */
export function readServices(dataDir: string): NodeJS.ProcessEnv {
  const stored = readJsonFile(fileIn(dataDir));
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
