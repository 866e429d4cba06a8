import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, Server, ServerMember } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

describe('servers and their channels', () => {
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

  const get = (path: string, sessionId: string) => backend.api.get(`/api${path}`).set(...bearer(sessionId));
  const post = (path: string, sessionId: string) => backend.api.post(`/api${path}`).set(...bearer(sessionId));

  it('API-060 PER-011 lists public servers and own private ones, newest first, and what one is in them', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const open = await makeServer(stack.dataSource);
    const own = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    const hidden = await makeServer(stack.dataSource, { isPublic: false });
    const { body } = await get('/servers', sessionId).expect(200);
    const ids: string[] = body.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(ids).toEqual(expect.arrayContaining([open.server.id, own.server.id]));
    expect(ids).not.toContain(hidden.server.id);
    expect(body.find(({ id }: { id: string }) => id === own.server.id)).toEqual({
      id: own.server.id,
      ownerId: own.owner.id,
      name: own.server.name,
      description: null,
      isPublic: false,
      memberCount: 2,
      membership: { role: 'member' },
      unreadCount: 0,
      mentionCount: 0,
      createdAt: own.server.createdAt.toISOString(),
      updatedAt: own.server.updatedAt.toISOString(),
    });
    expect(body.find(({ id }: { id: string }) => id === open.server.id).membership).toBeNull();
  });

  it('DIM-024 PER-012 GAP-123 GAP-137 joining makes one a member, once, and counts it', async () => {
    const { server } = await makeServer(stack.dataSource);
    const { user, sessionId } = await makeMember(stack.dataSource);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(`/servers/${server.id}/join`, sessionId)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: server.id, memberCount: 2, membership: { role: 'member' } });
    }
    expect(
      await stack.dataSource.getRepository(ServerMember).countBy({ serverId: server.id, userId: user.id }),
    ).toBe(1);
  });

  it('GAP-137 the count is right when many join and leave at once', async () => {
    const { server } = await makeServer(stack.dataSource);
    const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(stack.dataSource)));
    await Promise.all(
      members.map(({ sessionId }) => post(`/servers/${server.id}/join`, sessionId).expect(200)),
    );
    await Promise.all(
      members
        .slice(0, 5)
        .flatMap(({ sessionId }) => [
          post(`/servers/${server.id}/leave`, sessionId).expect(200),
          post(`/servers/${server.id}/leave`, sessionId).expect(200),
        ]),
    );
    const { memberCount } = await stack.dataSource.getRepository(Server).findOneByOrFail({ id: server.id });
    expect(memberCount).toBe(1 + 12 - 5);
    expect(await stack.dataSource.getRepository(ServerMember).countBy({ serverId: server.id })).toBe(
      memberCount,
    );
  });

  it('GAP-124 leaving is fine for one who is not in it, and 409 for the owner', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { server } = await makeServer(stack.dataSource);
    await post(`/servers/${server.id}/leave`, sessionId).expect(200, { ok: true });
    await stack.dataSource
      .getRepository(ServerMember)
      .insert({ serverId: server.id, userId: user.id, role: 'owner' });
    const answer = await post(`/servers/${server.id}/leave`, sessionId).expect(409);
    expect(answer.body.code).toBe('owner_cannot_leave');
  });

  it('API-061 DIM-025 lists channels, the default one first', async () => {
    const { server, channel } = await makeServer(stack.dataSource);
    const second = await stack.dataSource
      .getRepository(Channel)
      .save({ serverId: server.id, name: 'second', description: 'the other one' });
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await get(`/servers/${server.id}/channels`, sessionId).expect(200);
    expect(body).toMatchObject([
      { id: channel.id, serverId: server.id, name: 'general', isDefault: true, lastSeq: 0 },
      { id: second.id, name: 'second', description: 'the other one', isDefault: false },
    ]);
  });

  it('PER-010 PER-011 a private server and all under it do not exist for strangers', async () => {
    const { user, sessionId: inside } = await makeMember(stack.dataSource);
    const { sessionId: outside } = await makeMember(stack.dataSource);
    const { server, channel } = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    await get(`/servers/${server.id}/channels`, inside).expect(200);
    await get(`/channels/${channel.id}/messages`, inside).expect(200);
    await post(`/servers/${server.id}/join`, inside).expect(200);
    for (const request of [
      get(`/servers/${server.id}/channels`, outside),
      get(`/channels/${channel.id}/messages`, outside),
      post(`/servers/${server.id}/join`, outside),
      post(`/servers/${server.id}/leave`, outside),
      post(`/channels/${channel.id}/messages`, outside).send({ content: 'hello?' }),
    ]) {
      const answer = await request.expect(404);
      expect(answer.body.code).toBe('not_found');
    }
  });

  it.each(['/servers/:id/channels', '/channels/:id/messages'])(
    'API-063 an unknown id on %s is 404, a malformed one 400',
    async (path) => {
      const { sessionId } = await makeMember(stack.dataSource);
      await get(path.replace(':id', '019abb00-0000-7000-8000-0000000000ff'), sessionId).expect(404);
      const answer = await get(path.replace(':id', 'not-an-id'), sessionId).expect(400);
      expect(answer.body.fields).toEqual({ id: 'This id is malformed.' });
    },
  );
});
