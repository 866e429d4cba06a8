import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { Attachment, StoredObject, User } from '@oniverse/data';
import { DedicatedTestStack, makeMember } from '@oniverse/testing';
import sharp from 'sharp';
import { PictureFixture } from '../../testing/picture-fixture.js';
import { animate, drawQuarters } from '../../testing/pictures.js';
import { PictureMutex } from '../pictures/picture-objects.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { RenderAttachment } from './render-attachment.js';

describe('RenderAttachment', () => {
  let stack: DedicatedTestStack;
  let pictures: PictureFixture;
  let job: RenderAttachment;
  let user: User;

  const newJob = (repository = new AttachmentsRepository(stack.dataSource)): RenderAttachment =>
    new RenderAttachment(stack.dataSource, new PictureMutex(), pictures.objects, repository, pictures.live);

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
  const attachments = () => stack.dataSource.getRepository(Attachment);
  const rowOf = (id: string) => attachments().findOneByOrFail({ id });
  /** Runs `change` after the renditions are stored and before they are used. */
  const whileRendering = (change: (paths: readonly string[]) => Promise<unknown>): void => {
    const { storeDerived } = pictures.objects;
    pictures.objects.storeDerived = async (...given) => {
      const paths = await storeDerived.apply(pictures.objects, given);
      await change(paths);
      return paths;
    };
  };

  it('TLK-300 stores the renditions of an attachment and publishes attachment:ready once', async () => {
    const bytes = await picture();
    const { id, objectPath } = await pictures.createAttachment(user.id, bytes);
    await job.run(id);
    expect(await rowOf(id)).toMatchObject({
      kind: 'picture',
      readyAt: expect.any(Date),
      width: 1_000,
      height: 500,
      blurhash: expect.any(String),
      isAnimated: false,
    });
    const [original, ...renditions] = await pictures.objectsOf(user.id);
    // A message that claims the attachment uses it.
    expect(original).toMatchObject({ path: objectPath, state: 'stored' });
    expect(renditions).toMatchObject(
      [320, 640, 1_000].map((width) => ({
        width,
        state: 'used',
        renditionOf: objectPath,
        contentType: 'image/webp',
        isAnimated: false,
      })),
    );
    expect(pictures.live.published).toEqual([
      {
        event: 'attachment:ready',
        room: ROOMS.user(user.id),
        payload: {
          id,
          kind: 'picture',
          path: objectPath,
          name: 'roof-21-16.png',
          size: bytes.length,
          alt: '',
          width: 1_000,
          height: 500,
          blurhash: expect.any(String),
        },
      },
    ]);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
  });

  it('TLK-300 has the same effect when repeated or run by two workers', async () => {
    const { id } = await pictures.createAttachment(user.id, await picture());
    await Promise.all([job.run(id), newJob().run(id)]);
    await job.run(id);
    await pictures.enqueue('render-attachment', id);
    await job.run(id);
    expect((await pictures.objectsOf(user.id)).map(({ state }) => state)).toEqual([
      'stored',
      'used',
      'used',
      'used',
    ]);
    expect(pictures.live.published.map(({ event }) => event)).toEqual(['attachment:ready']);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
  });

  it('TLK-301 stores a rendition that moves beside the still ones of an animation', async () => {
    const { id, objectPath } = await pictures.createAttachment(
      user.id,
      await animate(800, 400, 3).gif().toBuffer(),
    );
    await job.run(id);
    expect(await rowOf(id)).toMatchObject({ kind: 'picture', width: 800, height: 400, isAnimated: true });
    const [, ...renditions] = await pictures.objectsOf(user.id);
    expect(renditions.map(({ width, isAnimated }) => `${width} ${isAnimated}`).toSorted()).toEqual([
      '320 false',
      '640 false',
      '640 true',
      '800 false',
    ]);
    const animation = renditions.find(({ isAnimated }) => isAnimated);
    expect(animation).toMatchObject({ state: 'used', renditionOf: objectPath, contentType: 'image/webp' });
    expect(await sharp(await pictures.bytesOf(animation!.path)).metadata()).toMatchObject({
      pages: 3,
      width: 640,
    });
    expect(pictures.live.published).toMatchObject([{ payload: { isAnimated: true } }]);
  });

  it('TLK-302 makes what cannot be rendered a file, which is ready', async () => {
    const bytes = Buffer.from('GIF89a, but nothing more');
    const { id, objectPath } = await pictures.createAttachment(user.id, bytes);
    await job.run(id);
    await job.run(id);
    const ready = { kind: 'file', width: null, height: null, blurhash: null, isAnimated: false };
    expect(await rowOf(id)).toMatchObject({ ...ready, readyAt: expect.any(Date) });
    expect(await pictures.objectsOf(user.id)).toMatchObject([
      { path: objectPath, state: 'stored', attempts: 0 },
    ]);
    expect((await pictures.bytesOf(objectPath)).equals(bytes)).toBe(true);
    expect(pictures.live.published).toEqual([
      {
        event: 'attachment:ready',
        room: ROOMS.user(user.id),
        payload: {
          id,
          kind: 'file',
          path: objectPath,
          name: 'roof-21-16.png',
          size: bytes.length,
          alt: '',
        },
      },
    ]);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
  });

  it('TLK-302 makes a picture that crashed several workers a file', async () => {
    const { id, objectPath } = await pictures.createAttachment(user.id, await picture());
    await stack.dataSource.getRepository(StoredObject).update({ path: objectPath }, { attempts: 4 });
    await job.run(id);
    expect(await rowOf(id)).toMatchObject({ kind: 'file', readyAt: expect.any(Date) });
  });

  it('TLK-303 leaves no objects of an attachment that was deleted before or while it was rendered', async () => {
    const before = await pictures.createAttachment(user.id, await picture());
    await attachments().delete(before.id);
    await job.run(before.id);
    const during = await pictures.createAttachment(user.id, await picture());
    whileRendering(() => attachments().delete(during.id));
    await job.run(during.id);
    // The trigger discarded them, and purge-objects deletes them.
    expect(await pictures.objectsOf(user.id)).toMatchObject([
      { path: before.objectPath, state: 'discarded' },
      { path: during.objectPath, state: 'discarded' },
    ]);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
  });

  it('TLK-303 leaves no objects of a file that was deleted while it became one', async () => {
    const { id } = await pictures.createAttachment(user.id, Buffer.from('GIF89a'));
    const repository = new AttachmentsRepository(stack.dataSource);
    const { markFile } = repository;
    repository.markFile = async (...given) => {
      await attachments().delete(id);
      return markFile.apply(repository, given);
    };
    await newJob(repository).run(id);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
  });

  it('TLK-303 leaves no objects of an erased member', async () => {
    const { id, objectPath } = await pictures.createAttachment(user.id, await picture());
    await stack.dataSource.getRepository(User).delete(user.id);
    await job.run(id);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([]);
    expect(await stack.dataSource.getRepository(StoredObject).countBy({ renditionOf: objectPath })).toBe(0);
  });

  it('TLK-300 retries after an outage of the store', async () => {
    const { id } = await pictures.createAttachment(user.id, await picture());
    await stack.killObjectStore();
    await expect(job.run(id)).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ kind: 'picture', readyAt: null });
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([id]);
    await stack.startObjectStore();
    await job.run(id);
    expect(await rowOf(id)).toMatchObject({ kind: 'picture', readyAt: expect.any(Date) });
  });

  it('TLK-300 starts again if purge-objects discarded a rendition before its use', async () => {
    const { id } = await pictures.createAttachment(user.id, await picture());
    const { storeDerived } = pictures.objects;
    whileRendering((paths) =>
      stack.dataSource.getRepository(StoredObject).update({ path: paths[0] ?? '' }, { state: 'discarded' }),
    );
    await expect(job.run(id)).rejects.toThrow('discarded before');
    pictures.objects.storeDerived = storeDerived;
    expect(await rowOf(id)).toMatchObject({ readyAt: null });
    expect(await pictures.pendingSubjects('render-attachment')).toEqual([id]);
    await job.run(id);
    expect(await rowOf(id)).toMatchObject({ readyAt: expect.any(Date) });
  });
});
