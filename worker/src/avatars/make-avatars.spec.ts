import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { currentUserView, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import sharp from 'sharp';
import { OneAtATime } from '../pictures/one-at-a-time.js';
import { quarters } from '../testing/pictures.js';
import { PicturesUnderTest } from '../testing/pictures-under-test.js';
import { AvatarsRepository } from './avatars.repository.js';
import { MakeAvatars } from './make-avatars.js';

describe('making avatars', () => {
  let stack: TestStack;
  let pictures: PicturesUnderTest;
  let job: MakeAvatars;
  let user: User;

  const newJob = (): MakeAvatars =>
    new MakeAvatars(
      stack.dataSource,
      new OneAtATime(),
      pictures.objects,
      new AvatarsRepository(stack.dataSource),
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

  const memberNow = () => stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id });
  const want = async (bytes: Buffer): Promise<string> => {
    const path = await pictures.upload(user.id, bytes);
    await pictures.leave('avatar:wanted', path);
    return path;
  };
  const picture = (width = 900) => quarters(width, 600).jpeg().toBuffer();
  /** The avatar that the member wears, and that nothing else of theirs is left. */
  const onlyAvatar = async (): Promise<string> => {
    const { profileImageUrl } = await memberNow();
    const objects = await pictures.objectsOf(user.id);
    expect(objects.map(({ path, state }) => [path, state])).toEqual([[profileImageUrl, 'used']]);
    return profileImageUrl ?? '';
  };

  it('LIV-014 API-030 the member wears it from then on, at an address of its own, and is told', async () => {
    const upload = await want(await picture());
    await job.run(upload);
    const avatar = await onlyAvatar();
    expect(avatar).toMatch(/^\/objects\/[A-Za-z0-9_-]{32}$/);
    expect(avatar).not.toBe(upload);
    expect(await pictures.isStored(upload)).toBe(false);
    const bytes = await pictures.bytesOf(avatar);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
    const [object] = await pictures.objectsOf(user.id);
    expect(object).toMatchObject({
      contentType: 'image/jpeg',
      size: bytes.length,
      renditionOf: null,
      width: null,
    });
    const now = await memberNow();
    expect(now.updatedAt.getTime()).toBeGreaterThan(user.updatedAt.getTime());
    expect(pictures.live.told).toEqual([
      { event: 'avatar:ready', room: ROOMS.user(user.id), payload: currentUserView(now) },
    ]);
    expect(await pictures.waiting('avatar:wanted')).toEqual([]);
    // Others see it beside what the member says.
    expect(await pictures.waiting('member:shown')).toEqual([user.id]);
  });

  it('LIV-014 again, and by two workers at once, comes to the same, and is told once', async () => {
    const upload = await want(await picture());
    await Promise.all([job.run(upload), newJob().run(upload)]);
    await job.run(upload);
    await onlyAvatar();
    expect(pictures.live.told.map(({ event }) => event)).toEqual(['avatar:ready']);
  });

  it('LIV-014 the one before goes', async () => {
    await job.run(await want(await picture()));
    const first = await onlyAvatar();
    await job.run(await want(await picture()));
    const second = await onlyAvatar();
    expect(second).not.toBe(first);
    expect(await pictures.isStored(first)).toBe(false);
  });

  it.each([
    ['in order', [0, 1, 2]],
    ['the last first', [2, 1, 0]],
    ['the last in the middle', [0, 2, 1]],
  ])('LIV-014 of three that were wanted the last is worn, made %s', async (_, order) => {
    const uploads = [
      await want(await picture(610)),
      await want(await picture(620)),
      await want(await pngOf('#0a0')),
    ];
    for (const n of order) await job.run(uploads[n] ?? '');
    expect(await sharp(await pictures.bytesOf(await onlyAvatar())).metadata()).toMatchObject({
      format: 'png',
    });
    expect(await pictures.waiting('avatar:wanted')).toEqual([]);
    const told = pictures.live.told.length;
    for (const upload of uploads) await job.run(upload);
    expect(pictures.live.told).toHaveLength(told);
  });

  it('LIV-014 of two that are made at once the later is worn', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await want(await picture());
      const last = await want(await pngOf('#0a0'));
      const jobs = [newJob().run(first), newJob().run(last)];
      await Promise.all(round % 2 === 0 ? jobs : jobs.toReversed());
      expect(await sharp(await pictures.bytesOf(await onlyAvatar())).metadata()).toMatchObject({
        format: 'png',
      });
    }
  });

  it('LIV-014 what another member wanted before is left alone', async () => {
    const { user: other } = await makeMember(stack.dataSource);
    const theirs = await pictures.upload(other.id, await picture());
    await pictures.leave('avatar:wanted', theirs);
    await job.run(await want(await picture()));
    expect(await pictures.waiting('avatar:wanted')).toEqual([theirs]);
    await job.run(theirs);
    const worn = await stack.dataSource.getRepository(User).findOneByOrFail({ id: other.id });
    expect(worn.profileImageUrl).not.toBeNull();
  });

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['of zero bytes', Buffer.alloc(0)],
  ])('LIV-014 a file that is %s fails once and for good: the avatar stays', async (_, bytes) => {
    await job.run(await want(await picture()));
    const before = await memberNow();
    pictures.live.told.splice(0);
    const upload = await want(bytes);
    await job.run(upload);
    await job.run(upload);
    expect(await memberNow()).toEqual(before);
    await onlyAvatar();
    expect(await pictures.isStored(upload)).toBe(false);
    expect(pictures.live.told).toEqual([
      {
        event: 'upload:failed',
        room: ROOMS.user(user.id),
        payload: {
          objectPath: upload,
          code: 'unsupported_media_type',
          message: 'This file is damaged, or no picture.',
        },
      },
    ]);
    expect(await pictures.waiting('avatar:wanted')).toEqual([]);
  });

  it('LIV-014 one that fails does not stand in the way of the one before it', async () => {
    const good = await want(await picture());
    const bad = await want(Buffer.from('x'));
    await job.run(bad);
    await job.run(good);
    await onlyAvatar();
    expect(pictures.live.told.map(({ event }) => event)).toEqual(['upload:failed', 'avatar:ready']);
  });

  it('GAP-104 of a member who is gone nothing stays', async () => {
    const upload = await want(await picture());
    const { put } = pictures.objects;
    let made: string[] = [];
    pictures.objects.put = async (...given) => {
      made = await put.apply(pictures.objects, given);
      await stack.dataSource.getRepository(User).delete(user.id);
      return made;
    };
    await job.run(upload);
    await job.run(upload);
    expect(made).toHaveLength(1);
    expect(await pictures.isStored(made[0] ?? '')).toBe(false);
    expect(pictures.live.told).toEqual([]);
    expect(await pictures.waiting('avatar:wanted')).toEqual([]);
  });

  it('LIV-014 while the store is down nothing is lost, and it is done later', async () => {
    const upload = await want(await picture());
    await stack.killObjectStore();
    await expect(job.run(upload)).rejects.toThrow();
    expect((await memberNow()).profileImageUrl).toBeNull();
    expect(await pictures.waiting('avatar:wanted')).toEqual([upload]);
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
