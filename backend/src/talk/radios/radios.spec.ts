import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ChannelView,
  RADIO,
  type RadioAudience,
  type RadioView,
  type ServerAuditView,
} from '@oniverse/contracts';
import { Attachment, Channel, OutboxRow, Radio, RadioTrack, StoredObject, User } from '@oniverse/data';
import { REDIS, type RedisConnection } from '@oniverse/platform';
import { GOOD_PASSWORD, registration, waitUntil } from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember, type StaffedServer } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const MINUTE = 60_000;

describe('radios', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const at = (channel: { id: string }, rest = '') => `/channels/${channel.id}/radio${rest}`;
  const switchOn = (caller: SignedInMember, channel: Channel, hours: object = {}) =>
    two.callAs(caller, 'put', at(channel), hours);
  const setUp = async (given: Parameters<typeof makeStaffedServer>[1] = {}) => {
    const place = await makeStaffedServer(db(), given);
    await switchOn(place.moderator, place.channel).expect(200);
    return place;
  };
  const get = async (caller: SignedInMember, channel: Channel): Promise<RadioView> =>
    (await two.callAs(caller, 'get', at(channel)).expect(200)).body;
  const upload = async (
    { user }: SignedInMember,
    contentType = 'audio/ogg',
    values: Partial<Attachment> = {},
  ) => {
    const made = await makeAttachment(db(), user.id, { kind: 'sound', name: 'rain.opus', ...values });
    await db().getRepository(StoredObject).update({ path: made.path }, { contentType });
    return made;
  };
  const add = (caller: SignedInMember, channel: Channel, attachmentId: string) =>
    two.callAs(caller, 'post', at(channel, '/tracks'), { attachmentId });
  /** Adds a file that the worker has read. */
  const addTrack = async (caller: SignedInMember, channel: Channel, minutes: number) => {
    const { id: attachmentId, path } = await upload(caller);
    const { body } = await add(caller, channel, attachmentId).expect(201);
    const id: string = body.id;
    await db()
      .getRepository(RadioTrack)
      .update({ id }, { durationMs: minutes * MINUTE });
    return { id, path };
  };
  /** Lets a track have begun some minutes ago. */
  const play = async (channel: Channel, trackId: string, minutesAgo: number) =>
    db()
      .getRepository(Radio)
      .update({ channelId: channel.id }, { trackId, startedAt: new Date(Date.now() - minutesAgo * MINUTE) });
  const listen = async (
    caller: SignedInMember,
    channel: Channel,
    isListening = true,
  ): Promise<RadioAudience> =>
    (await two.callAs(caller, 'put', at(channel, '/listening'), { isListening }).expect(200)).body;
  const vote = (caller: SignedInMember, channel: Channel, trackId: string) =>
    two.callAs(caller, 'post', at(channel, '/votes'), { trackId });
  /** Whose file a member reads, or whether it exists for them. */
  const statusFor = async (path: string, caller?: SignedInMember): Promise<number> => {
    const request = two.api(1).head(path);
    return (await (caller ? request.set(...bearer(caller.sessionId)) : request)).status;
  };
  const isAbout = (time: string, expected: number): boolean => Math.abs(Date.parse(time) - expected) < 2_000;
  const auditOf = async ({ owner, server }: StaffedServer): Promise<ServerAuditView[]> =>
    (await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200)).body;

  it('TLK-600 are given to channels by staff, who choose quiet hours, with entries in the audit log', async () => {
    const place = await makeStaffedServer(db());
    const { server, channel, owner, moderator, member } = place;
    const inside = await two.connect(1, member.sessionId);
    await inside.request('channel:open', { channelId: channel.id });
    await two.callAs(member, 'get', at(channel)).expect(404);
    await switchOn(member, channel).expect(403);
    const { body } = await switchOn(moderator, channel).expect(200);
    expect(body).toEqual({
      channelId: channel.id,
      trackId: null,
      startedAt: expect.any(String),
      quietFrom: null,
      quietTo: null,
      tracks: [],
      waiting: [],
      now: expect.any(String),
    });
    const { body: channels } = await two.callAs(member, 'get', `/servers/${server.id}/channels`).expect(200);
    expect(channels).toMatchObject([{ hasRadio: true }] satisfies Partial<ChannelView>[]);
    await waitUntil('the change of the channel', () => inside.payloads('server:changed').length === 1);
    expect((await switchOn(owner, channel, { quietFrom: 120, quietTo: 360 }).expect(200)).body).toMatchObject(
      {
        quietFrom: 120,
        quietTo: 360,
      },
    );
    await switchOn(owner, channel, { quietFrom: 120, quietTo: 360 }).expect(200);
    await two.callAs(member, 'delete', at(channel)).expect(403);
    await two.callAs(owner, 'delete', at(channel)).expect(200);
    await two.callAs(owner, 'delete', at(channel)).expect(404);
    await waitUntil('the end', () => inside.payloads('server:changed').length === 2);
    expect(inside.payloads('radio:changed')).toEqual([{ channelId: channel.id }]);
    const { name } = channel;
    expect((await auditOf(place)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['radio_changed', { name, hasRadio: false }],
      ['radio_changed', { name, quietFrom: 120, quietTo: 360 }],
      ['radio_changed', { name, hasRadio: true }],
    ]);
  });

  it.each([
    { quietFrom: 60 },
    { quietTo: 60 },
    { quietFrom: 60, quietTo: 60 },
    { quietFrom: -1, quietTo: 60 },
    { quietFrom: 60, quietTo: 1_440 },
    { quietFrom: '01:00', quietTo: 60 },
  ])('TLK-602 have no quiet hours like %j', async (hours) => {
    const { channel, owner } = await makeStaffedServer(db());
    expect((await switchOn(owner, channel, hours).expect(400)).body.code).toBe('validation_failed');
  });

  it('TLK-600 are in channels only', async () => {
    const { channel, owner } = await setUp();
    const { body: root } = await two
      .callAs(owner, 'post', `/channels/${channel.id}/messages`, { content: 'A root.', nonce: 'r' })
      .expect(201);
    const { body: reply } = await two
      .callAs(owner, 'post', `/messages/${root.id}/thread`, { content: 'A reply.' })
      .expect(201);
    await two.callAs(owner, 'put', `/channels/${reply.channelId}/radio`, {}).expect(404);
    await two.callAs(owner, 'get', `/channels/${reply.channelId}/radio`).expect(404);
  });

  it('TLK-603 take files of those who write there, which play once they were read', async () => {
    const { channel, member, other } = await setUp();
    const { id: attachmentId, path } = await upload(member);
    const { body } = await add(member, channel, attachmentId).expect(201);
    expect(body).toEqual({ id: expect.any(String), title: 'rain', refusal: null });
    expect(await db().getRepository(OutboxRow).countBy({ topic: 'read-track', subject: body.id })).toBe(1);
    expect(await get(member, channel)).toMatchObject({ tracks: [], waiting: [body] });
    expect(await get(other, channel)).toMatchObject({ tracks: [], waiting: [] });
    expect(await db().getRepository(StoredObject).findOneBy({ path })).toMatchObject({ state: 'used' });
    await db().getRepository(RadioTrack).update({ id: body.id }, { durationMs: MINUTE });
    const { id, username, displayName, profileImageUrl } = member.user;
    expect((await get(other, channel)).tracks).toEqual([
      {
        id: body.id,
        title: 'rain',
        durationMs: MINUTE,
        path,
        addedBy: { username, displayName, profileImageUrl },
        createdAt: expect.any(String),
      },
    ]);
    expect((await db().getRepository(RadioTrack).findOneByOrFail({ id: body.id })).userId).toBe(id);
    // Nothing else can have it.
    await add(member, channel, attachmentId).expect(409);
    await two
      .callAs(member, 'post', `/channels/${channel.id}/messages`, { attachments: [{ id: attachmentId }] })
      .expect(409);
  });

  it('TLK-603 refuse other files, and those of others', async () => {
    const { channel, owner, member, other } = await setUp();
    const { id } = await upload(member);
    expect((await add(other, channel, id).expect(409)).body.code).toBe('already_used');
    for (const type of ['audio/wav', 'video/mp4', 'image/png', 'application/octet-stream']) {
      const { body } = await add(member, channel, (await upload(member, type)).id).expect(415);
      expect(body.reason).toBe('notForRadio');
    }
    await two.callAs(owner, 'patch', `/channels/${channel.id}`, { isLocked: true }).expect(200);
    expect((await add(member, channel, id).expect(403)).body.code).toBe('channel_locked');
    await add(owner, channel, (await upload(owner, 'audio/mpeg')).id).expect(201);
  });

  it('TLK-603 refuse names that filters refuse', async () => {
    const { server, channel, owner, member } = await setUp();
    await two
      .callAs(owner, 'put', `/servers/${server.id}/filters`, {
        revision: 0,
        filters: [{ kind: 'word', text: 'spoiler', action: 'refuse' }],
      })
      .expect(200);
    const { id } = await upload(member, 'audio/flac', { name: 'the spoiler.flac' });
    expect((await add(member, channel, id).expect(403)).body.code).toBe('filtered');
  });

  it.each([
    ['tracksPerRadio', RADIO.tracksPerChannel],
    ['tracksPerMember', RADIO.tracksPerMember],
  ] as const)('TLK-603 are bounded by %s', async (reason, quota) => {
    const { channel, member, other } = await setUp();
    const elsewhere = await setUp();
    const filled = reason === 'tracksPerRadio' ? channel : elsewhere.channel;
    await db().query(
      `INSERT INTO radio_tracks (channel_id, user_id, title) SELECT $1, $2, 'x' FROM generate_series(1, $3)`,
      [filled.id, reason === 'tracksPerRadio' ? other.user.id : member.user.id, quota],
    );
    const { body } = await add(member, channel, (await upload(member)).id).expect(409);
    expect(body).toMatchObject({ code: 'quota_reached', reason: `quota.${reason}`, params: { quota } });
  });

  it('TLK-605 let those read a file who read the channel', async () => {
    const { server, channel, owner, member, other } = await setUp({ isPublic: false });
    const stranger = (await makeStaffedServer(db())).member;
    const { id: attachmentId, path } = await upload(member);
    const { body } = await add(member, channel, attachmentId).expect(201);
    const readers = async () => [
      await statusFor(path, member),
      await statusFor(path, other),
      await statusFor(path, stranger),
      await statusFor(path),
    ];
    expect(await readers()).toEqual([200, 404, 404, 404]);
    await db().getRepository(RadioTrack).update({ id: body.id }, { durationMs: MINUTE });
    expect(await readers()).toEqual([200, 200, 404, 404]);
    await db().getRepository(Channel).update({ id: channel.id }, { isPrivate: true });
    expect(await readers()).toEqual([200, 404, 404, 404]);
    expect(await statusFor(path, owner)).toBe(200);
    await two.callAs(owner, 'delete', at(channel)).expect(200);
    expect(await statusFor(path, owner)).toBe(404);
    expect(await db().getRepository(Attachment).countBy({ id: attachmentId })).toBe(0);
    expect(server.isPublic).toBe(false);
  });

  it('TLK-606 TLK-610 let a track be removed by who added it, and by staff, with an entry in the audit log', async () => {
    const place = await setUp();
    const { channel, moderator, member, other } = place;
    const own = await addTrack(member, channel, 1);
    const removed = await addTrack(member, channel, 1);
    const { body: waiting } = await add(member, channel, (await upload(member)).id).expect(201);
    const remove = (caller: SignedInMember, id: string) =>
      two.callAs(caller, 'delete', at(channel, `/tracks/${id}`));
    const inside = await two.connect(1, other.sessionId);
    await inside.request('channel:open', { channelId: channel.id });
    await remove(other, own.id).expect(403);
    await remove(member, own.id).expect(200);
    await remove(member, own.id).expect(404);
    await remove(moderator, removed.id).expect(200);
    // Others do not know of it.
    await remove(moderator, waiting.id).expect(404);
    await remove(member, waiting.id).expect(200);
    expect(await get(member, channel)).toMatchObject({ tracks: [], waiting: [] });
    expect(await db().getRepository(StoredObject).findOneBy({ path: own.path })).toMatchObject({
      state: 'discarded',
    });
    await waitUntil('three changes', () => inside.payloads('radio:changed').length === 3);
    const [entry] = await auditOf(place);
    expect(entry).toMatchObject({
      kind: 'radio_track_removed',
      actor: { username: moderator.user.username },
      subject: { username: member.user.username },
      channelId: channel.id,
      detail: { name: 'rain' },
    });
  });

  it('TLK-607 go on where they are when another track is removed, and with the next one when it was that', async () => {
    const { channel, member } = await setUp();
    const [first, second, third] = [
      await addTrack(member, channel, 10),
      await addTrack(member, channel, 10),
      await addTrack(member, channel, 10),
    ];
    const remove = (id: string) => two.callAs(member, 'delete', at(channel, `/tracks/${id}`)).expect(200);
    // The third one, after a whole round.
    await play(channel, first.id, 30 + 25);
    await remove(first.id);
    const moved = await get(member, channel);
    expect(moved.trackId).toBe(third.id);
    expect(isAbout(moved.startedAt, Date.now() - 5 * MINUTE)).toBe(true);
    await remove(third.id);
    const next = await get(member, channel);
    expect(next.trackId).toBe(second.id);
    expect(isAbout(next.startedAt, Date.now())).toBe(true);
    await remove(second.id);
    expect(await get(member, channel)).toMatchObject({ trackId: null, tracks: [] });
  });

  it('TLK-602 TLK-607 go on where they are when their quiet hours change', async () => {
    const { channel, owner, member } = await setUp();
    const first = await addTrack(member, channel, 10);
    const second = await addTrack(member, channel, 10);
    await play(channel, first.id, 15);
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const later = { quietFrom: (minute + 600) % 1_440, quietTo: (minute + 660) % 1_440 };
    const { body } = await switchOn(owner, channel, later).expect(200);
    expect(body.trackId).toBe(second.id);
    expect(isAbout(body.startedAt, Date.now() - 5 * MINUTE)).toBe(true);
  });

  describe('skipping', () => {
    it('TLK-608 is up to one listener alone', async () => {
      const { channel, member } = await setUp();
      const first = await addTrack(member, channel, 10);
      const second = await addTrack(member, channel, 10);
      await play(channel, first.id, 1);
      expect((await vote(member, channel, first.id).expect(403)).body.reason).toBe('onlyListeners');
      expect(await listen(member, channel)).toMatchObject({ trackId: first.id, listeners: 1, votes: 0 });
      const { body } = await vote(member, channel, first.id).expect(200);
      expect(body).toEqual({
        trackId: second.id,
        listeners: 1,
        votes: 0,
        hasVoted: false,
        now: expect.any(String),
      });
      const radio = await get(member, channel);
      expect(radio.trackId).toBe(second.id);
      expect(isAbout(radio.startedAt, Date.now())).toBe(true);
      // A vote about a track that has ended.
      await vote(member, channel, first.id).expect(200);
      expect((await get(member, channel)).trackId).toBe(second.id);
    });

    it('TLK-608 TLK-610 takes two of two or three listeners, and says so to those who have the channel open', async () => {
      const { channel, owner, member, other } = await setUp();
      const first = await addTrack(member, channel, 10);
      const second = await addTrack(member, channel, 10);
      await play(channel, first.id, 1);
      const inside = await two.connect(1, owner.sessionId);
      await inside.request('channel:open', { channelId: channel.id });
      await listen(member, channel);
      await listen(other, channel);
      await listen(owner, channel);
      for (let count = 0; count < 2; count += 1) {
        const { body } = await vote(member, channel, first.id).expect(200);
        expect(body).toMatchObject({ trackId: first.id, listeners: 3, votes: 1, hasVoted: true });
      }
      await waitUntil('the votes', () => inside.payloads('radio:voted').length === 2);
      expect(inside.payloads('radio:voted')[1]).toEqual({
        channelId: channel.id,
        trackId: first.id,
        listeners: 3,
        votes: 1,
      });
      // Who left does not count, nor does the vote.
      expect(await listen(member, channel, false)).toMatchObject({ listeners: 2, votes: 0 });
      await listen(member, channel);
      expect((await vote(other, channel, first.id).expect(200)).body).toMatchObject({ trackId: second.id });
      await waitUntil('the change', () => inside.payloads('radio:changed').length > 0);
    });

    it('TLK-609 waits for new votes after Redis lost all', async () => {
      const { channel, member, other } = await setUp();
      const first = await addTrack(member, channel, 10);
      await addTrack(member, channel, 10);
      await play(channel, first.id, 1);
      await listen(member, channel);
      await listen(other, channel);
      await vote(member, channel, first.id).expect(200);
      const redis: RedisConnection = two.app(0).get(REDIS.commands);
      await redis.del(
        `presence:radio:listeners:${channel.id}`,
        `presence:radio:votes:${channel.id}:${first.id}`,
      );
      await vote(other, channel, first.id).expect(403);
      expect(await listen(other, channel)).toMatchObject({ listeners: 1, votes: 0 });
      expect(await listen(member, channel)).toMatchObject({ trackId: first.id, listeners: 2, votes: 0 });
    });

    it('TLK-609 forgets listeners who no longer say that they listen', async () => {
      const { channel, member, other } = await setUp();
      await listen(member, channel);
      const redis: RedisConnection = two.app(0).get(REDIS.commands);
      const key = `presence:radio:listeners:${channel.id}`;
      await redis.zincrby(key, -RADIO.listeningMs, member.user.id);
      expect(await listen(other, channel)).toMatchObject({ listeners: 1 });
      expect(await redis.pttl(key)).toBeGreaterThan(0);
    });
  });

  it('TLK-611 lose the tracks of an erased member, and go on', async () => {
    const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const { server, channel, member, other } = await setUp();
    const user = await db().getRepository(User).findOneByOrFail({ id: body.user.id });
    const erased = { user, sessionId: body.sessionId };
    await two.callAs(erased, 'post', `/servers/${server.id}/join`).expect(200);
    const first = await addTrack(member, channel, 10);
    const gone = await addTrack(erased, channel, 10);
    const last = await addTrack(member, channel, 10);
    await play(channel, first.id, 25);
    const inside = await two.connect(1, other.sessionId);
    await inside.request('channel:open', { channelId: channel.id });
    await two.callAs(erased, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    const radio = await get(other, channel);
    expect(radio.tracks.map(({ id }) => id)).toEqual([first.id, last.id]);
    expect(radio.trackId).toBe(last.id);
    expect(isAbout(radio.startedAt, Date.now() - 5 * MINUTE)).toBe(true);
    expect(await statusFor(gone.path, other)).toBe(404);
    await waitUntil('the change', () => inside.payloads('radio:changed').length === 1);
  });
});
