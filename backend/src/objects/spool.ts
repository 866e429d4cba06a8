import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/**
 * Keeps what comes in a temporary file until its size is known, and hands it on from there. The file has no name
 * any more once it is open, so that nothing of it outlives the process.
 * @param take is given the bytes and how many they are
 */
export async function spool(
  chunks: AsyncIterable<Uint8Array>,
  take: (bytes: AsyncIterable<Uint8Array>, size: number) => Promise<void>,
): Promise<void> {
  const path = join(tmpdir(), `oniverse-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let size = 0;
    for await (const chunk of chunks) {
      await file.write(chunk, 0, chunk.length, size);
      size += chunk.length;
    }
    const bytes: AsyncIterable<Buffer> = file.createReadStream({ start: 0, autoClose: false });
    await take(bytes, size);
  } finally {
    await file.close();
  }
}
