import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DraftView, LIMITS, MAX_DRAFTS, QUOTA_MESSAGES } from '@oniverse/contracts';
import { Draft } from '@oniverse/data';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { hasLockWaiter } from '../../testing/locks.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('drafts', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true } = {}) => {
    const member = await makeMember(two.stack.dataSource);
    const other = await makeMember(two.stack.dataSource);
    const made = await makeServer(two.stack.dataSource, { isPublic, members: [member.user, other.user] });
    return { ...made, member, other };
  };
  const save = (caller: Member, channelId: string, content: unknown) =>
    two.callAs(caller, 'put', `/channels/${channelId}/draft`, { content });
  const send = (caller: Member, channelId: string, body: object) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, body);
  const draftsOf = async (caller: Member): Promise<DraftView[]> =>
    (await two.callAs(caller, 'get', '/drafts').expect(200)).body;

  it('TLK-108 reach the other devices of their member alone, in the order of their revisions', async () => {
    const { member, other, channel } = await setUp();
    const [own, others] = [await two.connect(1, member.sessionId), await two.connect(1, other.sessionId)];
    const first: DraftView = (await save(member, channel.id, 'Is anyone ').expect(200)).body;
    const second: DraftView = (await save(member, channel.id, 'Is anyone still up?').expect(200)).body;
    expect(first).toEqual({ channelId: channel.id, content: 'Is anyone ', rev: expect.any(Number) });
    expect(second.rev).toBeGreaterThan(first.rev);
    expect(await draftsOf(member)).toEqual([second]);
    const deleted: DraftView = (await save(member, channel.id, ' \n').expect(200)).body;
    expect(deleted).toEqual({ channelId: channel.id, content: '', rev: expect.any(Number) });
    expect(deleted.rev).toBeGreaterThan(second.rev);
    expect(await draftsOf(member)).toEqual([]);
    await waitUntil('all three', () => own.payloads('draft:changed').length === 3);
    expect(own.payloads('draft:changed')).toEqual([first, second, deleted]);
    const marker: DraftView = (await save(other, channel.id, 'marker').expect(200)).body;
    await waitUntil('the marker', () => others.payloads('draft:changed').length > 0);
    expect(others.payloads('draft:changed')).toEqual([marker]);
    const again: DraftView = (await save(member, channel.id, 'Again').expect(200)).body;
    expect(again.rev).toBeGreaterThan(deleted.rev);
  });

  it('TLK-132 are deleted with the message that sends them, on all devices, and not those of others', async () => {
    const { member, other, channel } = await setUp();
    const device = await two.connect(1, member.sessionId);
    const first: DraftView = (await save(member, channel.id, 'Is anyone').expect(200)).body;
    const others: DraftView = (await save(other, channel.id, 'Mine').expect(200)).body;
    const request = { channelId: channel.id, content: 'Is anyone up?', nonce: 'n1', draftRev: first.rev };
    expect(await device.request('message:send', request)).toMatchObject({ ok: true });
    expect([await draftsOf(member), await draftsOf(other)]).toEqual([[], [others]]);
    await waitUntil('the deletion', () => device.payloads('draft:changed').length === 2);
    const [, deleted] = device.payloads('draft:changed');
    expect(deleted).toEqual({ channelId: channel.id, content: '', rev: expect.any(Number) });
    expect(deleted?.rev).toBeGreaterThan(first.rev);
    // A client that says nothing of drafts.
    await save(member, channel.id, 'Still up?').expect(200);
    await send(member, channel.id, { content: 'Still up?' }).expect(201);
    expect(await draftsOf(member)).toEqual([]);
  });

  it('TLK-132 stay if they are newer than the sender knew, or the message was stored before', async () => {
    const { member, channel } = await setUp();
    const sent: DraftView = (await save(member, channel.id, 'Is anyone').expect(200)).body;
    const next: DraftView = (await save(member, channel.id, 'The next one').expect(200)).body;
    const message = { content: 'Is anyone up?', nonce: 'n1', draftRev: sent.rev };
    await send(member, channel.id, message).expect(201);
    await send(member, channel.id, { content: message.content, nonce: 'n1' }).expect(200);
    expect(await draftsOf(member)).toEqual([next]);
    // Whether or not the server stores both in one batch.
    await Promise.all([
      send(member, channel.id, { content: message.content, nonce: 'n1' }).expect(200),
      send(member, channel.id, { content: 'The next one', nonce: 'n2', draftRev: next.rev }).expect(201),
    ]);
    expect(await draftsOf(member)).toEqual([]);
  });

  it('TLK-132 that are stored while a message deletes an earlier one are newer than the deletion', async () => {
    const { member, channel } = await setUp();
    await save(member, channel.id, 'Is anyone').expect(200);
    const sending = two.stack.dataSource.createQueryRunner();
    await sending.startTransaction();
    await sending.query('SELECT FROM channels WHERE id = $1 FOR UPDATE', [channel.id]);
    const saving = save(member, channel.id, 'The next one').then(({ body }): DraftView => body);
    await waitUntil('the lock', async () => hasLockWaiter(two.stack.dataSource));
    const [deleted]: { rev: number }[] = await sending.query(
      'SELECT delete_sent_draft($1, $2, NULL)::float8 AS rev',
      [member.user.id, channel.id],
    );
    await sending.commitTransaction();
    await sending.release();
    const next = await saving;
    expect(next.rev).toBeGreaterThan(deleted?.rev ?? Infinity);
    expect(await draftsOf(member)).toEqual([next]);
  });

  it('TLK-133 carry the message that they answer to the other devices', async () => {
    const { member, other, channel } = await setUp();
    await send(other, channel.id, { content: 'Which sock?' }).expect(201);
    const device = await two.connect(1, member.sessionId);
    const saveReply = (replyToSeq: number | null) =>
      two.callAs(member, 'put', `/channels/${channel.id}/draft`, { content: 'Wool.', replyToSeq });
    const draft: DraftView = (await saveReply(1).expect(200)).body;
    expect(draft).toMatchObject({
      content: 'Wool.',
      replyTo: { seq: 1, userId: other.user.id, content: 'Which sock?', isDeleted: false },
    });
    expect(await draftsOf(member)).toEqual([draft]);
    await waitUntil('the draft', () => device.payloads('draft:changed').length > 0);
    expect(device.payloads('draft:changed')).toEqual([draft]);
    for (const replyToSeq of [2, null]) {
      expect((await saveReply(replyToSeq).expect(200)).body).not.toHaveProperty('replyTo');
    }
  });

  it('TLK-108 list pages of any number, without those of other members', async () => {
    const { member, other, server, channel } = await setUp();
    const added: { id: string }[] = await two.stack.dataSource.query(
      `INSERT INTO channels (server_id, name) SELECT $1, 'c' || n FROM generate_series(1, 2) n RETURNING id`,
      [server.id],
    );
    const ids = [channel.id, ...added.map(({ id }) => id)].toSorted();
    for (const id of ids) await save(member, id, `In ${id}`).expect(200);
    await save(other, channel.id, 'Mine').expect(200);
    const first = await two.callAs(member, 'get', '/drafts?limit=2').expect(200);
    expect(first.body.map(({ channelId }: DraftView) => channelId)).toEqual(ids.slice(0, 2));
    const cursor = String(first.headers['x-next-cursor']);
    const second = await two.callAs(member, 'get', `/drafts?limit=2&cursor=${cursor}`).expect(200);
    expect(second.body.map(({ channelId }: DraftView) => channelId)).toEqual(ids.slice(2));
  });

  it('TLK-110 are as long as a message at most, and keep their blanks', async () => {
    const { member, channel } = await setUp();
    await save(member, channel.id, 'x'.repeat(LIMITS.message.max + 1)).expect(400);
    for (const content of [null, undefined, 1]) await save(member, channel.id, content).expect(400);
    const { body } = await save(member, channel.id, `${'x'.repeat(LIMITS.message.max - 1)} `).expect(200);
    expect(body.content).toHaveLength(LIMITS.message.max);
  });

  it('TLK-110 are for those who may write in the channel, and hide private dimensions from others', async () => {
    const open = await setUp();
    const hidden = await setUp({ isPublic: false });
    const stranger = await makeMember(two.stack.dataSource);
    await save(stranger, open.channel.id, 'Hello').expect(403);
    await save(stranger, hidden.channel.id, 'Hello').expect(404);
  });

  it('TLK-110 go when their member leaves, is removed or is erased', async () => {
    const { member, other, server, channel, owner } = await setUp();
    const drafts = two.stack.dataSource.getRepository(Draft);
    await save(member, channel.id, 'Hello').expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/join`).expect(200);
    expect(await draftsOf(member)).toEqual([]);
    await save(other, channel.id, 'Hello').expect(200);
    await two.stack.dataSource.query('DELETE FROM users WHERE id = $1', [other.user.id]);
    expect(await drafts.countBy({ channelId: channel.id })).toBe(0);
    await drafts.insert({ userId: owner.id, channelId: channel.id, content: 'x', rev: '1' });
    await two.stack.dataSource.query('DELETE FROM channels WHERE id = $1', [channel.id]);
    expect(await drafts.countBy({ userId: owner.id })).toBe(0);
  });

  it('TLK-110 have a quota, which changes of a draft do not count for', async () => {
    const { member, server, channel } = await setUp();
    await two.stack.dataSource.query(
      `WITH added AS (INSERT INTO channels (server_id, name) SELECT $1, 'c' || n FROM generate_series(1, $3::integer) n RETURNING id)
       INSERT INTO drafts (user_id, channel_id, content, rev) SELECT $2, id, 'x', nextval('draft_revisions') FROM added`,
      [server.id, member.user.id, MAX_DRAFTS],
    );
    const refused = await save(member, channel.id, 'One more').expect(409);
    expect(refused.body).toMatchObject({
      code: 'quota_reached',
      ...QUOTA_MESSAGES.drafts({ quota: MAX_DRAFTS }),
    });
    const [existing] = await two.stack.dataSource
      .getRepository(Draft)
      .find({ where: { userId: member.user.id }, take: 1 });
    await save(member, String(existing?.channelId), 'Changed').expect(200);
    await save(member, String(existing?.channelId), '').expect(200);
    await save(member, channel.id, 'One more').expect(200);
  });
});
