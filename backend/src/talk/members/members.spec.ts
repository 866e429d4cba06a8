import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerMember, type User } from '@oniverse/data';
import { makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { addServerMembers, listMemberRoles } from '../../testing/server-rows.js';
import { hasLockWaiter } from '../../testing/locks.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('members of dimensions', () => {
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
  const setRole = (serverId: string, sessionId: string, userId: string, role: unknown) =>
    backend.api
      .patch(`/api/servers/${serverId}/members/${userId}`)
      .set(...bearer(sessionId))
      .send({ role });
  const remove = (serverId: string, sessionId: string, userId: string) =>
    backend.api.delete(`/api/servers/${serverId}/members/${userId}`).set(...bearer(sessionId));
  const liftBan = (serverId: string, sessionId: string, userId: string) =>
    backend.api.delete(`/api/servers/${serverId}/bans/${userId}`).set(...bearer(sessionId));
  const makeMembers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const makeOwned = async (members: readonly User[] = [], moderators: readonly User[] = []) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body } = await post('/servers', sessionId, { name: 'Ours' }).expect(201);
    const serverId = String(body.id);
    await addServerMembers(stack.dataSource, serverId, [...members, ...moderators]);
    for (const { id } of moderators) await setRole(serverId, sessionId, id, 'moderator').expect(200);
    return { user, sessionId, serverId };
  };
  const rolesIn = (serverId: string) => listMemberRoles(stack.dataSource, serverId);

  it('DIM-024 PER-012 GAP-123 GAP-137 ENT-077 joining adds a member once and increments the count', async () => {
    const { server, owner } = await makeServer(stack.dataSource);
    const { user, sessionId } = await makeMember(stack.dataSource);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(`/servers/${server.id}/join`, sessionId)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: server.id, memberCount: 2, membership: { role: 'member' } });
    }
    expect(await rolesIn(server.id)).toEqual({ [owner.id]: 'owner', [user.id]: 'member' });
  });

  it('searches members by part of the Oni ID or name, ignoring case, across pages', async () => {
    const named = await Promise.all(
      ['Ångström Lund', 'Lunde', null, '100% lundy'].map((displayName) =>
        makeMember(stack.dataSource, displayName === null ? {} : { displayName }),
      ),
    );
    const members = named.map(({ user }) => user);
    const { sessionId, serverId } = await makeOwned(members);
    const stranger = await makeMember(stack.dataSource, { displayName: 'Lund elsewhere' });
    const find = async (q: string, more = '') => {
      const { body } = await get(
        `/servers/${serverId}/members?q=${encodeURIComponent(q)}${more}`,
        sessionId,
      ).expect(200);
      return body.map(({ userId }: { userId: string }) => userId);
    };
    const [angstrom, lunde, unnamed, percent] = members.map(({ id }) => id);
    expect(new Set(await find('lUnD'))).toEqual(new Set([angstrom, lunde, percent]));
    expect(await find('ÅNGSTRÖM')).toEqual([angstrom]);
    expect(await find(members[2]?.username.toUpperCase() ?? '')).toEqual([unnamed]);
    expect(await find('0% l')).toEqual([percent]);
    expect(await find('%')).toEqual([percent]);
    expect(await find('elsewhere')).toEqual([]);
    const first = await get(`/servers/${serverId}/members?q=lund&limit=2`, sessionId).expect(200);
    const cursor = String(first.headers['x-next-cursor']);
    const second = await find('lund', `&limit=2&cursor=${cursor}`);
    const paged = [...first.body.map(({ userId }: { userId: string }) => userId), ...second];
    expect([paged.length, new Set(paged)]).toEqual([3, new Set([angstrom, lunde, percent])]);
    await get(`/servers/${serverId}/members?q=lund`, stranger.sessionId).expect(404);
    await get(`/servers/${serverId}/members?q=${'l'.repeat(201)}`, sessionId).expect(400);
  });

  it('GAP-137 the count is correct after many concurrent joins and departures', async () => {
    const { server } = await makeServer(stack.dataSource);
    const members = await makeMembers(12);
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
    expect(Object.keys(await rolesIn(server.id))).toHaveLength(1 + 12 - 5);
  });

  it('GAP-124 leaving does nothing for a non-member and gets 409 for the owner', async () => {
    const { user, sessionId, serverId } = await makeOwned();
    const answer = await post(`/servers/${serverId}/leave`, sessionId).expect(409);
    expect(answer.body.code).toBe('owner_cannot_leave');
    expect(await rolesIn(serverId)).toEqual({ [user.id]: 'owner' });
    const { server } = await makeServer(stack.dataSource);
    await post(`/servers/${server.id}/leave`, sessionId).expect(200, { ok: true });
    expect(Object.keys(await rolesIn(server.id))).toHaveLength(1);
  });

  it('GAP-124 a member who left a private server no longer sees it', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { serverId } = await makeOwned([user]);
    await post(`/servers/${serverId}/leave`, sessionId).expect(200, { ok: true });
    for (const request of [
      post(`/servers/${serverId}/leave`, sessionId),
      post(`/servers/${serverId}/join`, sessionId),
      get(`/servers/${serverId}/members`, sessionId),
      get(`/servers/${serverId}/channels`, sessionId),
    ]) {
      await request.expect(404);
    }
    expect((await get('/servers', sessionId)).body).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id: serverId })]),
    );
  });

  it('ENT-074 ENT-075 ENT-076 ENT-077 ENT-078 ENT-093 lists the members in pages, newest first', async () => {
    const members = await makeMembers(4);
    const named = members[3]!;
    await stack.dataSource.query(
      `UPDATE users SET display_name = 'Vesper', profile_image_url = '/objects/avatar' WHERE id = $1`,
      [named.user.id],
    );
    const { user, sessionId, serverId } = await makeOwned(
      [members[0]!.user, members[1]!.user, named.user],
      [members[2]!.user],
    );
    const whole = await get(`/servers/${serverId}/members`, sessionId).expect(200);
    expect(whole.body.map((member: { userId: string }) => member.userId)).toEqual([
      members[2]!.user.id,
      named.user.id,
      members[1]!.user.id,
      members[0]!.user.id,
      user.id,
    ]);
    expect(whole.headers['x-next-cursor']).toBeUndefined();
    expect(whole.body[1]).toEqual({
      userId: named.user.id,
      username: named.user.username,
      displayName: 'Vesper',
      profileImageUrl: '/objects/avatar',
      role: 'member',
      online: false,
      joinedAt: expect.stringMatching(/Z$/),
    });
    expect(whole.body.map((member: { role: string }) => member.role)).toEqual([
      'moderator',
      'member',
      'member',
      'member',
      'owner',
    ]);
    const first = await get(`/servers/${serverId}/members?limit=3`, sessionId).expect(200);
    const cursor = String(first.headers['x-next-cursor']);
    const rest = await get(`/servers/${serverId}/members?limit=3&cursor=${cursor}`, sessionId).expect(200);
    expect([...first.body, ...rest.body]).toEqual(whole.body);
    expect(rest.headers['x-next-cursor']).toBeUndefined();
    await get(`/servers/${serverId}/members?limit=101`, sessionId).expect(400);
    await get(`/servers/${serverId}/members?cursor=none`, sessionId).expect(400);
  });

  it('PER-011 readers of a public server see its members; strangers see nothing of a private one', async () => {
    const [reader] = await makeMembers(1);
    const { server, owner } = await makeServer(stack.dataSource);
    const { body } = await get(`/servers/${server.id}/members`, reader!.sessionId).expect(200);
    expect(body).toEqual([expect.objectContaining({ userId: owner.id, role: 'owner' })]);
    const { user, serverId } = await makeOwned();
    for (const request of [
      get(`/servers/${serverId}/members`, reader!.sessionId),
      setRole(serverId, reader!.sessionId, user.id, 'member'),
      remove(serverId, reader!.sessionId, user.id),
    ]) {
      expect((await request.expect(404)).body.code).toBe('not_found');
    }
  });

  it('GAP-135 the owner makes members moderators and regular members again', async () => {
    const [member] = await makeMembers(1);
    const { user, sessionId, serverId } = await makeOwned([member!.user]);
    for (const role of ['moderator', 'moderator', 'member']) {
      const { body } = await setRole(serverId, sessionId, member!.user.id, role).expect(200);
      expect(body).toEqual({
        userId: member!.user.id,
        username: member!.user.username,
        displayName: null,
        profileImageUrl: null,
        role,
        online: false,
        joinedAt: expect.any(String),
      });
      expect((await rolesIn(serverId))[member!.user.id]).toBe(role);
    }
    for (const role of ['owner', 'admin', '', null, undefined, ['member']]) {
      const { body } = await setRole(serverId, sessionId, member!.user.id, role).expect(400);
      expect(body.fields).toEqual({ role: 'The role must be moderator or member.' });
    }
    const own = await setRole(serverId, sessionId, user.id, 'member').expect(403);
    expect(own.body.message).toBe('The owner cannot be demoted or removed. Transfer ownership first.');
    await setRole(serverId, sessionId, UNKNOWN, 'member').expect(404);
    await setRole(serverId, sessionId, 'nobody', 'member').expect(400);
    expect(await rolesIn(serverId)).toEqual({ [user.id]: 'owner', [member!.user.id]: 'member' });
  });

  it('GAP-135 owner and moderators remove members; only the owner removes moderators, and nobody removes the owner', async () => {
    const [plain, other, moderator, second] = await makeMembers(4);
    const { user, sessionId, serverId } = await makeOwned(
      [plain!.user, other!.user],
      [moderator!.user, second!.user],
    );
    const before = await rolesIn(serverId);
    for (const [asker, target, message] of [
      [plain!, other!.user, 'Only the owner and moderators can do this.'],
      [plain!, plain!.user, 'Only the owner and moderators can do this.'],
      [moderator!, second!.user, 'Only the owner can do this.'],
      [moderator!, moderator!.user, 'Only the owner can do this.'],
      [moderator!, user, 'The owner cannot be demoted or removed. Transfer ownership first.'],
      [{ sessionId }, user, 'The owner cannot be demoted or removed. Transfer ownership first.'],
    ] as const) {
      const { body } = await remove(serverId, asker.sessionId, target.id).expect(403);
      expect(body).toMatchObject({ statusCode: 403, code: 'forbidden', message });
    }
    expect(await rolesIn(serverId)).toEqual(before);
    await remove(serverId, moderator!.sessionId, plain!.user.id).expect(200, { ok: true });
    await remove(serverId, moderator!.sessionId, plain!.user.id).expect(404);
    await remove(serverId, sessionId, second!.user.id).expect(200, { ok: true });
    expect(await rolesIn(serverId)).toEqual({
      [user.id]: 'owner',
      [moderator!.user.id]: 'moderator',
      [other!.user.id]: 'member',
    });
    for (const { sessionId: gone } of [plain!, second!]) {
      await get(`/servers/${serverId}/channels`, gone).expect(404);
    }
  });

  it('PER-012 GAP-136 bans a removed member, who can read a public server and rejoin once the ban is lifted', async () => {
    const [moderator, member, other] = await makeMembers(3);
    const { server, channel } = await makeServer(stack.dataSource, {
      members: [moderator!.user, member!.user, other!.user],
    });
    await stack.dataSource
      .getRepository(ServerMember)
      .update({ serverId: server.id, userId: moderator!.user.id }, { role: 'moderator' });
    await remove(server.id, moderator!.sessionId, member!.user.id).expect(200);
    await get(`/channels/${channel.id}/messages`, member!.sessionId).expect(200);
    await post(`/channels/${channel.id}/messages`, member!.sessionId, { content: 'again' }).expect(403);
    const refused = await post(`/servers/${server.id}/join`, member!.sessionId).expect(403);
    expect(refused.body).toEqual({
      statusCode: 403,
      code: 'forbidden',
      message: 'You were removed from this dimension. Its owner or a moderator can let you back in.',
      reason: 'banned',
    });
    const seenBy = async (sessionId: string) =>
      (await get('/servers', sessionId)).body.find(({ id }: { id: string }) => id === server.id);
    expect(await seenBy(member!.sessionId)).toMatchObject({ membership: null, isBanned: true });
    expect(await seenBy(other!.sessionId)).toMatchObject({ isBanned: false });
    const bans = () => get(`/servers/${server.id}/bans`, moderator!.sessionId).expect(200);
    expect((await bans()).body).toEqual([
      {
        userId: member!.user.id,
        username: member!.user.username,
        displayName: null,
        profileImageUrl: null,
        isBan: false,
        bannedAt: expect.stringMatching(/Z$/),
      },
    ]);
    await liftBan(server.id, moderator!.sessionId, member!.user.id).expect(200, { ok: true });
    await liftBan(server.id, moderator!.sessionId, member!.user.id).expect(404);
    expect((await bans()).body).toEqual([]);
    const { body } = await post(`/servers/${server.id}/join`, member!.sessionId).expect(200);
    expect(body).toMatchObject({ membership: { role: 'member' }, isBanned: false });
    await post(`/channels/${channel.id}/messages`, member!.sessionId, { content: 'again' }).expect(201);
  });

  it('PER-012 GAP-126 an invite created after a ban lifts it, an earlier one does not', async () => {
    const [moderator, member] = await makeMembers(2);
    const { server } = await makeServer(stack.dataSource, { members: [moderator!.user, member!.user] });
    await stack.dataSource
      .getRepository(ServerMember)
      .update({ serverId: server.id, userId: moderator!.user.id }, { role: 'moderator' });
    const invite = async () =>
      String(
        (await post(`/servers/${server.id}/invites`, moderator!.sessionId, {}).expect(201)).body['code'],
      );
    const earlier = await invite();
    await remove(server.id, moderator!.sessionId, member!.user.id).expect(200);
    await post(`/invites/${earlier}/accept`, member!.sessionId).expect(403);
    await post(`/invites/${await invite()}/accept`, member!.sessionId).expect(200);
    expect((await get(`/servers/${server.id}/bans`, moderator!.sessionId)).body).toEqual([]);
    await post(`/servers/${server.id}/leave`, member!.sessionId).expect(200);
    await post(`/servers/${server.id}/join`, member!.sessionId).expect(200);
  });

  it('PER-010 lists bans in pages, newest first, only to staff', async () => {
    const [moderator, ...others] = await makeMembers(5);
    const { sessionId, serverId } = await makeOwned(
      others.map(({ user }) => user),
      [moderator!.user],
    );
    const [notBanned, ...removed] = others;
    for (const { user } of removed) await remove(serverId, sessionId, user.id).expect(200);
    const list = (query = '') => get(`/servers/${serverId}/bans${query}`, moderator!.sessionId).expect(200);
    const whole = await list();
    expect(whole.body.map(({ userId }: { userId: string }) => userId)).toEqual(
      removed.map(({ user }) => user.id).toReversed(),
    );
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${String(first.headers['x-next-cursor'])}`);
    expect([...first.body, ...rest.body]).toEqual(whole.body);
    expect(rest.headers['x-next-cursor']).toBeUndefined();
    for (const [asker, status] of [
      [notBanned!, 403],
      [removed[0]!, 404],
    ] as const) {
      await get(`/servers/${serverId}/bans`, asker.sessionId).expect(status);
      await liftBan(serverId, asker.sessionId, removed[1]!.user.id).expect(status);
    }
    expect((await list()).body).toHaveLength(3);
  });

  it('PER-012 a ban prevails over a concurrent join', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [member, moderator] = await makeMembers(2);
      const { server } = await makeServer(stack.dataSource, { members: [moderator!.user, member!.user] });
      await stack.dataSource
        .getRepository(ServerMember)
        .update({ serverId: server.id, userId: moderator!.user.id }, { role: 'moderator' });
      const [joined] = await Promise.all([
        post(`/servers/${server.id}/join`, member!.sessionId),
        remove(server.id, moderator!.sessionId, member!.user.id).expect(200),
      ]);
      expect([200, 403]).toContain(joined.status);
      expect((await rolesIn(server.id))[member!.user.id]).toBeUndefined();
    }
  });

  it('GAP-137 deletes read marks and mentions with the membership', async () => {
    const [member] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned([member!.user]);
    const [channel] = (await get(`/servers/${serverId}/channels`, sessionId)).body;
    await post(`/channels/${channel.id}/messages`, sessionId, {
      content: `@${member!.user.username}`,
    }).expect(201);
    const unreadRows = async () => {
      const rows: object[] = await stack.dataSource.query(
        `SELECT 1 FROM channel_reads WHERE user_id = $1 UNION ALL SELECT 1 FROM mentions WHERE user_id = $1`,
        [member!.user.id],
      );
      return rows.length;
    };
    await backend.api
      .put(`/api/channels/${channel.id}/read`)
      .set(...bearer(member!.sessionId))
      .send({ seq: 1 })
      .expect(200);
    expect(await unreadRows()).toBe(2);
    await remove(serverId, sessionId, member!.user.id).expect(200);
    expect(await unreadRows()).toBe(0);
  });

  it('PER-010 a removal waits for a message being stored: it is stored before, or not at all', async () => {
    const [member] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned([member!.user]);
    const [channel] = (await get(`/servers/${serverId}/channels`, sessionId)).body;
    const runner = stack.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    // The message writer takes this lock first and then checks permissions.
    await runner.query('SELECT 1 FROM channels WHERE id = $1 FOR NO KEY UPDATE', [channel.id]);
    const removing = remove(serverId, sessionId, member!.user.id).then(({ status }) => status);
    await waitUntil('the removal to block', () => hasLockWaiter(stack.dataSource));
    expect((await rolesIn(serverId))[member!.user.id]).toBe('member');
    await runner.commitTransaction();
    await runner.release();
    expect(await removing).toBe(200);
    expect((await rolesIn(serverId))[member!.user.id]).toBeUndefined();
  });

  it('GAP-137 a concurrent promotion and removal leave a moderator or no member', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [member, moderator] = await makeMembers(2);
      const { sessionId, serverId } = await makeOwned([member!.user], [moderator!.user]);
      const [promoted, removed] = await Promise.all([
        setRole(serverId, sessionId, member!.user.id, 'moderator'),
        remove(serverId, moderator!.sessionId, member!.user.id),
      ]);
      const role = (await rolesIn(serverId))[member!.user.id];
      // A moderator cannot remove a moderator, and a removed member cannot be promoted.
      expect([promoted.status, removed.status, role]).toEqual(
        role === undefined ? [404, 200, undefined] : [200, 403, 'moderator'],
      );
    }
  });

  it('GAP-135 a removal concurrent with an ownership transfer leaves the owner or no member', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [member, moderator] = await makeMembers(2);
      const { user, sessionId, serverId } = await makeOwned([member!.user], [moderator!.user]);
      const [transferred, removed] = await Promise.all([
        post(`/servers/${serverId}/owner`, sessionId, { userId: member!.user.id }),
        remove(serverId, moderator!.sessionId, member!.user.id),
      ]);
      const roles = await rolesIn(serverId);
      expect([transferred.status, removed.status, roles[user.id], roles[member!.user.id]]).toEqual(
        transferred.status === 200 ? [200, 403, 'moderator', 'owner'] : [404, 200, 'owner', undefined],
      );
    }
  });

  it('GAP-137 joining a server while it is deleted gets 404', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { server } = await makeServer(stack.dataSource);
    const runner = stack.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    await runner.query('DELETE FROM servers WHERE id = $1', [server.id]);
    const joining = post(`/servers/${server.id}/join`, sessionId).then(({ status }) => status);
    await waitUntil('the join to block', () => hasLockWaiter(stack.dataSource));
    await runner.commitTransaction();
    await runner.release();
    expect(await joining).toBe(404);
  });

  it('GAP-137 joins, departures and removals concurrent with a server’s deletion leave no rows behind', async () => {
    const others = await makeMembers(6);
    const { sessionId, serverId } = await makeOwned();
    await stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
    const answers = await Promise.all([
      ...others.flatMap((other) => [
        post(`/servers/${serverId}/join`, other.sessionId),
        post(`/servers/${serverId}/leave`, other.sessionId),
      ]),
      backend.api.delete(`/api/servers/${serverId}`).set(...bearer(sessionId)),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(answers.at(-1)?.status).toBe(200);
    expect(await rolesIn(serverId)).toEqual({});
  });
});
