import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Attachment,
  type Channel,
  Radio,
  RadioTrack,
  ServerFilters,
  StoredObject,
  type User,
} from '@oniverse/data';
import { makeFlac, makeMember, makeMp3, makeOgg, makeServer, TestStack } from '@oniverse/testing';
import { PictureMutex } from '../../shared/index.js';
import { PictureFixture } from '../../testing/picture-fixture.js';
import { RadioTracksRepository } from './radio-tracks.repository.js';
import { ReadTrack } from './read-track.js';

describe('ReadTrack', () => {
  let stack: TestStack;
  let files: PictureFixture;
  let job: ReadTrack;
  let user: User;
  let channel: Channel;
  let serverId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    files = new PictureFixture(stack);
    const repository = new RadioTracksRepository(stack.dataSource);
    job = new ReadTrack(stack.dataSource, new PictureMutex(), files.objects, repository, files.live);
    user = (await makeMember(stack.dataSource)).user;
    const made = await makeServer(stack.dataSource, { members: [user] });
    ({ channel } = made);
    serverId = made.server.id;
    await stack.dataSource
      .getRepository(Radio)
      .insert({ channelId: channel.id, quietFrom: null, quietTo: null });
  });

  afterAll(async () => {
    await stack.stop();
  });

  const tracks = () => stack.dataSource.getRepository(RadioTrack);
  const radio = () => stack.dataSource.getRepository(Radio).findOneByOrFail({ channelId: channel.id });
  const rowOf = (id: string) => tracks().findOneByOrFail({ id });
  const add = async (bytes: Buffer, contentType: string): Promise<string> => {
    const objectPath = await files.createUpload(user.id, bytes);
    await stack.dataSource.getRepository(StoredObject).update({ path: objectPath }, { contentType });
    const { id } = await tracks().save({
      channelId: channel.id,
      userId: user.id,
      title: 'a name',
      durationMs: null,
      refusal: null,
    });
    await stack.dataSource.getRepository(Attachment).save({
      userId: user.id,
      objectPath,
      name: 'a name.x',
      size: bytes.length,
      kind: 'sound',
      trackId: id,
    });
    await files.enqueue('read-track', id);
    return id;
  };
  const read = async (bytes: Buffer, contentType: string): Promise<RadioTrack> => {
    const id = await add(bytes, contentType);
    await job.run(id);
    return rowOf(id);
  };

  it.each([
    ['an MP3', makeMp3({ seconds: 8, title: 'Rain' }), 'audio/mpeg', 7_993],
    ['an Opus file', makeOgg({ seconds: 7.5, title: 'Rain', codec: 'opus' }), 'audio/ogg', 7_500],
    ['a Vorbis file', makeOgg({ seconds: 9.25, title: 'Rain', codec: 'vorbis' }), 'audio/ogg', 9_250],
    ['a FLAC file', makeFlac({ seconds: 6.5, title: 'Rain' }), 'audio/flac', 6_500],
  ])('TLK-604 finds the duration and the title of %s', async (_, bytes, contentType, durationMs) => {
    expect(await read(bytes, contentType)).toMatchObject({ durationMs, title: 'Rain', refusal: null });
    expect(files.live.published).toEqual([
      {
        event: 'radio:changed',
        room: [ROOMS.channel(channel.id), ROOMS.user(user.id)],
        payload: { channelId: channel.id },
      },
    ]);
    expect(await files.pendingSubjects('read-track')).toEqual([]);
  });

  it.each([
    ['a title', makeMp3({ seconds: 6 }), 'audio/mpeg'],
    ['a title that shows something', makeFlac({ seconds: 6, title: ' \u0000\u202E ' }), 'audio/flac'],
  ])('TLK-604 keeps the name of a file without %s', async (_, bytes, contentType) => {
    expect((await read(bytes, contentType)).title).toBe('a name');
  });

  it('TLK-604 keeps the name of a file where filters have not seen its title', async () => {
    const filters = { revision: 1, maxMentions: null, changedAt: new Date() };
    const kept = stack.dataSource.getRepository(ServerFilters);
    await kept.save({ serverId, ...filters, filters: [] });
    expect((await read(makeMp3({ seconds: 6, title: 'Rain' }), 'audio/mpeg')).title).toBe('Rain');
    await kept.save({ serverId, ...filters, filters: [{ kind: 'word', text: 'spoiler', action: 'refuse' }] });
    expect((await read(makeMp3({ seconds: 6, title: 'Spoiler' }), 'audio/mpeg')).title).toBe('a name');
  });

  it.each([
    ['no sound', Buffer.from('OggS, but nothing more'), 'audio/ogg', 'unreadable'],
    ['one byte', Buffer.from([255]), 'audio/mpeg', 'unreadable'],
    ['FLAC that ends in its head', makeFlac({ seconds: 9 }).subarray(0, 20), 'audio/flac', 'unreadable'],
    ['MP3 of four seconds', makeMp3({ seconds: 4 }), 'audio/mpeg', 'too_short'],
    ['Opus of four hours', makeOgg({ seconds: 14_400, codec: 'opus' }), 'audio/ogg', 'too_long'],
  ])(
    'TLK-604 refuses a file with %s, and says so to who added it',
    async (_, bytes, contentType, refusal) => {
      expect(await read(bytes, contentType)).toMatchObject({ durationMs: null, refusal });
      expect(files.live.published).toEqual([
        { event: 'radio:changed', room: ROOMS.user(user.id), payload: { channelId: channel.id } },
      ]);
      expect(await files.pendingSubjects('read-track')).toEqual([]);
    },
  );

  it('TLK-604 refuses a file that crashed several workers', async () => {
    const id = await add(makeMp3({ seconds: 6 }), 'audio/mpeg');
    await stack.dataSource.query(
      'UPDATE objects SET attempts = 4 FROM attachments WHERE path = object_path AND track_id = $1',
      [id],
    );
    await job.run(id);
    expect((await rowOf(id)).refusal).toBe('unreadable');
  });

  it('TLK-607 starts a radio with its first track, and lets it go on where it is with the next ones', async () => {
    const before = Date.now();
    const first = await read(makeMp3({ seconds: 60 }), 'audio/mpeg');
    const { trackId, startedAt } = await radio();
    expect(trackId).toBeNull();
    expect(startedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    // In the middle of its second round.
    const minutesAgo = Date.now() - 1.5 * first.durationMs!;
    await stack.dataSource
      .getRepository(Radio)
      .update({ channelId: channel.id }, { trackId: first.id, startedAt: new Date(minutesAgo) });
    await read(makeMp3({ seconds: 60 }), 'audio/mpeg');
    const after = await radio();
    expect(after.trackId).toBe(first.id);
    expect(Math.abs(after.startedAt.getTime() - (minutesAgo + first.durationMs!))).toBeLessThan(50);
  });

  it('TLK-604 does nothing for a track that is gone, or was read', async () => {
    const { id } = await read(makeMp3({ seconds: 6 }), 'audio/mpeg');
    await files.enqueue('read-track', id);
    await job.run(id);
    const gone = await add(makeMp3({ seconds: 6 }), 'audio/mpeg');
    await tracks().delete(gone);
    await job.run(gone);
    expect(files.live.published).toHaveLength(1);
    expect(await files.pendingSubjects('read-track')).toEqual([]);
  });
});
