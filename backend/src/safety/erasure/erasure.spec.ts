import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MessageView, type UploadTicket } from '@oniverse/contracts';
import { Channel, Message, OutboxRow, Server, ServerMember, StoredObject, User } from '@oniverse/data';
import { ErasureRecords, ObjectStore } from '@oniverse/platform';
import {
  GOOD_PASSWORD,
  type LiveClient,
  makeConnection,
  makeMember,
  makeServer,
  registration,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { tagCounts } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { TwoBackends } from '../../testing/two-backends.js';

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
  const joinServer = async (member: { sessionId: string }, serverId: string) =>
    two.callAs(member, 'post', `/servers/${serverId}/join`).expect(200);
  const server = (id: string) => db().getRepository(Server).findOneBy({ id });
  const roles = async (serverId: string): Promise<Record<string, string>> => {
    const rows = await db().getRepository(ServerMember).findBy({ serverId });
    return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
  };
  /** Creates a server with the owner and the members, joined in the given order. */
  const makeOwnServer = async (
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
  const expectCorrectMemberCounts = async (): Promise<void> => {
    const wrong: unknown[] = await db().query(
      `SELECT id FROM servers s
        WHERE member_count <> (SELECT count(*) FROM server_members m WHERE m.server_id = s.id)`,
    );
    expect(wrong).toEqual([]);
  };
  /** Skips `author_removals`, where the worker clears ids after some days. */
  const findReferences = async (id: string): Promise<string[]> => {
    const columns: { table: string; column: string }[] = await db().query(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'uuid' AND table_name <> 'author_removals'`,
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

  describe('authorization', () => {
    it('GAP-043 GAP-038 rejects a wrong password with 400 and changes nothing', async () => {
      const member = await join();
      const { body } = await erase(member.sessionId, 'Wrong@123').expect(400);
      expect(body).toEqual({
        statusCode: 400,
        code: 'wrong_password',
        message: 'Current password is incorrect.',
        reason: 'wrongPassword',
      });
      await two.callAs(member, 'get', '/auth/me').expect(200);
      expect(await db().getRepository(User).existsBy({ id: member.id })).toBe(true);
    });

    it.each([
      [{}, 'password', 'Enter your password to erase your account.'],
      [{ password: '' }, 'password', 'Enter your password to erase your account.'],
      [{ password: null }, 'password', 'Enter your password to erase your account.'],
      [{ password: 7 }, 'password', 'This must be text.'],
      [{ password: GOOD_PASSWORD, username: 'other' }, 'username', 'Unknown field.'],
    ])('GAP-043 rejects %j', async (body, field, message) => {
      const { sessionId } = await makeMember(db());
      const answer = await two
        .api(0)
        .delete('/api/users/me')
        .set(...bearer(sessionId))
        .send(body)
        .expect(400);
      expect(answer.body.fields).toEqual({ [field]: message });
    });

    it('GAP-043 PER-003 returns 401 without a session', async () => {
      const { body } = await two.api(0).delete('/api/users/me').send({ password: GOOD_PASSWORD }).expect(401);
      expect(body.code).toBe('unauthorized');
    });

    it('GAP-043 GAP-127 does not erase an account without a password', async () => {
      const { sessionId } = await makeMember(db());
      expect((await erase(sessionId, '!').expect(400)).body.code).toBe('wrong_password');
    });

    it('GAP-043 lets one of many concurrent calls erase the account and returns 401 to the others', async () => {
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

    const listed = async (id: string) => {
      const records = await new ErasureRecords(new ObjectStore(two.stack.config().objectStore)).list();
      return records.filter(({ userId }) => userId === id).length;
    };

    it('LIV-051 lists an erasure outside of the database', async () => {
      const member = await join();
      await erase(member.sessionId).expect(200);
      expect(await listed(member.id)).toBe(1);
    });

    it('LIV-051 erases nothing while the object store, which lists erasures, is down', async () => {
      const objectStore = { ...two.stack.config().objectStore, endpoint: new URL('http://127.0.0.1:1') };
      const backend = await BackendUnderTest.start(two.stack.config({ objectStore }));
      const member = await join();
      await backend.api
        .delete('/api/users/me')
        .set(...bearer(member.sessionId))
        .send({ password: GOOD_PASSWORD })
        .expect(503);
      await backend.stop();
      await two.callAs(member, 'get', '/auth/me').expect(200);
    });

    it('GAP-040 LIV-051 erases and lists nothing when the password changes after the check', async () => {
      const member = await join();
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query('UPDATE users SET password = $2 WHERE id = $1', [member.id, '!']);
        const concurrentErase = erase(member.sessionId).then((answer) => answer);
        await waitUntil('the erasure to wait for the change', () => hasLockWaiter(db()));
        await runner.commitTransaction();
        expect((await concurrentErase).body.code).toBe('wrong_password');
      } finally {
        await runner.release();
      }
      await two.callAs(member, 'get', '/auth/me').expect(200);
      expect(await listed(member.id)).toBe(0);
    });
  });

  describe('the result', () => {
    it('GAP-043 NXT-053 leaves no reference to the member in the database', async () => {
      const member = await join();
      const friend = await makeMember(db());
      const open = await makeServer(db());
      await joinServer(member, open.server.id);
      await makeOwnServer(member, [{ id: friend.user.id, role: 'member' }]);
      await makeOwnServer(member);
      await makeConnection(db(), member, friend.user, ['saturn']);
      await two.callAs(member, 'post', '/posts', { title: 'One', content: '#saturn' }).expect(201);
      const theirs = await two.callAs(friend, 'post', '/posts', { title: 'Two', content: 'x' }).expect(201);
      await two.callAs(member, 'put', `/posts/${theirs.body.id}/ripple`).expect(200);
      await two.callAs(member, 'post', `/posts/${theirs.body.id}/replies`, { content: 'Hi.' }).expect(201);
      await two.callAs(member, 'post', '/profile-archives', { title: 'Then' }).expect(201);
      await two.callAs(member, 'post', '/capsules', { name: 'Winter' }).expect(201);
      await two.callAs(member, 'put', `/bookmarks/member/${friend.user.id}`).expect(200);
      await two.callAs(friend, 'put', `/bookmarks/member/${member.id}`).expect(200);
      await two.callAs(member, 'put', `/mutes/${friend.user.id}`).expect(200);
      await two.callAs(friend, 'put', `/mutes/${member.id}`).expect(200);
      const board = await two.callAs(member, 'post', '/boards', { name: 'Roof' }).expect(201);
      const { path } = await upload(member);
      await two.callAs(member, 'post', '/images', { imageUrl: path, boardId: board.body.id }).expect(201);
      await two.callAs(member, 'post', '/objects/upload').expect(200);
      await two.callAs(member, 'post', '/users/me/export').expect(200);
      await two
        .callAs(member, 'post', `/channels/${open.channel.id}/messages`, {
          content: 'Hello.',
        })
        .expect(201);
      await two.callAs(friend, 'put', `/blocks/${member.id}`).expect(200);
      expect((await findReferences(member.id)).length).toBeGreaterThan(10);

      await erase(member.sessionId).expect(200, { ok: true });
      expect(await findReferences(member.id)).toEqual([]);
      await expectCorrectMemberCounts();
      const enqueued = await db().getRepository(OutboxRow).findBy({ subject: member.id });
      expect([...new Set(enqueued.map(({ topic }) => topic))].toSorted()).toEqual([
        'derive-member',
        'suggest-links',
      ]);
    });

    it('GAP-043 removes the member from every list and rejects logins', async () => {
      const member = await join();
      const friend = await makeMember(db());
      await two.callAs(member, 'post', '/posts', { title: 'Comet', content: 'x' }).expect(201);
      await erase(member.sessionId).expect(200);
      await two
        .api(1)
        .post('/api/auth/login')
        .send({ username: member.username, password: GOOD_PASSWORD })
        .expect(401);
      await two.callAs(friend, 'get', `/users/${member.username}`).expect(404);
      await two.callAs(friend, 'get', `/users/${member.username}/posts`).expect(404);
      const feed = await two.callAs(friend, 'get', '/feed?limit=100').expect(200);
      expect(JSON.stringify(feed.body)).not.toContain(member.id);
      const constellation = await two.callAs(friend, 'get', '/constellation?limit=2000').expect(200);
      expect(JSON.stringify(constellation.body)).not.toContain(member.id);
    });

    it('GAP-043 keeps messages without their author and keeps their numbers', async () => {
      const member = await join();
      const friend = await join();
      const { server: place, channel } = await makeServer(db());
      await joinServer(member, place.id);
      await joinServer(friend, place.id);
      const send = async (who: Member, content: string) =>
        (await two.callAs(who, 'post', `/channels/${channel.id}/messages`, { content }).expect(201)).body;
      const first = await send(member, 'I was here.');
      const second = await send(friend, `@${member.username} so was I`);
      await erase(member.sessionId).expect(200);
      const { body } = await two.callAs(friend, 'get', `/channels/${channel.id}/messages`).expect(200);
      expect(body).toEqual([{ ...first, userId: null, author: null }, second]);
      expect((await send(friend, 'next')).seq).toBe(3);
    });

    it('GAP-043 removes the author from open channels on every backend as one revision', async () => {
      const member = await join();
      const friend = await join();
      const { server: place, channel } = await makeServer(db());
      const other = await makeServer(db());
      for (const who of [member, friend]) await joinServer(who, place.id);
      const write = async (who: Member, content: string) =>
        (await two.callAs(who, 'post', `/channels/${channel.id}/messages`, { content }).expect(201)).body;
      const own = [await write(member, 'One.'), await write(member, 'Two.')];
      const kept = await write(friend, 'Three.');
      await two.callAs(member, 'patch', `/messages/${own[0].id}`, { content: 'First.' }).expect(200);
      const clients = [await two.connect(0, friend.sessionId), await two.connect(1, friend.sessionId)];
      for (const client of clients) {
        await client.request('channel:open', { channelId: channel.id });
        await client.request('channel:open', { channelId: other.channel.id });
      }
      await erase(member.sessionId).expect(200);
      const removed = { channelId: channel.id, userId: member.id, rev: 5 };
      const next = await write(friend, 'Four.');
      expect(next).toMatchObject({ seq: 4, rev: 6 });
      for (const client of clients) {
        await waitUntil('the next message', () => client.messages(channel.id).length > 0);
        // In order of `rev`, so that the next message leaves no gap.
        expect(client.received.filter(({ event }) => /^(author|message)/.test(event))).toEqual([
          { event: 'author:removed', payload: removed },
          { event: 'messages:created', payload: { channelId: channel.id, messages: [next] } },
        ]);
        const resume = (rev: number) =>
          client.request('channel:open', { channelId: channel.id, from: 1, after: 3, rev });
        expect(await resume(4)).toEqual({
          ok: true,
          firstSeq: 1,
          lastSeq: 4,
          lastRev: 6,
          messages: [next],
          changed: [],
          removedAuthors: [removed],
          more: false,
        });
        expect(await resume(5)).not.toHaveProperty('removedAuthors');
      }
      const { body } = await two.callAs(friend, 'get', `/channels/${channel.id}/messages`).expect(200);
      expect(body.map(({ userId, rev }: MessageView) => [userId, rev])).toEqual([
        [null, 4],
        [null, 2],
        [kept.userId, 3],
        [friend.id, 6],
      ]);
    });

    it('TLK-027 removes reactions, as a revision of each message', async () => {
      const member = await join();
      const friend = await join();
      const { server: place, channel } = await makeServer(db());
      for (const who of [member, friend]) await joinServer(who, place.id);
      const react = async (who: Member, { id }: MessageView, emoji: string) =>
        two.callAs(who, 'put', `/messages/${id}/reactions/${encodeURIComponent(emoji)}`).expect(200);
      const messages: MessageView[] = [];
      for (const content of ['One.', 'Two.']) {
        const { body } = await two.callAs(friend, 'post', `/channels/${channel.id}/messages`, { content });
        messages.push(body);
        await react(member, body, '✨');
        await react(member, body, '🌙');
      }
      const [first] = messages;
      if (first) await react(friend, first, '✨');
      const client = await two.connect(1, friend.sessionId);
      await client.request('channel:open', { channelId: channel.id });
      await erase(member.sessionId).expect(200);
      await waitUntil('the removals', () => client.payloads('message:edited').length === 2);
      expect(client.payloads('message:edited')).toMatchObject([
        { seq: 1, rev: 8, reactions: [{ emoji: '✨', count: 1, first: [{ userId: friend.id }] }] },
        { seq: 2, rev: 9 },
      ]);
      expect(client.payloads('message:edited')[1]).not.toHaveProperty('reactions');
    });

    it('GAP-043 resets a client that was away until the removed author was forgotten', async () => {
      const member = await join();
      const friend = await join();
      const { server: place, channel } = await makeServer(db());
      for (const who of [member, friend]) await joinServer(who, place.id);
      await two.callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'One.' }).expect(201);
      await erase(member.sessionId).expect(200);
      await db().query('UPDATE author_removals SET user_id = NULL WHERE channel_id = $1', [channel.id]);
      const client = await two.connect(0, friend.sessionId);
      const answer = await client.request('channel:open', {
        channelId: channel.id,
        from: 1,
        after: 1,
        rev: 1,
      });
      expect(answer).toMatchObject({ reset: true, lastRev: 2, messages: [{ seq: 1, author: null }] });
    });

    const claim = (claimed: { username: string; email?: unknown }, access_key?: string) =>
      two
        .api(0)
        .post('/api/waitlist')
        .send({ email: claimed.email, oni_id: claimed.username, access_key, source: 'landing' })
        .expect(200);

    it('GAP-043 frees the name and the address, even when claimed with an access key', async () => {
      const claimed = registration();
      await claim(claimed, GOOD_PASSWORD);
      const { body: before } = await two.api(0).get('/api/waitlist/stats').expect(200);
      const member = await join(claimed);
      await erase(member.sessionId).expect(200);
      const { body: after } = await two.api(0).get('/api/waitlist/stats').expect(200);
      expect(after.count).toBe(before.count - 1);
      const again = await join({ username: member.username, email: `${uniqueName()}@example.org` });
      expect(again.id).not.toBe(member.id);
      await join({ email: member.email });
    });

    it('ACC-192 deletes the waitlist entry that the member proved with a former address', async () => {
      const claimed = registration();
      await claim(claimed, GOOD_PASSWORD);
      const member = await join(claimed);
      const email = `${uniqueName()}@example.org`;
      await db().query('UPDATE users SET email = $2 WHERE id = $1', [member.id, email]);
      await erase(member.sessionId).expect(200);
      expect(await db().query('SELECT FROM waitlist_entries WHERE email = $1', [claimed['email']])).toEqual(
        [],
      );
    });

    it('treats a claim as proven after a rename to the claimed name', async () => {
      const member = await join();
      const claimed = { username: uniqueName(), email: member.email };
      await claim(claimed, GOOD_PASSWORD);
      await two
        .callAs(member, 'patch', '/users/profile', {
          username: claimed.username,
          accessKey: GOOD_PASSWORD,
        })
        .expect(200);
      await two.callAs(member, 'patch', '/users/profile', { username: uniqueName() }).expect(200);
      await erase(member.sessionId).expect(200);
      expect(await db().query('SELECT FROM waitlist_entries WHERE oni_id = $1', [claimed.username])).toEqual(
        [],
      );
    });

    it('ACC-192 keeps the waitlist entry of a member who has taken the erased member’s former name', async () => {
      const member = await join();
      await two.callAs(member, 'patch', '/users/profile', { username: uniqueName() }).expect(200);
      await db().query('UPDATE former_usernames SET held_until = NULL WHERE user_id = $1', [member.id]);
      const claimed = registration({ username: member.username });
      await claim(claimed, GOOD_PASSWORD);
      await join(claimed);
      await erase(member.sessionId).expect(200);
      const kept = 'SELECT FROM waitlist_entries WHERE email = $1 AND proven_at IS NOT NULL';
      expect(await db().query(kept, [claimed['email']])).toHaveLength(1);
    });

    it('NXT-423 keeps the reservation of a former name, which leads to nobody', async () => {
      const member = await join();
      const username = uniqueName();
      await two.callAs(member, 'patch', '/users/profile', { username }).expect(200);
      await erase(member.sessionId).expect(200);
      const other = registration({ username: member.username });
      const { body } = await two.api(0).post('/api/auth/register').send(other).expect(409);
      expect(body.code).toBe('username_reserved');
      await two.callAs(await join(), 'get', `/users/${member.username}`).expect(404);
    });

    it.each([
      ['with a key that the member never had', GOOD_PASSWORD],
      ['without a key', undefined],
    ])('keeps the waitlist claim of the same address %s', async (_, key) => {
      const claimed = registration();
      await claim(claimed, key);
      const impostor = await join({ email: claimed['email'] });
      await erase(impostor.sessionId).expect(200);
      const other = registration({ username: claimed.username });
      const { body } = await two.api(0).post('/api/auth/register').send(other).expect(409);
      expect(body.code).toBe('username_reserved');
      await join(claimed);
    });

    it('GAP-093 subtracts the member’s uses from tag counts', async () => {
      const [tag, other] = [uniqueName('tag'), uniqueName('tag')];
      const member = await join();
      const friend = await join();
      for (const { sessionId } of [member, friend]) {
        await two.callAs({ sessionId }, 'post', '/posts', { title: 'One', content: `#${tag}` }).expect(201);
      }
      await two
        .callAs(member, 'patch', '/users/profile', { profileMarkdown: `#${tag} #${other}` })
        .expect(200);
      expect(await tagCounts(db(), tag, other)).toEqual([3, 1]);
      await erase(member.sessionId).expect(200);
      expect(await tagCounts(db(), tag, other)).toEqual([1, 0]);
    });

    it('GAP-093 leaves tag counts unchanged for a private member', async () => {
      const tag = uniqueName('tag');
      const member = await join();
      const friend = await join();
      await two.callAs(member, 'patch', '/users/profile', { isPublic: false }).expect(200);
      for (const { sessionId } of [member, friend]) {
        await two.callAs({ sessionId }, 'post', '/posts', { title: 'One', content: `#${tag}` }).expect(201);
      }
      await erase(member.sessionId).expect(200);
      expect(await tagCounts(db(), tag)).toEqual([1]);
    });

    it('GAP-104 discards objects in every state for maintenance and makes them unreadable', async () => {
      const member = await join();
      const { path } = await upload(member);
      const image = await two.callAs(member, 'post', '/images', { imageUrl: path }).expect(201);
      expect(image.body.imageUrl).toBe(path);
      const unused = await upload(member);
      const pendingUpload: UploadTicket = (await two.callAs(member, 'post', '/objects/upload').expect(200))
        .body;
      await erase(member.sessionId).expect(200);
      for (const objectPath of [path, unused.path, pendingUpload.objectPath]) {
        expect(await db().getRepository(StoredObject).findOneBy({ path: objectPath })).toMatchObject({
          userId: null,
          state: 'discarded',
        });
        await two.api(0).get(objectPath).expect(404);
      }
      await two
        .api(0)
        .put(new URL(pendingUpload.uploadURL).pathname)
        .set('content-type', 'image/png')
        .send(makePictureFile('image/png'))
        .expect(403);
    });
  });

  describe('owned dimensions', () => {
    it('GAP-043 pass to the longest-standing moderator before older members', async () => {
      const member = await join();
      const [older, moderator, late] = [
        await makeMember(db()),
        await makeMember(db()),
        await makeMember(db()),
      ];
      const { serverId } = await makeOwnServer(member, [
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

    it('GAP-043 pass to the longest-standing member when there is no moderator', async () => {
      const member = await join();
      const [older, late] = [await makeMember(db()), await makeMember(db())];
      const { serverId } = await makeOwnServer(member, [
        { id: older.user.id, role: 'member' },
        { id: late.user.id, role: 'member' },
      ]);
      await erase(member.sessionId).expect(200);
      expect(await server(serverId)).toMatchObject({ ownerId: older.user.id, memberCount: 2 });
      expect(await roles(serverId)).toEqual({ [older.user.id]: 'owner', [late.user.id]: 'member' });
    });

    it('GAP-043 are deleted with their messages when nobody else is a member', async () => {
      const member = await join();
      const { serverId, channelId } = await makeOwnServer(member);
      await two.callAs(member, 'post', `/channels/${channelId}/messages`, { content: 'Alone.' }).expect(201);
      await erase(member.sessionId).expect(200);
      expect(await server(serverId)).toBeNull();
      expect(await db().getRepository(Message).countBy({ channelId })).toBe(0);
    });
  });

  describe('live events', () => {
    it('GAP-040 GAP-140 end all sessions of the member on every backend and no others', async () => {
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
        await waitUntil('the socket to be closed', () => client.socket.disconnected);
        expect(client.payloads('session:ended')).toContainEqual({ reason: 'ended' });
      }
      for (const sessionId of [member.sessionId, login.body.sessionId]) {
        await two.callAs({ sessionId }, 'get', '/auth/me').expect(401);
      }
      expect(other.socket.connected).toBe(true);
      expect(other.payloads('session:ended')).toEqual([]);
    });

    it('LIV-007 send the offline status only to members of the same dimensions', async () => {
      const member = await join();
      const [friend, stranger] = [await makeMember(db()), await makeMember(db())];
      const { server: place, channel } = await makeServer(db());
      const other = await makeServer(db());
      await joinServer(member, place.id);
      await joinServer(friend, place.id);
      await joinServer(stranger, other.server.id);
      const erased = await two.connect(0, member.sessionId);
      const friendClient = await two.connect(1, friend.sessionId);
      const strangerClient = await two.connect(1, stranger.sessionId);
      const isOffline = (client: LiveClient) =>
        client.payloads('presence').some(({ offline }) => offline.includes(member.id));
      await erase(member.sessionId).expect(200);
      await waitUntil('the member to be offline', () => isOffline(friendClient));
      expect(await friendClient.request('presence:list', { serverId: place.id })).toMatchObject({ ok: true });
      const { online } = await friendClient.request('presence:list', { serverId: place.id });
      expect(online).not.toContain(member.id);
      expect(erased.socket.connected).toBe(false);
      // The acknowledgement arrives after any earlier packet.
      await strangerClient.request('channel:open', { channelId: channel.id });
      expect(JSON.stringify(strangerClient.received)).not.toContain(member.id);
    });
  });

  describe('concurrent changes', () => {
    it('GAP-043 lose no acknowledged message while the member and others send', async () => {
      for (let round = 0; round < 5; round += 1) {
        const member = await join();
        const friend = await join();
        const { server: place, channel } = await makeServer(db());
        await joinServer(member, place.id);
        await joinServer(friend, place.id);
        const send = (who: Member, content: string) =>
          two.callAs(who, 'post', `/channels/${channel.id}/messages`, { content }).then((answer) => answer);
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
        expect(await findReferences(member.id)).toEqual([]);
      }
      await expectCorrectMemberCounts();
    });

    it('GAP-043 GAP-137 retain no data of a member who joins, posts and uploads during the erasure', async () => {
      for (let round = 0; round < 5; round += 1) {
        const member = await join();
        const servers = await Promise.all(Array.from({ length: 4 }, () => makeServer(db())));
        const tag = uniqueName('tag');
        const [erased, ...changes] = await Promise.all([
          erase(member.sessionId, GOOD_PASSWORD, 1).then((answer) => answer),
          ...servers.flatMap(({ server: place, channel }) => [
            two.callAs(member, 'post', `/servers/${place.id}/join`).then((answer) => answer),
            two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: 0 }).then((answer) => answer),
          ]),
          two.callAs(member, 'post', '/posts', { title: 'x', content: `#${tag}` }).then((answer) => answer),
          two.callAs(member, 'post', '/objects/upload').then((answer) => answer),
          two.callAs(member, 'post', '/users/me/export').then((answer) => answer),
        ]);
        expect(erased.status).toBe(200);
        for (const { status } of changes) expect([200, 201, 401, 403]).toContain(status);
        expect(await findReferences(member.id)).toEqual([]);
        expect(await tagCounts(db(), tag)).toEqual([0]);
      }
      await expectCorrectMemberCounts();
    });

    it('GAP-043 return 401 to a join that waits until the member is erased', async () => {
      const member = await join();
      const { server: place } = await makeServer(db());
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [member.id]);
        const joining = two.callAs(member, 'post', `/servers/${place.id}/join`).then((answer) => answer);
        await waitUntil('the join to wait', () => hasLockWaiter(db()));
        await runner.query('DELETE FROM users WHERE id = $1', [member.id]);
        await runner.commitTransaction();
        const { status, body } = await joining;
        expect([status, body.code]).toEqual([401, 'unauthorized']);
      } finally {
        await runner.release();
      }
      await expectCorrectMemberCounts();
    });

    it('GAP-043 retry the erasure after a deadlock with another change', async () => {
      /** @returns whether PostgreSQL aborted the erasure rather than the other transaction */
      const provokeDeadlock = async (): Promise<boolean> => {
        const member = await join();
        const { serverId } = await makeOwnServer(member, [{ ...(await join()), role: 'member' }]);
        const runner = db().createQueryRunner();
        try {
          await runner.startTransaction();
          await runner.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
          const erasing = erase(member.sessionId).then(({ status }) => status);
          await waitUntil('the erasure to wait', () => hasLockWaiter(db()));
          // The transaction that waits first checks for a deadlock first, after one second.
          const isErasureAborted = await runner
            .query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.id])
            .then(
              () => true,
              () => false,
            );
          await (isErasureAborted ? runner.commitTransaction() : runner.rollbackTransaction());
          expect(await erasing).toBe(200);
          return isErasureAborted;
        } finally {
          await runner.release();
        }
      };
      // On a busy machine PostgreSQL may abort the other transaction instead.
      let tries = 1;
      while (!(await provokeDeadlock())) expect((tries += 1)).toBeLessThan(10);
      await expectCorrectMemberCounts();
    });

    it('GAP-127 GAP-137 keep the member count correct when operators add the member during the erasure', async () => {
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
        await waitUntil('the erasure to wait', () => hasLockWaiter(db()));
        await runner.commitTransaction();
        expect(await erasing).toBe(200);
      } finally {
        await runner.release();
      }
      expect(await server(place.id)).toMatchObject({ memberCount: 1 });
      expect(await findReferences(member.id)).toEqual([]);
      await expectCorrectMemberCounts();
    });

    it('GAP-043 transfer every dimension when its owner and possible successors are erased together', async () => {
      for (let round = 0; round < 5; round += 1) {
        const members = await Promise.all(Array.from({ length: 4 }, () => join()));
        const successor = await makeMember(db());
        const serverIds: string[] = [];
        for (const owner of members) {
          const others = members.filter(({ id }) => id !== owner.id);
          const { serverId } = await makeOwnServer(owner, [
            ...others.map(({ id }) => ({ id, role: 'moderator' as const })),
            { id: successor.user.id, role: 'member' },
          ]);
          serverIds.push(serverId);
        }
        const alone = await makeOwnServer(members[0]!, [{ id: members[1]!.id, role: 'member' }]);
        const answers = await Promise.all(
          members.map(({ sessionId }, n) => erase(sessionId, GOOD_PASSWORD, n % 2 === 0 ? 0 : 1)),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        for (const serverId of serverIds) {
          expect(await server(serverId)).toMatchObject({ ownerId: successor.user.id, memberCount: 1 });
          expect(await roles(serverId)).toEqual({ [successor.user.id]: 'owner' });
        }
        expect(await server(alone.serverId)).toBeNull();
      }
      await expectCorrectMemberCounts();
    });

    it('GAP-043 give the freed name to at most one concurrent registration', async () => {
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

    it('GAP-104 leave no object of an upload in progress in the store', async () => {
      const member = await join();
      const ticket: UploadTicket = (await two.callAs(member, 'post', '/objects/upload').expect(200)).body;
      const bytes = makePictureFile('image/png', 200_000);
      const request = http.request(ticket.uploadURL, {
        method: 'PUT',
        headers: { 'content-length': bytes.length },
      });
      const response = new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).once('error', reject);
      });
      request.write(bytes.subarray(0, 100_000));
      const row = () => db().getRepository(StoredObject).findOneBy({ path: ticket.objectPath });
      await waitUntil('the upload to arrive', async () => (await row())?.state === 'arriving');
      await erase(member.sessionId).expect(200);
      expect(await row()).toMatchObject({ userId: null, state: 'arriving' });
      request.end(bytes.subarray(100_000));
      expect((await response).statusCode).toBe(403);
      await waitUntil('the row to be deleted', async () => (await row()) === null);
    });
  });

  async function upload(member: Member): Promise<{ path: string }> {
    const ticket: UploadTicket = (await two.callAs(member, 'post', '/objects/upload').expect(200)).body;
    await two
      .api(0)
      .put(new URL(ticket.uploadURL).pathname)
      .set('content-type', 'image/png')
      .send(makePictureFile('image/png'))
      .expect(200);
    return { path: ticket.objectPath };
  }
});
