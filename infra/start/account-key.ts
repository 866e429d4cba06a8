import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { field, readJsonFile, writeJsonFile } from './json-file.js';

const KEY = /^[0-9a-f]{64}$/;

/**
 * Returns the key that encrypts the secrets of authenticator apps, in hex. Creates it on the first start.
 * @throws Error for a damaged file: a new key could not read the stored secrets
 */
export function loadOrCreateAccountKey(dataDir: string): string {
  const file = join(dataDir, 'account-key.json');
  const stored = readJsonFile(file);
  if (stored === undefined) {
    const key = randomBytes(32).toString('hex');
    writeJsonFile(file, { key });
    return key;
  }
  const key = field(stored, 'key');
  if (typeof key !== 'string' || !KEY.test(key)) throw new Error(`${file} is damaged: the key is missing.`);
  return key;
}
