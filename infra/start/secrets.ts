import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { field, readKept, writeKept } from './kept-file.js';

/** The passwords of the embedded servers. */
export interface Secrets {
  readonly postgresPassword: string;
  readonly redisPassword: string;
  readonly objectStoreAccessKey: string;
  readonly objectStoreSecretKey: string;
}

/**
 * The data folder's secrets, random and made at the first time.
 * Throws when the file is damaged: new ones would not open the old database.
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readKept(file);
  if (kept === undefined) {
    const made: Secrets = {
      postgresPassword: random(),
      redisPassword: random(),
      objectStoreAccessKey: random(),
      objectStoreSecretKey: random(),
    };
    writeKept(file, made);
    return made;
  }
  const read = (name: keyof Secrets): string => {
    const value = field(kept, name);
    if (typeof value !== 'string' || value === '') throw new Error(`${file} is damaged: ${name} is missing.`);
    return value;
  };
  return {
    postgresPassword: read('postgresPassword'),
    redisPassword: read('redisPassword'),
    objectStoreAccessKey: read('objectStoreAccessKey'),
    objectStoreSecretKey: read('objectStoreSecretKey'),
  };
}

function random(): string {
  return randomBytes(24).toString('base64url');
}
