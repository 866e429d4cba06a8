import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChannelView, type ServerAuditView, SLOW_MODE } from '@oniverse/contracts';
import { type LiveClient, waitUntil } from '@oniverse/testing';
import { countLockWaiters } from '../../testing/locks.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { MessagesRepository } from '../messages/messages.repository.js';

describe('the limits of channels', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async (given?: { isPublic: boolean }) => makeStaffedServer(two.stack.dataSource, given);
  const limit = (caller: SignedInMember, channelId: string, body: object) =>
    two.callAs(caller, 'patch', `/channels/${channelId}`, body);
  const send = (caller: SignedInMember, channelId: string, body: object = {}) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content: 'Hello.', ...body });
  const startThread = (caller: SignedInMember, messageId: string) =>
    two.callAs(caller, 'post', `/messages/${messageId}/thread`, { content: 'A thread' });
  const channelsOf = async (caller: SignedInMember, serverId: string): Promise<ChannelView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/channels`).expect(200)).body;
  const auditOf = async (caller: SignedInMember, serverId: string): Promise<ServerAuditView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/audit`).expect(200)).body;
  /** Lets the clock pass for all who wait. */
  const letPass = async (seconds: number) =>
    two.stack.dataSource.query(
      'UPDATE slow_mode_marks SET written_at = written_at - make_interval(secs => $1)',
      [seconds],
    );
  const makeChannel = async (caller: SignedInMember, serverId: string): Promise<ChannelView> =>
    (await two.callAs(caller, 'post', `/servers/${serverId}/channels`, { name: 'roof' }).expect(201)).body;
  const waitsSeenBy = (client: LiveClient) => client.payloads('slow-mode:started');
  const append = async (messages: { channelId: string; member: SignedInMember; nonce: string }[]) =>
    two.getProvider(0, MessagesRepository).appendBatch(
      messages.map(({ channelId, member, nonce }) => ({
        channelId,
        userId: member.user.id,
        content: nonce,
        nonce,
      })),
    );
  const refusal = (seconds: number) => ({ code: 'slow_mode', reason: 'slowMode', params: { seconds } });

  it('TLK-200 are changed by the owner and moderators, also of the default channel, and reach the audit log and open clients', async () => {
    const { server, channel, owner, moderator, member } = await setUp({ isPublic: false });
    const inside = await two.connect(1, member.sessionId);
    const first = (await limit(moderator, channel.id, { slowModeSeconds: 30 }).expect(200)).body;
    expect(first).toMatchObject({ slowModeSeconds: 30, slowModeUntil: null, isLocked: false });
    await limit(owner, channel.id, { isLocked: true }).expect(200);
    await limit(owner, channel.id, { isLocked: true, slowModeSeconds: 30 }).expect(200);
    await limit(owner, channel.id, { isLocked: false, slowModeSeconds: null, name: 'lobby' }).expect(200);
    await limit(member, channel.id, { isLocked: true }).expect(403);
    await waitUntil('three changes', () => inside.payloads('server:changed').length === 3);
    expect(await channelsOf(member, server.id)).toMatchObject([
      { name: 'lobby', isLocked: false, slowModeSeconds: null, slowModeUntil: null },
    ]);
    const { name } = channel;
    expect((await auditOf(owner, server.id)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['channel_changed', { name: 'lobby', formerName: name, isLocked: false, slowModeSeconds: 0 }],
      ['channel_changed', { name, isLocked: true }],
      ['channel_changed', { name, slowModeSeconds: 30 }],
    ]);
  });

  it('TLK-200 has a slow mode of 5 seconds to 6 hours', async () => {
    const { channel, owner } = await setUp();
    const { min, max } = SLOW_MODE.seconds;
    for (const wrong of [
      { slowModeSeconds: min - 1 },
      { slowModeSeconds: max + 1 },
      { slowModeSeconds: 5.5 },
      { slowModeSeconds: '30' },
      { isLocked: null },
    ]) {
      const refused = await limit(owner, channel.id, wrong).expect(400);
      expect(Object.keys(refused.body.fields)).toEqual(Object.keys(wrong));
    }
    for (const slowModeSeconds of [min, max]) {
      expect((await limit(owner, channel.id, { slowModeSeconds }).expect(200)).body).toMatchObject({
        slowModeSeconds,
      });
    }
  });

  it('TLK-201 refuse a second message of a member in the channel and its threads, and say how long is left', async () => {
    const { server, channel, owner, member, other } = await setUp();
    const { body: started } = await send(owner, channel.id).expect(201);
    const { body: untouched } = await send(owner, channel.id).expect(201);
    const { body: reply } = await startThread(owner, started.id).expect(201);
    const roof = await makeChannel(owner, server.id);
    await limit(owner, channel.id, { slowModeSeconds: 60 }).expect(200);
    const { body: own } = await send(member, channel.id, { nonce: 'first' }).expect(201);
    for (const refused of [
      await send(member, channel.id),
      await send(member, reply.channelId),
      await startThread(member, started.id),
      await startThread(member, untouched.id),
    ]) {
      expect([refused.status, refused.body]).toEqual([429, expect.objectContaining(refusal(60))]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const client = await two.connect(1, member.sessionId);
    expect(
      await client.request('message:send', { channelId: channel.id, content: 'x', nonce: 'x' }),
    ).toMatchObject({ ok: false, ...refusal(60), retryAfter: expect.any(Number) });
    expect(
      await two.stack.dataSource.query('SELECT FROM channels WHERE parent_message_id = $1', [untouched.id]),
    ).toEqual([]);
    // Others, other channels, staff, edits and repeated messages do not wait.
    await send(other, channel.id).expect(201);
    await send(member, roof.id).expect(201);
    for (const _ of [1, 2]) await send(owner, channel.id).expect(201);
    await two.callAs(member, 'patch', `/messages/${own.id}`, { content: 'Edited.' }).expect(200);
    const { body: repeated } = await send(member, channel.id, { nonce: 'first' }).expect(200);
    expect(repeated.seq).toBe(own.seq);
    await letPass(60);
    await startThread(member, untouched.id).expect(201);
    await send(member, channel.id).expect(429);
    await letPass(60);
    await send(member, reply.channelId).expect(201);
    await send(member, channel.id).expect(429);
    await limit(owner, channel.id, { slowModeSeconds: null }).expect(200);
    await send(member, channel.id).expect(201);
  });

  it('TLK-201 store the first of several messages that arrive together, in one batch or on two backends', async () => {
    const { channel, owner, member, other } = await setUp();
    const { body: started } = await send(owner, channel.id).expect(201);
    const { body: reply } = await startThread(owner, started.id).expect(201);
    await limit(owner, channel.id, { slowModeSeconds: 60 }).expect(200);
    const batch = await append([
      { channelId: channel.id, member, nonce: 'a' },
      { channelId: channel.id, member: other, nonce: 'b' },
      { channelId: channel.id, member, nonce: 'c' },
      { channelId: reply.channelId, member, nonce: 'd' },
      { channelId: channel.id, member: owner, nonce: 'e' },
      { channelId: channel.id, member: owner, nonce: 'f' },
    ]);
    expect(batch.map((message) => message?.row?.seq)).toEqual([2, 3, undefined, undefined, 4, 5]);
    await letPass(60);
    // One of them was stored before. It is answered, and the next one is the first.
    const repeated = await two.getProvider(0, MessagesRepository).append(
      channel.id,
      ['a', 'g', 'h'].map((nonce) => ({ userId: member.user.id, content: nonce, nonce })),
    );
    expect(repeated?.map(({ created, row }) => [created, row?.seq])).toEqual([
      [false, 2],
      [true, 6],
      [false, undefined],
    ]);
    await letPass(60);
    const clients = [await two.connect(0, member.sessionId), await two.connect(1, member.sessionId)];
    const answers = await Promise.all(
      clients.flatMap((client, index) =>
        [channel.id, reply.channelId].map(async (channelId) =>
          client.request('message:send', { channelId, content: 'x', nonce: `${channelId}-${index}` }),
        ),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'slow_mode')).toHaveLength(3);
  });

  it('TLK-201 count what was stored before slow mode was switched on or changed', async () => {
    const { channel, owner, member, other } = await setUp();
    const { body: started } = await send(owner, channel.id).expect(201);
    await send(member, channel.id).expect(201);
    await startThread(other, started.id).expect(201);
    await limit(owner, channel.id, { slowModeSeconds: 60 }).expect(200);
    await send(member, channel.id).expect(429);
    await send(other, channel.id).expect(429);
    await limit(owner, channel.id, { slowModeSeconds: 5 }).expect(200);
    await letPass(5);
    await send(member, channel.id).expect(201);
    await limit(owner, channel.id, { slowModeSeconds: 600 }).expect(200);
    const refused = await send(other, channel.id).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  });

  it('TLK-201 wait for a message that is being stored, and hold for one that waits for them', async () => {
    const { channel, owner, member } = await setUp();
    await send(member, channel.id).expect(201);
    const storing = two.stack.dataSource.createQueryRunner();
    await storing.startTransaction();
    await storing.query('SELECT FROM channels WHERE id = $1 FOR NO KEY UPDATE', [channel.id]);
    const limiting = limit(owner, channel.id, { slowModeSeconds: 60 }).then(({ status }) => status);
    const waitForWaiters = async (count: number) =>
      waitUntil('the lock', async () => (await countLockWaiters(two.stack.dataSource)) === count);
    await waitForWaiters(1);
    const sending = send(member, channel.id).then(({ status }) => status);
    await waitForWaiters(2);
    await storing.commitTransaction();
    await storing.release();
    expect([await limiting, await sending]).toEqual([200, 429]);
  });

  it('TLK-202 tell all devices of the member when they may write again, and no one else', async () => {
    const { server, channel, owner, member, other } = await setUp();
    await limit(owner, channel.id, { slowModeSeconds: 60 }).expect(200);
    const devices = [await two.connect(0, member.sessionId), await two.connect(1, member.sessionId)];
    const others = await two.connect(1, other.sessionId);
    const { body: message } = await send(member, channel.id).expect(201);
    const until = new Date(Date.parse(message.createdAt) + 60_000).toISOString();
    for (const device of devices) {
      await waitUntil('the wait', () => waitsSeenBy(device).length > 0);
      expect(waitsSeenBy(device)).toEqual([{ serverId: server.id, channelId: channel.id, until }]);
    }
    expect(await channelsOf(member, server.id)).toMatchObject([{ slowModeUntil: until }]);
    expect(await channelsOf(other, server.id)).toMatchObject([{ slowModeUntil: null }]);
    await letPass(60);
    expect(await channelsOf(member, server.id)).toMatchObject([{ slowModeUntil: null }]);
    const { body: reply } = await startThread(member, message.id).expect(201);
    await waitUntil('the wait of the thread', () => waitsSeenBy(devices[1]!).length === 2);
    expect(waitsSeenBy(devices[1]!)[1]).toMatchObject({ channelId: channel.id });
    expect(reply.channelId).not.toBe(channel.id);
    await send(owner, channel.id).expect(201);
    expect(await channelsOf(owner, server.id)).toMatchObject([{ slowModeUntil: null }]);
    await send(other, channel.id).expect(201);
    await waitUntil('the marker', () => waitsSeenBy(others).length > 0);
    expect(waitsSeenBy(others)).toHaveLength(1);
  });

  it('TLK-203 let only staff write in a locked channel and its threads, and others read, react and delete', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const { body: theirs } = await send(owner, channel.id).expect(201);
    const { body: own } = await send(member, channel.id).expect(201);
    const { body: reply } = await startThread(member, theirs.id).expect(201);
    await limit(owner, channel.id, { isLocked: true }).expect(200);
    for (const [method, path] of [
      ['post', `/channels/${channel.id}/messages`],
      ['post', `/channels/${reply.channelId}/messages`],
      ['post', `/messages/${own.id}/thread`],
      ['post', `/messages/${theirs.id}/thread`],
      ['patch', `/messages/${own.id}`],
      ['patch', `/messages/${reply.id}`],
    ] as const) {
      const { status, body } = await two.callAs(member, method, path, { content: 'x' });
      expect([path, status, body.code]).toEqual([path, 403, 'channel_locked']);
    }
    const client = await two.connect(1, member.sessionId);
    for (const channelId of [channel.id, reply.channelId]) {
      for (const [event, more] of [
        ['message:send', { content: 'x', nonce: 'n' }],
        ['typing:start', {}],
      ] as const) {
        expect(await client.request(event, { channelId, ...more })).toMatchObject({ code: 'channel_locked' });
      }
      expect(await client.request('channel:open', { channelId })).toMatchObject({ ok: true });
    }
    for (const [method, path, body] of [
      ['put', `/messages/${theirs.id}/reactions/%E2%9C%A8`, undefined],
      ['put', `/messages/${reply.id}/reactions/%E2%9C%A8`, undefined],
      ['delete', `/messages/${theirs.id}/reactions/%E2%9C%A8`, undefined],
      ['put', `/channels/${channel.id}/draft`, { content: 'For later' }],
      ['put', `/channels/${channel.id}/read`, { seq: 1 }],
      ['delete', `/messages/${own.id}`, undefined],
    ] as const) {
      const { status } = await two.callAs(member, method, path, body);
      expect([path, status]).toEqual([path, 200]);
    }
    for (const staff of [owner, moderator]) {
      await send(staff, channel.id).expect(201);
      await send(staff, reply.channelId).expect(201);
    }
    await limit(owner, channel.id, { isLocked: false }).expect(200);
    await send(member, channel.id).expect(201);
    await send(member, reply.channelId).expect(201);
  });
});
