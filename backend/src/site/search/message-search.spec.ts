import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FoundMessage, type MessageView, SEARCH, type SearchView } from '@oniverse/contracts';
import { indexMessages, MessageTerms } from '@oniverse/data';
import { GOOD_PASSWORD, makeConnection, makeMember, registration, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember, type StaffedServer } from '../../testing/staffed-server.js';

const BATCH = 1_000;

describe('the search of messages', () => {
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

  const db = () => stack.dataSource;
  const callAs = (
    { sessionId }: { sessionId: string },
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body: object = {},
  ) =>
    backend.api[method](`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const send = async (
    author: { sessionId: string },
    channelId: string,
    content: string,
  ): Promise<MessageView> =>
    (await callAs(author, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  /** Does what the worker does. */
  const index = async (): Promise<void> => {
    const rows: { id: string }[] = await db().query('SELECT id FROM channels');
    const ids = rows.map(({ id }) => id);
    while ((await indexMessages(db(), ids, BATCH)) === BATCH) continue;
  };
  const search = async (
    reader: { sessionId: string },
    q: string,
    query: Record<string, string | number> = {},
  ): Promise<NonNullable<SearchView['messages']>> => {
    const { body }: { body: SearchView } = await backend.api
      .get('/api/search')
      .query({ q, kinds: 'messages', ...query })
      .set(...bearer(reader.sessionId))
      .expect(200);
    expect(body).toMatchObject({ isComplete: true, messages: {} });
    return body.messages ?? { items: [], nextCursor: null };
  };
  const excerpts = async (reader: { sessionId: string }, q: string): Promise<string[]> =>
    (await search(reader, q)).items.map(({ excerpt }) => excerpt);
  const converse = async (starter: SignedInMember, ...others: SignedInMember[]): Promise<string> => {
    for (const other of others) await makeConnection(db(), starter.user, other.user, ['maps']);
    const userIds = others.map(({ user }) => user.id);
    return (await callAs(starter, 'post', '/conversations', { userIds })).body.id;
  };
  const makePrivate = (channelId: string) =>
    db().query('UPDATE channels SET is_private = true WHERE id = $1', [channelId]);
  const startThread = async (author: SignedInMember, parent: MessageView, content: string) =>
    (await callAs(author, 'post', `/messages/${parent.id}/thread`, { content }).expect(201)).body;

  it('TLK-470 finds messages of channels, threads and conversations, newest first, with their place', async () => {
    const { server, channel, member, other } = await makeStaffedServer(db());
    const landed = await send(member, channel.id, `${'On the long pier. '.repeat(9)}A **kittiwake** sat.`);
    await startThread(other, landed, 'The kittiwakes left.');
    const conversationId = await converse(member, other);
    const feathers = await send(member, conversationId, 'Kittiwake feathers for you.');
    await startThread(other, feathers, 'Kittiwakes again?');
    await index();
    const { items } = await search(other, 'kittiw');
    const [talkThread] = await db().query('SELECT id FROM channels WHERE parent_id = $1', [conversationId]);
    const conversation = { id: conversationId, name: null, members: [member.user.username], seq: 1 };
    const [thread] = await db().query('SELECT id FROM channels WHERE parent_id = $1', [channel.id]);
    const place = {
      serverId: server.id,
      serverName: server.name,
      isPublic: true,
      channelName: 'general',
      seq: 1,
    };
    const by = ({ user }: SignedInMember) => ({
      username: user.username,
      displayName: null,
      profileImageUrl: null,
    });
    expect(items).toEqual([
      {
        id: expect.any(String),
        excerpt: 'Kittiwakes again?',
        author: by(other),
        place: null,
        conversation: { ...conversation, threadId: talkThread.id },
        createdAt: expect.any(String),
      },
      {
        id: expect.any(String),
        excerpt: 'Kittiwake feathers for you.',
        author: by(member),
        place: null,
        conversation,
        createdAt: expect.any(String),
      },
      {
        id: expect.any(String),
        excerpt: 'The kittiwakes left.',
        author: by(other),
        place: { ...place, channelId: thread.id, parentId: channel.id },
        conversation: null,
        createdAt: expect.any(String),
      },
      {
        id: landed.id,
        excerpt: expect.stringMatching(/^… .*pier\. A kittiwake sat\.$/),
        author: by(member),
        place: { ...place, channelId: channel.id },
        conversation: null,
        createdAt: landed.createdAt,
      },
    ]);
  });

  it.each([
    ['新世界へようこそ', '新世界'],
    ['Café Été', 'cafe'],
    ['विज्ञान मेला', 'मेला'],
    ['Große Straße', 'strasse'],
    ['see example.org/quasar', 'quasar'],
  ])('TLK-470 finds %s by %s, as posts are found', async (content, q) => {
    const { channel, member } = await makeStaffedServer(db());
    await send(member, channel.id, content);
    // Has the same pairs of characters in another order.
    await send(member, channel.id, '世界。新世。');
    await index();
    expect(await excerpts(member, q)).toEqual([content]);
  });

  it('TLK-470 is part of a search for everything, and only of what was asked for', async () => {
    const { channel, member } = await makeStaffedServer(db());
    await send(member, channel.id, 'A lone wimbrel.');
    await index();
    const find = async (query: object): Promise<SearchView> =>
      (await callAs(member, 'get', '/search').query({ q: 'wimbrel', ...query })).body;
    expect((await find({})).messages?.items).toHaveLength(1);
    expect(await find({ kinds: 'posts' })).not.toHaveProperty('messages');
  });

  it('TLK-471 finds nothing in a public dimension that the reader has not joined, or left', async () => {
    const { server, channel, member, other } = await makeStaffedServer(db());
    const visitor = await makeMember(db());
    await send(member, channel.id, 'A curlew calls.');
    await index();
    expect([await excerpts(visitor, 'curlew'), await excerpts(other, 'curlew')]).toEqual([
      [],
      ['A curlew calls.'],
    ]);
    await callAs(other, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await excerpts(other, 'curlew')).toEqual([]);
  });

  it('TLK-471 finds what is in a private channel, and its threads, only for those who read it', async () => {
    const { server, channel, member, other, moderator } = await makeStaffedServer(db());
    const message = await send(member, channel.id, 'A turnstone.');
    await startThread(member, message, 'Two turnstones.');
    await index();
    await makePrivate(channel.id);
    const readers = async () => ({
      staff: await excerpts(moderator, 'turnst'),
      member: await excerpts(member, 'turnst'),
      other: await excerpts(other, 'turnst'),
    });
    const both = ['Two turnstones.', 'A turnstone.'];
    expect(await readers()).toEqual({ staff: both, member: [], other: [] });
    await db().query('INSERT INTO channel_grants (channel_id, server_id, user_id) VALUES ($1, $2, $3)', [
      channel.id,
      server.id,
      other.user.id,
    ]);
    expect(await readers()).toEqual({ staff: both, member: [], other: both });
  });

  it('TLK-471 finds a conversation for its members: not after they left, and not while it is a request', async () => {
    const [vesper, otto, stranger] = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
    const id = await converse(vesper, otto);
    await send(vesper, id, 'A plover nest.');
    const { body: request } = await callAs(vesper, 'post', '/conversations', { userIds: [stranger.user.id] });
    await send(vesper, request.id, 'A plover for you?');
    await index();
    expect(await excerpts(vesper, 'plover')).toEqual(['A plover for you?', 'A plover nest.']);
    expect(await excerpts(otto, 'plover')).toEqual(['A plover nest.']);
    expect(await excerpts(stranger, 'plover')).toEqual([]);
    await callAs(stranger, 'post', `/conversations/${request.id}/accept`).expect(200);
    expect(await excerpts(stranger, 'plover')).toEqual(['A plover for you?']);
    await callAs(otto, 'delete', `/conversations/${id}/membership`).expect(200);
    expect(await excerpts(otto, 'plover')).toEqual([]);
  });

  it('TLK-471 finds no message that waits for staff, that was deleted, or whose time is over', async () => {
    const { server, channel, owner, member, other } = await makeStaffedServer(db());
    await callAs(owner, 'put', `/servers/${server.id}/filters`, {
      revision: 0,
      filters: [{ kind: 'word', text: 'nitro', action: 'hold' }],
    }).expect(200);
    await callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Dunlin nitro.' });
    const deleted = await send(member, channel.id, 'Dunlin, gone.');
    const id = await converse(member, other);
    const over = await send(member, id, 'Dunlin, over.');
    const soon = await send(member, id, 'Dunlin, soon.');
    await index();
    await db().query(
      `INSERT INTO disappearing_messages (message_id, disappears_at)
       VALUES ($1, now() - interval '1 second'), ($2, now() + interval '1 hour')`,
      [over.id, soon.id],
    );
    expect(await excerpts(other, 'dunlin')).toEqual(['Dunlin, soon.', 'Dunlin, gone.']);
    await callAs(member, 'delete', `/messages/${deleted.id}`).expect(200);
    expect(await excerpts(other, 'dunlin')).toEqual(['Dunlin, soon.']);
    expect(await excerpts(owner, 'dunlin')).toEqual([]);
  });

  it('TLK-471 finds an edited message by its new words alone, also if the index is behind', async () => {
    const { channel, member } = await makeStaffedServer(db());
    const message = await send(member, channel.id, 'A sanderling.');
    await index();
    await callAs(member, 'patch', `/messages/${message.id}`, { content: 'A whimbrel, I mean.' }).expect(200);
    expect(await excerpts(member, 'whimbrel')).toEqual(['A whimbrel, I mean.']);
    expect(await excerpts(member, 'sanderling')).toEqual([]);
    await db().query(
      `UPDATE message_terms SET terms = search_terms('A sanderling.', '') WHERE message_id = $1`,
      [message.id],
    );
    expect(await excerpts(member, 'sanderling')).toEqual([]);
  });

  it('TLK-471 finds no messages of members across a block or muted ones, and does not name those', async () => {
    const [vesper, otto, wren] = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
    const { channel } = await makeStaffedServer(db(), { others: [vesper, otto, wren] });
    await send(otto, channel.id, 'An avocet, says Otto.');
    await send(wren, channel.id, 'An avocet, says Wren.');
    const group = await converse(vesper, otto, wren);
    await send(vesper, group, 'An avocet, I say.');
    await index();
    const own = 'An avocet, I say.';
    await callAs(otto, 'put', `/blocks/${vesper.user.id}`).expect(200);
    expect(await excerpts(vesper, 'avocet')).toEqual([own, 'An avocet, says Wren.']);
    expect(await excerpts(otto, 'avocet')).toEqual(['An avocet, says Wren.', 'An avocet, says Otto.']);
    expect((await search(vesper, 'avocet')).items[0]?.conversation?.members).toEqual([wren.user.username]);
    await callAs(vesper, 'put', `/mutes/${wren.user.id}`).expect(200);
    expect(await excerpts(vesper, 'avocet')).toEqual([own]);
  });

  describe('with operators', () => {
    let place: StaffedServer;
    let rooftop: string;

    beforeAll(async () => {
      place = await makeStaffedServer(db());
      const { server, channel, owner, member, other, moderator } = place;
      const { body: quiet } = await callAs(owner, 'post', `/servers/${server.id}/channels`, {
        name: 'Quiet',
      });
      await send(member, channel.id, 'Grebe one, low tide at https://example.org');
      const pinned = await send(other, channel.id, 'Grebe two, tide low');
      await callAs(moderator, 'put', `/messages/${pinned.id}/pin`).expect(200);
      await startThread(member, pinned, 'Grebe three');
      const loved = await send(other, quiet.id, 'Grebe four from:nobody');
      await callAs(member, 'put', `/messages/${loved.id}/reactions/${encodeURIComponent('🪐')}`).expect(200);
      rooftop = await converse(member, other, moderator);
      await callAs(member, 'patch', `/conversations/${rooftop}`, { name: 'Rooftop watch' }).expect(200);
      await send(member, rooftop, 'Grebe five 新世界');
      const old = await send(member, rooftop, 'Grebe six 世界新');
      await db().query(
        `UPDATE messages SET id = uuidv7('2026-01-31T12:00:00Z'::timestamptz - now()) WHERE id = $1`,
        [old.id],
      );
      await index();
    });

    it.each([
      ['grebe', ['five', 'four', 'three', 'two', 'one', 'six']],
      ['grebe from:MEMBER', ['five', 'three', 'one', 'six']],
      ['grebe from:@member from:other', ['five', 'four', 'three', 'two', 'one', 'six']],
      ['grebe from:nobody_at_all', []],
      ['grebe in:quiet', ['four']],
      ['grebe in:#general', ['three', 'two', 'one']],
      ['in:"rooftop watch"', ['five', 'six']],
      ['grebe in:elsewhere', []],
      ['grebe has:link', ['one']],
      ['grebe has:reaction', ['four']],
      ['grebe has:file', []],
      ['grebe has:picture', []],
      ['grebe is:pinned', ['two']],
      ['is:thread', ['three']],
      ['grebe on:2026-01-31', ['six']],
      ['grebe before:2026-02-01', ['six']],
      ['grebe before:2026-01-31', []],
      ['grebe after:2026-01-31', ['five', 'four', 'three', 'two', 'one']],
      ['"low tide"', ['one']],
      ['grebe "tide low"', ['two']],
      ['"世界新"', ['six']],
      ['"grebe six" from:member', ['six']],
      ['grebe colour:blue', []],
      ['has:link "!!"', ['one']],
      ['"!!"', []],
    ])('TLK-480 finds %s', async (q, numbers) => {
      const { member, other } = place;
      const asked = q
        .replaceAll('other', other.user.username)
        .replaceAll('member', member.user.username)
        .replaceAll('MEMBER', member.user.username.toUpperCase());
      const found = await excerpts(member, asked);
      expect(found.map((text) => /Grebe (\w+)/u.exec(text)?.[1])).toEqual(numbers.slice(0, 5));
    });

    it('TLK-480 keeps to what the reader may read', async () => {
      const stranger = await makeMember(db());
      for (const q of ['in:general', 'in:"rooftop watch" grebe', 'has:link', 'is:thread']) {
        expect([q, await excerpts(stranger, q)]).toEqual([q, []]);
      }
    });
  });

  it('TLK-480 finds a conversation of two by the other member, and channels without their quotation marks', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    const pair = await converse(member, other);
    await send(member, channel.id, 'A knot in the channel.');
    await send(member, pair, 'A knot for you.');
    await db().query(`UPDATE channels SET name = 'the "quiet" room' WHERE id = $1`, [channel.id]);
    await index();
    const name = other.user.username.toUpperCase();
    expect(await excerpts(member, `knot in:@${name}`)).toEqual(['A knot for you.']);
    expect(await excerpts(member, `knot in:@${member.user.username}`)).toEqual([]);
    expect(await excerpts(member, 'knot in:"The quiet room"')).toEqual(['A knot in the channel.']);
  });

  it('TLK-481 finds games by their players and by the game, as far as the reader may read them', async () => {
    const { server, channel, member, other, owner } = await makeStaffedServer(db());
    const offer = async (starter: SignedInMember, channelId: string, kind: 'chess' | 'go') => {
      const body = { kind, bankSeconds: 0, moveSeconds: 3_600, nonce: randomUUID() };
      const { body: message } = await callAs(starter, 'post', `/channels/${channelId}/games`, body);
      return { id: message.id, game: message.thread.game.id };
    };
    const chess = await offer(member, channel.id, 'chess');
    await callAs(other, 'put', `/games/${chess.game}/seat`).expect(200);
    const go = await offer(member, channel.id, 'go');
    const talk = await converse(member, owner);
    const secret = await offer(member, talk, 'chess');
    await send(member, channel.id, 'No game.');
    await index();
    const found = async (reader: SignedInMember, q: string, query = {}) =>
      (await search(reader, q, query)).items.map(({ id }) => id);
    const [name, second] = [member.user.username, other.user.username];
    expect(await found(member, `game:@${name}`)).toEqual([secret.id, go.id, chess.id]);
    expect(await found(other, `game:${name.toUpperCase()}`)).toEqual([go.id, chess.id]);
    expect(await found(other, `game:@${name} game:@${second}`)).toEqual([chess.id]);
    expect(await found(other, `game:@${name} game:go`)).toEqual([go.id]);
    expect(await found(other, 'game:chess')).toEqual([chess.id]);
    expect(await found(other, `game:@${name} chess`, { order: 'best' })).toEqual([chess.id]);
    expect(await found(member, `game:@${name} in:general`, { server: server.id })).toEqual([go.id, chess.id]);
    expect((await search(member, `game:@${name}`, { limit: 1 })).nextCursor).not.toBeNull();
    expect(await found(other, 'game:@nobody')).toEqual([]);
    await makePrivate(channel.id);
    expect(await found(other, `game:@${name}`)).toEqual([]);
  });

  it('TLK-477 finds only what is in the dimension, its threads included, for its members alone', async () => {
    const { server, channel, member, other, moderator } = await makeStaffedServer(db());
    const elsewhere = await makeStaffedServer(db(), { others: [member] });
    const landed = await send(member, channel.id, 'A ruff.');
    await startThread(other, landed, 'Ruffs here?');
    await send(member, elsewhere.channel.id, 'A ruff elsewhere.');
    await send(member, await converse(member, other), 'A ruff for you.');
    await index();
    const within = async (reader: SignedInMember, q: string): Promise<string[]> =>
      (await search(reader, q, { server: server.id })).items.map(({ excerpt }) => excerpt);
    expect(await excerpts(member, 'ruff')).toHaveLength(4);
    expect(await within(member, 'ruff')).toEqual(['Ruffs here?', 'A ruff.']);
    expect(await within(member, 'ruff in:general is:thread')).toEqual(['Ruffs here?']);
    expect(await within(member, `ruff in:@${other.user.username}`)).toEqual([]);
    await makePrivate(channel.id);
    expect(await within(other, 'ruff')).toEqual([]);
    expect(await within(moderator, 'ruff')).toHaveLength(2);
  });

  it('TLK-477 answers for a dimension as it does for its other lists, and finds nothing but messages there', async () => {
    const { server, member, other } = await makeStaffedServer(db());
    const hidden = await makeStaffedServer(db(), { isPublic: false });
    const stranger = await makeMember(db());
    const ask = (reader: { sessionId: string }, id: string) =>
      callAs(reader, 'get', '/search').query({ q: member.user.username, server: id });
    expect((await ask(other, server.id).expect(200)).body).toEqual({
      messages: { items: [], nextCursor: null },
      isComplete: true,
    });
    expect((await ask(stranger, server.id).expect(403)).body.code).toBe('not_a_member');
    await ask(stranger, hidden.server.id).expect(404);
    await ask(stranger, stranger.user.id).expect(404);
    await ask(stranger, 'here').expect(400);
  });

  it('TLK-478 puts the best first, page by page, also while messages arrive, and refuses a cursor of another order', async () => {
    const { server, channel, member } = await makeStaffedServer(db());
    const contents = ['dusky heron', 'heron, dusky', 'a heron so dusky', 'dusky herons', 'the dusky heron'];
    for (const content of contents) await send(member, channel.id, content);
    await index();
    const query = { server: server.id, order: 'best', limit: 2 };
    const first = await search(member, 'dusky heron', query);
    await send(member, channel.id, 'A new dusky heron');
    await index();
    const second = await search(member, 'dusky heron', { ...query, cursor: first.nextCursor ?? '' });
    const third = await search(member, 'dusky heron', { ...query, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([
      ['the dusky heron', 'dusky heron'],
      ['dusky herons', 'heron, dusky'],
      ['a heron so dusky'],
    ]);
    expect(third.nextCursor).toBeNull();
    const { nextCursor } = await search(member, 'dusky heron', { ...query, order: 'newest' });
    for (const [order, cursor] of [
      ['best', nextCursor],
      ['newest', first.nextCursor],
    ]) {
      await callAs(member, 'get', '/search')
        .query({ q: 'dusky heron', kinds: 'messages', order, cursor })
        .expect(400);
    }
  });

  it('TLK-478 keeps to newest first without words', async () => {
    const { server, channel, member } = await makeStaffedServer(db());
    for (const n of [1, 2, 3]) await send(member, channel.id, `Smew ${n}`);
    await index();
    const query = { server: server.id, order: 'best', limit: 2 };
    const first = await search(member, 'in:general', query);
    const second = await search(member, 'in:general', { ...query, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ excerpt }) => excerpt)).toEqual([
      'Smew 3',
      'Smew 2',
      'Smew 1',
    ]);
  });

  it('TLK-479 names channels and conversations to search in that the reader may read', async () => {
    const { server, owner, member, other, moderator } = await makeStaffedServer(db());
    const stranger = await makeMember(db());
    const elsewhere = await makeStaffedServer(db(), { others: [member] });
    for (const [place, name] of [
      [server, 'Tidal notes'],
      [elsewhere.server, 'tidal Notes'],
      [server, 'Notes on tidal pools'],
      [server, 'Tidal secrets'],
    ] as const) {
      const starter = place === server ? owner : elsewhere.owner;
      await callAs(starter, 'post', `/servers/${place.id}/channels`, { name }).expect(201);
    }
    await db().query(`UPDATE channels SET is_private = true WHERE name = 'Tidal secrets'`);
    const group = await converse(member, other, moderator);
    await callAs(member, 'patch', `/conversations/${group}`, { name: 'Tidal watch' }).expect(200);
    await converse(member, other);
    const names = async (reader: { sessionId: string }, query: object) =>
      (await callAs(reader, 'get', '/search/places').query(query).expect(200)).body.items;
    expect(await names(member, { q: 'TIDAL' })).toEqual([
      { name: expect.stringMatching(/tidal notes/iu), serverName: null, count: 2 },
      { name: 'Tidal watch', serverName: null, count: 1 },
      { name: 'Notes on tidal pools', serverName: server.name, count: 1 },
    ]);
    expect(await names(member, { q: 'tidal', server: server.id })).toEqual([
      { name: 'Tidal notes', serverName: server.name, count: 1 },
      { name: 'Notes on tidal pools', serverName: server.name, count: 1 },
    ]);
    const pair = { name: `@${other.user.username}`, serverName: null, count: 1 };
    expect(await names(member, { q: other.user.username })).toEqual([pair]);
    expect(await names(stranger, { server: server.id })).toEqual([]);
    expect(await names(member, {})).toHaveLength(5);
    await callAs(other, 'put', `/blocks/${member.user.id}`).expect(200);
    expect(await names(member, { q: other.user.username })).toEqual([]);
  });

  describe('with more messages than are read one by one', () => {
    const COUNT = 5_400;
    let place: StaffedServer;
    let conversationId: string;

    beforeAll(async () => {
      place = await makeStaffedServer(db());
      conversationId = await converse(place.member, place.other);
      for (const channelId of [place.channel.id, conversationId]) {
        await db().query(
          `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
           SELECT $1, $2, n, n, 'Tide ' || n || CASE WHEN n % 900 = 0 THEN ' perihelion tidal' ELSE '' END, n::text
             FROM generate_series(1, $3::integer) n`,
          [channelId, place.member.user.id, COUNT],
        );
        await db().query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
          channelId,
          COUNT,
        ]);
      }
      await db().query(
        `UPDATE conversation_members SET activity_id = (SELECT id FROM messages WHERE channel_id = $1 AND seq = $2)
          WHERE channel_id = $1`,
        [conversationId, COUNT],
      );
      await index();
      await db().query('ANALYZE message_terms');
    });

    const seqs = ({ items }: { items: FoundMessage[] }) =>
      items.map(({ place: found, conversation }) => (found ?? conversation)?.seq);

    it('TLK-472 finds a rare word in messages of any age, page by page and in order', async () => {
      const pages: FoundMessage[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await search(place.other, 'perihel', { limit: 5, ...(cursor !== '' && { cursor }) });
        pages.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(pages.map(({ id }) => id)).toEqual(
        pages
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      );
      const all = [6, 5, 4, 3, 2, 1].map((n) => n * 900);
      expect(seqs({ items: pages })).toEqual([...all, ...all]);
    });

    it.each([
      ['a frequent word', 'tide'],
      ['two letters', 'ti'],
      ['words of which the last is the start of many', 'tide tid'],
    ])('TLK-472 finds the newest messages with %s', async (_, q) => {
      expect(seqs(await search(place.other, q, { limit: 3 }))).toEqual([COUNT, COUNT - 1, COUNT - 2]);
    });

    it('TLK-472 finds rare words beside a frequent start, and nothing for absent words', async () => {
      expect(seqs(await search(place.other, 'perihelion tid', { limit: 20 }))).toHaveLength(12);
      expect(seqs(await search(place.other, 'tide aphelion'))).toEqual([]);
    });

    it('TLK-478 puts the newest messages that match in order, as many as the bound', async () => {
      let cursor: string | null = '';
      const found: FoundMessage[] = [];
      while (cursor !== null) {
        const page = await search(place.other, 'tide', {
          server: place.server.id,
          order: 'best',
          limit: 20,
          ...(cursor !== '' && { cursor }),
        });
        found.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(seqs({ items: found })).toEqual(Array.from({ length: SEARCH.best }, (_, n) => COUNT - n));
    });

    it('TLK-480 goes further back without words', async () => {
      expect(seqs(await search(place.other, 'in:general is:pinned'))).toEqual([]);
      await db().query('INSERT INTO pins (channel_id, seq) VALUES ($1, 2000)', [place.channel.id]);
      expect(seqs(await search(place.other, 'in:general is:pinned'))).toEqual([2_000]);
    });

    it('TLK-472 does not depend on the messages that others read', async () => {
      await callAs(place.other, 'delete', `/conversations/${conversationId}/membership`).expect(200);
      const { items } = await search(place.other, 'perihelion', { limit: 20 });
      expect(items.map(({ conversation }) => conversation)).toEqual(Array(6).fill(null));
    });
  });

  it('TLK-473 keeps nothing of the text of deleted messages, channels, dimensions and erased conversations', async () => {
    const { server, channel, owner, member, other } = await makeStaffedServer(db());
    const { body: account } = await backend.api.post('/api/auth/register').send(registration()).expect(201);
    const leaving = { sessionId: account.sessionId, user: account.user };
    const message = await send(member, channel.id, 'Gannet one.');
    const { body: second } = await callAs(owner, 'post', `/servers/${server.id}/channels`, {
      name: 'second',
    });
    await startThread(member, await send(member, second.id, 'Gannet two.'), 'Gannet three.');
    const id = await converse(leaving, other);
    await send(leaving, id, 'Gannet four.');
    await index();
    const kept = async (): Promise<number> =>
      db()
        .getRepository(MessageTerms)
        .createQueryBuilder('indexed')
        .where(`indexed.terms @@ 'gannet'::tsquery`)
        .getCount();
    expect(await kept()).toBe(4);
    await callAs(member, 'delete', `/messages/${message.id}`).expect(200);
    expect(await kept()).toBe(3);
    await callAs(owner, 'delete', `/channels/${second.id}`).expect(200);
    expect(await kept()).toBe(1);
    await callAs(other, 'delete', `/conversations/${id}/membership`).expect(200);
    await callAs(leaving, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    expect(await kept()).toBe(0);
    await send(member, channel.id, 'Gannet five.');
    await index();
    expect(await kept()).toBe(1);
    await callAs(owner, 'delete', `/servers/${server.id}`).expect(200);
    expect(await kept()).toBe(0);
  });
});
