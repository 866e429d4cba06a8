import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RATE_LIMITS, type UploadTicket } from '@oniverse/contracts';
import { Channel, Message, OutboxRow, Server, ServerMember, StoredObject, User } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  type LiveClient,
  makeConnection,
  makeMember,
  makeServer,
  registration,
  uniqueName,
  until,
} from '@oniverse/testing';
import { tagCounts } from '../testing/album.js';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { someoneWaits } from '../testing/locks.js';
import { pictureOf } from '../testing/pictures.js';
import { TwoBackends } from '../testing/two-backends.js';

/** A member with a password. */
interface Member {
  id: string;
  username: string;
  email: string;
  sessionId: string;
}

describe('erasing an account', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const join = async (overrides: Record<string, unknown> = {}): Promise<Member> => {
    const { body } = await two.api(0).post('/api/auth/register').send(registration(overrides)).expect(201);
    const { id, username, email } = body.user;
    return { id, username, email, sessionId: body.sessionId };
  };
  const erase = (sessionId: string, password: unknown = GOOD_PASSWORD, backend: 0 | 1 = 0) =>
    two
      .api(backend)
      .delete('/api/users/me')
      .set(...bearer(sessionId))
      .send({ password });
  const as = (method: 'get' | 'post' | 'put' | 'patch', sessionId: string, path: string, body?: object) => {
    const api = two.api(0);
    const request = api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const enter = async (member: { sessionId: string }, serverId: string) =>
    as('post', member.sessionId, `/servers/${serverId}/join`).expect(200);
  const server = (id: string) => db().getRepository(Server).findOneBy({ id });
  const roles = async (serverId: string): Promise<Record<string, string>> => {
    const rows = await db().getRepository(ServerMember).findBy({ serverId });
    return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
  };
  /** Gives a server to a member, who is in it with these others in the order in which they came. */
  const ownServer = async (
    owner: { id: string },
    members: readonly { id: string; role: 'moderator' | 'member' }[] = [],
    isPublic = false,
  ): Promise<{ serverId: string; channelId: string }> => {
    const { id: serverId } = await db()
      .getRepository(Server)
      .save({ ownerId: owner.id, name: 'Roof', isPublic, memberCount: members.length + 1 });
    const channel = await db().getRepository(Channel).save({ serverId, name: 'general', isDefault: true });
    for (const [index, { id: userId, role }] of [
      { id: owner.id, role: 'owner' as const },
      ...members,
    ].entries()) {
      await db()
        .getRepository(ServerMember)
        .insert({ serverId, userId, role, joinedAt: new Date(Date.now() - (10 - index) * 60_000) });
    }
    return { serverId, channelId: channel.id };
  };
  const expectCounted = async (): Promise<void> => {
    const wrong: unknown[] = await db().query(
      `SELECT id FROM servers s
        WHERE member_count <> (SELECT count(*) FROM server_members m WHERE m.server_id = s.id)`,
    );
    expect(wrong).toEqual([]);
  };
  /** Every table that names members by `user_id`, and those that name them otherwise. */
  const tracesOf = async (id: string): Promise<string[]> => {
    const columns: { table: string; column: string }[] = await db().query(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'uuid'`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows: unknown[] = await db().query(`SELECT 1 FROM "${table}" WHERE "${column}" = $1 LIMIT 1`, [
        id,
      ]);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };

  describe('what it takes', () => {
    it('GAP-043 GAP-038 a wrong password is 400, and nothing changes', async () => {
      const member = await join();
      const { body } = await erase(member.sessionId, 'Wrong@123').expect(400);
      expect(body).toEqual({
        statusCode: 400,
        code: 'wrong_password',
        message: 'Current password is incorrect.',
      });
      await as('get', member.sessionId, '/auth/me').expect(200);
      expect(await db().getRepository(User).existsBy({ id: member.id })).toBe(true);
    });

    it.each([
      [{}, 'password', 'The password is needed to erase the account.'],
      [{ password: '' }, 'password', 'The password is needed to erase the account.'],
      [{ password: null }, 'password', 'The password is needed to erase the account.'],
      [{ password: 7 }, 'password', 'Text is expected here.'],
      [{ password: GOOD_PASSWORD, username: 'other' }, 'username', 'This field is not known here.'],
    ])('GAP-043 %j is refused', async (body, field, message) => {
      const { sessionId } = await makeMember(db());
      const answer = await two
        .api(0)
        .delete('/api/users/me')
        .set(...bearer(sessionId))
        .send(body)
        .expect(400);
      expect(answer.body.fields).toEqual({ [field]: message });
    });

    it('GAP-043 PER-003 without a session it is 401', async () => {
      const { body } = await two.api(0).delete('/api/users/me').send({ password: GOOD_PASSWORD }).expect(401);
      expect(body.code).toBe('unauthorized');
    });

    it('GAP-043 GAP-127 an account without a password is not erased', async () => {
      const { sessionId } = await makeMember(db());
      expect((await erase(sessionId, '!').expect(400)).body.code).toBe('wrong_password');
    });

    it('GAP-037 its checks and those of logins and of password changes count together', async () => {
      const limited = await BackendUnderTest.start(two.stack.config({ rateLimits: true }));
      try {
        const { username, sessionId } = await join();
        const wrong = (n: number) =>
          n % 2 === 0
            ? limited.api
                .delete('/api/users/me')
                .set(...bearer(sessionId))
                .send({ password: 'Wrong@123' })
            : limited.api.post('/api/auth/login').send({ username, password: 'Wrong@123' });
        for (let n = 0; n < RATE_LIMITS.passwordByNameAndAddress.points; n += 1) await wrong(n);
        await limited.api
          .delete('/api/users/me')
          .set(...bearer(sessionId))
          .send({ password: GOOD_PASSWORD })
          .expect(429);
      } finally {
        await limited.stop();
      }
    });

    it('GAP-043 a second time is 401, and of many at once one does it', async () => {
      const member = await join();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => erase(member.sessionId, GOOD_PASSWORD, n % 2 === 0 ? 0 : 1)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 401, 401, 401, 401, 401,
      ]);
      expect(answers.find(({ status }) => status === 200)?.body).toEqual({ ok: true });
      await erase(member.sessionId).expect(401);
    });

    it('GAP-040 a password that was changed since it was checked erases nothing', async () => {
      const member = await join();
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query('UPDATE users SET password = $2 WHERE id = $1', [member.id, '!']);
        const late = erase(member.sessionId).then((answer) => answer);
        await until('the erasure to wait for the change', () => someoneWaits(db()));
        await runner.commitTransaction();
        expect((await late).body.code).toBe('wrong_password');
      } finally {
        await runner.release();
      }
      await as('get', member.sessionId, '/auth/me').expect(200);
    });
  });

  describe('what becomes of it', () => {
    it('GAP-043 nothing in the database names the member any more', async () => {
      const member = await join();
      const friend = await makeMember(db());
      const open = await makeServer(db());
      await enter(member, open.server.id);
      await ownServer(member, [{ id: friend.user.id, role: 'member' }]);
      await ownServer(member);
      await makeConnection(db(), member, friend.user, ['saturn']);
      await as('post', member.sessionId, '/posts', { title: 'One', content: '#saturn' }).expect(201);
      await as('post', member.sessionId, '/profile-archives', { title: 'Then' }).expect(201);
      await as('post', member.sessionId, '/capsules', { name: 'Winter' }).expect(201);
      const board = await as('post', member.sessionId, '/boards', { name: 'Roof' }).expect(201);
      const { path } = await upload(member);
      await as('post', member.sessionId, '/images', { imageUrl: path, boardId: board.body.id }).expect(201);
      await as('post', member.sessionId, '/objects/upload').expect(200);
      await as('post', member.sessionId, '/users/me/export').expect(200);
      await as('post', member.sessionId, `/channels/${open.channel.id}/messages`, {
        content: 'Hello.',
      }).expect(201);
      expect((await tracesOf(member.id)).length).toBeGreaterThan(10);

      await erase(member.sessionId).expect(200, { ok: true });
      expect(await tracesOf(member.id)).toEqual([]);
      await expectCounted();
      const told = await db().getRepository(OutboxRow).findBy({ subject: member.id });
      expect([...new Set(told.map(({ topic }) => topic))]).toEqual(['member:tags']);
    });

    it('GAP-043 the member is nowhere to be found, and cannot log in', async () => {
      const member = await join();
      const friend = await makeMember(db());
      await as('post', member.sessionId, '/posts', { title: 'Comet', content: 'x' }).expect(201);
      await erase(member.sessionId).expect(200);
      await two
        .api(1)
        .post('/api/auth/login')
        .send({ username: member.username, password: GOOD_PASSWORD })
        .expect(401);
      await as('get', friend.sessionId, `/users/${member.username}`).expect(404);
      await as('get', friend.sessionId, `/users/${member.username}/posts`).expect(404);
      const feed = await as('get', friend.sessionId, '/feed?limit=100').expect(200);
      expect(JSON.stringify(feed.body)).not.toContain(member.id);
      const sky = await as('get', friend.sessionId, '/constellation?limit=2000').expect(200);
      expect(JSON.stringify(sky.body)).not.toContain(member.id);
    });

    it('GAP-043 messages stay, without their author, and are counted and numbered as before', async () => {
      const member = await join();
      const friend = await join();
      const { server: place, channel } = await makeServer(db());
      await enter(member, place.id);
      await enter(friend, place.id);
      const say = async (who: Member, content: string) =>
        (await as('post', who.sessionId, `/channels/${channel.id}/messages`, { content }).expect(201)).body;
      const first = await say(member, 'I was here.');
      const second = await say(friend, `@${member.username} so was I`);
      await erase(member.sessionId).expect(200);
      const { body } = await as('get', friend.sessionId, `/channels/${channel.id}/messages`).expect(200);
      expect(body).toEqual([{ ...first, userId: null, author: null }, second]);
      expect((await say(friend, 'next')).seq).toBe(3);
    });

    it('GAP-043 the name and the address are free again, also where they were claimed', async () => {
      const claim = registration();
      await two
        .api(0)
        .post('/api/waitlist')
        .send({ email: claim['email'], oni_id: claim.username, source: 'landing' })
        .expect(200);
      const { body: before } = await two.api(0).get('/api/waitlist/stats').expect(200);
      const member = await join(claim);
      await erase(member.sessionId).expect(200);
      const { body: after } = await two.api(0).get('/api/waitlist/stats').expect(200);
      expect(after.count).toBe(before.count - 1);
      const again = await join({ username: member.username, email: `${uniqueName()}@example.org` });
      expect(again.id).not.toBe(member.id);
      await join({ email: member.email });
    });

    it('GAP-093 tags count what is left', async () => {
      const [tag, other] = [uniqueName('tag'), uniqueName('tag')];
      const member = await join();
      const friend = await join();
      for (const { sessionId } of [member, friend]) {
        await as('post', sessionId, '/posts', { title: 'One', content: `#${tag}` }).expect(201);
      }
      await as('patch', member.sessionId, '/users/profile', { profileMarkdown: `#${tag} #${other}` }).expect(
        200,
      );
      expect(await tagCounts(db(), tag, other)).toEqual([3, 1]);
      await erase(member.sessionId).expect(200);
      expect(await tagCounts(db(), tag, other)).toEqual([1, 0]);
    });

    it('GAP-093 of a private member nothing counted, and nothing is counted down', async () => {
      const tag = uniqueName('tag');
      const member = await join();
      const friend = await join();
      await as('patch', member.sessionId, '/users/profile', { isPublic: false }).expect(200);
      for (const { sessionId } of [member, friend]) {
        await as('post', sessionId, '/posts', { title: 'One', content: `#${tag}` }).expect(201);
      }
      await erase(member.sessionId).expect(200);
      expect(await tagCounts(db(), tag)).toEqual([1]);
    });

    it('GAP-104 objects are left to upkeep, whatever they were, and nobody reads them', async () => {
      const member = await join();
      const { path } = await upload(member);
      const image = await as('post', member.sessionId, '/images', { imageUrl: path }).expect(201);
      expect(image.body.imageUrl).toBe(path);
      const unused = await upload(member);
      const awaited: UploadTicket = (await as('post', member.sessionId, '/objects/upload').expect(200)).body;
      await erase(member.sessionId).expect(200);
      for (const objectPath of [path, unused.path, awaited.objectPath]) {
        expect(await db().getRepository(StoredObject).findOneBy({ path: objectPath })).toMatchObject({
          userId: null,
          state: 'discarded',
        });
        await two.api(0).get(objectPath).expect(404);
      }
      await two
        .api(0)
        .put(new URL(awaited.uploadURL).pathname)
        .set('content-type', 'image/png')
        .send(pictureOf('image/png'))
        .expect(403);
    });
  });

  describe('dimensions of one’s own', () => {
    it('GAP-043 pass to the oldest moderator, though members are older', async () => {
      const member = await join();
      const [older, moderator, late] = [
        await makeMember(db()),
        await makeMember(db()),
        await makeMember(db()),
      ];
      const { serverId } = await ownServer(member, [
        { id: older.user.id, role: 'member' },
        { id: moderator.user.id, role: 'moderator' },
        { id: late.user.id, role: 'moderator' },
      ]);
      await erase(member.sessionId).expect(200);
      expect(await server(serverId)).toMatchObject({ ownerId: moderator.user.id, memberCount: 3 });
      expect(await roles(serverId)).toEqual({
        [older.user.id]: 'member',
        [moderator.user.id]: 'owner',
        [late.user.id]: 'moderator',
      });
    });

    it('GAP-043 pass to the oldest member where there is no moderator', async () => {
      const member = await join();
      const [older, late] = [await makeMember(db()), await makeMember(db())];
      const { serverId } = await ownServer(member, [
        { id: older.user.id, role: 'member' },
        { id: late.user.id, role: 'member' },
      ]);
      await erase(member.sessionId).expect(200);
      expect(await server(serverId)).toMatchObject({ ownerId: older.user.id, memberCount: 2 });
      expect(await roles(serverId)).toEqual({ [older.user.id]: 'owner', [late.user.id]: 'member' });
    });

    it('GAP-043 go where nobody else is in them, with what was said there', async () => {
      const member = await join();
      const { serverId, channelId } = await ownServer(member);
      await as('post', member.sessionId, `/channels/${channelId}/messages`, { content: 'Alone.' }).expect(
        201,
      );
      await erase(member.sessionId).expect(200);
      expect(await server(serverId)).toBeNull();
      expect(await db().getRepository(Message).countBy({ channelId })).toBe(0);
    });
  });

  describe('live', () => {
    it('GAP-040 GAP-140 all sessions end at once, on every backend, and no other member’s', async () => {
      const member = await join();
      const login = await two
        .api(1)
        .post('/api/auth/login')
        .send({ username: member.username, password: GOOD_PASSWORD })
        .expect(200);
      const stranger = await makeMember(db());
      const ended = [
        await two.connect(0, member.sessionId),
        await two.connect(1, member.sessionId),
        await two.connect(1, login.body.sessionId),
      ];
      const other = await two.connect(1, stranger.sessionId);
      await erase(member.sessionId).expect(200);
      for (const client of ended) {
        await until('the socket to be closed', () => client.socket.disconnected);
        expect(client.payloads('session:ended')).toContainEqual({ reason: 'ended' });
      }
      for (const sessionId of [member.sessionId, login.body.sessionId]) {
        await as('get', sessionId, '/auth/me').expect(401);
      }
      expect(other.socket.connected).toBe(true);
      expect(other.payloads('session:ended')).toEqual([]);
    });

    it('LIV-007 members of the same dimensions hear that the member is gone, and nobody else does', async () => {
      const member = await join();
      const [friend, stranger] = [await makeMember(db()), await makeMember(db())];
      const { server: place, channel } = await makeServer(db());
      const other = await makeServer(db());
      await enter(member, place.id);
      await enter(friend, place.id);
      await enter(stranger, other.server.id);
      const gone = await two.connect(0, member.sessionId);
      const hears = await two.connect(1, friend.sessionId);
      const deaf = await two.connect(1, stranger.sessionId);
      const isOffline = (client: LiveClient) =>
        client.payloads('presence').some(({ offline }) => offline.includes(member.id));
      await erase(member.sessionId).expect(200);
      await until('the member to be offline', () => isOffline(hears));
      expect(await hears.ask('presence:list', { serverId: place.id })).toMatchObject({ ok: true });
      const { online } = await hears.ask('presence:list', { serverId: place.id });
      expect(online).not.toContain(member.id);
      expect(gone.socket.connected).toBe(false);
      // What was told before this answer would have come before it.
      await deaf.ask('channel:open', { channelId: channel.id });
      expect(JSON.stringify(deaf.told)).not.toContain(member.id);
    });
  });

  describe('at the same time', () => {
    it('GAP-043 while the member and others send, nothing that was acknowledged is lost', async () => {
      for (let round = 0; round < 5; round += 1) {
        const member = await join();
        const friend = await join();
        const { server: place, channel } = await makeServer(db());
        await enter(member, place.id);
        await enter(friend, place.id);
        const send = (who: Member, content: string) =>
          as('post', who.sessionId, `/channels/${channel.id}/messages`, { content }).then((answer) => answer);
        const [erased, own, others] = await Promise.all([
          erase(member.sessionId, GOOD_PASSWORD, 1).then((answer) => answer),
          Promise.all(Array.from({ length: 15 }, (_, n) => send(member, `own ${n}`))),
          Promise.all(Array.from({ length: 15 }, (_, n) => send(friend, `@${member.username} ${n}`))),
        ]);
        expect(erased.status).toBe(200);
        expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
        for (const { status } of own) expect([201, 401, 403]).toContain(status);
        const acknowledged = [...own, ...others].filter(({ status }) => status === 201);
        const stored = await db().getRepository(Message).findBy({ channelId: channel.id });
        expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(acknowledged.map(({ body }) => body.id)));
        expect(stored).toHaveLength(acknowledged.length);
        expect(stored.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(stored.map((_, n) => n + 1));
        expect(await tracesOf(member.id)).toEqual([]);
      }
      await expectCounted();
    });

    it('GAP-043 GAP-137 while the member joins, posts and makes things, nothing of the member stays', async () => {
      for (let round = 0; round < 5; round += 1) {
        const member = await join();
        const places = await Promise.all(Array.from({ length: 4 }, () => makeServer(db())));
        const tag = uniqueName('tag');
        const [erased, ...did] = await Promise.all([
          erase(member.sessionId, GOOD_PASSWORD, 1).then((answer) => answer),
          ...places.flatMap(({ server: place, channel }) => [
            as('post', member.sessionId, `/servers/${place.id}/join`).then((answer) => answer),
            as('put', member.sessionId, `/channels/${channel.id}/read`, { seq: 0 }).then((answer) => answer),
          ]),
          as('post', member.sessionId, '/posts', { title: 'x', content: `#${tag}` }).then((answer) => answer),
          as('post', member.sessionId, '/objects/upload').then((answer) => answer),
          as('post', member.sessionId, '/users/me/export').then((answer) => answer),
        ]);
        expect(erased.status).toBe(200);
        for (const { status } of did) expect([200, 201, 401, 403]).toContain(status);
        expect(await tracesOf(member.id)).toEqual([]);
        expect(await tagCounts(db(), tag)).toEqual([0]);
      }
      await expectCounted();
    });

    it('GAP-043 a member who waits to join until the other is erased is told that there is no session', async () => {
      const member = await join();
      const { server: place } = await makeServer(db());
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [member.id]);
        const late = as('post', member.sessionId, `/servers/${place.id}/join`).then((answer) => answer);
        await until('the join to wait', () => someoneWaits(db()));
        await runner.query('DELETE FROM users WHERE id = $1', [member.id]);
        await runner.commitTransaction();
        const { status, body } = await late;
        expect([status, body.code]).toEqual([401, 'unauthorized']);
      } finally {
        await runner.release();
      }
      await expectCounted();
    });

    it('GAP-043 begins anew where it and another change wait for each other', async () => {
      /** @returns whether it was the erasure that PostgreSQL broke off */
      const collide = async (): Promise<boolean> => {
        const member = await join();
        const { serverId } = await ownServer(member, [{ ...(await join()), role: 'member' }]);
        const runner = db().createQueryRunner();
        try {
          await runner.startTransaction();
          await runner.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
          const erasing = erase(member.sessionId).then(({ status }) => status);
          await until('the erasure to wait', () => someoneWaits(db()));
          // Whoever waited first looks first whether somebody has to give way, after a second.
          const hasGivenWay = await runner
            .query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.id])
            .then(
              () => true,
              () => false,
            );
          await (hasGivenWay ? runner.commitTransaction() : runner.rollbackTransaction());
          expect(await erasing).toBe(200);
          return hasGivenWay;
        } finally {
          await runner.release();
        }
      };
      // Where the machine has much other work it may be the other.
      let tries = 1;
      while (!(await collide())) expect((tries += 1)).toBeLessThan(10);
      await expectCounted();
    });

    it('GAP-127 GAP-137 one whom ops put into a dimension meanwhile is counted there no more', async () => {
      const member = await join();
      const { server: place } = await makeServer(db());
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query(
          `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`,
          [place.id, member.id],
        );
        await runner.query('UPDATE servers SET member_count = member_count + 1 WHERE id = $1', [place.id]);
        const erasing = erase(member.sessionId).then(({ status }) => status);
        await until('the erasure to wait', () => someoneWaits(db()));
        await runner.commitTransaction();
        expect(await erasing).toBe(200);
      } finally {
        await runner.release();
      }
      expect(await server(place.id)).toMatchObject({ memberCount: 1 });
      expect(await tracesOf(member.id)).toEqual([]);
      await expectCounted();
    });

    it('GAP-043 owners of each other’s dimensions who go at once leave none behind', async () => {
      for (let round = 0; round < 5; round += 1) {
        const members = await Promise.all(Array.from({ length: 4 }, () => join()));
        const heir = await makeMember(db());
        const serverIds: string[] = [];
        for (const owner of members) {
          const others = members.filter(({ id }) => id !== owner.id);
          const { serverId } = await ownServer(owner, [
            ...others.map(({ id }) => ({ id, role: 'moderator' as const })),
            { id: heir.user.id, role: 'member' },
          ]);
          serverIds.push(serverId);
        }
        const alone = await ownServer(members[0]!, [{ id: members[1]!.id, role: 'member' }]);
        const answers = await Promise.all(
          members.map(({ sessionId }, n) => erase(sessionId, GOOD_PASSWORD, n % 2 === 0 ? 0 : 1)),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        for (const serverId of serverIds) {
          expect(await server(serverId)).toMatchObject({ ownerId: heir.user.id, memberCount: 1 });
          expect(await roles(serverId)).toEqual({ [heir.user.id]: 'owner' });
        }
        expect(await server(alone.serverId)).toBeNull();
      }
      await expectCounted();
    });

    it('GAP-043 the name has one member at most, whoever registers it at once', async () => {
      for (let round = 0; round < 3; round += 1) {
        const member = await join();
        const answers = await Promise.all([
          erase(member.sessionId).then((answer) => answer),
          ...Array.from({ length: 5 }, (_, n) =>
            two
              .api(n % 2 === 0 ? 0 : 1)
              .post('/api/auth/register')
              .send(registration({ username: member.username }))
              .then((answer) => answer),
          ),
        ]);
        const [erased, ...registered] = answers;
        expect(erased?.status).toBe(200);
        for (const { status } of registered) expect([201, 409]).toContain(status);
        const holders = await db().getRepository(User).countBy({ username: member.username });
        expect(holders).toBe(registered.filter(({ status }) => status === 201).length);
        expect(holders).toBeLessThanOrEqual(1);
      }
    });

    it('GAP-104 an upload under way leaves nothing in the store', async () => {
      const member = await join();
      const ticket: UploadTicket = (await as('post', member.sessionId, '/objects/upload').expect(200)).body;
      const bytes = pictureOf('image/png', 200_000);
      const request = http.request(ticket.uploadURL, {
        method: 'PUT',
        headers: { 'content-length': bytes.length },
      });
      const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).once('error', reject);
      });
      request.write(bytes.subarray(0, 100_000));
      const row = () => db().getRepository(StoredObject).findOneBy({ path: ticket.objectPath });
      await until('the upload to arrive', async () => (await row())?.state === 'arriving');
      await erase(member.sessionId).expect(200);
      expect(await row()).toMatchObject({ userId: null, state: 'arriving' });
      request.end(bytes.subarray(100_000));
      expect((await answered).statusCode).toBe(403);
      await until('the row to go', async () => (await row()) === null);
    });
  });

  /** A picture of the member's that has arrived. */
  async function upload(member: Member): Promise<{ path: string }> {
    const ticket: UploadTicket = (await as('post', member.sessionId, '/objects/upload').expect(200)).body;
    await two
      .api(0)
      .put(new URL(ticket.uploadURL).pathname)
      .set('content-type', 'image/png')
      .send(pictureOf('image/png'))
      .expect(200);
    return { path: ticket.objectPath };
  }
});
