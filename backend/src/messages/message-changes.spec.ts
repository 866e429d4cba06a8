import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageView } from '@oniverse/contracts';
import type { Channel } from '@oniverse/data';
import { type LiveClient, makeMember, makeServer, until } from '@oniverse/testing';
import { bearer } from '../testing/backend-under-test.js';
import { someoneWaits } from '../testing/locks.js';
import { TwoBackends } from '../testing/two-backends.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

/** What was told of messages, in the order in which it came. */
const toldOf = ({ told }: LiveClient) => told.filter(({ event }) => event.startsWith('message'));
const revOf = (payload: unknown) => Number(Reflect.get(Object(payload), 'rev'));
/** The revisions of all that was told. */
const revsOf = (client: LiveClient): number[] =>
  toldOf(client).flatMap(({ payload }) => {
    const messages: unknown = Reflect.get(Object(payload), 'messages');
    return Array.isArray(messages) ? messages.map(revOf) : [revOf(payload)];
  });

describe('messages, edited and deleted', () => {
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
    const say = await two.connect(0, author.sessionId);
    return { author, member, moderator, server, channel, say };
  };

  /** Opens a channel as a member. */
  const follow = async (backend: 0 | 1, sessionId: string, channel: Channel) => {
    const client = await two.connect(backend, sessionId);
    await client.ask('channel:open', { channelId: channel.id });
    return { client, told: () => toldOf(client), revs: () => revsOf(client) };
  };

  it('GAP-133 ENT-088 the author edits: the message has the new text, says so, and everyone who has it open is told', async () => {
    const { author, member, channel, say } = await setUp();
    const said = await say.send(channel.id, 'helo');
    const here = await follow(0, member.sessionId, channel);
    const there = await follow(1, author.sessionId, channel);
    const idle = await two.connect(1, member.sessionId);
    const { body } = await edit(1, author.sessionId, said.id, { content: '  hello\n' }).expect(200);
    expect(body).toEqual({
      ...said,
      content: 'hello',
      rev: 2,
      updatedAt: body.editedAt,
      editedAt: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(body.editedAt)).toBeGreaterThan(Date.parse(said.createdAt));
    for (const { client } of [here, there]) {
      await until('the edit to be told', () => client.payloads('message:edited').length > 0);
      expect(client.payloads('message:edited')).toEqual([body]);
    }
    expect(await history(member.sessionId, channel)).toEqual([body]);
    await idle.ask('channel:close', { channelId: channel.id });
    expect(toldOf(idle)).toEqual([]);
  });

  it('GAP-133 an edit without a text, or with the text that is there, changes nothing', async () => {
    const { author, channel, say } = await setUp();
    const said = await say.send(channel.id, 'hello');
    const { told } = await follow(1, author.sessionId, channel);
    await edit(0, author.sessionId, said.id, {}).expect(200, said);
    await edit(1, author.sessionId, said.id, { content: 'hello ' }).expect(200, said);
    const marker = await say.send(channel.id, 'marker');
    await until('the marker', () => told().length > 0);
    expect(told()).toEqual([
      { event: 'messages:created', payload: { channelId: channel.id, messages: [marker] } },
    ]);
    expect(marker.rev).toBe(2);
  });

  it('API-062 an edit that breaks a rule is refused, and unknown ids do not exist', async () => {
    const { author, channel, say } = await setUp();
    const said = await say.send(channel.id, 'hello');
    for (const body of [
      { content: '' },
      { content: ' \n ' },
      { content: null },
      { content: 7 },
      { content: 'x'.repeat(4_001) },
      { content: 'a\0b' },
      { content: 'x', seq: 1 },
    ]) {
      const answer = await edit(0, author.sessionId, said.id, body).expect(400);
      expect(answer.body.code).toBe('validation_failed');
    }
    await edit(0, author.sessionId, said.id, { content: '💥'.repeat(4_000) }).expect(200);
    await edit(0, author.sessionId, UNKNOWN, { content: 'x' }).expect(404);
    await remove(0, author.sessionId, UNKNOWN).expect(404);
    await edit(0, author.sessionId, 'no-id', { content: 'x' }).expect(400);
    await remove(0, author.sessionId, 'no-id').expect(400);
  });

  it.each(['author', 'moderator', 'owner'] as const)(
    'GAP-133 DIM-020 the %s deletes: its place stays, its text is gone, and everyone who has it open is told',
    async (who) => {
      const { author, member, moderator, server, channel, say } = await setUp();
      const said = await say.send(channel.id, 'a secret that was never meant to be said', 'one');
      await edit(0, author.sessionId, said.id, { content: 'another secret' }).expect(200);
      await say.send(channel.id, 'next');
      const here = await follow(0, author.sessionId, channel);
      const there = await follow(1, member.sessionId, channel);
      let { sessionId } = who === 'moderator' ? moderator : author;
      if (who === 'owner') {
        ({ sessionId } = await makeMember(two.stack.dataSource));
        await two.stack.dataSource.query(
          `UPDATE server_members SET user_id = (SELECT user_id FROM sessions WHERE id = encode(sha256($2::bytea), 'hex'))
            WHERE server_id = $1 AND role = 'owner'`,
          [server.id, sessionId],
        );
      }
      await remove(1, sessionId, said.id).expect(200, { ok: true });
      for (const { client } of [here, there]) {
        await until('the deletion to be told', () => client.payloads('message:deleted').length > 0);
        expect(client.payloads('message:deleted')).toEqual([
          { id: said.id, channelId: channel.id, seq: 1, rev: 4 },
        ]);
      }
      const [tombstone, next] = await history(member.sessionId, channel);
      expect(tombstone).toEqual({
        ...said,
        content: '',
        rev: 4,
        editedAt: expect.any(String),
        updatedAt: tombstone?.deletedAt,
        deletedAt: expect.stringMatching(/Z$/),
      });
      expect(next).toMatchObject({ seq: 2, content: 'next' });
      const left: { row: string }[] = await two.stack.dataSource.query(
        'SELECT m::text AS row FROM messages m WHERE channel_id = $1',
        [channel.id],
      );
      expect(JSON.stringify(left)).not.toContain('secret');
      // What was deleted is not there any more, for anyone.
      for (const { sessionId: any } of [author, member, moderator]) {
        await remove(0, any, said.id).expect(404);
        await edit(1, any, said.id, { content: 'back' }).expect(404);
      }
      // The same nonce again answers what is left of it.
      expect(await say.send(channel.id, 'a secret again', 'one')).toEqual(tombstone);
      const opened = await there.client.ask('channel:open', {
        channelId: channel.id,
        from: 1,
        after: 2,
        rev: 3,
      });
      expect(opened).toMatchObject({ lastRev: 4, messages: [], changed: [tombstone] });
    },
  );

  it('PER-010 GAP-136 who may not change a message: others 403, one who left 403 or 404, strangers of a private one 404', async () => {
    for (const isPublic of [true, false]) {
      const { author, member, moderator, server, channel, say } = await setUp({ isPublic });
      const said = await say.send(channel.id, 'hello');
      const { sessionId: stranger } = await makeMember(two.stack.dataSource);
      const reader = await follow(1, moderator.sessionId, channel);
      const refused = async (sessionId: string, status: number, code: string) => {
        for (const answer of [
          await edit(0, sessionId, said.id, { content: 'x' }),
          await remove(0, sessionId, said.id),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([status, code]);
        }
      };
      await refused(member.sessionId, 403, 'forbidden');
      await refused(stranger, isPublic ? 403 : 404, isPublic ? 'forbidden' : 'not_found');
      const byModerator = await edit(0, moderator.sessionId, said.id, { content: 'x' }).expect(403);
      expect(byModerator.body.code).toBe('forbidden');
      await two.stack.dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
        server.id,
        author.user.id,
      ]);
      await refused(author.sessionId, isPublic ? 403 : 404, isPublic ? 'not_a_member' : 'not_found');
      expect(await history(moderator.sessionId, channel)).toEqual([said]);
      await reader.client.ask('channel:close', { channelId: channel.id });
      expect(reader.told()).toEqual([]);
    }
  });

  it('GAP-131 an edit moves mentions: who is named anew is told and counts it, who is no longer named loses it', async () => {
    const { author, member, moderator, server, channel, say } = await setUp();
    const [named, dropped] = [member, moderator];
    const outsider = await makeMember(two.stack.dataSource);
    const said = await say.send(channel.id, `for @${dropped.user.username}`);
    const [ofNamed, ofDropped, ofOutsider] = await Promise.all(
      [named, dropped, outsider].map(({ sessionId }) => two.connect(1, sessionId)),
    );
    const mentions = async ({ sessionId }: { sessionId: string }) => {
      const channels: { mentionCount: number }[] = await get(sessionId, `/servers/${server.id}/channels`);
      return channels.map(({ mentionCount }) => mentionCount);
    };
    expect([await mentions(named), await mentions(dropped)]).toEqual([[0], [1]]);
    const text = `for @${named.user.username} and @${author.user.username} and @${outsider.user.username}`;
    await edit(0, author.sessionId, said.id, { content: text }).expect(200);
    await until('the mention to come', () => ofNamed!.payloads('mention').length === 1);
    expect(ofNamed!.payloads('mention')).toEqual([{ serverId: server.id, channelId: channel.id, seq: 1 }]);
    expect([await mentions(named), await mentions(dropped)]).toEqual([[1], [0]]);
    // Who is still named is not told again.
    await edit(0, author.sessionId, said.id, { content: `${text} again` }).expect(200);
    await say.send(channel.id, `marker for @${named.user.username} and @${dropped.user.username}`);
    await until('the markers', () => ofDropped!.payloads('mention').length > 0);
    await until('the markers', () => ofNamed!.payloads('mention').length > 1);
    expect(ofNamed!.payloads('mention').map(({ seq }) => seq)).toEqual([1, 2]);
    expect(ofDropped!.payloads('mention').map(({ seq }) => seq)).toEqual([2]);
    expect(ofOutsider!.payloads('mention')).toEqual([]);
    await remove(0, author.sessionId, said.id).expect(200);
    expect([await mentions(named), await mentions(dropped)]).toEqual([[1], [1]]);
    const left: unknown[] = await two.stack.dataSource.query(
      'SELECT 1 FROM mentions WHERE channel_id = $1 AND seq = 1',
      [channel.id],
    );
    expect(left).toEqual([]);
  });

  describe('at the same time', () => {
    it('LIV-010 many edits of one message through two backends: each its revision, without a gap, told in order', async () => {
      const { author, member, channel, say } = await setUp();
      const said = await say.send(channel.id, 'start');
      const followers = [
        await follow(0, member.sessionId, channel),
        await follow(1, author.sessionId, channel),
      ];
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const backend = index % 2 === 0 ? 0 : 1;
          const { body } = await edit(backend, author.sessionId, said.id, {
            content: `take ${index}`,
          }).expect(200);
          return Number(body.rev);
        }),
      );
      const expected = Array.from({ length: 40 }, (_, index) => index + 2);
      expect(answers.toSorted((a, b) => a - b)).toEqual(expected);
      for (const { revs } of followers) {
        await until('all edits', () => revs().length >= 40);
        expect(revs()).toEqual(expected);
      }
      const [last] = await history(member.sessionId, channel);
      expect(followers[1]!.client.payloads('message:edited').at(-1)).toEqual(last);
    });

    it('LIV-002 LIV-010 edits, deletions and new messages through two backends: one order, alike for everyone', async () => {
      const { author, member, moderator, channel, say } = await setUp();
      const other = await two.connect(1, member.sessionId);
      const said = await Promise.all(Array.from({ length: 20 }, (_, n) => say.send(channel.id, `old ${n}`)));
      const followers = [
        await follow(0, member.sessionId, channel),
        await follow(1, author.sessionId, channel),
      ];
      await Promise.all([
        ...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? say : other).send(channel.id, `new ${n}`)),
        ...said.map(({ id }, n) =>
          edit(n % 2 === 0 ? 0 : 1, author.sessionId, id, { content: `edited ${n}` }),
        ),
        ...said
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
        await until('all changes', () => revs().at(-1) === lastRev);
        expect(revs()).toEqual(Array.from({ length: lastRev - 20 }, (_, index) => index + 21));
        expect(client.messages(channel.id).map(({ seq }) => seq)).toEqual(
          Array.from({ length: 40 }, (_, index) => index + 21),
        );
        expect(client.payloads('message:deleted')).toHaveLength(10);
      }
    });

    /** Lets both run into the channel's lock, which somebody holds, and then lets them go on. */
    const collide = async <T>(channel: Channel, ...calls: (() => Promise<T>)[]): Promise<T[]> => {
      const runner = two.stack.dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channel.id]);
      const answers = calls.map((call) => call());
      await until('the calls to wait', async () => someoneWaits(two.stack.dataSource));
      await runner.commitTransaction();
      await runner.release();
      return Promise.all(answers);
    };

    it('GAP-133 an edit against a deletion: whichever comes first, the text is gone in the end', async () => {
      const { author, moderator, channel, say } = await setUp();
      for (let round = 0; round < 10; round += 1) {
        const said = await say.send(channel.id, `secret ${round}`);
        const [edited, deleted] = await collide(
          channel,
          async () => edit(0, author.sessionId, said.id, { content: `secret again ${round}` }),
          async () => remove(1, moderator.sessionId, said.id),
        );
        expect(deleted?.status).toBe(200);
        expect([200, 404]).toContain(edited?.status);
      }
      const left = await history(author.sessionId, channel);
      expect(left.map(({ content }) => content)).toEqual(Array.from({ length: 10 }, () => ''));
      const revs = left.map(({ rev }) => rev);
      expect(new Set(revs).size).toBe(10);
    });

    it('GAP-133 two deletions at once: one of them finds it, the other nothing', async () => {
      const { author, moderator, channel, say } = await setUp();
      const { client } = await follow(1, author.sessionId, channel);
      const said = await say.send(channel.id, 'hello');
      const answers = await collide(
        channel,
        async () => remove(0, author.sessionId, said.id),
        async () => remove(1, moderator.sessionId, said.id),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      await say.send(channel.id, 'marker');
      await until('the marker', () => client.messages(channel.id).length === 2);
      expect(client.payloads('message:deleted')).toHaveLength(1);
    });

    it('PER-010 who is removed while an edit waits edits nothing', async () => {
      const { author, member, server, channel, say } = await setUp({ isPublic: false });
      const said = await say.send(channel.id, 'hello');
      const { dataSource } = two.stack;
      const runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channel.id]);
      const waiting = [
        edit(0, author.sessionId, said.id, { content: 'too late' }).then(({ status }) => status),
        remove(1, author.sessionId, said.id).then(({ status }) => status),
      ];
      await until('the edit to wait', async () => someoneWaits(dataSource));
      await dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
        server.id,
        author.user.id,
      ]);
      await runner.commitTransaction();
      await runner.release();
      expect(await Promise.all(waiting)).toEqual([404, 404]);
      expect(await history(member.sessionId, channel)).toEqual([said]);
    });
  });
});
