import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectStore } from '@oniverse/platform';
import { type Check, ok } from './finding.js';

const TYPE = { contentType: 'application/octet-stream' };
/** The smallest part that S3 takes, except for the last one. */
const PART_BYTES = 5 * 1_024 ** 2;

/** Does what the product does with the store, below a key of its own: stores, reads, lists, and deletes an object, and parts. */
export const storeCheck = (store: ObjectStore): Check => ({
  name: 'object store',
  advice:
    'Give the keys s3:PutObject, s3:GetObject, s3:DeleteObject, s3:ListBucket and s3:AbortMultipartUpload, and check the ' +
    'space that the store has left.',
  run: async () => {
    const key = `doctor/${randomUUID()}`;
    const bytes = Buffer.from(key);
    try {
      await store.put(key, Readable.from([bytes]), { ...TYPE, size: bytes.length });
      const read: Buffer[] = (await (await store.get(key))?.toArray()) ?? [];
      if (!Buffer.concat(read).equals(bytes))
        throw new Error('The store returned other bytes than it was given.');
      if (!(await store.listKeys(key)).includes(key)) throw new Error('The store does not list what it has.');
      const upload = await store.startParts(key, TYPE.contentType);
      const size = { size: PART_BYTES };
      await store.putPart(key, upload, 1, Readable.from([Buffer.alloc(PART_BYTES)]), size);
      await store.abortParts(key, upload);
    } finally {
      await store.remove([key]);
    }
    if (await store.has(key)) throw new Error('The store keeps what was deleted.');
    return [ok('The object store stores, reads, lists and deletes objects and parts.')];
  },
});
