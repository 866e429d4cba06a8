import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, PLATFORM_ACCOUNT, Server, StaffAuditEntry } from '@oniverse/data';
import { makeMember, makeStaff, waitUntil } from '@oniverse/testing';
import { countLockWaiters } from '../../testing/locks.js';
import { makeStaffedServer } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

describe('public dimensions in the console', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
    await makeMember(two.stack.dataSource, PLATFORM_ACCOUNT);
  });

  afterAll(async () => {
    await two.stop();
  });

  type Caller = { sessionId: string };
  const setUp = async () => ({
    staff: await makeStaff(two.stack.dataSource, 'moderator'),
    ...(await makeStaffedServer(two.stack.dataSource, { isPublic: true })),
  });
  const archive = (staff: Caller, id: string) => two.callAs(staff, 'put', `/staff/servers/${id}/archive`);
  const restore = (staff: Caller, id: string) => two.callAs(staff, 'delete', `/staff/servers/${id}/archive`);
  const kinds = async (actorId: string) => {
    const entries = two.stack.dataSource.getRepository(StaffAuditEntry);
    return (await entries.find({ where: { actorId }, order: { id: 'ASC' } })).map(({ kind, detail }) => [
      kind,
      detail.name,
    ]);
  };
  const write = (caller: Caller, channelId: string) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content: 'Hello.' });

  it('STF-050 are created for the platform, and those of any owner are changed', async () => {
    const { staff, server } = await setUp();
    const { body: created } = await two
      .callAs(staff, 'post', '/staff/servers', { name: 'Harbour', description: 'Boats.' })
      .expect(201);
    expect(created).toMatchObject({ name: 'Harbour', isPublic: true, memberCount: 0, membership: null });
    const stored = await two.stack.dataSource.getRepository(Server).findOneByOrFail({ id: created.id });
    expect(stored.ownerId).toBe(PLATFORM_ACCOUNT.id);
    expect(await two.stack.dataSource.getRepository(Channel).countBy({ serverId: created.id })).toBe(1);
    const path = `/staff/servers/${server.id}`;
    const { body: changed } = await two.callAs(staff, 'patch', path, { name: 'Pier' }).expect(200);
    expect(changed).toMatchObject({ name: 'Pier', description: server.description });
    await two.callAs(staff, 'patch', path, { name: 'Pier' }).expect(200);
    await two.stack.dataSource.getRepository(Server).update({ id: server.id }, { isPublic: false });
    await two.callAs(staff, 'patch', path, { name: 'Cellar' }).expect(404);
    await archive(staff, server.id).expect(404);
    expect(await kinds(staff.user.id)).toEqual([
      ['dimension_created', 'Harbour'],
      ['dimension_changed', server.name],
    ]);
  });

  it('STF-051 are archived and return: read by everyone, and closed to whatever adds to them', async () => {
    const { staff, server, channel, owner, moderator, member } = await setUp();
    const { dataSource } = two.stack;
    const guest = await makeMember(dataSource);
    const { body: own } = await write(member, channel.id).expect(201);
    const invite = (await two.callAs(owner, 'post', `/servers/${server.id}/invites`, {}).expect(201)).body;
    expect((await archive(staff, server.id).expect(200)).body.archivedAt).toMatch(/Z$/);
    await archive(staff, server.id).expect(200);
    const archived = { code: 'forbidden', reason: 'archived' };
    const refusals = [
      write(owner, channel.id),
      write(member, channel.id),
      two.callAs(member, 'patch', `/messages/${own.id}`, { content: 'Hi.' }),
      two.callAs(moderator, 'put', `/messages/${own.id}/reactions/%E2%9C%A8`),
      two.callAs(moderator, 'put', `/messages/${own.id}/pin`),
      two.callAs(member, 'post', `/messages/${own.id}/thread`, { content: 'First.' }),
      two.callAs(guest, 'post', `/servers/${server.id}/join`),
      two.callAs(guest, 'post', `/invites/${invite.code}/accept`),
      two.callAs(owner, 'patch', `/servers/${server.id}`, { name: 'Ours' }),
      two.callAs(owner, 'delete', `/servers/${server.id}`),
      two.callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'attic' }),
    ];
    for (const refusal of refusals) {
      const { status, body } = await refusal;
      expect([status, body]).toEqual([403, expect.objectContaining(archived)]);
    }
    await two.callAs(guest, 'get', `/channels/${channel.id}/messages`).expect(200);
    await two.callAs(member, 'delete', `/messages/${own.id}`).expect(200);
    await two.callAs(moderator, 'get', `/servers/${server.id}/queue`).expect(200);
    expect((await restore(staff, server.id).expect(200)).body.archivedAt).toBeNull();
    await write(member, channel.id).expect(201);
    await two.callAs(guest, 'post', `/servers/${server.id}/join`).expect(200);
    expect(await kinds(staff.user.id)).toEqual([
      ['dimension_archived', server.name],
      ['dimension_restored', server.name],
    ]);
  });

  it('STF-051 refuse a message that waits for the archive, and live clients hear of it', async () => {
    const { staff, server, channel, member } = await setUp();
    const { dataSource } = two.stack;
    const client = await two.connect(1, member.sessionId);
    await client.request('channel:open', { channelId: channel.id });
    const writing = await dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM channels WHERE id = $1 FOR SHARE', [channel.id]);
      await manager.query('UPDATE servers SET archived_at = now() WHERE id = $1', [server.id]);
      const sent = write(member, channel.id).then(({ status }) => status);
      await waitUntil('the message to wait', async () => (await countLockWaiters(dataSource)) > 0);
      return { sent };
    });
    expect(await writing.sent).toBe(403);
    await restore(staff, server.id).expect(200);
    await archive(staff, server.id).expect(200);
    await waitUntil('the archive', () =>
      client.payloads('server:changed').some(({ id, archivedAt }) => id === server.id && archivedAt !== null),
    );
    expect(
      await client.request('message:send', { channelId: channel.id, content: 'Hi.', nonce: 'n' }),
    ).toMatchObject({ ok: false, code: 'forbidden', reason: 'archived' });
  });
});
