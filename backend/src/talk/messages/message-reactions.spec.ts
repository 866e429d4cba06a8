import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  REACTIONS,
  REACTIONS_COUNTED,
  type MessageView,
  QUOTA_MESSAGES,
  type ReactionView,
} from '@oniverse/contracts';
import { type LiveClient, makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

/** An emoji for each number. */
const emojiOf = (n: number): string => String.fromCodePoint(0x1f6_00 + n);

describe('reactions to messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true, others = 1 } = {}) => {
    const { dataSource } = two.stack;
    const author = await makeMember(dataSource, { displayName: 'Vesper' });
    const members: Member[] = [];
    for (let n = 0; n < others; n += 1) members.push(await makeMember(dataSource));
    const { server, channel } = await makeServer(dataSource, {
      isPublic,
      members: [author, ...members].map(({ user }) => user),
    });
    const sent = await two
      .callAs(author, 'post', `/channels/${channel.id}/messages`, { content: 'Clear skies.' })
      .expect(201);
    const message: MessageView = sent.body;
    const [member = author] = members;
    return { author, member, members, server, channel, message };
  };
  const reactionPath = ({ id }: { id: string }, emoji: string) =>
    `/messages/${id}/reactions/${encodeURIComponent(emoji)}`;
  const react = (caller: { sessionId: string }, message: { id: string }, emoji: string) =>
    two.callAs(caller, 'put', reactionPath(message, emoji));
  const unreact = (caller: { sessionId: string }, message: { id: string }, emoji: string) =>
    two.callAs(caller, 'delete', reactionPath(message, emoji));
  const history = async (caller: { sessionId: string }, channelId: string): Promise<MessageView[]> =>
    (await two.callAs(caller, 'get', `/channels/${channelId}/messages`).expect(200)).body;
  const reactionsTo = async (caller: { sessionId: string }, { id, channelId }: MessageView) =>
    (await history(caller, channelId)).find((message) => message.id === id)?.reactions;
  const reactors = async (
    caller: { sessionId: string },
    message: { id: string },
    emoji: string,
    query = '',
  ) => two.callAs(caller, 'get', `${reactionPath(message, emoji)}${query}`).expect(200);
  const reactor = ({ user }: Member) => ({
    userId: user.id,
    author: { username: user.username, displayName: user.displayName ?? null, profileImageUrl: null },
  });
  const reaction = (emoji: string, by: readonly Member[], isMine?: boolean): ReactionView => ({
    emoji,
    count: by.length,
    first: by.slice(0, REACTIONS.first).map(reactor),
    ...(isMine !== undefined && { isMine }),
  });
  const follow = async (backend: 0 | 1, { sessionId }: Member, channelId: string): Promise<LiveClient> => {
    const client = await two.connect(backend, sessionId);
    await client.request('channel:open', { channelId });
    return client;
  };

  it('TLK-020 TLK-021 appear in the answer, live on every backend and in the history, as the aggregate that all readers share', async () => {
    const { author, member, channel, message } = await setUp();
    const clients = [await follow(0, author, channel.id), await follow(1, member, channel.id)];
    const { body } = await react(member, message, '✨').expect(200);
    expect(body).toEqual({
      ...message,
      rev: 2,
      updatedAt: expect.any(String),
      reactions: [reaction('✨', [member], true)],
    });
    for (const client of clients) {
      await waitUntil('the reaction', () => client.payloads('message:edited').length > 0);
      expect(client.payloads('message:edited')).toEqual([{ ...body, reactions: [reaction('✨', [member])] }]);
    }
    expect(await history(member, channel.id)).toEqual([body]);
    expect(await reactionsTo(author, message)).toEqual([reaction('✨', [member], false)]);
    await unreact(member, message, '✨').expect(200);
    for (const client of clients) {
      await waitUntil('the removal', () => client.payloads('message:edited').length > 1);
      expect(client.payloads('message:edited')[1]).toMatchObject({ rev: 3 });
      expect(client.payloads('message:edited')[1]).not.toHaveProperty('reactions');
    }
    expect(await reactionsTo(author, message)).toBeUndefined();
  });

  it('TLK-020 change nothing when they are repeated, in any form of the emoji', async () => {
    const { author, channel, message } = await setUp();
    const client = await follow(1, author, channel.id);
    await react(author, message, '\u2764').expect(200);
    const { body } = await react(author, message, '\u2764\uFE0F').expect(200);
    expect(body).toMatchObject({ rev: 2, reactions: [reaction('\u2764\uFE0F', [author], true)] });
    await unreact(author, message, '\u2764').expect(200);
    expect((await unreact(author, message, '\u2764').expect(200)).body).toMatchObject({ rev: 3 });
    await two.callAs(author, 'post', `/channels/${channel.id}/messages`, { content: 'marker' }).expect(201);
    await waitUntil('the marker', () => client.messages(channel.id).length > 0);
    expect(client.payloads('message:edited').map(({ rev }) => rev)).toEqual([2, 3]);
  });

  it.each(['a', '1', '✨✨', '✨ ', '\0'])(
    'TLK-020 are refused with 400 if %j is not one emoji',
    async (text) => {
      const { author, message } = await setUp({ others: 0 });
      for (const method of ['get', 'put', 'delete'] as const) {
        const answer = await two.callAs(author, method, reactionPath(message, text));
        expect([method, answer.status]).toEqual([method, 400]);
      }
    },
  );

  it('TLK-021 keep the order of first use while anyone uses the emoji, and count beyond the first three', async () => {
    const { author, members, message } = await setUp({ others: 4 });
    const all = [author, ...members];
    await react(author, message, '🌙').expect(200);
    for (const member of all) await react(member, message, '✨').expect(200);
    await react(members[0] ?? author, message, '🌙').expect(200);
    await unreact(author, message, '🌙').expect(200);
    const last = members.at(-1) ?? author;
    expect(await reactionsTo(last, message)).toEqual([
      reaction('🌙', members.slice(0, 1), false),
      reaction('✨', all, true),
    ]);
    await unreact(members[0] ?? author, message, '🌙').expect(200);
    await react(author, message, '🌙').expect(200);
    expect((await reactionsTo(author, message))?.map(({ emoji }) => emoji)).toEqual(['✨', '🌙']);
  });

  it('TLK-021 list all who reacted in pages, without those that a block hides from the reader', async () => {
    const { author, members, message } = await setUp({ others: 3 });
    const all = [author, ...members];
    for (const member of all) await react(member, message, '✨').expect(200);
    const first = await reactors(author, message, '✨', '?limit=3');
    expect(first.body).toEqual(all.slice(0, 3).map(reactor));
    const cursor = String(first.headers['x-next-cursor']);
    const second = await reactors(author, message, '✨', `?limit=3&cursor=${cursor}`);
    expect(second.body).toEqual(all.slice(3).map(reactor));
    expect(second.headers).not.toHaveProperty('x-next-cursor');
    const [blocked = author] = members;
    await two.callAs(author, 'put', `/blocks/${blocked.user.id}`).expect(200);
    const isIn = async (reader: Member, member: Member) =>
      (await reactors(reader, message, '✨')).body.some(
        ({ userId }: { userId: string }) => userId === member.user.id,
      );
    expect([await isIn(author, blocked), await isIn(blocked, author)]).toEqual([false, false]);
    expect(await isIn(members[1] ?? author, blocked)).toBe(true);
  });

  it('TLK-022 tell the other devices of the member which reactions are theirs', async () => {
    const { author, member, channel, message } = await setUp();
    const [own, other] = [await two.connect(1, member.sessionId), await two.connect(1, author.sessionId)];
    await react(member, message, '✨').expect(200);
    await react(member, message, '🌙').expect(200);
    await unreact(member, message, '✨').expect(200);
    await waitUntil('the hints', () => own.payloads('reactions:own').length === 3);
    expect(own.payloads('reactions:own').at(-1)).toEqual({
      channelId: channel.id,
      seq: message.seq,
      rev: 4,
      emojis: ['🌙'],
    });
    expect(other.payloads('reactions:own')).toEqual([]);
  });

  it('TLK-023 reach a client that was away, once per message, with what is the own of its member', async () => {
    const { author, member, channel, message } = await setUp();
    const copy = { channelId: channel.id, from: 1, after: 1, rev: 1 };
    await react(author, message, '✨').expect(200);
    await react(member, message, '✨').expect(200);
    await react(member, message, '🌙').expect(200);
    for (const backend of [0, 1] as const) {
      const client = await two.connect(backend, member.sessionId);
      const changed = {
        seq: 1,
        rev: 4,
        reactions: [reaction('✨', [author, member], true), reaction('🌙', [member], true)],
      };
      expect(await client.request('channel:open', copy)).toMatchObject({ lastRev: 4, changed: [changed] });
      expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({
        messages: [changed],
      });
    }
    await unreact(author, message, '✨').expect(200);
    for (const emoji of ['✨', '🌙']) await unreact(member, message, emoji).expect(200);
    const client = await two.connect(1, author.sessionId);
    const { changed } = await client.request('channel:open', { ...copy, rev: 4 });
    expect(changed).toEqual([expect.not.objectContaining({ reactions: expect.anything() })]);
  });

  it('TLK-023 of many members at once cost fewer revisions than reactions, in order and complete on every backend', async () => {
    const { author, members, channel, message } = await setUp({ others: 20 });
    const clients = [await follow(0, author, channel.id), await follow(1, author, channel.id)];
    const answers = await Promise.all(
      members.map(async ({ sessionId }, n) =>
        two
          .api(n % 2 === 0 ? 0 : 1)
          .put(`/api${reactionPath(message, '✨')}`)
          .set(...bearer(sessionId)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200));
    const [stored] = await history(author, channel.id);
    expect(stored?.reactions).toMatchObject([{ emoji: '✨', count: 20, isMine: false }]);
    expect(stored?.rev).toBeLessThan(20);
    for (const client of clients) {
      await waitUntil('the last one', () => client.payloads('message:edited').at(-1)?.rev === stored?.rev);
      const revs = client.payloads('message:edited').map(({ rev }) => rev);
      expect(revs).toEqual(revs.map((_, n) => n + 2));
    }
  });

  it('TLK-024 are at most 20 different ones, of which any number of members may use each', async () => {
    const { author, member, message } = await setUp();
    for (let n = 0; n < REACTIONS.emojis; n += 1) await react(author, message, emojiOf(n)).expect(200);
    const refused = await react(member, message, '✨').expect(409);
    expect(refused.body).toMatchObject({
      code: 'quota_reached',
      ...QUOTA_MESSAGES.reactionsPerMessage({ quota: REACTIONS.emojis }),
    });
    await react(member, message, emojiOf(7)).expect(200);
    await unreact(author, message, emojiOf(3)).expect(200);
    await react(member, message, '✨').expect(200);
    await react(author, message, emojiOf(3)).expect(409);
  });

  it('OPS-116 of very many members cost what their emojis cost: they are counted up to 10,000', async () => {
    const { author, members, message, channel } = await setUp({ others: 2 });
    for (const emoji of ['🪐', '🔭', '✨']) await react(author, message, emoji).expect(200);
    for (const member of members) await react(member, message, '🔭').expect(200);
    const { dataSource } = two.stack;
    const [crowded]: { reactions: ReactionView[] }[] = await dataSource.query(
      'SELECT crowded_reactions($1, $2) AS reactions',
      [channel.id, message.seq],
    );
    expect(await reactionsTo(author, message)).toMatchObject(crowded?.reactions ?? []);
    await dataSource.query(
      `WITH added AS (
         INSERT INTO users (username, password)
         SELECT left(md5(n::text), 20), '!' FROM generate_series(1, $3::integer) n RETURNING id
       )
       INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id)
       SELECT added.id, $1, $2, '🔭', known.first_id FROM added, message_reactions known
        WHERE known.user_id = $4 AND known.channel_id = $1 AND known.seq = $2 AND known.emoji = '🔭'`,
      [channel.id, message.seq, REACTIONS_COUNTED, author.user.id],
    );
    expect(await reactionsTo(author, message)).toMatchObject(
      (crowded?.reactions ?? []).map((each) =>
        each.emoji === '🔭' ? { ...each, count: REACTIONS_COUNTED } : each,
      ),
    );
  });

  it('TLK-025 leave with a deleted message, and nobody can react to it', async () => {
    const { author, member, channel, message } = await setUp();
    await react(member, message, '✨').expect(200);
    const client = await follow(1, member, channel.id);
    await two.callAs(author, 'delete', `/messages/${message.id}`).expect(200);
    await waitUntil('the deletion', () => client.payloads('message:deleted').length > 0);
    expect(await reactionsTo(member, message)).toBeUndefined();
    await react(member, message, '✨').expect(404);
    await unreact(member, message, '✨').expect(404);
    await two.callAs(member, 'get', reactionPath(message, '✨')).expect(404);
    const { dataSource } = two.stack;
    const left: unknown[] = await dataSource.query('SELECT FROM message_reactions WHERE channel_id = $1', [
      channel.id,
    ]);
    expect(left).toHaveLength(0);
  });

  it('TLK-025 stay when their message is edited, and come with a repeated nonce', async () => {
    const { author, channel } = await setUp();
    const body = { content: 'Clouds.', nonce: 'n1' };
    const send = () => two.callAs(author, 'post', `/channels/${channel.id}/messages`, body);
    const message: MessageView = (await send().expect(201)).body;
    await react(author, message, '✨').expect(200);
    const stays = { reactions: [reaction('✨', [author])] };
    await two.callAs(author, 'patch', `/messages/${message.id}`, { content: 'Fog.' }).expect(200);
    expect((await send().expect(200)).body).toMatchObject({ content: 'Fog.', ...stays });
  });

  describe('by a member who may not write in the channel', () => {
    const statuses = async (caller: Member, message: MessageView) => {
      const found = [];
      for (const method of ['put', 'delete', 'get'] as const) {
        found.push((await two.callAs(caller, method, reactionPath(message, '✨'))).status);
      }
      return found;
    };

    it.each([
      ['an unrelated member', true, [403, 403, 200]],
      ['an unrelated member', false, [404, 404, 404]],
      ['a member who left', true, [403, 403, 200]],
      ['a member who left', false, [404, 404, 404]],
      ['a removed member', true, [403, 403, 200]],
      ['a removed member', false, [404, 404, 404]],
    ] as const)('TLK-026 PER-010 are refused: %s, with isPublic %j', async (who, isPublic, expected) => {
      const { member, server, channel, message } = await setUp({ isPublic });
      const caller = who === 'an unrelated member' ? await makeMember(two.stack.dataSource) : member;
      await react(member, message, '✨').expect(200);
      if (who === 'a member who left') {
        await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
      } else if (who === 'a removed member') {
        const { dataSource } = two.stack;
        const owner = await makeMember(dataSource);
        await dataSource.query(
          `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`,
          [server.id, owner.user.id],
        );
        await two.callAs(owner, 'delete', `/servers/${server.id}/members/${member.user.id}`).expect(200);
      }
      expect(await statuses(caller, message)).toEqual(expected);
      const rows: unknown[] = await two.stack.dataSource.query(
        'SELECT FROM message_reactions WHERE channel_id = $1',
        [channel.id],
      );
      expect(rows).toHaveLength(1);
    });

    it('TLK-026 are refused in a batch with those of other members, which are stored', async () => {
      const { author, message } = await setUp();
      const stranger = await makeMember(two.stack.dataSource);
      const answers = await Promise.all(
        [stranger, author].map(async (caller) => react(caller, message, '✨')),
      );
      expect(answers.map(({ status }) => status)).toEqual([403, 200]);
      expect(await reactionsTo(author, message)).toEqual([reaction('✨', [author], true)]);
    });

    it('TLK-026 do not depend on blocks, as messages do not', async () => {
      const { author, member, message } = await setUp();
      await two.callAs(author, 'put', `/blocks/${member.user.id}`).expect(200);
      expect(await statuses(member, message)).toEqual([200, 200, 200]);
    });
  });
});
