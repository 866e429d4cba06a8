import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { field, readJsonFile, writeJsonFile } from './json-file.js';

export interface Secrets {
  readonly postgresPassword: string;
  readonly postgresProductPassword: string;
  readonly redisPassword: string;
  readonly objectStoreAccessKey: string;
  readonly objectStoreSecretKey: string;
}

/** Creates the secrets on the first start. @throws Error for a damaged file: new ones would not open the database */
export function loadOrCreateSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const stored = readJsonFile(file);
  if (stored === undefined) {
    const created: Secrets = {
      postgresPassword: randomSecret(),
      postgresProductPassword: randomSecret(),
      redisPassword: randomSecret(),
      objectStoreAccessKey: randomSecret(),
      objectStoreSecretKey: randomSecret(),
    };
    writeJsonFile(file, created);
    return created;
  }
  const readSecret = (name: keyof Secrets): string => {
    const value = field(stored, name);
    if (typeof value !== 'string' || value === '') throw new Error(`${file} is damaged: ${name} is missing.`);
    return value;
  };
  if (field(stored, 'postgresProductPassword') === undefined) {
    // The folder is older than the role.
    writeJsonFile(file, { ...Object(stored), postgresProductPassword: randomSecret() });
    return loadOrCreateSecrets(dataDir);
  }
  return {
    postgresPassword: readSecret('postgresPassword'),
    postgresProductPassword: readSecret('postgresProductPassword'),
    redisPassword: readSecret('redisPassword'),
    objectStoreAccessKey: readSecret('objectStoreAccessKey'),
    objectStoreSecretKey: readSecret('objectStoreSecretKey'),
  };
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url');
}
