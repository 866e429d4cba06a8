import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isBlank, type SearchView } from '@oniverse/contracts';
import { Post, type User } from '@oniverse/data';
import { makeMember, makePost as insertPost, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('GET /api/search', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let reader: { user: User; sessionId: string };
  let stranger: { user: User; sessionId: string };

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    reader = await make();
    stranger = await make();
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const make = (overrides: Partial<User> = {}) => makeMember(stack.dataSource, overrides);
  const request = (query: Record<string, string | number>, { sessionId } = reader) =>
    backend.api
      .get('/api/search')
      .query(query)
      .set(...bearer(sessionId));
  const search = async (query: Record<string, string | number>, asker = reader): Promise<SearchView> =>
    (await request(query, asker).expect(200)).body;
  const makePost = async ({ user }: { user: User }, title: string, overrides: Partial<Post> = {}) =>
    stack.dataSource
      .getRepository(Post)
      .save({ userId: user.id, title, content: 'Text.', markdownContent: 'Text.', ...overrides });
  const makePicture = async (
    { user }: { user: User },
    title: string,
    { tags = [] as string[], isPublic = true } = {},
  ) => {
    const path = `/objects/${title.replaceAll(' ', '-')}`;
    await stack.dataSource.query(`INSERT INTO objects (path, user_id, state) VALUES ($1, $2, 'used')`, [
      path,
      user.id,
    ]);
    await stack.dataSource.query(
      `INSERT INTO images (user_id, title, image_url, tags, is_public, ready_at) VALUES ($1, $2, $3, $4, $5, now())`,
      [user.id, title, path, tags, isPublic],
    );
  };
  const makeTag = (name: string, usageCount: number) =>
    stack.dataSource.query('INSERT INTO tags (name, usage_count) VALUES ($1, $2)', [name, usageCount]);
  const titles = ({ posts }: SearchView) => posts?.items.map(({ title }) => title);
  const usernames = ({ members }: SearchView) => members?.items.map(({ username }) => username);
  const names = ({ dimensions }: SearchView) => dimensions?.items.map(({ name }) => name);
  const pictures = (found: SearchView) => found.pictures?.items.map(({ title }) => title);
  const countOf = (found: SearchView) =>
    [found.members, found.tags, found.posts, found.pictures, found.dimensions].reduce(
      (count, group) => count + (group?.items.length ?? 0),
      0,
    );

  it('NXT-070 requires a session', async () => {
    await backend.api.get('/api/search').query({ q: 'tide' }).expect(401);
  });

  it('NXT-323 finds members by the beginning of the profile text, after those by name and bio', async () => {
    await make({ username: 'by_profile', profileMarkdown: '# Foghorns\n\nI keep **cormorants**.' });
    await make({ username: 'by_bio', bio: 'Cormorants.' });
    await make({ username: 'hidden_profile', profileMarkdown: 'Cormorants.', isPublic: false });
    const found = await search({ q: 'cormor' });
    expect(usernames(found)).toEqual(['by_bio', 'by_profile']);
    expect(found.members?.items.map(({ excerpt }) => excerpt)).toEqual([null, 'Foghorns I keep cormorants.']);
    expect(usernames(await search({ q: 'digital shrine' }))).toEqual([]);
  });

  it.each([
    ['halcion', 'members', 'halcyon'],
    ['@versper', 'members', 'vesper'],
    ['streetlmps', 'tags', 'streetlamps'],
  ] as const)('NXT-323 offers for %s, if nothing is found, %s like %s', async (q, kind, name) => {
    if (kind === 'members') await make({ username: name });
    else await makeTag(name, 2);
    const { similar } = await search({ q });
    const offered = kind === 'members' ? similar?.members.map(({ username }) => username) : undefined;
    expect(offered ?? similar?.tags.map((tag) => tag.name)).toContain(name);
  });

  it('NXT-323 offers nothing hidden, nothing unlike, and nothing beside results', async () => {
    await make({ username: 'perihelia', isPublic: false });
    await makeTag('perihelions', 0);
    expect(await search({ q: 'perihelea' })).not.toHaveProperty('similar');
    await makeTag('limelight', 1);
    expect(await search({ q: 'limeli' })).not.toHaveProperty('similar');
  });

  it('NXT-070 finds members by Oni ID, then by the start of the name, then by name and bio', async () => {
    await make({ username: 'heliograph', bio: 'Signals.' });
    await make({ username: 'zeta_h', displayName: 'Heliotrope Marr' });
    await make({ username: 'alpha_h', bio: 'All about perihelions and HELIOSTATS.' });
    const found = await search({ q: '@Helio' });
    expect(usernames(found)).toEqual(['heliograph', 'zeta_h', 'alpha_h']);
    expect(found.members?.items[0]).toMatchObject({ bio: 'Signals.', displayName: null });
    expect(usernames(await search({ q: 'he' }))).toContain('heliograph');
    expect(usernames(await search({ q: 'heliostats perih' }))).toEqual(['alpha_h']);
  });

  it('NXT-070 finds tags in public use, by their start and then by a part, with their members', async () => {
    await makeTag('lantern', 2);
    await makeTag('lantern_making', 1);
    await makeTag('red_lantern', 1);
    await makeTag('lanternless', 0);
    const [{ id }]: [{ id: string }] = await stack.dataSource.query(
      `SELECT id FROM tags WHERE name = 'lantern'`,
    );
    await stack.dataSource.query(
      'INSERT INTO constellation_nodes (user_id, username) SELECT id, username FROM users WHERE id = $1',
      [stranger.user.id],
    );
    await stack.dataSource.query('INSERT INTO user_tags (user_id, tag_id) VALUES ($1, $2)', [
      stranger.user.id,
      id,
    ]);
    const { tags } = await search({ q: '#Lantern' });
    expect(tags?.items).toEqual([
      { name: 'lantern', memberCount: 1 },
      { name: 'lantern_making', memberCount: 0 },
      { name: 'red_lantern', memberCount: 0 },
    ]);
  });

  it('NXT-070 finds posts by words of the title, newest first, then by words of the text with an excerpt', async () => {
    await makePost(stranger, 'Gauge made of thread');
    await makePost(stranger, 'Unrelated', { content: 'She read the tide GAUGES aloud.' });
    await makePost(stranger, 'The old gauge');
    const found = await search({ q: 'gaug' });
    expect(titles(found)).toEqual(['The old gauge', 'Gauge made of thread', 'Unrelated']);
    expect(found.posts?.items.map(({ excerpt }) => excerpt)).toEqual([
      null,
      null,
      'She read the tide GAUGES aloud.',
    ]);
    expect(titles(await search({ q: 'thread gauge' }))).toEqual(['Gauge made of thread']);
    expect(titles(await search({ q: 'the gauges' }))).toEqual(['Unrelated']);
    expect(titles(await search({ q: 'auge' }))).toEqual([]);
  });

  it('NXT-070 finds posts in all scripts, and words joined by punctuation', async () => {
    await makePost(stranger, 'ÉTOILE and/or Москва', { content: 'see example.org/quasar' });
    for (const q of ['étoi', 'МОСК', 'quasar', 'or']) {
      expect([q, titles(await search({ q }))]).toEqual([q, ['ÉTOILE and/or Москва']]);
    }
  });

  describe('in every script', () => {
    const TEXTS = [
      ['Hindi', 'विज्ञान मेला', ['विज्ञान', 'विज्ञा', 'मेला']],
      ['Bengali', 'বিজ্ঞান', ['বিজ্ঞান']],
      ['Tamil', 'தமிழ் மொழி', ['தமிழ்', 'மொழி']],
      ['Thai', 'เราดูแลสิ่งแวดล้อมกัน', ['สิ่งแวดล้อม', 'แวดล้อม']],
      ['Lao', 'ພາສາລາວ', ['ລາວ']],
      ['Khmer', 'រៀនភាសាខ្មែរ', ['ខ្មែរ']],
      ['Burmese', 'မြန်မာဘာသာ', ['ဘာသာ']],
      ['Japanese', '新世界へようこそ', ['世界', '新世界', 'ようこ', '界']],
      ['Japanese kana', 'ガラスの塔', ['ｶﾞﾗｽ', 'ガラ']],
      ['Korean', '서울특별시', ['특별시', '서울', '\u1109\u1165\u110B\u116E\u11AF']],
      ['Chinese and Latin', '东方tower明珠', ['tower', '明珠', '东方 tow']],
      ['Vietnamese', 'Tiếng Việt', ['tieng viet', 'Tie\u0302\u0301ng', 'Việt']],
      ['French', 'Café Été', ['cafe', 'CAFÉ', 'cafe\u0301', 'ete']],
      ['Turkish', 'İstanbul ışıkları', ['istanbul', 'İSTANBUL', 'ışık']],
      ['German', 'Große Straße', ['STRASSE', 'strasse', 'grosse']],
      ['Greek', 'Ο Οδός μου', ['οδος', 'ΟΔΟΣ']],
      ['Russian', 'Ёлка и йод', ['елка', 'ЁЛКА']],
      ['Arabic', 'تَعْلِيم اللغة', ['تعليم', 'تعـليم', 'اللغة']],
      ['Persian', 'می\u200Cخواهم', ['میخواهم', 'می\u200Cخواهم']],
      ['Hebrew', 'שָׁלוֹם עולם', ['שלום', 'עולם']],
      ['full-width characters', 'ＡＢＣ１２３', ['ABC123', 'abc1', 'ＡＢＣ']],
      ['ligatures', 'ﬁligree', ['filigree']],
      ['Adlam', '𞤀𞤁𞤂', ['𞤢𞤣']],
      ['quoted words', '“quoted” and 「引用」', ['quoted', '引用']],
      ['words next to emoji', 'harbour🌊seal', ['harbour', 'seal']],
    ] as const satisfies readonly (readonly [string, string, readonly string[]])[];

    beforeAll(async () => {
      for (const [, title] of TEXTS) await makePost(stranger, title);
      // Has the same pairs of characters in another order.
      await makePost(stranger, '世界。新世。東京都と京都府と東京');
    });

    it.each(TEXTS.flatMap(([name, title, queries]) => queries.map((q) => [name, q, title] as const)))(
      'finds words in %s: %s',
      async (_, q, title) => {
        expect(titles(await search({ q, kinds: 'posts' }))).toContain(title);
      },
    );

    it.each([
      ['a run in another order', '新世界', '世界。新世。東京都と京都府と東京'],
      ['another vowel sign', 'विज्ञानी', 'विज्ञान मेला'],
      ['another mark', 'தம்', 'தமிழ் மொழி'],
      ['part of a word', 'afe', 'Café Été'],
      ['another kana', 'カラス', 'ガラスの塔'],
    ])('does not find %s', async (_, q, title) => {
      expect(titles(await search({ q, kinds: 'posts' }))).not.toContain(title);
    });

    it('finds members, tags, pictures and dimensions too', async () => {
      await make({ username: 'sekai_m', displayName: '新世界の人' });
      await make({ username: 'cafe_m', displayName: 'José', bio: 'Le Café' });
      await makeTag('新世界旅行', 1);
      await makePicture(stranger, 'Rivière', { tags: ['新世界'] });
      const { server } = await makeServer(stack.dataSource);
      await stack.dataSource.query(`UPDATE servers SET name = '新世界ホール' WHERE id = $1`, [server.id]);
      const found = await search({ q: '世界' });
      expect(usernames(found)).toEqual(['sekai_m']);
      expect(found.tags?.items.map(({ name }) => name)).toEqual(['新世界旅行']);
      expect(pictures(found)).toEqual(['Rivière']);
      expect(names(found)).toEqual(['新世界ホール']);
      expect(usernames(await search({ q: 'jose' }))).toEqual(['cafe_m']);
      expect(usernames(await search({ q: 'café' }))).toEqual(['cafe_m']);
      expect(pictures(await search({ q: 'riviere' }))).toEqual(['Rivière']);
    });

    it('stores texts in NFC', async () => {
      const { body } = await backend.api
        .post('/api/posts')
        .set(...bearer(reader.sessionId))
        .send({ title: 'Tie\u0302\u0301ng', content: 'cafe\u0301' })
        .expect(201);
      expect(body).toMatchObject({ title: 'Tiếng', content: 'café' });
    });
  });

  it('NXT-070 finds pictures by title and tags, newest first', async () => {
    await makePicture(stranger, 'Saltmarsh at dawn');
    await makePicture(stranger, 'Plate four', { tags: ['saltmarsh_walks'] });
    expect(pictures(await search({ q: 'saltm' }))).toEqual(['Plate four', 'Saltmarsh at dawn']);
    expect(pictures(await search({ q: 'saltmarsh_wa' }))).toEqual(['Plate four', 'Saltmarsh at dawn']);
    expect(pictures(await search({ q: 'saltmarsh dawn' }))).toEqual(['Saltmarsh at dawn']);
  });

  it('NXT-070 finds public dimensions by name and description, and one’s own private ones', async () => {
    const rename = (id: string, name: string, description: string | null = null) =>
      stack.dataSource.query('UPDATE servers SET name = $2, description = $3 WHERE id = $1', [
        id,
        name,
        description,
      ]);
    const open = await makeServer(stack.dataSource, { members: [reader.user] });
    await rename(open.server.id, 'Orrery Hall');
    await rename((await makeServer(stack.dataSource)).server.id, 'Workshop', 'We mend an orrery.');
    const hidden = await makeServer(stack.dataSource, { isPublic: false, members: [reader.user] });
    await rename(hidden.server.id, 'Orrery Cellar');
    expect(names(await search({ q: 'orrery' }))).toEqual(['Orrery Cellar', 'Orrery Hall', 'Workshop']);
    const { dimensions } = await search({ q: 'orrery' }, stranger);
    expect(dimensions?.items).toMatchObject([
      { name: 'Orrery Hall', hasJoined: false, memberCount: 2 },
      { name: 'Workshop' },
    ]);
    await stack.dataSource.query('DELETE FROM server_members WHERE user_id = $1', [reader.user.id]);
    await stack.dataSource.query('INSERT INTO server_removals (server_id, user_id) VALUES ($1, $2)', [
      hidden.server.id,
      reader.user.id,
    ]);
    expect(names(await search({ q: 'orrery' }))).toEqual(['Orrery Hall', 'Workshop']);
  });

  it('NXT-073 shows private things to their owner only', async () => {
    const owner = await make({ username: 'nocturne_o', displayName: 'Nocturne' });
    await makePost(owner, 'Nocturne one');
    await makePost(owner, 'Nocturne two', { isPublic: false });
    await makePost(owner, 'Nocturne three', { isArchived: true });
    await makePost(owner, 'Four', { isPublic: false, content: 'A nocturne.' });
    await makePicture(owner, 'Nocturne shown');
    await makePicture(owner, 'Nocturne hidden', { isPublic: false });
    expect(countOf(await search({ q: 'nocturn' }))).toBe(3);
    const own = await search({ q: 'nocturn' }, owner);
    expect(titles(own)).toEqual(['Nocturne two', 'Nocturne one', 'Four']);
    expect(pictures(own)).toEqual(['Nocturne hidden', 'Nocturne shown']);
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [owner.user.id]);
    expect(countOf(await search({ q: 'nocturn' }))).toBe(0);
    expect(await search({ q: 'nocturn' }, owner)).toMatchObject({ posts: own.posts, members: own.members });
  });

  it('NXT-074 continues the list of a single kind', async () => {
    for (let post = 0; post < 5; post += 1) {
      await makePost(post % 2 ? reader : stranger, `Cartography ${post}`, { isPublic: post !== 3 });
    }
    await makePost(stranger, 'Maps', { content: 'Cartography in the text.' });
    await make({ username: 'cartog_a' });
    await make({ username: 'cartog_b', displayName: 'Cartographer' });
    await make({ username: 'cartog_0', bio: 'x' });
    await make({ username: 'a_carto', displayName: 'Cartographess' });
    await make({ username: 'b_carto', bio: 'Cartogram.' });
    const collect = async (kind: 'posts' | 'members', read: (found: SearchView) => string[] | undefined) => {
      const seen: (string[] | undefined)[] = [];
      for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
        const found: SearchView = await search({ q: 'cartog', kinds: kind, limit: 2, cursor });
        seen.push(read(found));
        cursor = found[kind]?.nextCursor;
      }
      return seen;
    };
    expect(await collect('posts', titles)).toEqual([
      ['Cartography 4', 'Cartography 3'],
      ['Cartography 2', 'Cartography 1'],
      ['Cartography 0', 'Maps'],
    ]);
    expect(await collect('members', usernames)).toEqual([
      ['cartog_0', 'cartog_a'],
      ['cartog_b', 'a_carto'],
      ['b_carto'],
    ]);
  });

  it('returns the asked kinds only', async () => {
    expect(Object.keys(await search({ q: 'x', kinds: 'tags,posts' })).toSorted()).toEqual([
      'isComplete',
      'posts',
      'tags',
    ]);
  });

  it.each([
    ['no query', {}],
    ['an empty query', { q: '  ' }],
    ['a long query', { q: 'x'.repeat(201) }],
    ['10 kB', { q: 'x'.repeat(10_000) }],
    ['NUL', { q: 'a\0b' }],
    ['an unknown kind', { q: 'a', kinds: 'members,users' }],
    ['a limit of 21', { q: 'a', limit: 21 }],
    ['a cursor of several kinds', { q: 'a', cursor: '0.a' }],
    ['a cursor of names for posts', { q: 'a', kinds: 'posts', cursor: '0.a' }],
    ['an unknown cursor', { q: 'a', kinds: 'members', cursor: '9' }],
  ])('NXT-071 refuses %s', async (_name, query) => {
    const { body } = await request(query).expect(400);
    expect(body.code).toBe('validation_failed');
  });

  it.each([
    '%',
    '_',
    '\\',
    '%%%',
    '___',
    `'`,
    `"'; DROP TABLE users; --`,
    '& | ! : * <-> ( )',
    `'a':* & !b`,
    `a' | 'b`,
    '$1',
    '@',
    '#',
    '>',
    '\u202e\u200b',
    '😀',
    '\n',
    '-1e999 0x10 1.5',
    '<b>&amp;</b>',
    'ß ſ İ',
  ])('NXT-071 treats %j as text', async (q) => {
    await make({ username: 'wildcard_m', displayName: 'Wildcard' }).catch(() => undefined);
    const { status, body } = await request({ q });
    expect(status).toBe(isBlank(q) ? 400 : 200);
    if (status === 200) expect(JSON.stringify(body)).not.toContain('wildcard_m');
  });

  it('NXT-071 finds nothing for bytes that are not Unicode', async () => {
    const { body } = await backend.api
      .get('/api/search?q=%ED%A0%80')
      .set(...bearer(reader.sessionId))
      .expect(200);
    expect(countOf(body)).toBe(0);
  });
});

describe('GET /api/search under load', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let reader: { user: User; sessionId: string };

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ rateLimits: true }));
    reader = await makeMember(stack.dataSource);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it('NXT-072 answers with what it found in time', async () => {
    await stack.dataSource.query(
      'INSERT INTO posts (user_id, title, content, markdown_content) VALUES ($1, $2, $2, $2)',
      [reader.user.id, 'Slow'],
    );
    const lock = stack.dataSource.createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE posts IN ACCESS EXCLUSIVE MODE');
    try {
      const { body } = await backend.api
        .get('/api/search?q=slow')
        .set(...bearer(reader.sessionId))
        .expect(200);
      expect(body).toMatchObject({ isComplete: false, members: { items: [] } });
      expect(body).not.toHaveProperty('posts');
    } finally {
      await lock.rollbackTransaction();
      await lock.release();
    }
  });

  const ferry = () =>
    backend.api
      .get('/api/search')
      .query({ q: 'ferry', kinds: 'posts' })
      .set(...bearer(reader.sessionId));

  describe('of one member', () => {
    beforeAll(async () => {
      const other = await makeMember(stack.dataSource);
      await insertPost(stack.dataSource, other.user.id, { title: 'To Valla', content: 'By ferry. Fjord.' });
      const author = await makeMember(stack.dataSource);
      const near = Array.from({ length: 400 }, (_, word) => `a${word}ferry`).join(' ');
      await stack.dataSource.query(
        `INSERT INTO posts (user_id, title, content, markdown_content)
         SELECT $1, $2, $3, '' FROM generate_series(1, 1000)`,
        [author.user.id, near.slice(0, 200), near],
      );
    });

    it('NXT-303 finds the posts of others behind 1,000 near-matches of one author, in time', async () => {
      const { body } = await ferry().expect(200);
      expect(body).toMatchObject({ isComplete: true, posts: { items: [{ title: 'To Valla' }] } });
    });

    it('NXT-303 finds words that no index is asked for behind 1,000 posts of one author', async () => {
      const { body } = await backend.api
        .get('/api/search')
        .query({ q: 'fj', kinds: 'posts' })
        .set(...bearer(reader.sessionId))
        .expect(200);
      expect(body).toMatchObject({ isComplete: true, posts: { items: [{ title: 'To Valla' }] } });
    });

    it('NXT-304 runs two of 60 searches at once, and leaves connections to others', async () => {
      const lock = stack.dataSource.createQueryRunner();
      await lock.startTransaction();
      await lock.query('LOCK TABLE posts IN ACCESS EXCLUSIVE MODE');
      try {
        const searches = Promise.all(Array.from({ length: 60 }, async () => ferry()));
        await waitUntil('a search to wait for the lock', async () => (await countLockWaiters()) > 0);
        await backend.api
          .get('/api/blocks')
          .set(...bearer(reader.sessionId))
          .expect(200);
        expect(await countLockWaiters()).toBeLessThanOrEqual(2);
        const statuses = (await searches).map(({ status }) => status);
        // The number depends on how many arrive before the first two give up.
        expect(statuses).toContain(429);
        expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      } finally {
        await lock.rollbackTransaction();
        await lock.release();
      }
    });

    const countLockWaiters = async (): Promise<number> => {
      const rows: { waiting: number }[] = await stack.dataSource.query(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting ?? 0;
    };
  });

  it('NXT-072 has a rate limit of its own', async () => {
    let last = 0;
    for (let call = 0; call < 130 && last !== 429; call += 1) {
      ({ status: last } = await backend.api.get('/api/search?q=x').set(...bearer(reader.sessionId)));
    }
    expect(last).toBe(429);
    await backend.api
      .get('/api/blocks')
      .set(...bearer(reader.sessionId))
      .expect(200);
  });
});
