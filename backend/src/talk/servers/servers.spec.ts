import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, type User } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { addServerMembers, listMemberRoles, countServerRows } from '../../testing/server-rows.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

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
  const post = (path: string, sessionId: string, body?: object) =>
    backend.api
      .post(`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const patch = (path: string, sessionId: string, body: object) =>
    backend.api
      .patch(`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (path: string, sessionId: string) =>
    backend.api.delete(`/api${path}`).set(...bearer(sessionId));
  const makeOwned = async (members: readonly User[] = []) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body: server } = await post('/servers', sessionId, { name: 'Ours' }).expect(201);
    await addServerMembers(stack.dataSource, server.id, members);
    return { user, sessionId, serverId: String(server.id) };
  };

  it('API-060 PER-011 GAP-122 lists public servers and own private ones, newest first, with the membership', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const open = await makeServer(stack.dataSource);
    const own = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    const joined = await makeServer(stack.dataSource, { members: [user] });
    const hidden = await makeServer(stack.dataSource, { isPublic: false });
    const { body } = await get('/servers', sessionId).expect(200);
    const ids: string[] = body.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids).toEqual(expect.arrayContaining([open.server.id, own.server.id, joined.server.id]));
    expect(ids).not.toContain(hidden.server.id);
    expect(body.find(({ id }: { id: string }) => id === own.server.id)).toEqual({
      id: own.server.id,
      ownerId: own.owner.id,
      name: own.server.name,
      description: null,
      isPublic: false,
      memberCount: 2,
      membership: { role: 'member' },
      isBanned: false,
      timeOut: null,
      questions: [],
      hasLinkPreviews: true,
      archivedAt: null,
      messageDays: 0,
      formerMessageDays: null,
      formerMessageDaysUntil: null,
      application: null,
      unreadCount: 0,
      mentionCount: 0,
      createdAt: own.server.createdAt.toISOString(),
      updatedAt: own.server.updatedAt.toISOString(),
    });
    expect(body.find(({ id }: { id: string }) => id === open.server.id).membership).toBeNull();
  });

  it('API-060 GAP-122 DIM-007 lists own servers and the 100 largest public ones, and pages and searches all public ones', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const small = await makeServer(stack.dataSource, { members: [user] });
    const own = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    const hidden = await makeServer(stack.dataSource, { isPublic: false });
    await stack.dataSource.query(
      `INSERT INTO servers (owner_id, name, description, member_count)
       SELECT $1, 'Harbour ' || n, CASE WHEN n = 77 THEN '100% ÄTHER, dry_dock' END, 1000 + n
         FROM generate_series(1, 120) n`,
      [user.id],
    );
    const listed = (await get('/servers', sessionId).expect(200)).body;
    const ids: string[] = listed.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids).toEqual(expect.arrayContaining([small.server.id, own.server.id]));
    expect(ids).not.toContain(hidden.server.id);
    const notJoined = listed.filter(({ membership }: { membership: unknown }) => membership === null);
    expect(notJoined.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      Array.from({ length: 100 }, (_, n) => `Harbour ${n + 21}`).toSorted(),
    );

    const find = async (q: string) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const after = cursor === undefined ? '' : `&cursor=${cursor}`;
        const { body, headers } = await get(
          `/servers/public?limit=50&q=${encodeURIComponent(q)}${after}`,
          sessionId,
        ).expect(200);
        for (const server of body) names.push(server.name);
        cursor = headers['x-next-cursor'];
      } while (cursor !== undefined);
      return names;
    };
    const sizes = Array.from({ length: 120 }, (_, n) => `Harbour ${120 - n}`);
    expect(await find('hARBOUR')).toEqual(sizes);
    const all = await find('');
    expect(all.slice(0, 120)).toEqual(sizes);
    expect(all).toContain(small.server.name);
    expect(all).not.toContain(own.server.name);
    expect(all).not.toContain(hidden.server.name);
    for (const q of ['äther', '0% Ä', 'Y_D', 'dry_dock', 'our 77'])
      expect(await find(q)).toEqual(['Harbour 77']);
    for (const q of ['harbour\n100', '%', 'h_rbour', 'nowhere']) {
      expect([q, await find(q)]).toEqual([q, q === '%' ? ['Harbour 77'] : []]);
    }
    await get(`/servers/public?q=${'x'.repeat(201)}`, sessionId).expect(400);
    await get('/servers/public?limit=101', sessionId).expect(400);

    const last = notJoined.at(-1);
    expect((await get(`/servers/${last.id}`, sessionId).expect(200)).body).toEqual(last);
    await get(`/servers/${hidden.server.id}`, sessionId).expect(404);
    await get(`/servers/${UNKNOWN}`, sessionId).expect(404);
    await get('/servers/none', sessionId).expect(400);
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
    // Independent of the order of creation.
    await stack.dataSource.query('UPDATE channels SET is_default = false WHERE id = $1', [channel.id]);
    await stack.dataSource.query('UPDATE channels SET is_default = true WHERE id = $1', [second.id]);
    const { body: reordered } = await get(`/servers/${server.id}/channels`, sessionId).expect(200);
    expect(reordered.map(({ name }: { name: string }) => name)).toEqual(['second', 'general']);
  });

  it('PER-010 PER-011 answers 404 for a private server and its channels to non-members', async () => {
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
    'API-063 answers 404 for an unknown id on %s, and 400 for a malformed one',
    async (path) => {
      const { sessionId } = await makeMember(stack.dataSource);
      await get(path.replace(':id', UNKNOWN), sessionId).expect(404);
      const answer = await get(path.replace(':id', 'not-an-id'), sessionId).expect(400);
      expect(answer.body.fields).toEqual({ id: 'This id is malformed.' });
    },
  );

  it('DIM-014 GAP-125 ENT-068 ENT-069 ENT-070 creates a private server with a default channel and its owner as a member', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body: server } = await post('/servers', sessionId, {
      name: ' Stargazers ',
      description: ' For those who look up. ',
    }).expect(201);
    expect(server).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ownerId: user.id,
      name: 'Stargazers',
      description: 'For those who look up.',
      isPublic: false,
      memberCount: 1,
      membership: { role: 'owner' },
      isBanned: false,
      timeOut: null,
      questions: [],
      hasLinkPreviews: true,
      archivedAt: null,
      messageDays: 0,
      formerMessageDays: null,
      formerMessageDaysUntil: null,
      application: null,
      unreadCount: 0,
      mentionCount: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: server.createdAt,
    });
    expect((await get('/servers', sessionId).expect(200)).body).toContainEqual(server);
    const channels = await get(`/servers/${server.id}/channels`, sessionId).expect(200);
    expect(channels.body).toEqual([
      expect.objectContaining({ name: 'general', isDefault: true, lastSeq: 0, readSeq: 0, unreadCount: 0 }),
    ]);
    expect(await listMemberRoles(stack.dataSource, server.id)).toEqual({ [user.id]: 'owner' });
    await post(`/channels/${channels.body[0].id}/messages`, sessionId, { content: 'first' }).expect(201);
  });

  it.each([
    ['name', undefined, 'Please enter a name.'],
    ['name', '  ', 'Please enter a name.'],
    ['name', null, 'Please enter a name.'],
    ['name', 'x'.repeat(101), 'A name can have up to 100 characters.'],
    ['name', ['x'], 'This must be text.'],
    ['description', 'x'.repeat(501), 'A description can have up to 500 characters.'],
    ['description', 7, 'This must be text.'],
    ['isPublic', true, 'Unknown field.'],
    ['ownerId', UNKNOWN, 'Unknown field.'],
    ['memberCount', 7, 'Unknown field.'],
  ])('GAP-125 ENT-090 rejects %s of %j on creation and update', async (field, value, message) => {
    const { sessionId, serverId } = await makeOwned();
    const before = await get('/servers', sessionId);
    const problem = { statusCode: 400, code: 'validation_failed', message, fields: { [field]: message } };
    const created = await post('/servers', sessionId, { name: 'Other', [field]: value }).expect(400);
    expect(created.body).toMatchObject(problem);
    if (value !== undefined) {
      const changed = await patch(`/servers/${serverId}`, sessionId, { [field]: value }).expect(400);
      expect(changed.body).toMatchObject(problem);
    }
    expect((await get('/servers', sessionId)).body).toEqual(before.body);
  });

  it('GAP-125 accepts names of 100 characters, regardless of their size in bytes', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const name = '🌒'.repeat(100);
    const { body } = await post('/servers', sessionId, { name, description: '' }).expect(201);
    expect(body).toMatchObject({ name, description: null });
  });

  it('ENT-073 updates the given fields only, and clears the description with an empty one', async () => {
    const { sessionId, serverId } = await makeOwned();
    const named = await patch(`/servers/${serverId}`, sessionId, { name: ' Theirs ', description: 'Both.' });
    expect(named.body).toMatchObject({ name: 'Theirs', description: 'Both.', membership: { role: 'owner' } });
    expect(Date.parse(named.body.updatedAt)).toBeGreaterThan(Date.parse(named.body.createdAt));
    for (const same of [{}, { name: 'Theirs' }, { description: 'Both.' }]) {
      expect((await patch(`/servers/${serverId}`, sessionId, same).expect(200)).body).toEqual(named.body);
    }
    const cleared = await patch(`/servers/${serverId}`, sessionId, { description: '' }).expect(200);
    expect(cleared.body).toMatchObject({ name: 'Theirs', description: null });
  });

  it('PER-006 PER-011 lets only the owner update, transfer or delete a server', async () => {
    const [moderator, member, nonMember] = await Promise.all(
      [1, 2, 3].map(() => makeMember(stack.dataSource)),
    );
    const { user, sessionId, serverId } = await makeOwned([moderator!.user, member!.user]);
    await patch(`/servers/${serverId}/members/${moderator!.user.id}`, sessionId, {
      role: 'moderator',
    }).expect(200);
    const before = await get('/servers', sessionId);
    const ownerRequests = (caller: string) => [
      patch(`/servers/${serverId}`, caller, { name: 'Mine' }),
      remove(`/servers/${serverId}`, caller),
      post(`/servers/${serverId}/owner`, caller, { userId: member!.user.id }),
    ];
    for (const { sessionId: caller } of [moderator!, member!]) {
      for (const request of ownerRequests(caller)) {
        const { body } = await request.expect(403);
        expect(body).toEqual({
          statusCode: 403,
          code: 'forbidden',
          message: 'Only the owner can do this.',
          reason: 'ownerOnly',
        });
      }
    }
    for (const request of ownerRequests(nonMember!.sessionId)) {
      expect((await request.expect(404)).body.code).toBe('not_found');
    }
    expect((await get('/servers', sessionId)).body).toEqual(before.body);
    expect((await listMemberRoles(stack.dataSource, serverId))[user.id]).toBe('owner');
  });

  it('GAP-137 deletes everything in a deleted server', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId, serverId } = await makeOwned([member.user]);
    const [channel] = (await get(`/servers/${serverId}/channels`, sessionId)).body;
    await post(`/channels/${channel.id}/messages`, sessionId, {
      content: `hello @${member.user.username}`,
    }).expect(201);
    await post(`/servers/${serverId}/invites`, sessionId, {}).expect(201);
    await remove(`/servers/${serverId}`, member.sessionId).expect(403);
    await remove(`/servers/${serverId}`, sessionId).expect(200, { ok: true });
    expect(await countServerRows(stack.dataSource, serverId, channel.id)).toEqual({
      servers: 0,
      server_members: 0,
      invites: 0,
      channels: 0,
      messages: 0,
      mentions: 0,
      channel_reads: 0,
      channel_attention: 0,
      server_attention: 0,
      drafts: 0,
    });
    for (const caller of [sessionId, member.sessionId]) {
      await remove(`/servers/${serverId}`, caller).expect(404);
      await get(`/channels/${channel.id}/messages`, caller).expect(404);
    }
  });

  it('GAP-135 ENT-068 transfers a server to a member and makes the former owner a moderator', async () => {
    const [next, nonMember] = await Promise.all([1, 2].map(() => makeMember(stack.dataSource)));
    const { user, sessionId, serverId } = await makeOwned([next!.user]);
    for (const userId of [nonMember!.user.id, UNKNOWN]) {
      await post(`/servers/${serverId}/owner`, sessionId, { userId }).expect(404);
    }
    await post(`/servers/${serverId}/owner`, sessionId, { userId: 'next' }).expect(400);
    await post(`/servers/${serverId}/owner`, sessionId, {}).expect(400);
    const own = await post(`/servers/${serverId}/owner`, sessionId, { userId: user.id }).expect(200);
    expect(own.body).toMatchObject({ ownerId: user.id, membership: { role: 'owner' } });
    const transferred = await post(`/servers/${serverId}/owner`, sessionId, { userId: next!.user.id }).expect(
      200,
    );
    expect(transferred.body).toMatchObject({ ownerId: next!.user.id, membership: { role: 'moderator' } });
    expect(await listMemberRoles(stack.dataSource, serverId)).toEqual({
      [user.id]: 'moderator',
      [next!.user.id]: 'owner',
    });
    await post(`/servers/${serverId}/owner`, sessionId, { userId: user.id }).expect(403);
    await post(`/servers/${serverId}/leave`, sessionId).expect(200);
    await post(`/servers/${serverId}/leave`, next!.sessionId).expect(409);
  });

  it('GAP-135 transfers a server once when two transfers run concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([1, 2].map(() => makeMember(stack.dataSource)));
      const { user, sessionId, serverId } = await makeOwned([one!.user, other!.user]);
      const answers = await Promise.all(
        [one!, other!].map((next) => post(`/servers/${serverId}/owner`, sessionId, { userId: next.user.id })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const [winner, loser] = answers[0]!.status === 200 ? [one!, other!] : [other!, one!];
      expect(await listMemberRoles(stack.dataSource, serverId)).toEqual({
        [user.id]: 'moderator',
        [winner.user.id]: 'owner',
        [loser.user.id]: 'member',
      });
      const { body } = await get('/servers', winner.sessionId);
      expect(body).toContainEqual(expect.objectContaining({ id: serverId, ownerId: winner.user.id }));
    }
  });
});
