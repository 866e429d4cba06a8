import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { Image, imageView, IMAGE_COLUMNS, StoredObject, Tag, User } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import sharp from 'sharp';
import { OneAtATime } from '../pictures/one-at-a-time.js';
import { PurgeObjects } from '../objects/purge-objects.js';
import { quarters } from '../testing/pictures.js';
import { PicturesUnderTest } from '../testing/pictures-under-test.js';
import { ImagesRepository } from './images.repository.js';
import { RenderImages } from './render-images.js';

const BROKEN = { code: 'unsupported_media_type', message: 'This file is damaged, or no picture.' };

describe('rendering the pictures of albums', () => {
  let stack: TestStack;
  let pictures: PicturesUnderTest;
  let job: RenderImages;
  let user: User;

  const newJob = (): RenderImages =>
    new RenderImages(
      stack.dataSource,
      new OneAtATime(),
      pictures.objects,
      new ImagesRepository(stack.dataSource),
      pictures.live,
    );

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    pictures = new PicturesUnderTest(stack);
    job = newJob();
    user = (await makeMember(stack.dataSource)).user;
  });

  afterAll(async () => {
    await stack.stop();
  });

  const picture = () => quarters(1_000, 500).png().toBuffer();
  const images = () => stack.dataSource.getRepository(Image);
  const viewOf = async (id: string) => {
    const rows = await stack.dataSource.query(`SELECT ${IMAGE_COLUMNS} FROM images WHERE id = $1`, [id]);
    return imageView(rows[0]);
  };
  const countOf = async (name: string) =>
    (await stack.dataSource.getRepository(Tag).findOneByOrFail({ name })).usageCount;
  const setCount = (name: string, usageCount: number) =>
    stack.dataSource.getRepository(Tag).insert({ name, usageCount });

  it('GAP-067 keeps the renditions, with what is known of them, and says once that the picture is ready', async () => {
    const bytes = await picture();
    const { id, imageUrl, updatedAt } = await pictures.image(user.id, bytes, { title: 'Saturn' });
    await job.run(id);
    const image = await viewOf(id);
    expect(image).toMatchObject({
      title: 'Saturn',
      width: 1_000,
      height: 500,
      blurhash: expect.any(String),
      ready: true,
      updatedAt: updatedAt.toISOString(),
    });
    const [original, ...renditions] = await pictures.objectsOf(user.id);
    expect(original).toMatchObject({ path: imageUrl, state: 'used', renditionOf: null, width: null });
    expect(renditions.map(({ width }) => width)).toEqual([320, 640, 1_000]);
    for (const { path, state, renditionOf, contentType, size, width } of renditions) {
      const stored = await pictures.bytesOf(path);
      expect({ state, renditionOf, contentType, size }).toEqual({
        state: 'used',
        renditionOf: imageUrl,
        contentType: 'image/webp',
        size: stored.length,
      });
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect((await pictures.bytesOf(imageUrl)).equals(bytes)).toBe(true);
    expect(pictures.live.told).toEqual([{ event: 'image:ready', room: ROOMS.user(user.id), payload: image }]);
    expect(await pictures.waiting('image:created')).toEqual([]);
  });

  it('GAP-067 again, and by two workers at once, comes to the same, and is told once', async () => {
    const { id } = await pictures.image(user.id, await picture());
    await Promise.all([job.run(id), newJob().run(id)]);
    await job.run(id);
    await pictures.leave('image:created', id);
    await job.run(id);
    const objects = await pictures.objectsOf(user.id);
    expect(objects.filter(({ state }) => state === 'used')).toHaveLength(4);
    expect(objects).toHaveLength(4);
    expect(pictures.live.told.map(({ event }) => event)).toEqual(['image:ready']);
    expect(await pictures.waiting('image:created')).toEqual([]);
  });

  it('GAP-104 of a picture that was deleted nothing stays, whenever it was', async () => {
    const bytes = await picture();
    const before = await pictures.image(user.id, bytes);
    await images().delete(before.id);
    await job.run(before.id);
    expect(await pictures.objectsOf(user.id)).toHaveLength(1);
    const meanwhile = await pictures.image(user.id, bytes);
    // Once its renditions are announced, and before anything is made of them.
    const { put } = pictures.objects;
    pictures.objects.put = async (...given) => {
      const paths = await put.apply(pictures.objects, given);
      await images().delete(meanwhile.id);
      return paths;
    };
    await job.run(meanwhile.id);
    expect((await pictures.objectsOf(user.id)).map(({ path }) => path)).toEqual([
      before.imageUrl,
      meanwhile.imageUrl,
    ]);
    expect(pictures.live.told).toEqual([]);
    expect(await pictures.waiting('image:created')).toEqual([]);
  });

  it('GAP-104 of a member who is gone nothing stays', async () => {
    const { id, imageUrl } = await pictures.image(user.id, await picture());
    await stack.dataSource.getRepository(User).delete(user.id);
    await job.run(id);
    expect(pictures.live.told).toEqual([]);
    expect(await pictures.waiting('image:created')).toEqual([]);
    expect(await stack.dataSource.getRepository(StoredObject).countBy({ renditionOf: imageUrl })).toBe(0);
  });

  it.each([
    ['no picture at all', async () => Buffer.from('<!doctype html>')],
    ['of zero bytes', async () => Buffer.alloc(0)],
    ['half a picture', async () => (await picture()).subarray(0, 900)],
  ])('GAP-067 a file that is %s fails once and for good: the picture goes', async (_, made) => {
    const [tag, other] = [uniqueName('tag'), uniqueName('tag')];
    await setCount(tag, 3);
    await setCount(other, 2);
    const { id, imageUrl } = await pictures.image(user.id, await made(), { tags: [tag] });
    await job.run(id);
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(await pictures.objectsOf(user.id)).toEqual([]);
    expect(await pictures.isStored(imageUrl)).toBe(false);
    expect([await countOf(tag), await countOf(other)]).toEqual([2, 2]);
    expect(pictures.live.told).toEqual([
      { event: 'upload:failed', room: ROOMS.user(user.id), payload: { objectPath: imageUrl, ...BROKEN } },
    ]);
    expect(await pictures.waiting('image:created')).toEqual([]);
    expect(await pictures.waiting('member:tags')).toContain(user.id);
  });

  it.each([
    ['a hidden picture', { isPublic: true }, { isPublic: false }],
    ['a private member’s picture', { isPublic: false }, { isPublic: true }],
  ])('GAP-067 the tags of %s that is broken counted for nothing before', async (_, owner, image) => {
    await stack.dataSource.getRepository(User).update(user.id, owner);
    const tag = uniqueName('tag');
    await setCount(tag, 3);
    const { id } = await pictures.image(user.id, Buffer.from('x'), { tags: [tag], ...image });
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(await countOf(tag)).toBe(3);
    expect(await pictures.waiting('member:tags')).not.toContain(user.id);
  });

  it('GAP-067 the loss of the file in the store is told as well', async () => {
    const { id, imageUrl } = await pictures.image(user.id, await picture());
    await pictures.store.remove([imageUrl.slice(1)]);
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(pictures.live.told).toMatchObject([{ event: 'upload:failed', payload: { objectPath: imageUrl } }]);
  });

  it('GAP-067 a file over which workers died is answered in the end', async () => {
    const { id, imageUrl } = await pictures.image(user.id, await picture());
    const objects = stack.dataSource.getRepository(StoredObject);
    await objects.update({ path: imageUrl }, { attempts: 4 });
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(pictures.live.told).toEqual([
      {
        event: 'upload:failed',
        room: ROOMS.user(user.id),
        payload: {
          objectPath: imageUrl,
          code: 'payload_too_large',
          message: 'This picture has too many pixels.',
        },
      },
    ]);
    const { id: other, imageUrl: otherUrl } = await pictures.image(user.id, await picture());
    await objects.update({ path: otherUrl }, { attempts: 3 });
    await job.run(other);
    expect(await viewOf(other)).toMatchObject({ ready: true });
    expect(await objects.findOneByOrFail({ path: otherUrl })).toMatchObject({ attempts: 3 });
  });

  it('GAP-067 while the store is down nothing is lost, and it is done later', async () => {
    const { id } = await pictures.image(user.id, await picture());
    await stack.killObjectStore();
    for (let attempt = 0; attempt < 6; attempt += 1) await expect(job.run(id)).rejects.toThrow();
    expect(await viewOf(id)).toMatchObject({ ready: false, width: null });
    expect(await pictures.waiting('image:created')).toEqual([id]);
    await stack.startObjectStore();
    await job.run(id);
    expect(await viewOf(id)).toMatchObject({ ready: true });
  });

  it('GAP-104 what a worker that ended in between leaves behind is found by upkeep', async () => {
    const { id, imageUrl } = await pictures.image(user.id, await picture());
    const left = await pictures.objects.put(imageUrl, [
      { bytes: Buffer.from('x'), contentType: 'image/webp', width: 320 },
    ]);
    await stack.dataSource
      .getRepository(StoredObject)
      .update({ path: left[0] ?? '' }, { uploadExpiresAt: new Date(Date.now() - 2 * 3_600_000) });
    await job.run(id);
    await new PurgeObjects(stack.dataSource, pictures.store).run();
    expect(await pictures.isStored(left[0] ?? '')).toBe(false);
    expect((await pictures.objectsOf(user.id)).map(({ state, width }) => [state, width])).toEqual([
      ['used', null],
      ['used', 320],
      ['used', 640],
      ['used', 1_000],
    ]);
  });

  it('GAP-067 what upkeep gave up in between is not used: it is done once more', async () => {
    const { id } = await pictures.image(user.id, await picture());
    const { put } = pictures.objects;
    pictures.objects.put = async (...given) => {
      const paths = await put.apply(pictures.objects, given);
      await stack.dataSource
        .getRepository(StoredObject)
        .update({ path: paths[0] ?? '' }, { state: 'discarded' });
      return paths;
    };
    await expect(job.run(id)).rejects.toThrow('given up');
    pictures.objects.put = put;
    expect(await viewOf(id)).toMatchObject({ ready: false });
    expect(await pictures.waiting('image:created')).toEqual([id]);
    await job.run(id);
    expect(await viewOf(id)).toMatchObject({ ready: true });
  });
});
