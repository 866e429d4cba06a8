import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectStore } from '@oniverse/platform';
import type { Cipher, Opener } from './cipher.js';
import type { Destination } from './destination.js';
import { sha256Of } from './files.js';
import type { KeptObject } from './manifest.js';

const ALL = 'objects/';
const AT_ONCE = 8;
/** The size in bytes above which an object counts as large. Up to four copies of it are in memory. */
const LARGE_BYTES = 8 * 1_024 ** 2;
const LARGE_AT_ONCE = 2;

/** Returns the folder of the objects that a cipher encrypted. Backups with the same cipher share it. */
export const folderOf = ({ tag }: Cipher): string => `${ALL}${tag}/`;

/** Returns the name of an object's copy. A key is the address of its picture, so the name is a hash. */
export const nameOf = (folder: string, key: string): string =>
  `${folder}${createHash('sha256').update(key).digest('hex')}`;

const isLarge = ({ size }: KeptObject): boolean => size > LARGE_BYTES;

/** Runs `work` for each object, a few at once, so that their bytes fit into memory. @throws the first error */
export async function forEachObject(
  objects: readonly KeptObject[],
  work: (object: KeptObject) => Promise<void>,
): Promise<void> {
  const runInParallel = async (some: readonly KeptObject[], atOnce: number) => {
    const queue = some.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const object of queue) await work(object);
      }),
    );
  };
  await runInParallel(
    objects.filter((object) => !isLarge(object)),
    AT_ONCE,
  );
  await runInParallel(objects.filter(isLarge), LARGE_AT_ONCE);
}

const bytesOf = async (stream: Readable): Promise<Buffer> => {
  const chunks: Uint8Array[] = await stream.toArray();
  return Buffer.concat(chunks);
};

/** Copies objects from the store to the destination and back. */
export class ObjectCopies {
  private constructor(
    private readonly store: ObjectStore,
    private readonly destination: Destination,
    private readonly present: Set<string>,
  ) {}

  static async open(store: ObjectStore, destination: Destination): Promise<ObjectCopies> {
    return new ObjectCopies(store, destination, new Set(await destination.list(ALL)));
  }

  /**
   * Copies the objects that the destination does not have yet.
   * @returns the copied and present objects, and the keys of those that the store lost or damaged
   */
  async save(
    objects: readonly KeptObject[],
    cipher: Cipher,
  ): Promise<{ kept: KeptObject[]; missing: string[] }> {
    const kept: KeptObject[] = [];
    const missing: string[] = [];
    await forEachObject(objects, async (object) => {
      const name = nameOf(folderOf(cipher), object.key);
      if (!this.present.has(name)) {
        const stream = await this.store.get(object.key);
        const bytes = stream && (await bytesOf(stream));
        if (!bytes || sha256Of(bytes) !== object.sha256) {
          missing.push(object.key);
          return;
        }
        await this.destination.put(name, await bytesOf(await cipher.seal(Readable.from([bytes]))));
        this.present.add(name);
      }
      kept.push(object);
    });
    return { kept, missing };
  }

  /** Reads an object back. @throws Error if it is missing or damaged */
  async read(folder: string, { key, size, sha256 }: KeptObject, opener: Opener): Promise<Buffer> {
    const name = nameOf(folder, key);
    const bytes = await bytesOf(await opener(Readable.from([await this.destination.get(name)])));
    if (bytes.length !== size || sha256Of(bytes) !== sha256) throw new Error(`${name} is damaged.`);
    return bytes;
  }

  /** Deletes the objects that no backup has. @param names the objects of all backups */
  async removeOthers(names: ReadonlySet<string>): Promise<number> {
    const others = [...this.present].filter((name) => !names.has(name));
    await this.destination.remove(others);
    return others.length;
  }

  has(name: string): boolean {
    return this.present.has(name);
  }
}
