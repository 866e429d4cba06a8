import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notifyEntry, OutboxRow, Post } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { DataSource } from 'typeorm';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UNKNOWN_ID = '019abb00-0000-7000-8000-0000000000ff';
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('posts', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    const pooled = { directDatabaseUrl: 'postgres://127.0.0.1:1/direct', namedStatements: false };
    backend = await BackendUnderTest.start(stack.config(pooled));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const get = (sessionId: string, path: string, query: object = {}) =>
    backend.api
      .get(`/api${path}`)
      .query(query)
      .set(...bearer(sessionId));
  const create = (sessionId: string, body: object) =>
    backend.api
      .post('/api/posts')
      .set(...bearer(sessionId))
      .send(body);
  const change = (sessionId: string, id: string, body: object) =>
    backend.api
      .patch(`/api/posts/${id}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (sessionId: string, id: string) =>
    backend.api.delete(`/api/posts/${id}`).set(...bearer(sessionId));
  const titles = (answer: { body: { title: string }[] }): string[] => answer.body.map(({ title }) => title);

  it('LIV-120 a post is stored through a pooler, without names of statements', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await create(sessionId, { title: 'Pooled', content: '#night' }).expect(201);
    expect(await backend.app.get(DataSource).query('SELECT name FROM pg_prepared_statements')).toEqual([]);
  });

  it('LIV-123 a post whose commit loses its connection is answered as unavailable, and the next one is stored', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource.query(`
      CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER lost_commit AFTER INSERT ON posts DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.title = 'Lost') EXECUTE FUNCTION lose_connection()`);
    try {
      const { headers, body } = await create(sessionId, { title: 'Lost', content: 'x' }).expect(503);
      expect(body).toMatchObject({ code: 'unavailable' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await create(sessionId, { title: 'Kept', content: 'x' }).expect(201);
      expect(titles(await get(sessionId, '/posts/my'))).toEqual(['Kept']);
    } finally {
      await stack.dataSource.query('DROP FUNCTION lose_connection CASCADE');
    }
  });

  it('GAP-076 ENT-015..024 a new post is stored and returned with its author', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, {
      displayName: 'Vesper Lund',
      profileImageUrl: '/objects/avatar',
    });
    const { body } = await create(sessionId, {
      title: ' First light ',
      markdownContent: 'Saw **the rings** tonight. #Saturn',
      tags: ['#Night', 'telescope'],
    }).expect(201);
    expect(body).toEqual({
      id: UUID,
      userId: user.id,
      title: 'First light',
      content: 'Saw the rings tonight. #Saturn',
      markdownContent: 'Saw **the rings** tonight. #Saturn',
      isExcerpt: false,
      tags: ['night', 'telescope', 'saturn'],
      isPublic: true,
      isArchived: false,
      areRepliesClosed: false,
      hasRipples: false,
      isRippled: false,
      createdAt: TIMESTAMP,
      updatedAt: body.createdAt,
      author: { username: user.username, displayName: 'Vesper Lund', profileImageUrl: '/objects/avatar' },
    });
    expect((await get(sessionId, '/posts/my').expect(200)).body).toEqual([body]);
    expect(await stack.dataSource.getRepository(Post).findOneByOrFail({ id: body.id })).toMatchObject({
      givenTags: ['night', 'telescope'],
      tags: ['night', 'telescope', 'saturn'],
    });
  });

  it.each([
    ['only markdown', { markdownContent: '*a*' }, { content: 'a', markdownContent: '*a*' }],
    ['only plain text', { content: '*a*' }, { content: '*a*', markdownContent: '*a*' }],
    ['both', { content: 'so', markdownContent: '*a* #t' }, { content: 'so', markdownContent: '*a* #t' }],
    [
      'whitespace and markdown',
      { content: ' \n', markdownContent: ' b ' },
      { content: 'b', markdownContent: ' b ' },
    ],
    [
      'plain text and null',
      { content: ' a\n', markdownContent: null },
      { content: ' a\n', markdownContent: ' a\n' },
    ],
  ])('GAP-077 with %s, derives the missing text from the other', async (_, texts, expected) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', ...texts }).expect(201);
    expect(body).toMatchObject(expected);
  });

  it.each([
    [{}, 'content', 'A post needs some text.'],
    [{ content: '', markdownContent: null }, 'content', 'A post needs some text.'],
    [{ markdownContent: ' \n\t' }, 'content', 'A post needs some text.'],
    [{ content: 'a', title: ' ' }, 'title', 'Please enter a title.'],
    [{ content: 'a', title: null }, 'title', 'Please enter a title.'],
    [{ content: 'a', title: 'x'.repeat(201) }, 'title', 'A title can have up to 200 characters.'],
    [{ content: 'x'.repeat(50_001) }, 'content', "A post's text can have up to 50,000 characters."],
    [
      { markdownContent: 'x'.repeat(50_001) },
      'markdownContent',
      "A post's text can have up to 50,000 characters.",
    ],
    [{ content: 7 }, 'content', 'This must be text.'],
    [{ content: 'a', tags: 'saturn' }, 'tags', 'This must be a list of tags.'],
    [
      { content: 'a', tags: ['no tag'] },
      'tags',
      'A tag can have 1 to 50 letters, digits, underscores or hyphens.',
    ],
    [
      { content: 'a', tags: Array.from({ length: 51 }, (_, n) => `t${n}`) },
      'tags',
      'You can add up to 50 tags.',
    ],
    [{ content: 'a', isPublic: 'yes' }, 'isPublic', 'This must be true or false.'],
    [{ content: 'a', isArchived: true }, 'isArchived', 'Unknown field.'],
    [{ content: 'a', userId: UNKNOWN_ID }, 'userId', 'Unknown field.'],
  ])('GAP-076 rejects a new post with %j and stores nothing', async (wrong, field, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', ...wrong }).expect(400);
    expect(body).toMatchObject({
      statusCode: 400,
      code: 'validation_failed',
      message,
      fields: { [field]: message },
    });
    expect((await get(sessionId, '/posts/my')).body).toEqual([]);
  });

  it('GAP-076 accepts a text of maximum length, counted in characters', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const content = '🌕'.repeat(50_000);
    const { body } = await create(sessionId, { title: '🌕'.repeat(200), content }).expect(201);
    expect(body.content).toBe(content);
  });

  it('GAP-078 stores at most 50 tags, chosen tags first', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const given = Array.from({ length: 49 }, (_, n) => `given${n}`);
    const { body } = await create(sessionId, {
      title: 'Many',
      markdownContent: '#given3 #one #two `#code` https://a.example/#fragment',
      tags: given,
    }).expect(201);
    expect(body.tags).toEqual([...given, 'one']);
  });

  it('GAP-078 GAP-079 new text replaces only the tags of the old text; chosen tags stay until they are changed', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const post = await create(sessionId, {
      title: 'One',
      markdownContent: '#moon #saturn',
      tags: ['night', 'moon'],
    }).expect(201);
    expect(post.body.tags).toEqual(['night', 'moon', 'saturn']);
    const text = await change(sessionId, post.body.id, { markdownContent: '**dark** #mars' }).expect(200);
    expect(text.body).toMatchObject({
      content: 'dark #mars',
      markdownContent: '**dark** #mars',
      tags: ['night', 'moon', 'mars'],
    });
    const tags = await change(sessionId, post.body.id, { tags: ['#Dawn'] }).expect(200);
    expect(tags.body).toMatchObject({ markdownContent: '**dark** #mars', tags: ['dawn', 'mars'] });
    const none = await change(sessionId, post.body.id, { tags: null }).expect(200);
    expect(none.body.tags).toEqual(['mars']);
  });

  it('GAP-077 changing other fields leaves both texts unchanged', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', content: 'so', markdownContent: '*a*' });
    const answer = await change(sessionId, body.id, { title: 'Two', tags: ['t'], isPublic: false }).expect(
      200,
    );
    expect(answer.body).toEqual({
      ...body,
      title: 'Two',
      tags: ['t'],
      isPublic: false,
      updatedAt: TIMESTAMP,
    });
    expect(answer.body.updatedAt > body.updatedAt).toBe(true);
  });

  it('NXT-311 enqueues the mentions of a post when its text or visibility changes', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const outbox = stack.dataSource.getRepository(OutboxRow);
    const { body } = await create(sessionId, { title: 'One', content: 'For @vesper' }).expect(201);
    const mentions = notifyEntry({ kind: 'post', postId: body.id });
    const takeEnqueued = async () => (await outbox.delete(mentions)).affected;
    expect(await takeEnqueued()).toBe(1);
    await change(sessionId, body.id, { title: 'Two' }).expect(200);
    expect(await takeEnqueued()).toBe(0);
    await change(sessionId, body.id, { isPublic: false }).expect(200);
    expect(await takeEnqueued()).toBe(1);
    await change(sessionId, body.id, { markdownContent: 'For nobody' }).expect(200);
    expect(await takeEnqueued()).toBe(1);
    await change(sessionId, body.id, { markdownContent: 'For everyone' }).expect(200);
    expect(await takeEnqueued()).toBe(0);
  });

  it('GAP-079 an empty change leaves everything unchanged, including `updatedAt`', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', content: 'a #t' }).expect(201);
    await stack.dataSource.getRepository(OutboxRow).delete({ subject: user.id });
    expect((await change(sessionId, body.id, {}).expect(200)).body).toEqual(body);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: user.id })).toBe(0);
  });

  it.each([
    [{ content: 'b' }, 'content', 'Unknown field.'],
    [{ id: UNKNOWN_ID }, 'id', 'Unknown field.'],
    [{ title: '' }, 'title', 'Please enter a title.'],
    [{ title: null }, 'title', 'Please enter a title.'],
    [{ markdownContent: '' }, 'markdownContent', 'A post needs some text.'],
    [{ markdownContent: ' \n' }, 'markdownContent', 'A post needs some text.'],
    [{ markdownContent: null }, 'markdownContent', 'A post needs some text.'],
    [
      { markdownContent: 'x'.repeat(50_001) },
      'markdownContent',
      "A post's text can have up to 50,000 characters.",
    ],
    [{ isPublic: null }, 'isPublic', 'This must be true or false.'],
    [{ isArchived: 1 }, 'isArchived', 'This must be true or false.'],
  ])('GAP-079 rejects the change %j and changes nothing', async (wrong, field, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const post = await create(sessionId, { title: 'One', content: 'a' }).expect(201);
    const { body } = await change(sessionId, post.body.id, { isArchived: true, ...wrong }).expect(400);
    expect(body).toMatchObject({
      statusCode: 400,
      code: 'validation_failed',
      message,
      fields: { [field]: message },
    });
    expect((await get(sessionId, '/posts/my')).body).toEqual([post.body]);
  });

  it('API-033..035 GAP-080 GAP-081 PST-013 an archived post appears only in the archived list, and can be restored', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const stays = await create(sessionId, { title: 'Stays', content: 'a' });
    const goes = await create(sessionId, { title: 'Goes', content: 'a' });
    const answer = await change(sessionId, goes.body.id, { isArchived: true }).expect(200);
    expect(answer.body).toEqual({ ...goes.body, isArchived: true, updatedAt: answer.body.updatedAt });
    expect((await get(sessionId, '/posts/my').expect(200)).body).toEqual([stays.body]);
    expect((await get(sessionId, '/posts/archived').expect(200)).body).toEqual([answer.body]);
    await change(sessionId, goes.body.id, { isArchived: false }).expect(200);
    expect(titles(await get(sessionId, '/posts/my'))).toEqual(['Goes', 'Stays']);
    expect((await get(sessionId, '/posts/archived')).body).toEqual([]);
  });

  it('API-036 PST-012 a post can be made private and public again', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const post = await create(sessionId, { title: 'One', content: 'a' });
    for (const isPublic of [false, true]) {
      expect((await change(sessionId, post.body.id, { isPublic }).expect(200)).body.isPublic).toBe(isPublic);
      expect((await get(sessionId, '/posts/my')).body).toMatchObject([{ isPublic }]);
    }
  });

  it('GAP-079 a deleted post no longer exists', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', content: 'a' });
    await remove(sessionId, body.id).expect(200, { ok: true });
    expect((await get(sessionId, '/posts/my')).body).toEqual([]);
    await remove(sessionId, body.id).expect(404);
    await change(sessionId, body.id, { title: 'Two' }).expect(404);
  });

  it('PER-005 PER-006 another member neither sees a post in their own lists nor may change it', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const { sessionId: hiddenSession } = await makeMember(stack.dataSource, {
      isPublic: false,
    });
    const shown = await create(sessionId, { title: 'Shown', content: 'a' });
    const secret = await create(sessionId, { title: 'Secret', content: 'a', isPublic: false });
    const archived = await create(sessionId, { title: 'Archived', content: 'a' });
    await change(sessionId, archived.body.id, { isArchived: true }).expect(200);
    const ofHidden = await create(hiddenSession, { title: 'Of a private member', content: 'a' });
    const rows = async () => stack.dataSource.getRepository(Post).find({ order: { id: 'ASC' } });
    const before = await rows();
    for (const [post, status, code] of [
      [shown, 403, 'forbidden'],
      [secret, 404, 'not_found'],
      [archived, 404, 'not_found'],
      [ofHidden, 404, 'not_found'],
      [{ body: { id: UNKNOWN_ID } }, 404, 'not_found'],
    ] as const) {
      const refused = await change(stranger, post.body.id, { title: 'Mine', isPublic: true }).expect(status);
      expect(refused.body.code).toBe(code);
      await change(stranger, post.body.id, {}).expect(status);
      await remove(stranger, post.body.id).expect(status);
    }
    expect(await rows()).toEqual(before);
    expect((await get(stranger, '/posts/my')).body).toEqual([]);
    expect((await get(stranger, '/posts/archived')).body).toEqual([]);
  });

  it.each([
    ['get', '/posts/my'],
    ['get', '/posts/archived'],
    ['post', '/posts'],
    ['patch', `/posts/${UNKNOWN_ID}`],
    ['delete', `/posts/${UNKNOWN_ID}`],
    ['get', '/feed'],
    ['get', '/users/somebody/posts'],
  ] as const)('API-033 API-034 PER-003 %s %s without a session is 401', async (method, path) => {
    const { body } = await backend.api[method](`/api${path}`).expect(401);
    expect(body.code).toBe('unauthorized');
  });

  it('API-035 a malformed id gets 400', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await change(sessionId, 'not-an-id', { isArchived: true }).expect(400);
    expect(body.fields).toEqual({ id: 'This id is malformed.' });
  });

  it('API-033 GAP-081 sorts, filters by tag and visibility, and searches title, text and tags', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await create(sessionId, { title: 'Alpha', markdownContent: '**ÄTHER** and #saturn' });
    await create(sessionId, { title: '100% of_it', content: String.raw`back\slash`, tags: ['mars'] });
    await create(sessionId, { title: 'Gamma', content: 'plain', tags: ['saturn-rings'], isPublic: false });
    const find = async (query: object) => titles(await get(sessionId, '/posts/my', query).expect(200));
    expect(await find({})).toEqual(['Gamma', '100% of_it', 'Alpha']);
    expect(await find({ sort: 'oldest' })).toEqual(['Alpha', '100% of_it', 'Gamma']);
    expect(await find({ tag: '#Saturn' })).toEqual(['Alpha']);
    expect(await find({ tag: 'saturn-rings' })).toEqual(['Gamma']);
    expect(await find({ isPublic: 'false' })).toEqual(['Gamma']);
    expect(await find({ isPublic: 'true', sort: 'oldest' })).toEqual(['Alpha', '100% of_it']);
    expect(await find({ q: ' äther ' })).toEqual(['Alpha']);
    expect(await find({ q: 'aLPHa' })).toEqual(['Alpha']);
    expect(await find({ q: 'rings' })).toEqual(['Gamma']);
    expect(await find({ q: 'saturn' })).toEqual(['Gamma', 'Alpha']);
    expect(await find({ q: '0% o' })).toEqual(['100% of_it']);
    expect(await find({ q: '%' })).toEqual(['100% of_it']);
    expect(await find({ q: '_' })).toEqual(['100% of_it']);
    expect(await find({ q: '\\' })).toEqual(['100% of_it']);
    expect(await find({ q: '**' })).toEqual([]);
    expect(await find({ q: 'nowhere' })).toEqual([]);
    expect(await find({ q: 'saturn', tag: 'saturn', isPublic: 'false' })).toEqual([]);
    expect(await find({ q: '', tag: '' })).toHaveLength(3);
  });

  it.each([
    [{ limit: 101 }, 'limit', 'The limit must be a whole number from 1 to 100.'],
    [{ limit: 0 }, 'limit', 'The limit must be a whole number from 1 to 100.'],
    [{ cursor: 'x' }, 'cursor', 'This id is malformed.'],
    [{ sort: 'best' }, 'sort', 'The order must be newest or oldest.'],
    [{ isPublic: 'maybe' }, 'isPublic', 'This must be true or false.'],
    [{ tag: 'no tag' }, 'tag', 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
  ])('API-033 rejects a list with %j with 400', async (query, field, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await get(sessionId, '/posts/my', query).expect(400);
    expect(body.fields).toEqual({ [field]: message });
  });

  it('GAP-114 posts created at the same moment are ordered by id, across pages too', async () => {
    const { sessionId, user } = await makeMember(stack.dataSource);
    for (const title of ['one', 'two', 'three', 'four', 'five']) {
      await create(sessionId, { title, content: 'a' }).expect(201);
    }
    await stack.dataSource.query(`UPDATE posts SET created_at = '2026-01-01' WHERE user_id = $1`, [user.id]);
    const rows: { id: string }[] = await stack.dataSource.query(
      'SELECT id FROM posts WHERE user_id = $1 ORDER BY id',
      [user.id],
    );
    const ids = rows.map(({ id }) => id);
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await get(sessionId, '/posts/my', { limit: 2, sort, cursor }).expect(200);
        seen.push(...page.body.map(({ id }: { id: string }) => id));
        cursor = page.headers['x-next-cursor'];
      } while (cursor !== undefined);
      expect(seen).toEqual(sort === 'newest' ? ids.toReversed() : ids);
    }
  });

  it('API-034 pages return each post once, in either order, while posts are added and deleted', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const add = async (title: string) => {
      const { body } = await create(sessionId, { title, content: 'a' }).expect(201);
      await change(sessionId, body.id, { isArchived: true }).expect(200);
      return String(body.id);
    };
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await add(`Post ${n}`));
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await get(sessionId, '/posts/archived', { limit: 3, sort, cursor }).expect(200);
        seen.push(...page.body.map(({ id }: { id: string }) => id));
        cursor = page.headers['x-next-cursor'];
        // New posts come before the newest page and after the oldest one.
        if (seen.length === 3) ids.push(await add('Meanwhile'));
        // The post named by the cursor may be deleted without changing the next page.
        if (seen.length === 6) await remove(sessionId, seen.at(-1) ?? '').expect(200);
      } while (cursor !== undefined);
      const expected = sort === 'newest' ? ids.slice(0, -1).toReversed() : ids;
      expect(seen).toEqual(expected);
      ids.splice(ids.indexOf(seen[5] ?? ''), 1);
    }
  });

  it('GAP-079 concurrent changes of a post are all applied', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, { title: 'One', content: 'a #old' });
    await Promise.all([
      change(sessionId, body.id, { title: 'Two' }).expect(200),
      change(sessionId, body.id, { markdownContent: 'b #new' }).expect(200),
      change(sessionId, body.id, { tags: ['given'] }).expect(200),
      change(sessionId, body.id, { isPublic: false }).expect(200),
      change(sessionId, body.id, { isArchived: true }).expect(200),
    ]);
    expect((await get(sessionId, '/posts/archived')).body).toMatchObject([
      {
        title: 'Two',
        content: 'b #new',
        markdownContent: 'b #new',
        tags: ['given', 'new'],
        isPublic: false,
        isArchived: true,
      },
    ]);
  });
});
