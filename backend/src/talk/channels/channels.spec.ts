import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';
import { Channel, Draft, Server, type User } from '@oniverse/data';
import { makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { DELETED_AT_ONCE, DELETED_FIRST } from '../servers/detach-channels.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('managing channels', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const create = (sessionId: string, serverId: string, body: object) =>
    two
      .api(0)
      .post(`/api/servers/${serverId}/channels`)
      .set(...bearer(sessionId))
      .send(body);
  const update = (sessionId: string, channelId: string, body: object) =>
    two
      .api(1)
      .patch(`/api/channels/${channelId}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (backend: 0 | 1, sessionId: string, channelId: string) =>
    two
      .api(backend)
      .delete(`/api/channels/${channelId}`)
      .set(...bearer(sessionId));
  const list = async (sessionId: string, serverId: string) => {
    const { body } = await two
      .api(1)
      .get(`/api/servers/${serverId}/channels`)
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  };
  const rowsOf = async (channelId: string) => {
    const rows: { rows: string }[] = await two.stack.dataSource.query(
      `SELECT (SELECT count(*) FROM messages WHERE channel_id = $1) +
              (SELECT count(*) FROM mentions WHERE channel_id = $1) +
              (SELECT count(*) FROM channel_reads WHERE channel_id = $1) AS rows`,
      [channelId],
    );
    return Number(rows[0]?.rows);
  };

  const setUp = async ({ isPublic = true } = {}) => {
    const { dataSource } = two.stack;
    const [member, moderator] = await Promise.all([makeMember(dataSource), makeMember(dataSource)]);
    const { server, channel } = await makeServer(dataSource, {
      isPublic,
      members: [member.user, moderator.user],
    });
    await dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator.user.id,
    ]);
    return { member, moderator, server, channel };
  };

  it('GAP-128 DIM-026 ENT-079 ENT-080 ENT-081 ENT-082 ENT-083 ENT-084 lets a moderator create a channel at the end of the list, and every member write in it', async () => {
    const { member, moderator, server, channel } = await setUp();
    const { body } = await create(moderator.sessionId, server.id, {
      name: '  roof ',
      description: ' At night. ',
    }).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      serverId: server.id,
      name: 'roof',
      description: 'At night.',
      isDefault: false,
      category: null,
      lastSeq: 0,
      readSeq: 0,
      unreadCount: 0,
      mentionCount: 0,
      isLocked: false,
      isPrivate: false,
      hasRadio: false,
      opensAtFullMoon: false,
      slowModeSeconds: null,
      slowModeUntil: null,
      messageDays: null,
      fadeMinute: null,
      formerMessageDays: null,
      formerMessageDaysUntil: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
    // Names need not be unique.
    const second = await create(moderator.sessionId, server.id, { name: 'roof', description: '' }).expect(
      201,
    );
    expect(second.body).toMatchObject({ name: 'roof', description: null });
    const channels = await list(member.sessionId, server.id);
    expect(channels).toEqual([
      expect.objectContaining({ id: channel.id, isDefault: true }),
      body,
      second.body,
    ]);
    const client = await two.connect(0, member.sessionId);
    expect(await client.send(body.id, 'first')).toMatchObject({ seq: 1, rev: 1 });
  });

  it('GAP-128 updates the given fields only, and clears the description with an empty one', async () => {
    const { moderator, server } = await setUp();
    const { body: created } = await create(moderator.sessionId, server.id, {
      name: 'roof',
      description: 'At night.',
    }).expect(201);
    const patched = async (body: object) =>
      (await update(moderator.sessionId, created.id, body).expect(200)).body;
    expect(await patched({})).toEqual(created);
    const renamed = await patched({ name: 'attic' });
    expect(renamed).toEqual({ ...created, name: 'attic', updatedAt: renamed.updatedAt });
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt));
    expect(await patched({ description: '' })).toMatchObject({ name: 'attic', description: null });
    expect(await patched({ description: 'By day.' })).toMatchObject({ description: 'By day.' });
    expect(await patched({ description: null, name: 'cellar' })).toMatchObject({
      name: 'cellar',
      description: null,
    });
  });

  it('GAP-128 renames the default channel, but answers 409 to its deletion', async () => {
    const { moderator, server, channel } = await setUp();
    await update(moderator.sessionId, channel.id, { name: 'lobby' }).expect(200);
    const answer = await remove(0, moderator.sessionId, channel.id).expect(409);
    expect(answer.body.code).toBe('default_channel');
    expect(await list(moderator.sessionId, server.id)).toMatchObject([{ id: channel.id, name: 'lobby' }]);
  });

  it('API-061 rejects invalid fields, and answers 404 for unknown ids', async () => {
    const { moderator, server, channel } = await setUp();
    for (const body of [
      { name: '' },
      { name: ' ' },
      { name: null },
      { name: 'x'.repeat(51) },
      { name: '\0' },
      { name: 'x', description: 'x'.repeat(501) },
      { name: 'x', isDefault: true },
      { name: 'x', serverId: server.id },
    ]) {
      for (const answer of [
        await create(moderator.sessionId, server.id, body),
        await update(moderator.sessionId, channel.id, body),
      ]) {
        expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'validation_failed']);
      }
    }
    await create(moderator.sessionId, server.id, {}).expect(400);
    await create(moderator.sessionId, server.id, { name: '💥'.repeat(50) }).expect(201);
    await create(moderator.sessionId, UNKNOWN, { name: 'x' }).expect(404);
    await update(moderator.sessionId, UNKNOWN, { name: 'x' }).expect(404);
    await remove(0, moderator.sessionId, UNKNOWN).expect(404);
  });

  it('PER-010 GAP-128 answers 403 to members who may only read a channel, and 404 to others', async () => {
    for (const isPublic of [true, false]) {
      const { member, moderator, server } = await setUp({ isPublic });
      const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
      const { sessionId: nonMember } = await makeMember(two.stack.dataSource);
      const before = await list(member.sessionId, server.id);
      for (const [sessionId, status] of [
        [member.sessionId, 403],
        [nonMember, isPublic ? 403 : 404],
      ] as const) {
        for (const answer of [
          await create(sessionId, server.id, { name: 'x' }),
          await update(sessionId, created.id, { name: 'x' }),
          await remove(0, sessionId, created.id),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([
            status,
            status === 403 ? 'forbidden' : 'not_found',
          ]);
        }
      }
      expect(await list(member.sessionId, server.id)).toEqual(before);
    }
  });

  /** Adds a channel with more messages than a deletion deletes, and a thread. */
  const addLarge = async (serverId: string, { user, sessionId }: { user: User; sessionId: string }) => {
    const { dataSource } = two.stack;
    const { body: created } = await create(sessionId, serverId, { name: 'roof' }).expect(201);
    const [message]: { id: string }[] = await dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'hello', n::text FROM generate_series(1, $3::integer) n RETURNING id`,
      [created.id, user.id, DELETED_AT_ONCE + 1],
    );
    await dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
      created.id,
      DELETED_AT_ONCE + 1,
    ]);
    const channels = dataSource.getRepository(Channel);
    const { id: threadId } = await channels.save({
      name: '',
      parentId: created.id,
      parentServerId: serverId,
      parentMessageId: message!.id,
    });
    return { id: created.id, threadId, messageId: message!.id };
  };
  const isDetached = async (id: string) => {
    const found = await two.stack.dataSource.getRepository(Channel).findOneBy({ id });
    return found && found.detachedAt !== null;
  };

  it('OPS-103 leaves the messages of a large channel to the worker, and shows them to nobody', async () => {
    const { member, moderator, server, channel } = await setUp();
    const { id, threadId, messageId } = await addLarge(server.id, moderator);
    const drafts = two.stack.dataSource.getRepository(Draft);
    await drafts.insert({ userId: member.user.id, channelId: id, content: 'Is', rev: '1' });
    const client = await two.connect(0, member.sessionId);
    await client.request('channel:open', { channelId: id });
    await remove(1, moderator.sessionId, id).expect(200, { ok: true });
    expect([await isDetached(id), await isDetached(threadId)]).toEqual([true, true]);
    expect(await list(member.sessionId, server.id)).toMatchObject([{ id: channel.id }]);
    expect(await drafts.countBy({ channelId: id })).toBe(0);
    for (const channelId of [id, threadId]) {
      for (const request of [
        client.request('channel:open', { channelId }),
        client.request('message:send', { channelId, content: 'x', nonce: 'x' }),
      ])
        expect(await request).toMatchObject({ code: 'not_found' });
    }
    for (const path of [`/channels/${id}/messages`, `/messages/${messageId}/versions`])
      await two.callAs(member, 'get', path).expect(404);
    await remove(0, moderator.sessionId, id).expect(404);
    await waitUntil(
      'the room to be empty',
      () => !two.getProvider(0, LiveService).hasRoom(ROOMS.channel(id)),
    );
  });

  it('OPS-103 leaves the large channels of a deleted dimension to the worker', async () => {
    const { moderator, server } = await setUp();
    const { id, threadId } = await addLarge(server.id, moderator);
    const owner = { sessionId: await makeSession(two.stack.dataSource, server.ownerId) };
    await two.callAs(owner, 'delete', `/servers/${server.id}`).expect(200);
    expect([await isDetached(id), await isDetached(threadId)]).toEqual([true, true]);
    expect(await two.stack.dataSource.getRepository(Server).existsBy({ id: server.id })).toBe(false);
  });

  it('OPS-103 deletes at once what is shown or worked on without a look at who reads the channel', async () => {
    const rows: { name: string }[] = await two.stack.dataSource.query(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
        WHERE confrelid = 'channels'::regclass AND confdeltype = 'c' ORDER BY 1`,
    );
    const leftToWorker = [
      'attachments',
      'author_removals',
      'channel_reads',
      'channels',
      'conversation_members',
      'conversations',
      'indexed_channels',
      'mentions',
      'message_links',
      'message_reactions',
      'messages',
      'pins',
    ];
    expect(rows.map(({ name }) => name)).toEqual([...DELETED_FIRST, ...leftToWorker].toSorted());
  });

  it('GAP-128 deletes a channel with its messages, and answers 404 to every later request for it', async () => {
    const { member, moderator, server, channel } = await setUp();
    const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
    const inside = [await two.connect(0, member.sessionId), await two.connect(1, moderator.sessionId)];
    for (const client of inside) await client.request('channel:open', { channelId: created.id });
    const sent = await inside[0]!.send(created.id, `for @${moderator.user.username}`);
    await two
      .api(0)
      .put(`/api/channels/${created.id}/read`)
      .set(...bearer(moderator.sessionId))
      .send({ seq: 1 })
      .expect(200);
    expect(await rowsOf(created.id)).toBe(3);
    await remove(1, moderator.sessionId, created.id).expect(200, { ok: true });
    expect(await rowsOf(created.id)).toBe(0);
    expect(await list(member.sessionId, server.id)).toMatchObject([{ id: channel.id }]);
    for (const backend of [0, 1] as const) {
      await waitUntil(
        'the room to be empty',
        () => !two.getProvider(backend, LiveService).hasRoom(ROOMS.channel(created.id)),
      );
    }
    for (const client of inside) {
      for (const [event, more] of [
        ['channel:open', {}],
        ['message:send', { content: 'x', nonce: 'x' }],
        ['typing:start', {}],
      ] as const) {
        expect(await client.request(event, { channelId: created.id, ...more })).toMatchObject({
          code: 'not_found',
        });
      }
    }
    const as = bearer(member.sessionId);
    for (const request of [
      two.api(0).get(`/api/channels/${created.id}/messages`),
      two.api(0).put(`/api/channels/${created.id}/read`).send({ seq: 1 }),
      two.api(0).patch(`/api/messages/${sent.id}`).send({ content: 'x' }),
      two.api(0).delete(`/api/messages/${sent.id}`),
    ]) {
      await request.set(...as).expect(404);
    }
    const { body: servers } = await two
      .api(0)
      .get('/api/servers')
      .set(...bearer(moderator.sessionId))
      .expect(200);
    expect(servers.find(({ id }: { id: string }) => id === server.id)).toMatchObject({
      unreadCount: 0,
      mentionCount: 0,
    });
  });

  it('GAP-125 GAP-128 publishes changed channels to members only, and nothing when no value changes', async () => {
    const { member, moderator, server } = await setUp({ isPublic: false });
    const inside = await two.connect(0, member.sessionId);
    const outside = await two.connect(1, (await makeMember(two.stack.dataSource)).sessionId);
    const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
    await update(moderator.sessionId, created.id, { name: 'roof' }).expect(200, created);
    await update(moderator.sessionId, created.id, { name: 'attic' }).expect(200);
    await update(moderator.sessionId, created.id, { description: 'By day.' }).expect(200);
    await remove(0, moderator.sessionId, created.id).expect(200);
    await create(moderator.sessionId, server.id, { name: '' }).expect(400);
    await create(member.sessionId, server.id, { name: 'mine' }).expect(403);
    await create(moderator.sessionId, server.id, { name: 'marker' }).expect(201);
    await waitUntil('all changes to be published', () => inside.payloads('server:changed').length === 5);
    const { body: servers } = await two
      .api(0)
      .get('/api/servers')
      .set(...bearer(member.sessionId));
    const {
      membership: _membership,
      isBanned: _isBanned,
      timeOut: _timeOut,
      application: _application,
      unreadCount: _unread,
      mentionCount: _mentions,
      ...shared
    } = servers.find(({ id }: { id: string }) => id === server.id);
    expect(inside.payloads('server:changed')).toEqual(Array.from({ length: 5 }, () => shared));
    await outside.request('waitlist:watch', {});
    expect(outside.payloads('server:changed')).toEqual([]);
  });

  it('GAP-128 publishes the deletion of a channel to readers who have not joined', async () => {
    const { member, moderator, server } = await setUp();
    const reader = await two.connect(0, (await makeMember(two.stack.dataSource)).sessionId);
    const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
    expect(await reader.request('channel:open', { channelId: created.id })).toMatchObject({ ok: true });
    await update(moderator.sessionId, created.id, { name: 'attic' }).expect(200);
    await remove(1, moderator.sessionId, created.id).expect(200);
    await waitUntil('the deletion to be published', () => reader.payloads('server:changed').length === 1);
    expect(reader.payloads('server:changed')).toEqual([expect.objectContaining({ id: server.id })]);
    expect(await list(member.sessionId, server.id)).toHaveLength(1);
  });

  it('LIV-011 empties the room of a channel whose deletion was not published, after comparing heads', async () => {
    const { member, moderator, server } = await setUp();
    const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
    const client = await two.connect(0, member.sessionId);
    await client.request('channel:open', { channelId: created.id });
    await two.stack.dataSource.query('DELETE FROM channels WHERE id = $1', [created.id]);
    await waitUntil(
      'the room to be empty',
      () => !two.getProvider(0, LiveService).hasRoom(ROOMS.channel(created.id)),
    );
    expect(client.socket.connected).toBe(true);
  });

  describe('concurrently', () => {
    it('LIV-010 completes sends, reads and edits before a deletion, or answers 404 after it', async () => {
      const { member, moderator, server } = await setUp();
      const senders = [await two.connect(0, member.sessionId), await two.connect(1, moderator.sessionId)];
      for (let round = 0; round < 8; round += 1) {
        const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
        const first = await senders[0]!.send(created.id, 'first');
        let acknowledged = 1;
        let rejected = 0;
        let isDeleted = false;
        const send = async (client: (typeof senders)[number]): Promise<void> => {
          while (rejected < 2) {
            const wasDeleted = isDeleted;
            const answer = await client.request('message:send', {
              channelId: created.id,
              content: 'more',
              nonce: `${acknowledged} ${Math.random()}`,
            });
            if (answer['ok'] === true) {
              acknowledged += 1;
              // No request sent after the answer to the deletion succeeds.
              expect(wasDeleted).toBe(false);
            } else {
              expect(answer['code']).toBe('not_found');
              rejected += 1;
            }
          }
        };
        const readAndEdit = async (): Promise<void> => {
          for (let status = 200; status === 200;) {
            const as = bearer(member.sessionId);
            const answers = await Promise.all([
              two
                .api(0)
                .put(`/api/channels/${created.id}/read`)
                .set(...as)
                .send({ seq: acknowledged }),
              two
                .api(1)
                .patch(`/api/messages/${first.id}`)
                .set(...as)
                .send({ content: `first ${Math.random()}` }),
            ]);
            for (const answer of answers) expect([200, 404]).toContain(answer.status);
            status = Math.max(...answers.map((answer) => answer.status));
          }
        };
        const running = [...senders.map(send), readAndEdit()];
        await waitUntil('some messages to be acknowledged', () => acknowledged > 20);
        await remove(round % 2 === 0 ? 0 : 1, moderator.sessionId, created.id).expect(200);
        isDeleted = true;
        await Promise.all(running);
        expect(await rowsOf(created.id)).toBe(0);
      }
    });

    it('GAP-128 answers one of two concurrent deletions with 200 and the other with 404', async () => {
      const { moderator, server } = await setUp();
      const { body: created } = await create(moderator.sessionId, server.id, { name: 'roof' }).expect(201);
      const answers = await Promise.all(
        ([0, 1] as const).map(async (backend) => remove(backend, moderator.sessionId, created.id)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    });

    it('GAP-137 lets members join while channels are created and deleted', async () => {
      const { moderator, server } = await setUp();
      const joining = await Promise.all(Array.from({ length: 20 }, () => makeMember(two.stack.dataSource)));
      const churn = async (): Promise<void> => {
        for (let count = 0; count < 10; count += 1) {
          const { body: created } = await create(moderator.sessionId, server.id, { name: `${count}` }).expect(
            201,
          );
          await remove(1, moderator.sessionId, created.id).expect(200);
        }
      };
      await Promise.all([
        churn(),
        churn(),
        ...joining.map(({ sessionId }, index) =>
          two
            .api(index % 2 === 0 ? 0 : 1)
            .post(`/api/servers/${server.id}/join`)
            .set(...bearer(sessionId))
            .expect(200),
        ),
      ]);
      expect(await list(moderator.sessionId, server.id)).toHaveLength(1);
    });
  });
});
