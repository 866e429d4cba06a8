import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import { field, readJsonFile, writeJsonFile } from './json-file.js';

/** The key pair by which push services recognise this site, in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The length of a private key in bytes. */
const PRIVATE_BYTES = 32;

/** Creates the keys on the first start. @throws Error for a damaged file: new ones would end all subscriptions */
export function loadOrCreatePushKeys(dataDir: string): PushKeys {
  const file = join(dataDir, 'push-keys.json');
  const stored = readJsonFile(file);
  if (stored === undefined) {
    const pair = createECDH('prime256v1');
    const publicKey = pair.generateKeys().toString('base64url');
    const secret = pair.getPrivateKey();
    // Leading zeros are absent.
    const padding = Buffer.alloc(PRIVATE_BYTES - secret.length);
    const created = { publicKey, privateKey: Buffer.concat([padding, secret]).toString('base64url') };
    writeJsonFile(file, created);
    return created;
  }
  const [publicKey, privateKey] = [field(stored, 'publicKey'), field(stored, 'privateKey')];
  if (typeof publicKey !== 'string' || typeof privateKey !== 'string') {
    throw new Error(`${file} is damaged: a key is missing.`);
  }
  return { publicKey, privateKey };
}
