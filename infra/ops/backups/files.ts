import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Cipher, Opener } from './cipher.js';
import type { Destination } from './destination.js';
import type { BackupFile } from './manifest.js';

/** Small enough to keep one in memory, and for stores without uploads in parts. */
const PART_BYTES = 8 * 1_024 ** 2;
const PART_DIGITS = 6;

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Compresses, encrypts and stores a file in parts. @param name of the file in the destination */
export async function storeFile(
  destination: Destination,
  cipher: Cipher,
  name: string,
  plain: Readable,
): Promise<BackupFile> {
  const parts: BackupFile['parts'] = [];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const storePart = async (): Promise<void> => {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    const partName = `${name}.${String(parts.length).padStart(PART_DIGITS, '0')}`;
    await destination.put(partName, bytes);
    parts.push({ name: partName, size: bytes.length, sha256: sha256Of(bytes) });
  };
  const compressed = createGzip();
  const compressing = pipeline(plain, compressed);
  const storing = (async () => {
    for await (const chunk of await cipher.seal(compressed)) {
      const bytes = Buffer.from(chunk);
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= PART_BYTES) await storePart();
    }
    if (pendingBytes > 0) await storePart();
  })();
  await Promise.all([compressing, storing]);
  return { name, parts };
}

/** Returns the parts of a file, checked. @throws Error for a part that is missing or damaged */
async function* readParts(destination: Destination, { parts }: BackupFile): AsyncGenerator<Buffer> {
  for (const { name, size, sha256 } of parts) {
    const bytes = await destination.get(name);
    if (bytes.length !== size || sha256Of(bytes) !== sha256) throw new Error(`${name} is damaged.`);
    yield bytes;
  }
}

/** Reads the parts of a file. @throws Error for a part that is missing or damaged */
export async function verifyFile(destination: Destination, file: BackupFile): Promise<void> {
  const parts = readParts(destination, file);
  while (!(await parts.next()).done);
}

/** Returns the content of a file. It fails at a part that is missing or damaged. */
export async function openFile(
  destination: Destination,
  opener: Opener,
  file: BackupFile,
): Promise<Readable> {
  const plain = createGunzip();
  const opened = await opener(Readable.from(readParts(destination, file)));
  opened.on('error', (error) => plain.destroy(error));
  return opened.pipe(plain);
}

/** Returns the lines of a file. */
export async function readLines(
  destination: Destination,
  opener: Opener,
  file: BackupFile,
): Promise<string[]> {
  const chunks: Buffer[] = await (await openFile(destination, opener, file)).toArray();
  return Buffer.concat(chunks).toString().split('\n').filter(Boolean);
}
