import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Invite, type User } from '@oniverse/data';
import { makeMember, makeServer, registration, TestStack, until } from '@oniverse/testing';
import type { QueryRunner } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { enlist, memberships } from '../testing/dimensions.js';
import { someoneWaits } from '../testing/locks.js';
import { hashOfCode, newInviteCode } from './invite-code.js';

const HOUR_MS = 3_600_000;

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
  const usesOf = async (code: string) => (await invites().findOneByOrFail({ id: hashOfCode(code) })).uses;
  const expire = (code: string) =>
    invites().update({ id: hashOfCode(code) }, { expiresAt: new Date(Date.now() - 1_000) });
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const makeOwned = async (members: readonly User[] = []) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body } = await post('/servers', sessionId, { name: 'Ours', description: 'For us.' }).expect(201);
    const serverId = String(body.id);
    await enlist(stack.dataSource, serverId, members);
    return { user, sessionId, serverId };
  };
  const invite = async (serverId: string, sessionId: string, body: object = {}): Promise<string> => {
    const answer = await post(`/servers/${serverId}/invites`, sessionId, body).expect(201);
    return String(answer.body.code);
  };
  const isIn = async (serverId: string, user: User) =>
    (await memberships(stack.dataSource, serverId))[user.id] !== undefined;

  it('GAP-126 are made with a code that only who made it knows, a week long and for as many as come', async () => {
    const { sessionId, serverId } = await makeOwned();
    const before = Date.now();
    const { body } = await post(`/servers/${serverId}/invites`, sessionId).expect(201);
    expect(body).toEqual({
      code: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      url: `${backend.url}/dimensions/invite/${body.code}`,
      expiresAt: expect.stringMatching(/Z$/),
      maxUses: null,
      uses: 0,
    });
    const lasts = Date.parse(body.expiresAt) - before;
    expect(lasts).toBeGreaterThan(167.9 * HOUR_MS);
    expect(lasts).toBeLessThan(168.1 * HOUR_MS);
    const rows: object[] = await stack.dataSource.query('SELECT * FROM invites WHERE server_id = $1', [
      serverId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.code);
    const other = await invite(serverId, sessionId);
    expect(other).not.toBe(body.code);
  });

  it('GAP-126 the address is on the first of the site’s own origins', async () => {
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

  it('GAP-126 take an expiry and a number of uses, within bounds', async () => {
    const { sessionId, serverId } = await makeOwned();
    const make = (body: object) => post(`/servers/${serverId}/invites`, sessionId, body);
    const { body } = await make({ expiresInHours: 1, maxUses: 1_000 }).expect(201);
    expect(body.maxUses).toBe(1_000);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(1.01 * HOUR_MS);
    const longest = await make({ expiresInHours: 720, maxUses: null }).expect(201);
    expect(longest.body.maxUses).toBeNull();
    expect(Date.parse(longest.body.expiresAt) - Date.now()).toBeGreaterThan(719 * HOUR_MS);
    for (const [field, values, message] of [
      ['expiresInHours', [0, 721, 1.5, -1, '24', true], 'An invite works for 1 to 720 hours.'],
      ['maxUses', [0, 1_001, 1.5, -1, '10', []], 'An invite is for 1 to 1,000 members.'],
      ['uses', [7], 'This field is not known here.'],
    ] as const) {
      for (const value of values) {
        const refused = await make({ [field]: value }).expect(400);
        expect(refused.body.fields).toEqual({ [field]: message });
      }
    }
    expect(await invites().countBy({ serverId })).toBe(2);
  });

  it('GAP-126 PER-011 the preview is open to everyone who has the code, and tells no more than it must', async () => {
    const { sessionId, serverId } = await makeOwned((await people(2)).map(({ user }) => user));
    const { body: made } = await post(`/servers/${serverId}/invites`, sessionId, { maxUses: 3 });
    const { body } = await preview(made.code).expect(200);
    expect(body).toEqual({
      code: made.code,
      server: { id: serverId, name: 'Ours', description: 'For us.', memberCount: 3 },
      expiresAt: made.expiresAt,
    });
    expect(await usesOf(made.code)).toBe(0);
    for (const wrong of ['none', `${made.code}x`, made.code.toLowerCase(), '%00', 'x'.repeat(90)]) {
      const answer = await preview(wrong).ok(() => true);
      expect([wrong, answer.status]).toEqual([wrong, wrong === '%00' ? 400 : 404]);
    }
  });

  it('GAP-126 GAP-137 accepting makes one a member, again and again, and spends one use', async () => {
    const [member] = await people(1);
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

  it('GAP-126 a code survives signing up on the way', async () => {
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId);
    expect((await backend.api.post(`/api/invites/${code}/accept`).expect(401)).body.code).toBe(
      'unauthorized',
    );
    const { body } = await backend.api.post('/api/auth/register').send(registration()).expect(201);
    await accept(body.sessionId, code).expect(200);
  });

  it('GAP-126 the last use is taken by one of two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other, late] = await people(3);
      const { sessionId, serverId } = await makeOwned();
      const code = await invite(serverId, sessionId, { maxUses: 1 });
      const answers = await Promise.all([one!, other!].map((guest) => accept(guest.sessionId, code)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(Object.keys(await memberships(stack.dataSource, serverId))).toHaveLength(2);
      expect(await usesOf(code)).toBe(1);
      // Used up, it is as if it had never been, for everyone.
      await preview(code).expect(404);
      for (const guest of [one!, other!, late!, { sessionId }])
        await accept(guest.sessionId, code).expect(404);
      await revoke(sessionId, code).expect(404);
    }
  });

  it('GAP-126 one that has expired is as if it had never been', async () => {
    const [guest] = await people(1);
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

  it('GAP-126 are revoked by owner and moderators, and by nobody else', async () => {
    const [member, moderator, stranger] = await people(3);
    const { sessionId, serverId } = await makeOwned([member!.user, moderator!.user]);
    await backend.api
      .patch(`/api/servers/${serverId}/members/${moderator!.user.id}`)
      .set(...bearer(sessionId))
      .send({ role: 'moderator' })
      .expect(200);
    const code = await invite(serverId, moderator!.sessionId);
    const refused = await revoke(member!.sessionId, code).expect(403);
    expect(refused.body.message).toBe('Only the owner and moderators may do this.');
    await revoke(stranger!.sessionId, code).expect(404);
    await backend.api.delete(`/api/invites/${code}`).expect(401);
    await preview(code).expect(200);
    await revoke(sessionId, code).expect(200, { ok: true });
    await preview(code).expect(404);
    await accept(stranger!.sessionId, code).expect(404);
    await revoke(sessionId, code).expect(404);
    const own = await invite(serverId, sessionId);
    await revoke(moderator!.sessionId, own).expect(200);
  });

  it('GAP-126 members make none, and strangers find nothing to make one for', async () => {
    const [member, stranger] = await people(2);
    const { serverId } = await makeOwned([member!.user]);
    const refused = await post(`/servers/${serverId}/invites`, member!.sessionId).expect(403);
    expect(refused.body.code).toBe('forbidden');
    await post(`/servers/${serverId}/invites`, stranger!.sessionId).expect(404);
    expect(await invites().countBy({ serverId })).toBe(0);
  });

  it('GAP-126 one who was removed comes back by none that was made before, and by one that was made after', async () => {
    const [guest, other] = await people(2);
    const { sessionId, serverId } = await makeOwned();
    const before = await invite(serverId, sessionId);
    await accept(guest!.sessionId, before).expect(200);
    const kick = () =>
      backend.api
        .delete(`/api/servers/${serverId}/members/${guest!.user.id}`)
        .set(...bearer(sessionId))
        .expect(200);
    await kick();
    const refused = await accept(guest!.sessionId, before).expect(403);
    expect(refused.body).toEqual({
      statusCode: 403,
      code: 'forbidden',
      message: 'You were removed from this dimension. An invite made after that lets you in again.',
    });
    expect(await usesOf(before)).toBe(1);
    expect(await isIn(serverId, guest!.user)).toBe(false);
    await accept(other!.sessionId, before).expect(200);
    const after = await invite(serverId, sessionId);
    await accept(guest!.sessionId, after).expect(200);
    // A member again: the old one changes nothing now, and it does not help after the next removal either.
    await accept(guest!.sessionId, before).expect(200);
    await kick();
    for (const code of [before, after]) await accept(guest!.sessionId, code).expect(403);
  });

  it('GAP-126 of a removal and an invite that wait for each other, the one that came through last decides', async () => {
    const [guest, other] = await people(2);
    const { sessionId, serverId } = await makeOwned([guest!.user, other!.user]);
    const removed = (user: User) =>
      backend.api
        .delete(`/api/servers/${serverId}/members/${user.id}`)
        .set(...bearer(sessionId))
        .expect(200);
    /** Begins something while the server is held, and lets it go on after something else. */
    const whileHeld = async <T>(
      begin: () => PromiseLike<T>,
      meanwhile: (runner: QueryRunner) => Promise<unknown>,
    ): Promise<T> => {
      const runner = stack.dataSource.createQueryRunner();
      await runner.connect();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
      const begun = Promise.resolve(begin());
      await until('it to wait', () => someoneWaits(stack.dataSource));
      await meanwhile(runner);
      await runner.commitTransaction();
      await runner.release();
      return begun;
    };
    // Made while a removal was under way, and after it.
    const late = await whileHeld(
      () => invite(serverId, sessionId),
      (runner) =>
        runner.query(
          `INSERT INTO server_removals (server_id, user_id, removed_at) VALUES ($1, $2, clock_timestamp())`,
          [serverId, guest!.user.id],
        ),
    );
    await post(`/servers/${serverId}/leave`, guest!.sessionId).expect(200);
    await accept(guest!.sessionId, late).expect(200);
    // Made while a removal waited, and so before it.
    const code = newInviteCode();
    await whileHeld(
      () => removed(other!.user),
      (runner) =>
        runner.query(
          `INSERT INTO invites (id, server_id, created_at, expires_at)
           VALUES ($1, $2, clock_timestamp(), now() + interval '1 hour')`,
          [hashOfCode(code), serverId],
        ),
    );
    await accept(other!.sessionId, code).expect(403);
  });

  it('GAP-126 GAP-135 whoever makes or revokes an invite keeps the role until it is done', async () => {
    const [moderator] = await people(1);
    const { serverId } = await makeOwned([moderator!.user]);
    const demote = async () =>
      stack.dataSource.transaction(async (manager) => {
        await manager.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
        await manager.query(`UPDATE server_members SET role = 'member' WHERE user_id = $1`, [
          moderator!.user.id,
        ]);
      });
    const access = backend.app.get(AccessService);
    const hold = access.holdServerAsStaff.bind(access);
    const demoted: Promise<void>[] = [];
    const holding = jest.spyOn(access, 'holdServerAsStaff').mockImplementation(async (...asked) => {
      const held = await hold(...asked);
      demoted.push(demote());
      await until('the demotion to wait', () => someoneWaits(stack.dataSource));
      return held;
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
      holding.mockRestore();
    }
    await post(`/servers/${serverId}/invites`, moderator!.sessionId).expect(403);
  });

  it('GAP-126 an invite of the very moment of a removal is none that was made after it', async () => {
    const [guest] = await people(1);
    const { sessionId, serverId } = await makeOwned([guest!.user]);
    const code = await invite(serverId, sessionId);
    await backend.api
      .delete(`/api/servers/${serverId}/members/${guest!.user.id}`)
      .set(...bearer(sessionId))
      .expect(200);
    await stack.dataSource.query(
      `UPDATE server_removals SET removed_at = (SELECT created_at FROM invites WHERE id = $2) WHERE user_id = $1`,
      [guest!.user.id, hashOfCode(code)],
    );
    await accept(guest!.sessionId, code).expect(403);
  });

  it('GAP-126 who left by themselves comes back by the same', async () => {
    const [guest] = await people(1);
    const { sessionId, serverId } = await makeOwned();
    const code = await invite(serverId, sessionId);
    await accept(guest!.sessionId, code).expect(200);
    await post(`/servers/${serverId}/leave`, guest!.sessionId).expect(200);
    await accept(guest!.sessionId, code).expect(200);
    expect(await usesOf(code)).toBe(2);
  });

  it('GAP-126 accepting and removal at the same time come one after the other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [guest] = await people(1);
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

  it('GAP-126 lead into public servers too', async () => {
    const [moderator, guest] = await people(2);
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
