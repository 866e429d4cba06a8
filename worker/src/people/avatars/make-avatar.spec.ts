import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { currentUserSchema, ROOMS, viewOf } from '@oniverse/contracts';
import { User } from '@oniverse/data';
import { makeMember, DedicatedTestStack } from '@oniverse/testing';
import sharp from 'sharp';
import { PictureMutex } from '../../shared/pictures/picture-objects.js';
import { drawQuarters } from '../../testing/pictures.js';
import { PictureFixture } from '../../testing/picture-fixture.js';
import { AvatarsRepository } from './avatars.repository.js';
import { MakeAvatar } from './make-avatar.js';

describe('MakeAvatar', () => {
  let stack: DedicatedTestStack;
  let pictures: PictureFixture;
  let job: MakeAvatar;
  let user: User;

  const newJob = (): MakeAvatar =>
    new MakeAvatar(
      stack.dataSource,
      new PictureMutex(),
      pictures.objects,
      new AvatarsRepository(stack.dataSource),
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

  const memberNow = () => stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id });
  const enqueueUpload = async (bytes: Buffer): Promise<string> => {
    const path = await pictures.createUpload(user.id, bytes);
    await pictures.enqueue('make-avatar', path);
    return path;
  };
  const picture = (width = 900) => drawQuarters(width, 600).jpeg().toBuffer();
  /** Returns the member's avatar and asserts that it is the member's only object. */
  const onlyAvatar = async (): Promise<string> => {
    const { profileImageUrl } = await memberNow();
    const objects = (await pictures.objectsOf(user.id)).filter(({ state }) => state !== 'spent');
    expect(objects.map(({ path, state }) => [path, state])).toEqual([[profileImageUrl, 'used']]);
    return profileImageUrl ?? '';
  };

  it('LIV-014 API-030 sets the avatar at a new path and publishes it', async () => {
    const upload = await enqueueUpload(await picture());
    await job.run(upload);
    const avatar = await onlyAvatar();
    expect(avatar).toMatch(/^\/objects\/[A-Za-z0-9_-]{32}$/);
    expect(avatar).not.toBe(upload);
    expect(await pictures.isStored(upload)).toBe(false);
    const bytes = await pictures.bytesOf(avatar);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
    const [spent, object] = await pictures.objectsOf(user.id);
    // The row of the upload stays, so that it cannot be used again.
    expect(spent).toMatchObject({ path: upload, state: 'spent', size: null, sha256: null });
    expect(object).toMatchObject({
      contentType: 'image/jpeg',
      size: bytes.length,
      renditionOf: null,
      width: null,
    });
    const now = await memberNow();
    expect(now.updatedAt.getTime()).toBeGreaterThan(user.updatedAt.getTime());
    expect(pictures.live.published).toEqual([
      { event: 'avatar:ready', room: ROOMS.user(user.id), payload: viewOf(currentUserSchema, now) },
    ]);
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([]);
    // Members of shared servers learn the new avatar.
    expect(await pictures.pendingSubjects('announce-member')).toEqual([user.id]);
  });

  it('LIV-014 has the same effect when repeated or run by two workers', async () => {
    const upload = await enqueueUpload(await picture());
    await Promise.all([job.run(upload), newJob().run(upload)]);
    await job.run(upload);
    await onlyAvatar();
    expect(pictures.live.published.map(({ event }) => event)).toEqual(['avatar:ready']);
  });

  it('LIV-014 deletes the previous avatar', async () => {
    await job.run(await enqueueUpload(await picture()));
    const first = await onlyAvatar();
    await job.run(await enqueueUpload(await picture()));
    const second = await onlyAvatar();
    expect(second).not.toBe(first);
    expect(await pictures.isStored(first)).toBe(false);
  });

  it.each([
    ['in order', [0, 1, 2]],
    ['with the last first', [2, 1, 0]],
    ['with the last in the middle', [0, 2, 1]],
  ])('LIV-014 sets the last of three uploads when they are processed %s', async (_, order) => {
    const uploads = [
      await enqueueUpload(await picture(610)),
      await enqueueUpload(await picture(620)),
      await enqueueUpload(await pngOf('#0a0')),
    ];
    for (const n of order) await job.run(uploads[n] ?? '');
    expect(await sharp(await pictures.bytesOf(await onlyAvatar())).metadata()).toMatchObject({
      format: 'png',
    });
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([]);
    const published = pictures.live.published.length;
    for (const upload of uploads) await job.run(upload);
    expect(pictures.live.published).toHaveLength(published);
  });

  it('LIV-014 sets the later of two uploads that are processed at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await enqueueUpload(await picture());
      const last = await enqueueUpload(await pngOf('#0a0'));
      const jobs = [newJob().run(first), newJob().run(last)];
      await Promise.all(round % 2 === 0 ? jobs : jobs.toReversed());
      expect(await sharp(await pictures.bytesOf(await onlyAvatar())).metadata()).toMatchObject({
        format: 'png',
      });
    }
  });

  it('LIV-014 keeps the earlier uploads of other members', async () => {
    const { user: other } = await makeMember(stack.dataSource);
    const theirs = await pictures.createUpload(other.id, await picture());
    await pictures.enqueue('make-avatar', theirs);
    await job.run(await enqueueUpload(await picture()));
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([theirs]);
    await job.run(theirs);
    const updated = await stack.dataSource.getRepository(User).findOneByOrFail({ id: other.id });
    expect(updated.profileImageUrl).not.toBeNull();
  });

  it.each([
    ['not a picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['empty', Buffer.alloc(0)],
  ])('LIV-014 keeps the avatar if the file is %s and reports the failure once', async (_, bytes) => {
    await job.run(await enqueueUpload(await picture()));
    const before = await memberNow();
    pictures.live.published.splice(0);
    const upload = await enqueueUpload(bytes);
    await job.run(upload);
    await job.run(upload);
    expect(await memberNow()).toEqual(before);
    await onlyAvatar();
    expect(await pictures.isStored(upload)).toBe(false);
    expect(pictures.live.published).toEqual([
      {
        event: 'upload:failed',
        room: ROOMS.user(user.id),
        payload: {
          objectPath: upload,
          code: 'unsupported_media_type',
          message: 'This file is damaged or not a picture.',
          reason: 'imageBroken',
        },
      },
    ]);
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([]);
  });

  it('LIV-014 sets an earlier upload after a later one failed', async () => {
    const good = await enqueueUpload(await picture());
    const bad = await enqueueUpload(Buffer.from('x'));
    await job.run(bad);
    await job.run(good);
    await onlyAvatar();
    expect(pictures.live.published.map(({ event }) => event)).toEqual(['upload:failed', 'avatar:ready']);
  });

  it('GAP-104 leaves no objects of an erased member', async () => {
    const upload = await enqueueUpload(await picture());
    const { storeDerived } = pictures.objects;
    let stored: string[] = [];
    pictures.objects.storeDerived = async (...given) => {
      stored = await storeDerived.apply(pictures.objects, given);
      await stack.dataSource.getRepository(User).delete(user.id);
      return stored;
    };
    await job.run(upload);
    await job.run(upload);
    expect(stored).toHaveLength(1);
    expect(await pictures.isStored(stored[0] ?? '')).toBe(false);
    expect(pictures.live.published).toEqual([]);
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([]);
  });

  it('LIV-014 retries after an outage of the store', async () => {
    const upload = await enqueueUpload(await picture());
    await stack.killObjectStore();
    await expect(job.run(upload)).rejects.toThrow();
    expect((await memberNow()).profileImageUrl).toBeNull();
    expect(await pictures.pendingSubjects('make-avatar')).toEqual([upload]);
    await stack.startObjectStore();
    await job.run(upload);
    await onlyAvatar();
  });

  async function pngOf(background: string): Promise<Buffer> {
    return sharp({ create: { width: 700, height: 700, channels: 3, background } })
      .png()
      .toBuffer();
  }
});
