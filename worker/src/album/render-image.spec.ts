import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { Image, imageView, IMAGE_COLUMNS, StoredObject, Tag, User } from '@oniverse/data';
import { makeMember, DedicatedTestStack, uniqueName } from '@oniverse/testing';
import sharp from 'sharp';
import { PictureMutex } from '../shared/pictures/picture-objects.js';
import { PurgeObjects } from './purge-objects.js';
import { drawQuarters } from '../testing/pictures.js';
import { PictureFixture } from '../testing/picture-fixture.js';
import { ImagesRepository } from './images.repository.js';
import { RenderImage } from './render-image.js';

const BROKEN = {
  code: 'unsupported_media_type',
  message: 'This file is damaged or not a picture.',
  reason: 'imageBroken',
};

describe('RenderImage', () => {
  let stack: DedicatedTestStack;
  let pictures: PictureFixture;
  let job: RenderImage;
  let user: User;

  const newJob = (): RenderImage =>
    new RenderImage(
      stack.dataSource,
      new PictureMutex(),
      pictures.objects,
      new ImagesRepository(stack.dataSource),
      pictures.live,
    );

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
  });

  beforeEach(async () => {
    pictures = new PictureFixture(stack);
    job = newJob();
    user = (await makeMember(stack.dataSource)).user;
  });

  afterAll(async () => {
    await stack.stop();
  });

  const picture = () => drawQuarters(1_000, 500).png().toBuffer();
  const images = () => stack.dataSource.getRepository(Image);
  const viewOf = async (id: string) => {
    const rows = await stack.dataSource.query(`SELECT ${IMAGE_COLUMNS} FROM images WHERE id = $1`, [id]);
    return imageView(rows[0]);
  };
  const countOf = async (name: string) =>
    (await stack.dataSource.getRepository(Tag).findOneByOrFail({ name })).usageCount;
  const setCount = (name: string, usageCount: number) =>
    stack.dataSource.getRepository(Tag).insert({ name, usageCount });

  it('GAP-067 stores the renditions with their metadata and publishes image:ready once', async () => {
    const bytes = await picture();
    const { id, imageUrl, updatedAt } = await pictures.createImage(user.id, bytes, { title: 'Saturn' });
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
    expect(pictures.live.published).toEqual([
      { event: 'image:ready', room: ROOMS.user(user.id), payload: image },
    ]);
    expect(await pictures.pendingSubjects('render-image')).toEqual([]);
  });

  it('GAP-067 has the same effect when repeated or run by two workers', async () => {
    const { id } = await pictures.createImage(user.id, await picture());
    await Promise.all([job.run(id), newJob().run(id)]);
    await job.run(id);
    await pictures.enqueue('render-image', id);
    await job.run(id);
    const objects = await pictures.objectsOf(user.id);
    expect(objects.filter(({ state }) => state === 'used')).toHaveLength(4);
    expect(objects).toHaveLength(4);
    expect(pictures.live.published.map(({ event }) => event)).toEqual(['image:ready']);
    expect(await pictures.pendingSubjects('render-image')).toEqual([]);
  });

  it('GAP-104 leaves no objects of a deleted picture', async () => {
    const bytes = await picture();
    const earlier = await pictures.createImage(user.id, bytes);
    await images().delete(earlier.id);
    await job.run(earlier.id);
    expect(await pictures.objectsOf(user.id)).toHaveLength(1);
    const during = await pictures.createImage(user.id, bytes);
    // Deletes the picture after its renditions are stored and before they are used.
    const { storeDerived } = pictures.objects;
    pictures.objects.storeDerived = async (...given) => {
      const paths = await storeDerived.apply(pictures.objects, given);
      await images().delete(during.id);
      return paths;
    };
    await job.run(during.id);
    expect((await pictures.objectsOf(user.id)).map(({ path }) => path)).toEqual([
      earlier.imageUrl,
      during.imageUrl,
    ]);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('render-image')).toEqual([]);
  });

  it('GAP-104 leaves no objects of an erased member', async () => {
    const { id, imageUrl } = await pictures.createImage(user.id, await picture());
    await stack.dataSource.getRepository(User).delete(user.id);
    await job.run(id);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('render-image')).toEqual([]);
    expect(await stack.dataSource.getRepository(StoredObject).countBy({ renditionOf: imageUrl })).toBe(0);
  });

  it.each([
    ['not a picture', async () => Buffer.from('<!doctype html>')],
    ['empty', async () => Buffer.alloc(0)],
    ['truncated', async () => (await picture()).subarray(0, 900)],
  ])(
    'GAP-067 deletes the picture of a file that is %s and reports the failure once',
    async (_, createFile) => {
      const [tag, other] = [uniqueName('tag'), uniqueName('tag')];
      await setCount(tag, 3);
      await setCount(other, 2);
      const { id, imageUrl } = await pictures.createImage(user.id, await createFile(), { tags: [tag] });
      await job.run(id);
      await job.run(id);
      expect(await images().existsBy({ id })).toBe(false);
      expect(await pictures.objectsOf(user.id)).toEqual([]);
      expect(await pictures.isStored(imageUrl)).toBe(false);
      expect([await countOf(tag), await countOf(other)]).toEqual([2, 2]);
      expect(pictures.live.published).toEqual([
        { event: 'upload:failed', room: ROOMS.user(user.id), payload: { objectPath: imageUrl, ...BROKEN } },
      ]);
      expect(await pictures.pendingSubjects('render-image')).toEqual([]);
      expect(await pictures.pendingSubjects('derive-member')).toContain(user.id);
    },
  );

  it.each([
    ['a hidden picture', { isPublic: true }, { isPublic: false }],
    ['a private member’s picture', { isPublic: false }, { isPublic: true }],
  ])('GAP-067 keeps the tag counts when %s is broken', async (_, owner, image) => {
    await stack.dataSource.getRepository(User).update(user.id, owner);
    const tag = uniqueName('tag');
    await setCount(tag, 3);
    const { id } = await pictures.createImage(user.id, Buffer.from('x'), { tags: [tag], ...image });
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(await countOf(tag)).toBe(3);
    expect(await pictures.pendingSubjects('derive-member')).not.toContain(user.id);
  });

  it('GAP-067 reports a file that is missing in the store', async () => {
    const { id, imageUrl } = await pictures.createImage(user.id, await picture());
    await pictures.store.remove([imageUrl.slice(1)]);
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(pictures.live.published).toMatchObject([
      { event: 'upload:failed', payload: { objectPath: imageUrl } },
    ]);
  });

  it('GAP-067 rejects a file that crashed several workers', async () => {
    const { id, imageUrl } = await pictures.createImage(user.id, await picture());
    const objects = stack.dataSource.getRepository(StoredObject);
    await objects.update({ path: imageUrl }, { attempts: 4 });
    await job.run(id);
    expect(await images().existsBy({ id })).toBe(false);
    expect(pictures.live.published).toEqual([
      {
        event: 'upload:failed',
        room: ROOMS.user(user.id),
        payload: {
          objectPath: imageUrl,
          code: 'payload_too_large',
          message: 'This picture has too many pixels. Try a smaller one.',
          reason: 'imageTooManyPixels',
        },
      },
    ]);
    const { id: other, imageUrl: otherUrl } = await pictures.createImage(user.id, await picture());
    await objects.update({ path: otherUrl }, { attempts: 3 });
    await job.run(other);
    expect(await viewOf(other)).toMatchObject({ ready: true });
    expect(await objects.findOneByOrFail({ path: otherUrl })).toMatchObject({ attempts: 3 });
  });

  it('GAP-067 retries after an outage of the store', async () => {
    const { id } = await pictures.createImage(user.id, await picture());
    await stack.killObjectStore();
    for (let attempt = 0; attempt < 6; attempt += 1) await expect(job.run(id)).rejects.toThrow();
    expect(await viewOf(id)).toMatchObject({ ready: false, width: null });
    expect(await pictures.pendingSubjects('render-image')).toEqual([id]);
    await stack.startObjectStore();
    await job.run(id);
    expect(await viewOf(id)).toMatchObject({ ready: true });
  });

  it('GAP-104 purge-objects deletes what a crashed worker left', async () => {
    const { id, imageUrl } = await pictures.createImage(user.id, await picture());
    const leftover = await pictures.objects.storeDerived(imageUrl, [
      { bytes: Buffer.from('x'), contentType: 'image/webp', width: 320 },
    ]);
    await stack.dataSource
      .getRepository(StoredObject)
      .update({ path: leftover[0] ?? '' }, { uploadExpiresAt: new Date(Date.now() - 2 * 3_600_000) });
    await job.run(id);
    await new PurgeObjects(stack.dataSource, pictures.store).run();
    expect(await pictures.isStored(leftover[0] ?? '')).toBe(false);
    expect((await pictures.objectsOf(user.id)).map(({ state, width }) => [state, width])).toEqual([
      ['used', null],
      ['used', 320],
      ['used', 640],
      ['used', 1_000],
    ]);
  });

  it('GAP-067 starts again if purge-objects discarded a rendition before its use', async () => {
    const { id } = await pictures.createImage(user.id, await picture());
    const { storeDerived } = pictures.objects;
    pictures.objects.storeDerived = async (...given) => {
      const paths = await storeDerived.apply(pictures.objects, given);
      await stack.dataSource
        .getRepository(StoredObject)
        .update({ path: paths[0] ?? '' }, { state: 'discarded' });
      return paths;
    };
    await expect(job.run(id)).rejects.toThrow('discarded before');
    pictures.objects.storeDerived = storeDerived;
    expect(await viewOf(id)).toMatchObject({ ready: false });
    expect(await pictures.pendingSubjects('render-image')).toEqual([id]);
    await job.run(id);
    expect(await viewOf(id)).toMatchObject({ ready: true });
  });
});
