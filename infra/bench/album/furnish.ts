import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Board, Image, newObjectPath, Post, StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, type TestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { pictureOf } from '../pictures/generated.js';
import type { PictureKind } from '../pictures/plan.js';

/** How much there is of everything. */
export interface Furniture {
  pictures: number;
  posts: number;
}

/** As cameras and the web make them, on end and across; each is made once and kept under many names. */
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
const ROWS_AT_ONCE = 200;
const COPIES_AT_ONCE = 8;
const READY_WITHIN_MS = 120_000;

/** A member with a full album and archive. @returns the session */
export async function furnish(stack: TestStack, url: string, wanted: Furniture): Promise<string> {
  const { dataSource } = stack;
  const { user, sessionId } = await makeMember(dataSource, { displayName: 'Vesper Lund' });
  const store = new ObjectStore(stack.config().objectStore);
  for (const [seed, kind] of DISTINCT.entries()) {
    await upload(url, sessionId, await pictureOf({ ...kind, name: '', count: 1 }, seed + 1), kind.format);
  }
  const boards = await dataSource
    .getRepository(Board)
    .save(BOARDS.map((name) => ({ userId: user.id, name, tags: [] })));
  const originals = await ready(dataSource, user.id);
  for (let made = originals.length; made < wanted.pictures; made += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, wanted.pictures - made);
    await copy(
      dataSource,
      store,
      Array.from({ length: count }, (_, at) => ({
        of: pick(originals, made + at),
        said: saidOf(made + at, pick(boards, (made + at) * 5)),
      })),
    );
  }
  await archive(dataSource, user.id, wanted.posts);
  return sessionId;
}

/** Sends a picture as the client does, and makes it one of the album. */
async function upload(url: string, sessionId: string, bytes: Buffer, format: string): Promise<void> {
  const authorization = `Bearer ${sessionId}`;
  const call = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const ticket = await call('/api/objects/upload', { size: bytes.length });
  const [address, imageUrl] = [textIn(ticket, 'uploadURL'), textIn(ticket, 'objectPath')];
  const sent = await fetch(new URL(new URL(address).pathname, url), {
    method: 'PUT',
    headers: { authorization, 'content-type': `image/${format}` },
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new Error(`The upload answered ${sent.status}`);
  await call('/api/images', { imageUrl, title: 'An original' });
}

function textIn(answer: unknown, name: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}`);
  return value;
}

/** The pictures that were uploaded, once the worker has made their renditions. */
async function ready(dataSource: DataSource, userId: string): Promise<Image[]> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const images = await dataSource.getRepository(Image).findBy({ userId });
    if (images.every(({ readyAt }) => readyAt !== null)) return images;
    if (Date.now() > until) throw new Error('The worker made no renditions');
    await wait(200);
  }
}

function pick<T>(some: readonly T[], at: number): T {
  const picked = some[at % some.length];
  if (picked === undefined) throw new Error('There is nothing to pick from');
  return picked;
}

type Said = Pick<Image, 'title' | 'description' | 'boardId' | 'tags'>;

const saidOf = (place: number, board: Board): Said => ({
  title: `Plate ${place}`,
  description: place % 3 === 0 ? 'Over the sound, before anybody was up, with the window open.' : null,
  boardId: place % 4 === 0 ? null : board.id,
  tags: [...new Set([pick(TAGS, place), pick(TAGS, place * 3 + 1)])],
});

/** Makes pictures of others: the same bytes under paths of their own, in the store too. */
async function copy(
  dataSource: DataSource,
  store: ObjectStore,
  wanted: readonly { of: Image; said: Said }[],
): Promise<void> {
  const objects: Partial<StoredObject>[] = [];
  const images: Partial<Image>[] = [];
  const puts: { path: string; of: StoredObject }[] = [];
  const rows = dataSource.getRepository(StoredObject);
  const families = new Map<string, StoredObject[]>();
  for (const { of, said } of wanted) {
    const family =
      families.get(of.imageUrl) ??
      (await rows.find({
        where: [{ path: of.imageUrl }, { renditionOf: of.imageUrl }],
        order: { width: 'ASC' },
      }));
    families.set(of.imageUrl, family);
    const imageUrl = newObjectPath();
    for (const member of family) {
      const isOriginal = member.path === of.imageUrl;
      const path = isOriginal ? imageUrl : newObjectPath();
      const { userId, state, contentType, size, sha256, width } = member;
      const renditionOf = isOriginal ? null : imageUrl;
      objects.push({ path, userId, state, contentType, size, sha256, width, renditionOf });
      puts.push({ path, of: member });
    }
    const { userId, width, height, blurhash, readyAt } = of;
    images.push({ userId, width, height, blurhash, readyAt, imageUrl, ...said });
  }
  await putAll(store, puts);
  // Originals first: their renditions point at them.
  await rows.insert(objects.filter(({ renditionOf }) => renditionOf === null));
  await rows.insert(objects.filter(({ renditionOf }) => renditionOf !== null));
  await dataSource.getRepository(Image).insert(images);
}

const held = new Map<string, Buffer>();

async function putAll(
  store: ObjectStore,
  puts: readonly { path: string; of: StoredObject }[],
): Promise<void> {
  const waiting = puts.values();
  const work = async () => {
    for (const { path, of } of waiting) {
      let bytes = held.get(of.path);
      if (!bytes) {
        const stream = await store.get(storeKeyOf(of.path));
        if (!stream) throw new Error(`The store lacks ${of.path}`);
        const chunks: Buffer[] = await stream.toArray();
        bytes = Buffer.concat(chunks);
        if (createHash('sha256').update(bytes).digest('hex') !== of.sha256) throw new Error('Broken bytes');
        held.set(of.path, bytes);
      }
      const contentType = of.contentType ?? 'application/octet-stream';
      await store.put(storeKeyOf(path), Readable.from([bytes]), { size: bytes.length, contentType });
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work));
}

/** Archived posts with some markdown in each. */
async function archive(dataSource: DataSource, userId: string, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, place) => {
    const tag = pick(TAGS, place);
    const text = [
      `Night ${place} on the roof, with the long lens and no wind. #${tag}`,
      '- the first plate was too dark\n- the second came out **well**',
      '| Plate | Seconds |\n| --- | --- |\n| 1 | 30 |\n| 2 | 90 |',
      '> Write down what you saw, not what you looked for.',
    ].join('\n\n');
    return {
      userId,
      title: `Notes of night ${place}`,
      content: text,
      markdownContent: text,
      tags: [tag],
      givenTags: [],
      isArchived: true,
    };
  });
  await dataSource.getRepository(Post).insert(posts);
}
