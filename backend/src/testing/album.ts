import { createHash, randomBytes } from 'node:crypto';
import { Attachment, Image, newObjectPath, StoredObject, storeKeyOf } from '@oniverse/data';
import type { ObjectStore } from '@oniverse/platform';
import type { Rows } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { makePictureFile } from './picture-files.js';

/** Inserts a completed upload of a member that nothing uses yet. @returns its path */
export async function makeUpload(rows: Rows, userId: string): Promise<string> {
  const path = `/objects/${randomBytes(24).toString('base64url')}`;
  await rows.getRepository(StoredObject).insert({
    path,
    userId,
    state: 'stored',
    contentType: 'image/png',
    size: 8,
    sha256: createHash('sha256').update(path).digest('hex'),
  });
  return path;
}

/** Inserts an upload of a member that a message can claim. @returns its id and the path of its object */
export async function makeAttachment(
  rows: Rows,
  userId: string,
  values: Partial<Attachment> = {},
): Promise<{ id: string; path: string }> {
  const path = await makeUpload(rows, userId);
  const { id } = await rows.getRepository(Attachment).save({
    userId,
    objectPath: path,
    name: 'notes.txt',
    size: 8,
    kind: 'file',
    readyAt: new Date(),
    ...values,
  });
  return { id, path };
}

/** Stores a picture of a member, with bytes that others see. @returns its id and the path of what they see */
export async function makePicture(
  dataSource: DataSource,
  store: ObjectStore,
  userId: string,
  values: Partial<Image> = {},
): Promise<{ id: string; rendition: string }> {
  const bytes = makePictureFile('image/png');
  const put = async (row: Partial<StoredObject>): Promise<string> => {
    const path = newObjectPath();
    await store.put(
      storeKeyOf(path),
      (async function* () {
        yield bytes;
      })(),
      { size: bytes.length, contentType: 'image/webp' },
    );
    await dataSource.getRepository(StoredObject).insert({
      path,
      userId,
      state: 'used',
      contentType: 'image/webp',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...row,
    });
    return path;
  };
  const imageUrl = await put({});
  const rendition = await put({ renditionOf: imageUrl, width: 640 });
  const { id } = await dataSource
    .getRepository(Image)
    .save({ userId, imageUrl, title: 'Moon', isPublic: true, readyAt: new Date(), ...values });
  return { id, rendition };
}

/** Returns the usage counts of the tags, in the given order; 0 for an unknown tag. */
export async function tagCounts(dataSource: DataSource, ...names: readonly string[]): Promise<number[]> {
  const rows: { name: string; usage_count: number }[] = await dataSource.query(
    'SELECT name, usage_count FROM tags WHERE name = ANY($1)',
    [names],
  );
  return names.map((name) => rows.find((row) => row.name === name)?.usage_count ?? 0);
}
