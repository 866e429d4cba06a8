import type { Readable } from 'node:stream';
import type { ObjectStore } from '../objects.js';
import type { ZippedFile } from './zip.js';

const MISSING = 'This file could not be found.\n';

const encoder = new TextEncoder();

/** In characters. Shorter texts are encoded together: a buffer for each message would take more memory than its text. */
const CHUNK_LENGTH = 65_536;

/** Encodes outside of Buffer's shared pool. The ZIP retains pooled file names, and the whole pool with them. */
async function* encode(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array, void, void> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK_LENGTH) continue;
    yield encoder.encode(waiting);
    waiting = '';
  }
  if (waiting !== '') yield encoder.encode(waiting);
}

/** Returns a text file, whose texts are read when it is packed. */
export const textFile = (
  path: string,
  changedAt: Date,
  texts: AsyncIterable<string> | Iterable<string>,
): ZippedFile => ({ path, changedAt, bytes: encode(texts), isCompressible: true });

/** Serializes a JSON array entry by entry, one per line, so that memory holds a single entry. */
export async function* jsonList(entries: AsyncIterable<object>): AsyncGenerator<string, void, void> {
  let isEmpty = true;
  for await (const entry of entries) {
    yield `${isEmpty ? '[\n' : ',\n'}${JSON.stringify(entry)}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}

/** Returns a value as the text of a JSON file. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Yields an object of the store as a file, or a note in its place if the store lost it, or without a key. */
export async function* storedFile(
  store: ObjectStore,
  { path, key, changedAt }: { path: string; key: string | null; changedAt: Date },
): AsyncGenerator<ZippedFile, void, void> {
  const bytes: Readable | undefined = key === null ? undefined : await store.get(key);
  if (!bytes) {
    yield textFile(`${path}.missing.txt`, changedAt, [MISSING]);
    return;
  }
  try {
    yield { path, changedAt, bytes, isCompressible: false };
  } finally {
    // The reader may have disconnected before consuming it.
    bytes.destroy();
  }
}
