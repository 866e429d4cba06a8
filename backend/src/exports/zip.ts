import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file on its way into a ZIP. */
export interface ZippedFile {
  /** Where it stands in the ZIP, with `/` between folders. */
  path: string;
  /** When it was last changed. */
  changedAt: Date;
  bytes: AsyncIterable<Uint8Array>;
  /** Whether it takes less room when it is compressed: pictures are compressed already. */
  compresses: boolean;
}

/**
 * Packs files as fast as somebody reads the ZIP, one after another: the next is asked for when the one before has
 * passed. Memory holds some chunks of one file, and of those that passed what a ZIP's directory says of them.
 * @param files where the reader goes away, it is ended
 * @returns the ZIP; it is destroyed with what went wrong with the files, so that nobody takes a part for the whole
 */
export function zipOf(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  const packed = new PassThrough();
  const gone = new AbortController();
  packed.once('close', () => gone.abort());
  // What goes wrong here is seen by whoever reads what is packed.
  pipeline(zip.outputStream, packed).catch(() => {});
  zip.once('error', (error) => packed.destroy(error));
  fill(zip, files, gone.signal).catch((error: unknown) => {
    packed.destroy(error instanceof Error ? error : new Error('A file could not be packed.'));
  });
  return packed;
}

async function fill(zip: ZipFile, files: AsyncIterable<ZippedFile>, gone: AbortSignal): Promise<void> {
  for await (const { path, changedAt, bytes, compresses } of files) {
    gone.throwIfAborted();
    const stream = Readable.from(bytes, { objectMode: false });
    try {
      add(zip, stream, path, { mtime: changedAt, compress: compresses });
      await finished(stream, { signal: gone });
    } finally {
      stream.destroy();
    }
  }
  zip.end();
}

/** The ZIP keeps what it is given of each file until its end: that must not be the stream, nor what the stream holds. */
function add(
  zip: ZipFile,
  stream: Readable,
  path: string,
  options: { mtime: Date; compress: boolean },
): void {
  let waiting: Readable | undefined = stream;
  zip.addReadStreamLazy(path, options, (take) => {
    if (waiting) take(null, waiting);
    waiting = undefined;
  });
}
