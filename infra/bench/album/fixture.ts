import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Board, Image, newObjectPath, Post, StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, type TestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { pictureOf } from '../pictures/generated.js';
import type { PictureKind } from '../pictures/plan.js';

export interface AlbumSize {
  pictures: number;
  posts: number;
}

/** Each picture is generated once and copied under many paths. */
const DISTINCT: readonly Omit<PictureKind, 'name' | 'count'>[] = [
  { width: 1_600, height: 1_067, format: 'jpeg' },
  { width: 1_067, height: 1_600, format: 'jpeg' },
  { width: 1_200, height: 800, format: 'webp' },
  { width: 1_400, height: 1_400, format: 'jpeg' },
  { width: 1_920, height: 1_080, format: 'jpeg' },
  { width: 900, height: 1_200, format: 'webp' },
];
const BOARDS = ['Night walks', 'Plates', 'Ferries', 'Dunes', 'North', 'Rooms'];
const TAGS = ['moon', 'sea', 'aurora', 'north', 'long_exposure', 'glass', 'dust', 'red', 'slow', 'winter'];
const BATCH_SIZE = 200;
const CONCURRENT_COPIES = 8;
const READY_TIMEOUT_MS = 120_000;

/** Creates a member with an album and an archive. Returns the member's session id. */
export async function createAlbum(stack: TestStack, url: string, size: AlbumSize): Promise<string> {
  const { dataSource } = stack;
  const { user, sessionId } = await makeMember(dataSource, { displayName: 'Vesper Lund' });
  const store = new ObjectStore(stack.config().objectStore);
  for (const [seed, kind] of DISTINCT.entries()) {
    await upload(url, sessionId, await pictureOf({ ...kind, name: '', count: 1 }, seed + 1), kind.format);
  }
  const boards = await dataSource
    .getRepository(Board)
    .save(BOARDS.map((name) => ({ userId: user.id, name, tags: [] })));
  const originals = await waitForRenditions(dataSource, user.id);
  for (let created = originals.length; created < size.pictures; created += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, size.pictures - created);
    await copyPictures(
      dataSource,
      store,
      Array.from({ length: count }, (_, index) => ({
        original: pick(originals, created + index),
        metadata: metadataOf(created + index, pick(boards, (created + index) * 5)),
      })),
    );
  }
  await createArchive(dataSource, user.id, size.posts);
  return sessionId;
}

async function upload(url: string, sessionId: string, bytes: Buffer, format: string): Promise<void> {
  const authorization = `Bearer ${sessionId}`;
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const ticket = await post('/api/objects/upload', { size: bytes.length });
  const [address, imageUrl] = [textField(ticket, 'uploadURL'), textField(ticket, 'objectPath')];
  const sent = await fetch(new URL(new URL(address).pathname, url), {
    method: 'PUT',
    headers: { authorization, 'content-type': `image/${format}` },
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new Error(`The upload answered ${sent.status}`);
  await post('/api/images', { imageUrl, title: 'An original' });
}

function textField(answer: unknown, name: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}`);
  return value;
}

async function waitForRenditions(dataSource: DataSource, userId: string): Promise<Image[]> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const images = await dataSource.getRepository(Image).findBy({ userId });
    if (images.every(({ readyAt }) => readyAt !== null)) return images;
    if (Date.now() > deadline) throw new Error('The worker did not make the renditions in time');
    await wait(200);
  }
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Cannot pick from an empty list');
  return item;
}

type PictureMetadata = Pick<Image, 'title' | 'description' | 'boardId' | 'tags'>;

const metadataOf = (index: number, board: Board): PictureMetadata => ({
  title: `Plate ${index}`,
  description: index % 3 === 0 ? 'Over the sound, before anybody was up, with the window open.' : null,
  boardId: index % 4 === 0 ? null : board.id,
  tags: [...new Set([pick(TAGS, index), pick(TAGS, index * 3 + 1)])],
});

/** Copies pictures: the same bytes under new paths, in the database and in the object store. */
async function copyPictures(
  dataSource: DataSource,
  store: ObjectStore,
  copies: readonly { original: Image; metadata: PictureMetadata }[],
): Promise<void> {
  const objects: Partial<StoredObject>[] = [];
  const images: Partial<Image>[] = [];
  const puts: { path: string; source: StoredObject }[] = [];
  const rows = dataSource.getRepository(StoredObject);
  const objectsByImage = new Map<string, StoredObject[]>();
  for (const { original, metadata } of copies) {
    const sources =
      objectsByImage.get(original.imageUrl) ??
      (await rows.find({
        where: [{ path: original.imageUrl }, { renditionOf: original.imageUrl }],
        order: { width: 'ASC' },
      }));
    objectsByImage.set(original.imageUrl, sources);
    const imageUrl = newObjectPath();
    for (const source of sources) {
      const isOriginal = source.path === original.imageUrl;
      const path = isOriginal ? imageUrl : newObjectPath();
      const { userId, state, contentType, size, sha256, width } = source;
      const renditionOf = isOriginal ? null : imageUrl;
      objects.push({ path, userId, state, contentType, size, sha256, width, renditionOf });
      puts.push({ path, source });
    }
    const { userId, width, height, blurhash, readyAt } = original;
    images.push({ userId, width, height, blurhash, readyAt, imageUrl, ...metadata });
  }
  await putAll(store, puts);
  // Originals first, because renditions reference them.
  await rows.insert(objects.filter(({ renditionOf }) => renditionOf === null));
  await rows.insert(objects.filter(({ renditionOf }) => renditionOf !== null));
  await dataSource.getRepository(Image).insert(images);
}

const bytesByPath = new Map<string, Buffer>();

async function putAll(
  store: ObjectStore,
  puts: readonly { path: string; source: StoredObject }[],
): Promise<void> {
  const queue = puts.values();
  const worker = async () => {
    for (const { path, source } of queue) {
      let bytes = bytesByPath.get(source.path);
      if (!bytes) {
        const stream = await store.get(storeKeyOf(source.path));
        if (!stream) throw new Error(`The object store lacks ${source.path}`);
        const chunks: Buffer[] = await stream.toArray();
        bytes = Buffer.concat(chunks);
        if (createHash('sha256').update(bytes).digest('hex') !== source.sha256)
          throw new Error(`Corrupt bytes of ${source.path}`);
        bytesByPath.set(source.path, bytes);
      }
      const contentType = source.contentType ?? 'application/octet-stream';
      await store.put(storeKeyOf(path), Readable.from([bytes]), { size: bytes.length, contentType });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_COPIES }, worker));
}

async function createArchive(dataSource: DataSource, userId: string, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, index) => {
    const tag = pick(TAGS, index);
    const text = [
      `Night ${index} on the roof, with the long lens and no wind. #${tag}`,
      '- the first plate was too dark\n- the second came out **well**',
      '| Plate | Seconds |\n| --- | --- |\n| 1 | 30 |\n| 2 | 90 |',
      '> Write down what you saw, not what you looked for.',
    ].join('\n\n');
    return {
      userId,
      title: `Notes of night ${index}`,
      content: text,
      markdownContent: text,
      tags: [tag],
      givenTags: [],
      isArchived: true,
    };
  });
  await dataSource.getRepository(Post).insert(posts);
}
