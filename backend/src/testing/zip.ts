import { fromBufferPromise } from 'yauzl';

/**
 * Unpacks a ZIP, and checks it: sizes, sums, names that stay in their folder.
 * @returns the files by their names, in their order
 * @throws Error where it is not whole, or a name is there twice
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`Twice in the ZIP: ${entry.fileName}`);
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await stream.toArray()));
  }
  return files;
}
