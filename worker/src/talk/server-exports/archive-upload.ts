import type { ObjectStore, StoredPart } from '@oniverse/platform';
import { unavailable } from '@oniverse/platform';

/** In bytes. With it, the largest archive has fewer parts than the 10,000 of S3. */
const PART_BYTES = 8 * 1_024 ** 2;

/** The archive would be larger than allowed. */
export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge';
}

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  yield* chunks;
}

/** Groups chunks into parts of equal size, apart from the last one. Memory holds one part. */
async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<{ chunks: Uint8Array[]; size: number }, void, void> {
  let part: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + partBytes - size);
      part.push(piece);
      size += piece.length;
      at += piece.length;
      if (size === partBytes) {
        yield { chunks: part, size };
        part = [];
        size = 0;
      }
    }
  }
  if (size > 0) yield { chunks: part, size };
}

/**
 * Streams an archive into the store as an upload in parts, and makes an object of them.
 * @returns its size in bytes
 * @throws ArchiveTooLarge; ProblemError `unavailable` or `storage_full`, or the error of `chunks`. The parts remain then.
 */
export async function uploadArchive(
  store: ObjectStore,
  { key, uploadId }: { key: string; uploadId: string },
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, partBytes = PART_BYTES }: { maxBytes: number; partBytes?: number },
): Promise<number> {
  const stored: StoredPart[] = [];
  let total = 0;
  for await (const part of partsOf(chunks, partBytes)) {
    total += part.size;
    if (total > maxBytes) throw new ArchiveTooLarge(`The archive has more than ${maxBytes} bytes.`);
    const number = stored.length + 1;
    const etag = await store.putPart(key, uploadId, number, chunksOf(part.chunks), { size: part.size });
    // The store lost the upload.
    if (etag === undefined) throw unavailable();
    stored.push({ number, etag });
  }
  if (!(await store.completeParts(key, uploadId, stored))) throw unavailable();
  return total;
}
