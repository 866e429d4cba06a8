import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerAuditView } from '@oniverse/contracts';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { addServerMembers } from '../../testing/server-rows.js';

describe('the audit log of a dimension', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const call = (
    { sessionId }: { sessionId: string },
    method: 'delete' | 'get' | 'patch' | 'post',
    path: string,
    body?: object,
  ) => {
    const request = backend.api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const setUp = async () => {
    const [owner, member, other] = await Promise.all(
      Array.from({ length: 3 }, () => makeMember(stack.dataSource)),
    );
    const { body } = await call(owner!, 'post', '/servers', { name: 'Ours' }).expect(201);
    const serverId = String(body.id);
    await addServerMembers(stack.dataSource, serverId, [member!.user, other!.user]);
    return { owner: owner!, member: member!, other: other!, serverId };
  };
  const listEntries = async (caller: { sessionId: string }, serverId: string): Promise<ServerAuditView[]> =>
    (await call(caller, 'get', `/servers/${serverId}/audit?limit=100`).expect(200)).body;
  const summarize = (entries: readonly ServerAuditView[]) =>
    entries.map(({ kind, actor, subject, detail }) => [kind, actor?.username, subject?.username, detail]);

  it('SAF-105 has every action of the staff with its actor, subject and detail, newest first', async () => {
    const { owner, member, other, serverId } = await setUp();
    const server = `/servers/${serverId}`;
    const { username } = owner.user;
    const [first, second] = [member.user, other.user];
    await call(owner, 'patch', server, { name: 'Theirs' }).expect(200);
    const { body: channel } = await call(owner, 'post', `${server}/channels`, { name: 'attic' }).expect(201);
    await call(owner, 'patch', `/channels/${channel.id}`, { name: 'roof' }).expect(200);
    const { body: message } = await call(member, 'post', `/channels/${channel.id}/messages`, {
      content: 'Secret words.',
    }).expect(201);
    await call(owner, 'delete', `/messages/${message.id}`).expect(200);
    await call(owner, 'delete', `/channels/${channel.id}`).expect(200);
    await call(owner, 'delete', `${server}/members/${first.id}`).expect(200);
    await call(owner, 'delete', `${server}/bans/${first.id}`).expect(200);
    await call(owner, 'patch', `${server}/members/${second.id}`, { role: 'moderator' }).expect(200);
    await call(owner, 'post', `${server}/owner`, { userId: second.id }).expect(200);
    const entries = await listEntries(owner, serverId);
    expect(summarize(entries.toReversed())).toEqual([
      ['server_changed', username, undefined, { name: 'Theirs', formerName: 'Ours' }],
      ['channel_created', username, undefined, { name: 'attic' }],
      ['channel_changed', username, undefined, { name: 'roof', formerName: 'attic' }],
      ['message_deleted', username, first.username, {}],
      ['channel_deleted', username, undefined, { name: 'roof' }],
      ['member_removed', username, first.username, {}],
      ['ban_lifted', username, first.username, { isBan: false }],
      ['role_changed', username, second.username, { role: 'moderator' }],
      ['ownership_transferred', username, second.username, {}],
    ]);
    expect(entries.filter(({ channelId }) => channelId === channel.id)).toHaveLength(4);
    expect(JSON.stringify(entries)).not.toContain('Secret words.');
  });

  it('SAF-105 has nothing that was refused, that changed nothing, or that members did to their own', async () => {
    const { owner, member, serverId } = await setUp();
    const { body: channels } = await call(member, 'get', `/servers/${serverId}/channels`).expect(200);
    const { body: message } = await call(member, 'post', `/channels/${channels[0].id}/messages`, {
      content: 'Mine.',
    }).expect(201);
    await call(member, 'delete', `/messages/${message.id}`).expect(200);
    await call(member, 'delete', `/servers/${serverId}/members/${owner.user.id}`).expect(403);
    await call(owner, 'patch', `/servers/${serverId}`, { name: 'Ours' }).expect(200);
    await call(owner, 'patch', `/channels/${channels[0].id}`, { name: 'general' }).expect(200);
    await call(owner, 'delete', `/channels/${channels[0].id}`).expect(409);
    expect(await listEntries(owner, serverId)).toEqual([]);
  });

  it('SAF-105 is for staff only, in pages, and keeps its entries without the names of erased members', async () => {
    const { owner, member, other, serverId } = await setUp();
    const stranger = await makeMember(stack.dataSource);
    for (const role of ['moderator', 'member', 'moderator']) {
      await call(owner, 'patch', `/servers/${serverId}/members/${member.user.id}`, { role }).expect(200);
    }
    const path = `/servers/${serverId}/audit`;
    const first = await call(member, 'get', `${path}?limit=2`).expect(200);
    const next = await call(member, 'get', `${path}?cursor=${String(first.headers['x-next-cursor'])}`);
    expect([...first.body, ...next.body]).toEqual(await listEntries(owner, serverId));
    await call(other, 'get', path).expect(403);
    await call(stranger, 'get', path).expect(404);
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [member.user.id]);
    expect(summarize(await listEntries(owner, serverId)).at(0)).toEqual([
      'role_changed',
      owner.user.username,
      undefined,
      { role: 'moderator' },
    ]);
  });
});
