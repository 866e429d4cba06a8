import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ObjectStore } from '@oniverse/platform';
import type { BackupSettings } from './settings.js';

/** The place of all backups. Names have slashes, as paths do. */
export interface Destination {
  /** Stores a file completely or not at all. */
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** @throws Error if it does not exist */
  get: (name: string) => Promise<Buffer>;
  /** Returns the names that start with a text. */
  list: (prefix: string) => Promise<string[]>;
  remove: (names: readonly string[]) => Promise<void>;
}

class Folder implements Destination {
  constructor(private readonly root: string) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.root, name);
    const partial = `${path}.partial`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await writeFile(partial, bytes, { mode: 0o600, flush: true });
      await rename(partial, path);
    } catch (error) {
      // A full disk would stay full.
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(name: string): Promise<Buffer> {
    return readFile(join(this.root, name));
  }

  async list(prefix: string): Promise<string[]> {
    await stat(this.root);
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .filter((name) => name.startsWith(prefix));
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.root, name), { force: true });
  }
}

class Bucket implements Destination {
  constructor(private readonly store: ObjectStore) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const type = { size: bytes.length, contentType: 'application/octet-stream' };
    await this.store.put(name, Readable.from([bytes]), type);
  }

  async get(name: string): Promise<Buffer> {
    const found = await this.store.get(name);
    if (!found) throw new Error(`The bucket has no ${name}.`);
    const chunks: Buffer[] = await found.toArray();
    return Buffer.concat(chunks);
  }

  async list(prefix: string): Promise<string[]> {
    return this.store.listKeys(prefix);
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.store.remove(names);
  }
}

/** @throws Error if it cannot be reached */
export async function openDestination({ place }: BackupSettings): Promise<Destination> {
  if (place.kind === 'folder') return new Folder(place.path);
  const store = new ObjectStore(place.store);
  await store.ensureBucket();
  return new Bucket(store);
}
