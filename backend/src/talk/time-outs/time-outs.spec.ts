import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServerAuditView, TIME_OUT_LIMITS } from '@oniverse/contracts';
import { TimeOut } from '@oniverse/data';
import { type LiveClient, makeMember, waitUntil } from '@oniverse/testing';
import { countLockWaiters } from '../../testing/locks.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const HOUR_MS = 3_600_000;
const REASON = 'Three warnings about spoilers.';

describe('time-outs', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async (given?: { isPublic: boolean }) => makeStaffedServer(two.stack.dataSource, given);
  const pathOf = (serverId: string, { user }: SignedInMember) =>
    `/servers/${serverId}/members/${user.id}/time-out`;
  const set = (caller: SignedInMember, serverId: string, member: SignedInMember, body: object = {}) =>
    two.callAs(caller, 'put', pathOf(serverId, member), { minutes: 60, reason: REASON, ...body });
  const end = (caller: SignedInMember, serverId: string, member: SignedInMember) =>
    two.callAs(caller, 'delete', pathOf(serverId, member));
  const send = (caller: SignedInMember, channelId: string, content = 'Hello.') =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content });
  const running = async (caller: SignedInMember, serverId: string, query = '') =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/time-outs${query}`).expect(200)).body;
  const viewOf = async (caller: SignedInMember, serverId: string) =>
    (await two.callAs(caller, 'get', `/servers/${serverId}`).expect(200)).body;
  /** Ends all time-outs by the clock. */
  const letPass = async () =>
    two.stack.dataSource.query(`UPDATE time_outs SET until = now() - interval '1 second'`);
  const timeOutsSeenBy = (client: LiveClient, serverId: string) =>
    client.payloads('server:changed').flatMap(({ id, timeOut }) => (id === serverId ? [timeOut] : []));

  it('TLK-176 are set by the owner and moderators, for members without a role, and replaced by a later one', async () => {
    const { server, owner, moderator, member, other } = await setUp();
    const before = Date.now();
    const first = (await set(moderator, server.id, member).expect(200)).body;
    expect(first).toEqual({ until: expect.stringMatching(/Z$/), reason: REASON });
    expect(Math.abs(Date.parse(first.until) - before - HOUR_MS)).toBeLessThan(60_000);
    expect(await viewOf(member, server.id)).toMatchObject({ membership: { role: 'member' }, timeOut: first });
    expect(await viewOf(other, server.id)).toMatchObject({ timeOut: null });
    const second = (await set(owner, server.id, member, { minutes: 10, reason: ' Again. ' }).expect(200))
      .body;
    expect(second.reason).toBe('Again.');
    await set(owner, server.id, other).expect(200);
    const { username, displayName, profileImageUrl } = member.user;
    const entry = { userId: member.user.id, username, displayName, profileImageUrl, ...second };
    expect(await running(moderator, server.id)).toEqual([
      expect.objectContaining({ userId: other.user.id }),
      { ...entry, createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await running(moderator, server.id, `?member=${member.user.id}`)).toHaveLength(1);
    for (const [caller, target] of [
      [owner, owner],
      [owner, moderator],
      [moderator, owner],
      [moderator, moderator],
    ] as const) {
      const refused = await set(caller, server.id, target).expect(403);
      expect(refused.body).toMatchObject({ code: 'forbidden', reason: 'staffTimeOut' });
    }
    await set(other, server.id, member).expect(403);
    await end(member, server.id, member).expect(403);
    await set(owner, server.id, await makeMember(two.stack.dataSource)).expect(404);
  });

  it('TLK-176 last 10 minutes to 28 days and have a reason of up to 500 characters', async () => {
    const { server, owner, member } = await setUp();
    const { minutes, reason } = TIME_OUT_LIMITS;
    for (const wrong of [
      { minutes: minutes.min - 1 },
      { minutes: minutes.max + 1 },
      { minutes: 10.5 },
      { minutes: '60' },
      { reason: ' ' },
      { reason: null },
      { reason: 'x'.repeat(reason.max + 1) },
    ]) {
      const refused = await set(owner, server.id, member, wrong).expect(400);
      expect(Object.keys(refused.body.fields)).toEqual(Object.keys(wrong));
    }
    const body = { minutes: minutes.max, reason: 'x'.repeat(reason.max) };
    const { until } = (await set(owner, server.id, member, body).expect(200)).body;
    expect(Math.round((Date.parse(until) - Date.now()) / 24 / HOUR_MS)).toBe(28);
  });

  it('TLK-176 end with a role, and stay ended when the member loses it', async () => {
    const { server, owner, member, other, channel } = await setUp();
    const setRole = (role: string) =>
      two.callAs(owner, 'patch', `/servers/${server.id}/members/${member.user.id}`, { role }).expect(200);
    await set(owner, server.id, member).expect(200);
    await setRole('moderator');
    await send(member, channel.id).expect(201);
    await setRole('member');
    await send(member, channel.id).expect(201);
    await set(owner, server.id, other).expect(200);
    await two.callAs(owner, 'post', `/servers/${server.id}/owner`, { userId: other.user.id }).expect(200);
    await send(other, channel.id).expect(201);
    expect(await running(other, server.id)).toEqual([]);
  });

  it('TLK-177 refuse every way to write, and say until when', async () => {
    const { server, owner, member, channel } = await setUp();
    const { body: own } = await send(member, channel.id, 'Mine').expect(201);
    const { body: theirs } = await send(owner, channel.id, 'Theirs').expect(201);
    const { body: reply } = await two
      .callAs(owner, 'post', `/messages/${own.id}/thread`, { content: 'A thread' })
      .expect(201);
    const client = await two.connect(1, member.sessionId);
    await client.request('channel:open', { channelId: channel.id });
    const { until } = (await set(owner, server.id, member).expect(200)).body;
    const refusal = {
      code: 'timed_out',
      reason: 'timedOut',
      params: { until },
      message: expect.stringMatching(/^You are timed out until \d+ \w+ \d+ at \d\d:\d\d UTC\.$/),
    };
    for (const [method, path, body] of [
      ['post', `/channels/${channel.id}/messages`, { content: 'x' }],
      ['post', `/channels/${reply.channelId}/messages`, { content: 'x' }],
      ['post', `/messages/${own.id}/thread`, { content: 'x' }],
      ['post', `/messages/${theirs.id}/thread`, { content: 'x' }],
      ['patch', `/messages/${own.id}`, { content: 'x' }],
      ['delete', `/messages/${own.id}`, undefined],
      ['put', `/messages/${theirs.id}/reactions/%E2%9C%A8`, undefined],
      ['delete', `/messages/${theirs.id}/reactions/%E2%9C%A8`, undefined],
    ] as const) {
      const refused = await two.callAs(member, method, path, body).expect(403);
      expect([path, refused.body]).toEqual([path, expect.objectContaining(refusal)]);
    }
    for (const channelId of [channel.id, reply.channelId]) {
      const message = { channelId, content: 'x', nonce: 'n1' };
      expect(await client.request('message:send', message)).toMatchObject({ ok: false, ...refusal });
      for (const event of ['typing:start', 'typing:stop']) {
        expect(await client.request(event, { channelId })).toMatchObject({ ok: false, ...refusal });
      }
    }
    expect(
      await two.stack.dataSource.query('SELECT content FROM messages WHERE user_id = $1', [member.user.id]),
    ).toEqual([{ content: 'Mine' }]);
  });

  it('TLK-177 leave reading, read marks, drafts, follows and levels as they were', async () => {
    const { server, owner, member, channel } = await setUp({ isPublic: false });
    const { body: message } = await send(owner, channel.id).expect(201);
    const { body: reply } = await two
      .callAs(owner, 'post', `/messages/${message.id}/thread`, { content: 'A thread' })
      .expect(201);
    await set(owner, server.id, member).expect(200);
    const client = await two.connect(1, member.sessionId);
    expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    for (const [method, path, body] of [
      ['get', `/channels/${channel.id}/messages`, undefined],
      ['put', `/channels/${channel.id}/read`, { seq: 1 }],
      ['post', `/servers/${server.id}/read`, undefined],
      ['put', `/channels/${channel.id}/draft`, { content: 'For later' }],
      ['put', `/threads/${reply.channelId}/follow`, undefined],
      ['delete', `/threads/${reply.channelId}/follow`, undefined],
      ['put', `/channels/${channel.id}/attention`, { level: 'nothing' }],
      ['put', `/servers/${server.id}/attention`, { level: 'all' }],
    ] as const) {
      const { status } = await two.callAs(member, method, path, body);
      expect([path, status]).toEqual([path, 200]);
    }
    const [shown] = (await two.callAs(member, 'get', `/servers/${server.id}/channels`).expect(200)).body;
    expect(shown).toMatchObject({ readSeq: 1, unreadCount: 0 });
    expect((await two.callAs(member, 'get', '/drafts').expect(200)).body).toMatchObject([
      { content: 'For later' },
    ]);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
  });

  it('TLK-177 wait for a message that is being stored, and refuse one that waits for them', async () => {
    const { server, owner, member, channel } = await setUp();
    const storing = two.stack.dataSource.createQueryRunner();
    await storing.startTransaction();
    await storing.query('SELECT FROM channels WHERE id = $1 FOR NO KEY UPDATE', [channel.id]);
    const setting = set(owner, server.id, member).then(({ status }) => status);
    const waitForWaiters = async (count: number) =>
      waitUntil('the lock', async () => (await countLockWaiters(two.stack.dataSource)) === count);
    await waitForWaiters(1);
    // It decides when it has the lock, after the time-out.
    const sending = send(member, channel.id).then(({ status }) => status);
    await waitForWaiters(2);
    await storing.commitTransaction();
    await storing.release();
    expect([await setting, await sending]).toEqual([200, 403]);
  });

  it('TLK-178 end by the clock, or early, and reach every open client of their member and no others', async () => {
    const { server, owner, member, other, channel } = await setUp();
    const [first, second] = [await two.connect(0, member.sessionId), await two.connect(1, member.sessionId)];
    const others = await two.connect(1, other.sessionId);
    const timeOut = (await set(owner, server.id, member).expect(200)).body;
    await end(owner, server.id, member).expect(200);
    for (const client of [first, second]) {
      await waitUntil('both changes', () => timeOutsSeenBy(client, server.id).length === 2);
      expect(timeOutsSeenBy(client, server.id)).toEqual([timeOut, null]);
    }
    await end(owner, server.id, member).expect(404);
    await send(member, channel.id).expect(201);
    await set(owner, server.id, member).expect(200);
    await send(member, channel.id).expect(403);
    await letPass();
    await send(member, channel.id).expect(201);
    expect(await viewOf(member, server.id)).toMatchObject({ timeOut: null });
    expect(await running(owner, server.id)).toEqual([]);
    await end(owner, server.id, member).expect(404);
    await set(owner, server.id, other).expect(200);
    await waitUntil('the marker', () => timeOutsSeenBy(others, server.id).length > 0);
    expect(timeOutsSeenBy(others, server.id)).toHaveLength(1);
  });

  it('TLK-178 keep their rest for a member who leaves and returns, and end with the account', async () => {
    const { server, owner, member, channel } = await setUp();
    const timeOut = (await set(owner, server.id, member).expect(200)).body;
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await viewOf(member, server.id)).toMatchObject({ membership: null, timeOut: null });
    const { body: joined } = await two.callAs(member, 'post', `/servers/${server.id}/join`).expect(200);
    expect(joined).toMatchObject({ membership: { role: 'member' }, timeOut });
    await send(member, channel.id).expect(403);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    await end(owner, server.id, member).expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/join`).expect(200);
    await send(member, channel.id).expect(201);
    await set(owner, server.id, member).expect(200);
    await two.stack.dataSource.query('DELETE FROM users WHERE id = $1', [member.user.id]);
    expect(await two.stack.dataSource.getRepository(TimeOut).countBy({ serverId: server.id })).toBe(0);
  });

  it('TLK-180 are in the audit log, with their reason and end', async () => {
    const { server, owner, moderator, member } = await setUp();
    const { until } = (await set(moderator, server.id, member).expect(200)).body;
    await end(owner, server.id, member).expect(200);
    const log: ServerAuditView[] = (await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200))
      .body;
    expect(
      log.map(({ kind, actor, subject, detail }) => [kind, actor?.username, subject?.username, detail]),
    ).toEqual([
      ['time_out_ended', owner.user.username, member.user.username, {}],
      ['member_timed_out', moderator.user.username, member.user.username, { reason: REASON, until }],
    ]);
  });
});
