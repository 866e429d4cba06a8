import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Invite, type User } from '@oniverse/data';
import { makeMember, makeServer, registration, TestStack, waitUntil } from '@oniverse/testing';
import type { QueryRunner } from 'typeorm';
import { AccessService } from '../../shared/access/access.service.js';
import { ServersService } from '../servers/servers.service.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { addServerMembers, listMemberRoles } from '../../testing/server-rows.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { hashInviteCode, newInviteCode } from './invites.service.js';

const HOUR_MS = 3_600_000;

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('invites', () => {
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

  const post = (path: string, sessionId: string, body?: object) =>
    backend.api
      .post(`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const preview = (code: string) => backend.api.get(`/api/invites/${code}`);
  const accept = (sessionId: string, code: string) => post(`/invites/${code}/accept`, sessionId);
  const revoke = (sessionId: string, code: string) =>
    backend.api.delete(`/api/invites/${code}`).set(...bearer(sessionId));
  const invites = () => stack.dataSource.getRepository(Invite);
  const usesOf = async (code: string) => (await invites().findOneByOrFail({ id: hashInviteCode(code) })).uses;
  const expire = (code: string) =>
    invites().update({ id: hashInviteCode(code) }, { expiresAt: new Date(Date.now() - 1_000) });
  const makeMembers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const makeOwned = async (members: readonly User[] = []) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body } = await post('/servers', sessionId, { name: 'Ours', description: 'For us.' }).expect(201);
    const serverId = String(body.id);
    await addServerMembers(stack.dataSource, serverId, members);
    return { user, sessionId, serverId };
  };
  const addModerator = async (serverId: string, owner: string, user: User) => {
    await addServerMembers(stack.dataSource, serverId, [user]);
    await backend.api
      .patch(`/api/servers/${serverId}/members/${user.id}`)
      .set(...bearer(owner))
      .send({ role: 'moderator' })
      .expect(200);
  };
  const invite = async (serverId: string, sessionId: string, body: object = {}): Promise<string> => {
    const answer = await post(`/servers/${serverId}/invites`, sessionId, body).expect(201);
    return String(answer.body.code);
  };
  const isIn = async (serverId: string, user: User) =>
    (await listMemberRoles(stack.dataSource, serverId))[user.id] !== undefined;

  it('GAP-126 are created with a code that is not stored, for a week and unlimited uses', async () => {
    const { sessionId, serverId } = await makeOwned();
    const before = Date.now();
    const { body } = await post(`/servers/${serverId}/invites`, sessionId).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      url: `${backend.url}/dimensions/invite/${body.code}`,
      expiresAt: expect.stringMatching(/Z$/),
      maxUses: null,
      uses: 0,
    });
    const validMs = Date.parse(body.expiresAt) - before;
    expect(validMs).toBeGreaterThan(167.9 * HOUR_MS);
    expect(validMs).toBeLessThan(168.1 * HOUR_MS);
    const rows: object[] = await stack.dataSource.query('SELECT * FROM invites WHERE server_id = $1', [
      serverId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.code);
    const other = await invite(serverId, sessionId);
    expect(other).not.toBe(body.code);
  });

  it('GAP-126 have an address on the first of the site’s own origins', async () => {
    const { sessionId, serverId } = await makeOwned();
    const site = await BackendUnderTest.start(
      stack.config({ publicOrigins: ['https://oniverse.example', 'https://www.oniverse.example'] }),
    );
    const { body } = await site.api
      .post(`/api/servers/${serverId}/invites`)
      .set(...bearer(sessionId))
      .expect(201);
    expect(body.url).toBe(`https://oniverse.example/dimensions/invite/${body.code}`);
    await site.stop();
  });

  it('GAP-126 accept an expiry and a number of uses within limits', async () => {
    const { sessionId, serverId } = await makeOwned();
    const make = (body: object) => post(`/servers/${serverId}/invites`, sessionId, body);
    const { body } = await make({ expiresInHours: 1, maxUses: 1_000 }).expect(201);
    expect(body.maxUses).toBe(1_000);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(1.01 * HOUR_MS);
    const longest = await make({ expiresInHours: 720, maxUses: null }).expect(201);
    expect(longest.body.maxUses).toBeNull();
    expect(Date.parse(longest.body.expiresAt) - Date.now()).toBeGreaterThan(719 * HOUR_MS);
    for (const [field, values, message] of [
      ['expiresInHours', [0, 721, 1.5, -1, '24', true], 'An invite can last 1 to 720 hours.'],
      ['maxUses', [0, 1_001, 1.5, -1, '10', []], 'An invite can be used 1 to 1,000 times.'],
      ['uses', [7], 'Unknown field.'],
    ] as const) {
      for (const value of values) {
        const rejected = await make({ [field]: value }).expect(400);
        expect(rejected.body.fields).toEqual({ [field]: message });
      }
    }
    expect(await invites().countBy({ serverId })).toBe(2);
  });

  it('GAP-126 PER-011 have a public preview with the name, description and size of the server', async () => {
    const { sessionId, serverId } = await makeOwned((await makeMembers(2)).map(({ user }) => user));
    const { body: created } = await post(`/servers/${serverId}/invites`, sessionId, { maxUses: 3 });
    const { body } = await preview(created.code).expect(200);
    expect(body).toEqual({
      code: created.code,
      server: { id: serverId, name: 'Ours', description: 'For us.', memberCount: 3 },
      expiresAt: created.expiresAt,
    });
    expect(await usesOf(created.code)).toBe(0);
    for (const wrong of ['none', `${created.code}x`, created.code.toLowerCase(), '%00', 'x'.repeat(90)]) {
      const answer = await preview(wrong).ok(() => true);
      expect([wrong, answer.status]).toEqual([wrong, wrong === '%00' ? 400 : 404]);
    }
  });

  it('GAP-126 GAP-137 add a member and count one use, however often they are accepted', async () => {
    const [member] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId, { maxUses: 5 });
    await accept(sessionId, code).expect(200);
    expect(await usesOf(code)).toBe(0);
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(member!.sessionId, code)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: serverId,
        memberCount: 2,
        membership: { role: 'member' },
        unreadCount: 0,
      });
    }
    expect(await usesOf(code)).toBe(1);
    expect(await isIn(serverId, member!.user)).toBe(true);
  });

  it('GAP-126 can be accepted after registration', async () => {
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId);
    expect((await backend.api.post(`/api/invites/${code}/accept`).expect(401)).body.code).toBe(
      'unauthorized',
    );
    const { body } = await backend.api.post('/api/auth/register').send(registration()).expect(201);
    await accept(body.sessionId, code).expect(200);
  });

  it('GAP-126 admit one of two members who accept the last use concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other, late] = await makeMembers(3);
      const { sessionId, serverId } = await makeOwned();
      const code = await invite(serverId, sessionId, { maxUses: 1 });
      const answers = await Promise.all([one!, other!].map((guest) => accept(guest.sessionId, code)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(Object.keys(await listMemberRoles(stack.dataSource, serverId))).toHaveLength(2);
      expect(await usesOf(code)).toBe(1);
      // A used-up invite answers 404 to everyone.
      await preview(code).expect(404);
      for (const guest of [one!, other!, late!, { sessionId }])
        await accept(guest.sessionId, code).expect(404);
      await revoke(sessionId, code).expect(404);
    }
  });

  it('GAP-126 answer 404 after they expire', async () => {
    const [guest] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId);
    await expire(code);
    for (const request of [
      preview(code),
      accept(guest!.sessionId, code),
      accept(sessionId, code),
      revoke(sessionId, code),
    ]) {
      expect((await request.expect(404)).body.code).toBe('not_found');
    }
    expect(await isIn(serverId, guest!.user)).toBe(false);
  });

  it('GAP-126 can be revoked by the owner and moderators only', async () => {
    const [member, moderator, nonMember] = await makeMembers(3);
    const { sessionId, serverId } = await makeOwned([member!.user, moderator!.user]);
    await backend.api
      .patch(`/api/servers/${serverId}/members/${moderator!.user.id}`)
      .set(...bearer(sessionId))
      .send({ role: 'moderator' })
      .expect(200);
    const code = await invite(serverId, moderator!.sessionId);
    const refused = await revoke(member!.sessionId, code).expect(403);
    expect(refused.body.message).toBe('Only the owner and moderators can do this.');
    await revoke(nonMember!.sessionId, code).expect(404);
    await backend.api.delete(`/api/invites/${code}`).expect(401);
    await preview(code).expect(200);
    await revoke(sessionId, code).expect(200, { ok: true });
    await preview(code).expect(404);
    await accept(nonMember!.sessionId, code).expect(404);
    await revoke(sessionId, code).expect(404);
    const own = await invite(serverId, sessionId);
    await revoke(moderator!.sessionId, own).expect(200);
  });

  it('GAP-126 are listed to staff while valid, newest first without codes, and can be revoked by id', async () => {
    const [member, moderator, nonMember, guest] = await makeMembers(4);
    const { user, sessionId, serverId } = await makeOwned([member!.user]);
    await addModerator(serverId, sessionId, moderator!.user);
    const first = await invite(serverId, sessionId, { maxUses: 3 });
    await accept(guest!.sessionId, first).expect(200);
    const second = await invite(serverId, moderator!.sessionId);
    const usedUp = await invite(serverId, sessionId, { maxUses: 1 });
    await accept((await makeMembers(1))[0]!.sessionId, usedUp).expect(200);
    await expire(await invite(serverId, sessionId));
    const list = (caller: string, query = '') =>
      backend.api.get(`/api/servers/${serverId}/invites${query}`).set(...bearer(caller));
    const revokeById = (caller: string, id: string) =>
      backend.api.delete(`/api/servers/${serverId}/invites/${id}`).set(...bearer(caller));
    const { body } = await list(moderator!.sessionId).expect(200);
    const entry = (creator: User, maxUses: number | null, uses: number) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdBy: { username: creator.username, displayName: null, profileImageUrl: null },
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      maxUses,
      uses,
    });
    expect(body).toEqual([entry(moderator!.user, null, 0), entry(user, 3, 1)]);
    const page = await list(sessionId, '?limit=1').expect(200);
    expect(page.body).toEqual([body[0]]);
    const next = await list(sessionId, `?limit=1&cursor=${String(page.headers['x-next-cursor'])}`).expect(
      200,
    );
    expect(next.body).toEqual([body[1]]);
    const id = String(body[0].id);
    for (const [caller, status] of [
      [member!, 403],
      [nonMember!, 404],
    ] as const) {
      await list(caller.sessionId).expect(status);
      await revokeById(caller.sessionId, id).expect(status);
    }
    await preview(second).expect(200);
    // The owner revokes a moderator's invite without knowing its code.
    await revokeById(sessionId, id).expect(200, { ok: true });
    await revokeById(sessionId, id).expect(404);
    await preview(second).expect(404);
    expect((await list(sessionId)).body).toEqual([body[1]]);
    const other = await makeOwned();
    await backend.api
      .delete(`/api/servers/${other.serverId}/invites/${String(body[1].id)}`)
      .set(...bearer(other.sessionId))
      .expect(404);
    await preview(first).expect(200);
  });

  it.each<[string, (context: { serverId: string; owner: string; creator: Member }) => Promise<unknown>]>([
    [
      'is removed',
      ({ serverId, owner, creator }) =>
        backend.api.delete(`/api/servers/${serverId}/members/${creator.user.id}`).set(...bearer(owner)),
    ],
    [
      'is made a plain member',
      ({ serverId, owner, creator }) =>
        backend.api
          .patch(`/api/servers/${serverId}/members/${creator.user.id}`)
          .set(...bearer(owner))
          .send({ role: 'member' }),
    ],
    ['leaves', async ({ serverId, creator }) => post(`/servers/${serverId}/leave`, creator.sessionId)],
    [
      'erases the account',
      ({ creator }) =>
        stack.dataSource.transaction(async (manager) =>
          backend.app.get(ServersService).removeErasedMember(manager, creator.user.id),
        ),
    ],
  ])('GAP-126 are revoked when their creator %s, while other invites remain valid', async (_title, act) => {
    const [creator, other, guest] = await makeMembers(3);
    const { sessionId, serverId } = await makeOwned();
    for (const { user } of [creator!, other!]) await addModerator(serverId, sessionId, user);
    const codes = [await invite(serverId, creator!.sessionId), await invite(serverId, creator!.sessionId)];
    const others = [await invite(serverId, sessionId), await invite(serverId, other!.sessionId)];
    await act({ serverId, owner: sessionId, creator: creator! });
    for (const code of codes) {
      await preview(code).expect(404);
      await accept(guest!.sessionId, code).expect(404);
    }
    for (const code of others) await preview(code).expect(200);
  });

  it('GAP-126 GAP-135 remain valid when their creator transfers the server and becomes a moderator', async () => {
    const [next] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned([next!.user]);
    const code = await invite(serverId, sessionId);
    await post(`/servers/${serverId}/owner`, sessionId, { userId: next!.user.id }).expect(200);
    await preview(code).expect(200);
  });

  it('GAP-126 cannot be created by plain members or non-members', async () => {
    const [member, nonMember] = await makeMembers(2);
    const { serverId } = await makeOwned([member!.user]);
    const refused = await post(`/servers/${serverId}/invites`, member!.sessionId).expect(403);
    expect(refused.body.code).toBe('forbidden');
    await post(`/servers/${serverId}/invites`, nonMember!.sessionId).expect(404);
    expect(await invites().countBy({ serverId })).toBe(0);
  });

  it('GAP-126 readmit a removed member only if they were created after the removal', async () => {
    const [guest, other] = await makeMembers(2);
    const { sessionId, serverId } = await makeOwned();
    const before = await invite(serverId, sessionId);
    await accept(guest!.sessionId, before).expect(200);
    const removeGuest = () =>
      backend.api
        .delete(`/api/servers/${serverId}/members/${guest!.user.id}`)
        .set(...bearer(sessionId))
        .expect(200);
    await removeGuest();
    const refused = await accept(guest!.sessionId, before).expect(403);
    expect(refused.body).toEqual({
      statusCode: 403,
      code: 'forbidden',
      message:
        'You were removed from this dimension after this invite was made. Ask for a new one to rejoin.',
      reason: 'bannedUntilInvited',
    });
    expect(await usesOf(before)).toBe(1);
    expect(await isIn(serverId, guest!.user)).toBe(false);
    await accept(other!.sessionId, before).expect(200);
    const after = await invite(serverId, sessionId);
    await accept(guest!.sessionId, after).expect(200);
    // The old invite changes nothing for a member, and does not work after the next removal.
    await accept(guest!.sessionId, before).expect(200);
    await removeGuest();
    for (const code of [before, after]) await accept(guest!.sessionId, code).expect(403);
  });

  it('GAP-126 are ordered with removals by the time of their commit, not of their start', async () => {
    const [guest, other] = await makeMembers(2);
    const { sessionId, serverId } = await makeOwned([guest!.user, other!.user]);
    const remove = (user: User) =>
      backend.api
        .delete(`/api/servers/${serverId}/members/${user.id}`)
        .set(...bearer(sessionId))
        .expect(200);
    /** Starts `action` while the server is locked, runs `beforeRelease`, and releases the lock. */
    const whileLocked = async <T>(
      action: () => PromiseLike<T>,
      beforeRelease: (runner: QueryRunner) => Promise<unknown>,
    ): Promise<T> => {
      const runner = stack.dataSource.createQueryRunner();
      await runner.connect();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
      const result = Promise.resolve(action());
      await waitUntil('the action to wait', () => hasLockWaiter(stack.dataSource));
      await beforeRelease(runner);
      await runner.commitTransaction();
      await runner.release();
      return result;
    };
    // An invite that waits for a removal comes after it.
    const late = await whileLocked(
      () => invite(serverId, sessionId),
      (runner) =>
        runner.query(
          `INSERT INTO server_removals (server_id, user_id, removed_at) VALUES ($1, $2, clock_timestamp())`,
          [serverId, guest!.user.id],
        ),
    );
    await post(`/servers/${serverId}/leave`, guest!.sessionId).expect(200);
    await accept(guest!.sessionId, late).expect(200);
    // An invite created while a removal waits comes before it.
    const code = newInviteCode();
    await whileLocked(
      () => remove(other!.user),
      (runner) =>
        runner.query(
          `INSERT INTO invites (id, server_id, created_at, expires_at)
           VALUES ($1, $2, clock_timestamp(), now() + interval '1 hour')`,
          [hashInviteCode(code), serverId],
        ),
    );
    await accept(other!.sessionId, code).expect(403);
  });

  it('GAP-126 GAP-135 block a demotion of their creator until they are created or revoked', async () => {
    const [moderator] = await makeMembers(1);
    const { serverId } = await makeOwned([moderator!.user]);
    const demote = async () =>
      stack.dataSource.transaction(async (manager) => {
        await manager.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
        await manager.query(`UPDATE server_members SET role = 'member' WHERE user_id = $1`, [
          moderator!.user.id,
        ]);
      });
    const access = backend.app.get(AccessService);
    const lock = access.lockServer.bind(access);
    const demoted: Promise<void>[] = [];
    const lockSpy = jest.spyOn(access, 'lockServer').mockImplementation(async (...args) => {
      const server = await lock(...args);
      demoted.push(demote());
      await waitUntil('the demotion to wait', () => hasLockWaiter(stack.dataSource));
      return server;
    });
    const promote = () =>
      stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
        moderator!.user.id,
      ]);
    try {
      await promote();
      const code = await invite(serverId, moderator!.sessionId);
      await Promise.all(demoted);
      await promote();
      await revoke(moderator!.sessionId, code).expect(200);
      await Promise.all(demoted);
    } finally {
      lockSpy.mockRestore();
    }
    await post(`/servers/${serverId}/invites`, moderator!.sessionId).expect(403);
  });

  it('GAP-126 do not readmit a member removed at the very time of their creation', async () => {
    const [guest] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned([guest!.user]);
    const code = await invite(serverId, sessionId);
    await backend.api
      .delete(`/api/servers/${serverId}/members/${guest!.user.id}`)
      .set(...bearer(sessionId))
      .expect(200);
    await stack.dataSource.query(
      `UPDATE server_removals SET removed_at = (SELECT created_at FROM invites WHERE id = $2) WHERE user_id = $1`,
      [guest!.user.id, hashInviteCode(code)],
    );
    await accept(guest!.sessionId, code).expect(403);
  });

  it('GAP-126 readmit a member who left', async () => {
    const [guest] = await makeMembers(1);
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId);
    await accept(guest!.sessionId, code).expect(200);
    await post(`/servers/${serverId}/leave`, guest!.sessionId).expect(200);
    await accept(guest!.sessionId, code).expect(200);
    expect(await usesOf(code)).toBe(2);
  });

  it('GAP-126 serialize acceptance and a concurrent removal', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [guest] = await makeMembers(1);
      const { sessionId, serverId } = await makeOwned([guest!.user]);
      const code = await invite(serverId, sessionId);
      const [accepted] = await Promise.all([
        accept(guest!.sessionId, code),
        backend.api
          .delete(`/api/servers/${serverId}/members/${guest!.user.id}`)
          .set(...bearer(sessionId))
          .expect(200),
      ]);
      expect([200, 403]).toContain(accepted.status);
      expect(await isIn(serverId, guest!.user)).toBe(false);
    }
  });

  it('GAP-126 work for public servers', async () => {
    const [moderator, guest] = await makeMembers(2);
    const { server } = await makeServer(stack.dataSource, { members: [moderator!.user] });
    await stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator!.user.id,
    ]);
    const code = await invite(server.id, moderator!.sessionId);
    await revoke(guest!.sessionId, code).expect(404);
    await accept(guest!.sessionId, code).expect(200);
    expect(await isIn(server.id, guest!.user)).toBe(true);
  });
});
