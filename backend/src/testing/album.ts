import { createHash, randomBytes } from 'node:crypto';
import { Attachment, StoredObject } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** Inserts a completed upload of a member that nothing uses yet. @returns its path */
export async function makeUpload(dataSource: DataSource, userId: string): Promise<string> {
  const path = `/objects/${randomBytes(24).toString('base64url')}`;
  await dataSource.getRepository(StoredObject).insert({
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
  dataSource: DataSource,
  userId: string,
  values: Partial<Attachment> = {},
): Promise<{ id: string; path: string }> {
  const path = await makeUpload(dataSource, userId);
  const { id } = await dataSource.getRepository(Attachment).save({
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

/** Returns the usage counts of the tags, in the given order; 0 for an unknown tag. */
export async function tagCounts(dataSource: DataSource, ...names: readonly string[]): Promise<number[]> {
  const rows: { name: string; usage_count: number }[] = await dataSource.query(
    'SELECT name, usage_count FROM tags WHERE name = ANY($1)',
    [names],
  );
  return names.map((name) => rows.find((row) => row.name === name)?.usage_count ?? 0);
}
