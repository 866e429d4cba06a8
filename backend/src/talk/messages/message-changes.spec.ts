import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MENTIONS, MESSAGE_VERSIONS, type MessageView } from '@oniverse/contracts';
import { type Channel, MemberUsage, Mention, MessageVersion, type User } from '@oniverse/data';
import { type LiveClient, makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { TwoBackends } from '../../testing/two-backends.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

const messageEventsOf = (client: LiveClient) =>
  client.received.filter(({ event }) => event.startsWith('message'));
const revOf = (payload: unknown) => Number(Reflect.get(Object(payload), 'rev'));
const revsOf = (client: LiveClient): number[] =>
  messageEventsOf(client).flatMap(({ payload }) => {
    const messages: unknown = Reflect.get(Object(payload), 'messages');
    return Array.isArray(messages) ? messages.map(revOf) : [revOf(payload)];
  });

describe('edits and deletions of messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const edit = (backend: 0 | 1, sessionId: string, id: string, body: object) =>
    two
      .api(backend)
      .patch(`/api/messages/${id}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (backend: 0 | 1, sessionId: string, id: string) =>
    two
      .api(backend)
      .delete(`/api/messages/${id}`)
      .set(...bearer(sessionId));
  const get = async (sessionId: string, path: string) => {
    const { body } = await two
      .api(1)
      .get(`/api${path}`)
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  };
  const history = (sessionId: string, { id }: Channel): Promise<MessageView[]> =>
    get(sessionId, `/channels/${id}/messages?limit=100`);

  const setUp = async ({ isPublic = true } = {}) => {
    const { dataSource } = two.stack;
    const [author, member, moderator] = await Promise.all([
      makeMember(dataSource, { displayName: 'Vesper' }),
      makeMember(dataSource),
      makeMember(dataSource),
    ]);
    const { server, channel } = await makeServer(dataSource, {
      isPublic,
      members: [author.user, member.user, moderator.user],
    });
    await dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator.user.id,
    ]);
    const authorClient = await two.connect(0, author.sessionId);
    return { author, member, moderator, server, channel, authorClient };
  };

  const follow = async (backend: 0 | 1, sessionId: string, channel: Channel) => {
    const client = await two.connect(backend, sessionId);
    await client.request('channel:open', { channelId: channel.id });
    return { client, events: () => messageEventsOf(client), revs: () => revsOf(client) };
  };

  it('GAP-133 ENT-088 edits a message of the author, marks it as edited and publishes it', async () => {
    const { author, member, channel, authorClient } = await setUp();
    const sent = await authorClient.send(channel.id, 'helo');
    const here = await follow(0, member.sessionId, channel);
    const there = await follow(1, author.sessionId, channel);
    const idle = await two.connect(1, member.sessionId);
    const { body } = await edit(1, author.sessionId, sent.id, { content: '  hello\n' }).expect(200);
    expect(body).toEqual({
      ...sent,
      content: 'hello',
      rev: 2,
      updatedAt: body.editedAt,
      editedAt: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(body.editedAt)).toBeGreaterThan(Date.parse(sent.createdAt));
    for (const { client } of [here, there]) {
      await waitUntil('the edit to be published', () => client.payloads('message:edited').length > 0);
      expect(client.payloads('message:edited')).toEqual([body]);
    }
    expect(await history(member.sessionId, channel)).toEqual([body]);
    await idle.request('channel:close', { channelId: channel.id });
    expect(messageEventsOf(idle)).toEqual([]);
  });

  it('TLK-492 keeps the earlier texts for the author and the staff, until the message is deleted', async () => {
    const { author, member, moderator, channel, authorClient } = await setUp();
    const stranger = await makeMember(two.stack.dataSource);
    const { id, createdAt } = await authorClient.send(channel.id, 'helo');
    const versions = async (caller: { sessionId: string }, status: number) =>
      (
        await two
          .api(1)
          .get(`/api/messages/${id}/versions`)
          .set(...bearer(caller.sessionId))
          .expect(status)
      ).body.versions;
    expect(await versions(author, 200)).toEqual([]);
    const { body: edited } = await edit(0, author.sessionId, id, { content: 'hello' }).expect(200);
    await edit(1, author.sessionId, id, { content: 'hello' }).expect(200);
    await edit(1, author.sessionId, id, { content: 'Hello.' }).expect(200);
    expect(await versions(author, 200)).toEqual([
      { id: expect.any(String), content: 'hello', writtenAt: edited.editedAt },
      { id: expect.any(String), content: 'helo', writtenAt: createdAt },
    ]);
    expect(await versions(moderator, 200)).toHaveLength(2);
    await versions(member, 403);
    await versions(stranger, 403);
    for (let n = 0; n < MESSAGE_VERSIONS.most; n += 1) {
      await edit(0, author.sessionId, id, { content: `Hello ${n}.` }).expect(200);
    }
    const kept = await versions(author, 200);
    expect(kept).toHaveLength(MESSAGE_VERSIONS.most);
    expect(kept[0].content).toBe(`Hello ${MESSAGE_VERSIONS.most - 2}.`);
    await remove(0, moderator.sessionId, id).expect(200);
    await versions(author, 404);
    expect(await two.stack.dataSource.getRepository(MessageVersion).existsBy({ messageId: id })).toBe(false);
  });

  it('GAP-133 changes nothing when an edit has no content or equal content', async () => {
    const { author, channel, authorClient } = await setUp();
    const sent = await authorClient.send(channel.id, 'hello');
    const { events } = await follow(1, author.sessionId, channel);
    await edit(0, author.sessionId, sent.id, {}).expect(200, sent);
    await edit(1, author.sessionId, sent.id, { content: 'hello ' }).expect(200, sent);
    const marker = await authorClient.send(channel.id, 'marker');
    await waitUntil('the marker', () => events().length > 0);
    expect(events()).toEqual([
      { event: 'messages:created', payload: { channelId: channel.id, messages: [marker] } },
    ]);
    expect(marker.rev).toBe(2);
  });

  it('API-062 rejects invalid edits, and answers 404 for unknown ids', async () => {
    const { author, channel, authorClient } = await setUp();
    const sent = await authorClient.send(channel.id, 'hello');
    for (const body of [
      { content: '' },
      { content: ' \n ' },
      { content: null },
      { content: 7 },
      { content: 'x'.repeat(4_001) },
      { content: '\0' },
      { content: 'x', seq: 1 },
    ]) {
      const answer = await edit(0, author.sessionId, sent.id, body).expect(400);
      expect(answer.body.code).toBe('validation_failed');
    }
    await edit(0, author.sessionId, sent.id, { content: '💥'.repeat(4_000) }).expect(200);
    await edit(0, author.sessionId, UNKNOWN, { content: 'x' }).expect(404);
    await remove(0, author.sessionId, UNKNOWN).expect(404);
    await edit(0, author.sessionId, 'no-id', { content: 'x' }).expect(400);
    await remove(0, author.sessionId, 'no-id').expect(400);
  });

  it.each(['author', 'moderator', 'owner'] as const)(
    'GAP-133 DIM-020 lets the %s delete a message, keeps its seq, blanks its content and publishes the deletion',
    async (role) => {
      const { author, member, moderator, server, channel, authorClient } = await setUp();
      const sent = await authorClient.send(channel.id, 'a secret that was never meant to be sent', 'one');
      await edit(0, author.sessionId, sent.id, { content: 'another secret' }).expect(200);
      await authorClient.send(channel.id, 'next');
      const here = await follow(0, author.sessionId, channel);
      const there = await follow(1, member.sessionId, channel);
      let { sessionId } = role === 'moderator' ? moderator : author;
      if (role === 'owner') {
        ({ sessionId } = await makeMember(two.stack.dataSource));
        await two.stack.dataSource.query(
          `UPDATE server_members SET user_id = (SELECT user_id FROM sessions WHERE id = encode(sha256($2::bytea), 'hex'))
            WHERE server_id = $1 AND role = 'owner'`,
          [server.id, sessionId],
        );
      }
      await remove(1, sessionId, sent.id).expect(200, { ok: true });
      for (const { client } of [here, there]) {
        await waitUntil('the deletion to be published', () => client.payloads('message:deleted').length > 0);
        expect(client.payloads('message:deleted')).toEqual([
          { id: sent.id, channelId: channel.id, seq: 1, rev: 4 },
        ]);
      }
      const [tombstone, next] = await history(member.sessionId, channel);
      expect(tombstone).toEqual({
        ...sent,
        content: '',
        rev: 4,
        editedAt: expect.any(String),
        updatedAt: tombstone?.deletedAt,
        deletedAt: expect.stringMatching(/Z$/),
      });
      expect(next).toMatchObject({ seq: 2, content: 'next' });
      const rows: { row: string }[] = await two.stack.dataSource.query(
        'SELECT m::text AS row FROM messages m WHERE channel_id = $1',
        [channel.id],
      );
      expect(JSON.stringify(rows)).not.toContain('secret');
      for (const { sessionId: any } of [author, member, moderator]) {
        await remove(0, any, sent.id).expect(404);
        await edit(1, any, sent.id, { content: 'back' }).expect(404);
      }
      // Repeating the nonce answers the deleted message.
      expect(await authorClient.send(channel.id, 'a secret again', 'one')).toEqual(tombstone);
      const opened = await there.client.request('channel:open', {
        channelId: channel.id,
        from: 1,
        after: 2,
        rev: 3,
      });
      expect(opened).toMatchObject({ lastRev: 4, messages: [], changed: [tombstone] });
    },
  );

  it('PER-010 GAP-136 answers 403 to other members and former authors, and 404 outside a private server', async () => {
    for (const isPublic of [true, false]) {
      const { author, member, moderator, server, channel, authorClient } = await setUp({ isPublic });
      const sent = await authorClient.send(channel.id, 'hello');
      const { sessionId: nonMember } = await makeMember(two.stack.dataSource);
      const reader = await follow(1, moderator.sessionId, channel);
      const refused = async (sessionId: string, status: number, code: string) => {
        for (const answer of [
          await edit(0, sessionId, sent.id, { content: 'x' }),
          await remove(0, sessionId, sent.id),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([status, code]);
        }
      };
      await refused(member.sessionId, 403, 'forbidden');
      await refused(nonMember, isPublic ? 403 : 404, isPublic ? 'forbidden' : 'not_found');
      const byModerator = await edit(0, moderator.sessionId, sent.id, { content: 'x' }).expect(403);
      expect(byModerator.body.code).toBe('forbidden');
      await two.stack.dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
        server.id,
        author.user.id,
      ]);
      await refused(author.sessionId, isPublic ? 403 : 404, isPublic ? 'not_a_member' : 'not_found');
      expect(await history(moderator.sessionId, channel)).toEqual([sent]);
      await reader.client.request('channel:close', { channelId: channel.id });
      expect(reader.events()).toEqual([]);
    }
  });

  it('GAP-131 updates mentions on an edit: counts and publishes new ones, and removes dropped ones', async () => {
    const { author, member, moderator, server, channel, authorClient } = await setUp();
    const [named, dropped] = [member, moderator];
    const outsider = await makeMember(two.stack.dataSource);
    const sent = await authorClient.send(channel.id, `for @${dropped.user.username}`);
    const [ofNamed, ofDropped, ofOutsider] = await Promise.all(
      [named, dropped, outsider].map(({ sessionId }) => two.connect(1, sessionId)),
    );
    const mentions = async ({ sessionId }: { sessionId: string }) => {
      const channels: { mentionCount: number }[] = await get(sessionId, `/servers/${server.id}/channels`);
      return channels.map(({ mentionCount }) => mentionCount);
    };
    expect([await mentions(named), await mentions(dropped)]).toEqual([[0], [1]]);
    const text = `for @${named.user.username} and @${author.user.username} and @${outsider.user.username}`;
    await edit(0, author.sessionId, sent.id, { content: text }).expect(200);
    await waitUntil('the mention to arrive', () => ofNamed!.payloads('mention').length === 1);
    expect(ofNamed!.payloads('mention')).toEqual([
      { serverId: server.id, channelId: channel.id, seq: 1, userId: author.user.id },
    ]);
    expect([await mentions(named), await mentions(dropped)]).toEqual([[1], [0]]);
    // A member who was mentioned before is not notified again.
    await edit(0, author.sessionId, sent.id, { content: `${text} again` }).expect(200);
    await authorClient.send(channel.id, `marker for @${named.user.username} and @${dropped.user.username}`);
    await waitUntil('the markers', () => ofDropped!.payloads('mention').length > 0);
    await waitUntil('the markers', () => ofNamed!.payloads('mention').length > 1);
    expect(ofNamed!.payloads('mention').map(({ seq }) => seq)).toEqual([1, 2]);
    expect(ofDropped!.payloads('mention').map(({ seq }) => seq)).toEqual([2]);
    expect(ofOutsider!.payloads('mention')).toEqual([]);
    await remove(0, author.sessionId, sent.id).expect(200);
    expect([await mentions(named), await mentions(dropped)]).toEqual([[1], [1]]);
    const remaining: unknown[] = await two.stack.dataSource.query(
      'SELECT 1 FROM mentions WHERE channel_id = $1 AND seq = 1',
      [channel.id],
    );
    expect(remaining).toEqual([]);
  });

  describe('mentions', () => {
    const setUpNamed = async () => {
      const { dataSource } = two.stack;
      const author = await makeMember(dataSource);
      const named: User[] = [];
      for (let n = 0; n < MENTIONS.perText + 2; n += 1) named.push((await makeMember(dataSource)).user);
      const { channel } = await makeServer(dataSource, { members: [author.user, ...named] });
      const usage = dataSource.getRepository(MemberUsage);
      return {
        author,
        named,
        channel,
        client: await two.connect(0, author.sessionId),
        text: named.map(({ username }) => `@${username}`).join(' '),
        /** Returns which of the named members a message mentions. */
        mentionedBy: async ({ seq }: { seq: number }): Promise<number[]> => {
          const rows = await dataSource.getRepository(Mention).findBy({ channelId: channel.id, seq });
          return rows
            .map(({ userId }) => named.findIndex(({ id }) => id === userId))
            .toSorted((a, b) => a - b);
        },
        countToday: async () => (await usage.findOneByOrFail({ userId: author.user.id })).mentions,
        setCount: async (values: { mentions?: number; mentionedOn?: string }) =>
          usage.update({ userId: author.user.id }, values),
      };
    };
    const first = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

    it('GAP-131 are the first ten members that a message names, also after an edit', async () => {
      const { author, client, channel, named, text, mentionedBy, countToday } = await setUpNamed();
      const sent = await client.send(channel.id, `@nobody @${author.user.username} ${text}`);
      expect(await mentionedBy(sent)).toEqual(first(10));
      const last = named.slice(-1).map(({ username }) => `@${username}`);
      await edit(0, author.sessionId, sent.id, { content: [...last, text].join(' ') }).expect(200);
      expect(await mentionedBy(sent)).toEqual([...first(9), 11]);
      expect(await countToday()).toBe(11);
    });

    it('GAP-131 are at most 200 by a member in a day, however often messages are deleted', async () => {
      const { author, client, channel, text, mentionedBy, countToday, setCount } = await setUpNamed();
      const sent = await client.send(channel.id, text);
      await remove(0, author.sessionId, sent.id).expect(200);
      expect(await countToday()).toBe(10);
      await setCount({ mentions: MENTIONS.perDay - 13 });
      expect(await mentionedBy(await client.send(channel.id, text))).toEqual(first(10));
      const cut = await client.send(channel.id, text);
      expect(await mentionedBy(cut)).toEqual(first(3));
      await edit(0, author.sessionId, cut.id, { content: `${text} again` }).expect(200);
      expect(await mentionedBy(cut)).toEqual(first(3));
      await setCount({ mentionedOn: '2020-01-01' });
      expect(await mentionedBy(await client.send(channel.id, text))).toEqual(first(10));
      expect(await countToday()).toBe(10);
    });

    it('GAP-131 count for messages with a reused nonce, once', async () => {
      const { client, channel, text, mentionedBy, countToday } = await setUpNamed();
      const sent = await client.send(channel.id, text, 'again');
      const [repeated, other] = await Promise.all([
        client.send(channel.id, text, 'again'),
        client.send(channel.id, text, 'other'),
      ]);
      expect([repeated.seq, await countToday()]).toEqual([sent.seq, 20]);
      expect(await mentionedBy(other)).toEqual(first(10));
    });
  });

  describe('concurrently', () => {
    it('LIV-010 gives concurrent edits through two backends consecutive revisions and publishes them in order', async () => {
      const { author, member, channel, authorClient } = await setUp();
      const sent = await authorClient.send(channel.id, 'start');
      const followers = [
        await follow(0, member.sessionId, channel),
        await follow(1, author.sessionId, channel),
      ];
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const backend = index % 2 === 0 ? 0 : 1;
          const { body } = await edit(backend, author.sessionId, sent.id, {
            content: `edit ${index}`,
          }).expect(200);
          return Number(body.rev);
        }),
      );
      const expected = Array.from({ length: 40 }, (_, index) => index + 2);
      expect(answers.toSorted((a, b) => a - b)).toEqual(expected);
      for (const { revs } of followers) {
        await waitUntil('all edits', () => revs().length >= 40);
        expect(revs()).toEqual(expected);
      }
      const [last] = await history(member.sessionId, channel);
      expect(followers[1]!.client.payloads('message:edited').at(-1)).toEqual(last);
    });

    it('LIV-002 LIV-010 publishes edits, deletions and new messages of two backends to everyone in the same order', async () => {
      const { author, member, moderator, channel, authorClient } = await setUp();
      const other = await two.connect(1, member.sessionId);
      const sent = await Promise.all(
        Array.from({ length: 20 }, (_, n) => authorClient.send(channel.id, `old ${n}`)),
      );
      const followers = [
        await follow(0, member.sessionId, channel),
        await follow(1, author.sessionId, channel),
      ];
      await Promise.all([
        ...Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? authorClient : other).send(channel.id, `new ${n}`),
        ),
        ...sent.map(({ id }, n) =>
          edit(n % 2 === 0 ? 0 : 1, author.sessionId, id, { content: `edited ${n}` }),
        ),
        ...sent
          .slice(0, 10)
          .map(({ id }, n) => remove(n % 2 === 0 ? 1 : 0, moderator.sessionId, id).expect(200)),
      ]);
      const heads: { last_seq: number; last_rev: number }[] = await two.stack.dataSource.query(
        'SELECT last_seq, last_rev FROM channels WHERE id = $1',
        [channel.id],
      );
      const { last_seq: lastSeq = 0, last_rev: lastRev = 0 } = heads[0] ?? {};
      expect(lastSeq).toBe(60);
      for (const { client, revs } of followers) {
        await waitUntil('all changes', () => revs().at(-1) === lastRev);
        expect(revs()).toEqual(Array.from({ length: lastRev - 20 }, (_, index) => index + 21));
        expect(client.messages(channel.id).map(({ seq }) => seq)).toEqual(
          Array.from({ length: 40 }, (_, index) => index + 21),
        );
        expect(client.payloads('message:deleted')).toHaveLength(10);
      }
    });

    /** Makes both calls wait for the channel's lock, then releases it. */
    const releaseTogether = async <T>(channel: Channel, ...calls: (() => Promise<T>)[]): Promise<T[]> => {
      const runner = two.stack.dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channel.id]);
      const answers = calls.map((call) => call());
      await waitUntil('the calls to wait', async () => hasLockWaiter(two.stack.dataSource));
      await runner.commitTransaction();
      await runner.release();
      return Promise.all(answers);
    };

    it('GAP-133 removes the content when an edit and a deletion race, in either order', async () => {
      const { author, moderator, channel, authorClient } = await setUp();
      for (let round = 0; round < 10; round += 1) {
        const sent = await authorClient.send(channel.id, `secret ${round}`);
        const [edited, deleted] = await releaseTogether(
          channel,
          async () => edit(0, author.sessionId, sent.id, { content: `secret again ${round}` }),
          async () => remove(1, moderator.sessionId, sent.id),
        );
        expect(deleted?.status).toBe(200);
        expect([200, 404]).toContain(edited?.status);
      }
      const remaining = await history(author.sessionId, channel);
      expect(remaining.map(({ content }) => content)).toEqual(Array.from({ length: 10 }, () => ''));
      const revs = remaining.map(({ rev }) => rev);
      expect(new Set(revs).size).toBe(10);
    });

    it('GAP-133 answers one of two concurrent deletions with 200 and the other with 404', async () => {
      const { author, moderator, channel, authorClient } = await setUp();
      const { client } = await follow(1, author.sessionId, channel);
      const sent = await authorClient.send(channel.id, 'hello');
      const answers = await releaseTogether(
        channel,
        async () => remove(0, author.sessionId, sent.id),
        async () => remove(1, moderator.sessionId, sent.id),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      await authorClient.send(channel.id, 'marker');
      await waitUntil('the marker', () => client.messages(channel.id).length === 2);
      expect(client.payloads('message:deleted')).toHaveLength(1);
    });

    it('PER-010 rejects the waiting edit and deletion of a member who is removed', async () => {
      const { author, member, server, channel, authorClient } = await setUp({ isPublic: false });
      const sent = await authorClient.send(channel.id, 'hello');
      const { dataSource } = two.stack;
      const runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channel.id]);
      const waiting = [
        edit(0, author.sessionId, sent.id, { content: 'too late' }).then(({ status }) => status),
        remove(1, author.sessionId, sent.id).then(({ status }) => status),
      ];
      await waitUntil('the edit to wait', async () => hasLockWaiter(dataSource));
      await dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
        server.id,
        author.user.id,
      ]);
      await runner.commitTransaction();
      await runner.release();
      expect(await Promise.all(waiting)).toEqual([404, 404]);
      expect(await history(member.sessionId, channel)).toEqual([sent]);
    });
  });
});
