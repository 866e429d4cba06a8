import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  /** With `/` between folders. */
  path: string;
  changedAt: Date;
  bytes: AsyncIterable<Uint8Array>;
  /** Whether to compress it. Pictures are compressed already. */
  isCompressible: boolean;
}

/**
 * Packs files as they are read. Memory holds some chunks of one file and the directory entries of earlier ones.
 * @param files closed early if the reader disconnects
 * @returns the ZIP; a failing file destroys it, so that a partial archive never looks complete
 */
export function createZip(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  const packed = new PassThrough();
  const readerGone = new AbortController();
  packed.once('close', () => readerGone.abort());
  // The reader of `packed` sees the error.
  pipeline(zip.outputStream, packed).catch(() => {});
  zip.once('error', (error) => packed.destroy(error));
  addFiles(zip, files, readerGone.signal).catch((error: unknown) => {
    packed.destroy(error instanceof Error ? error : new Error('A file could not be packed.'));
  });
  return packed;
}

async function addFiles(zip: ZipFile, files: AsyncIterable<ZippedFile>, signal: AbortSignal): Promise<void> {
  for await (const { path, changedAt, bytes, isCompressible } of files) {
    signal.throwIfAborted();
    const stream = Readable.from(bytes, { objectMode: false });
    try {
      addFile(zip, stream, path, { mtime: changedAt, compress: isCompressible });
      await finished(stream, { signal });
    } finally {
      stream.destroy();
    }
  }
  zip.end();
}

/** Adds a lazy file. yazl retains the callback until the ZIP ends, so the callback must release the stream. */
function addFile(
  zip: ZipFile,
  stream: Readable,
  path: string,
  options: { mtime: Date; compress: boolean },
): void {
  let pending: Readable | undefined = stream;
  zip.addReadStreamLazy(path, options, (provide) => {
    if (pending) provide(null, pending);
    pending = undefined;
  });
}
