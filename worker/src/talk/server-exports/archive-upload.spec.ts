import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_TYPE } from '@oniverse/contracts';
import { newArchiveKey } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import { ArchiveTooLarge, uploadArchive } from './archive-upload.js';

const PART = 5 * 1_024 ** 2;

describe('uploadArchive', () => {
  let stack: TestStack;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Yields bytes in chunks that fit no part. */
  async function* inChunks(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 300_007) yield bytes.subarray(at, at + 300_007);
  }
  const start = async () => {
    const key = newArchiveKey();
    return { key, uploadId: await store.startParts(key, EXPORT_TYPE) };
  };

  it.each([1, PART - 1, PART, 2 * PART + 5])(
    'TLK-542 stores an archive of %i bytes in parts, which is whole again',
    async (size) => {
      const bytes = randomBytes(size);
      const upload = await start();
      const options = { maxBytes: size, partBytes: PART };
      expect(await uploadArchive(store, upload, inChunks(bytes), options)).toBe(size);
      const stored: Buffer[] = (await (await store.get(upload.key))?.toArray()) ?? [];
      expect(Buffer.concat(stored).equals(bytes)).toBe(true);
    },
  );

  it('TLK-542 stops above the largest size, and when the store lost the upload', async () => {
    const upload = await start();
    const bytes = inChunks(randomBytes(PART + 1));
    const tooLarge = uploadArchive(store, upload, bytes, { maxBytes: PART, partBytes: PART });
    await expect(tooLarge).rejects.toThrow(ArchiveTooLarge);
    await store.abortParts(upload.key, upload.uploadId);
    const lost = uploadArchive(store, upload, inChunks(randomBytes(10)), { maxBytes: PART });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.has(upload.key)).toBe(false);
  });
});
