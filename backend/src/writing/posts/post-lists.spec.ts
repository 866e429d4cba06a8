import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, POST_EXCERPT, type PostView } from '@oniverse/contracts';
import { makeMember, makePost, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

/** The longest text, with characters that take four bytes. */
const LONGEST = '🌊'.repeat(LIMITS.postText.max);
const TAG = 'tides';

describe('lists of posts', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let author: Awaited<ReturnType<typeof makeMember>>;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    author = await makeMember(stack.dataSource, { isPublic: true, isVisibleToVisitors: true });
    for (const isArchived of [false, true]) {
      for (let count = 0; count < 50; count += 1) {
        await makePost(stack.dataSource, author.user.id, {
          content: LONGEST,
          markdownContent: LONGEST,
          tags: [TAG],
          isArchived,
        });
      }
    }
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const fetchPage = async (path: string, cursor?: string) => {
    const { body, headers } = await backend.api
      .get(`/api${path}`)
      .query(cursor === undefined ? {} : { cursor })
      .set(...bearer(author.sessionId))
      .expect(200);
    const posts: PostView[] = body;
    return {
      posts,
      bytes: Buffer.byteLength(JSON.stringify(body)),
      encoding: headers['content-encoding'],
      next: headers['x-next-cursor'],
    };
  };

  it.each(['/feed', '/feed?scope=near', `/tags/${TAG}/posts`, '/users/{username}/posts'])(
    'NXT-300 %s is not filled by 50 long posts of one member: it has their beginnings',
    async (path) => {
      const { posts, bytes, encoding } = await fetchPage(path.replace('{username}', author.user.username));
      expect(bytes).toBeLessThanOrEqual(LIMITS.page.bytes);
      expect(encoding).toBe('gzip');
      expect(posts.length).toBeGreaterThan(10);
      for (const post of posts) {
        expect(post.isExcerpt).toBe(true);
        for (const text of [post.content, post.markdownContent]) {
          expect(Array.from(text)).toHaveLength(POST_EXCERPT);
        }
      }
    },
  );

  it('NXT-300 a visitor’s page of a tag ends there', async () => {
    const answer = await backend.api.get(`/api/tags/${TAG}/posts`).expect(200);
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(LIMITS.page.bytes);
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
  });

  it.each(['/posts/my', '/posts/archived', '/posts/my?sort=oldest'])(
    'NXT-300 %s has whole posts, on pages that end early',
    async (path) => {
      const ids = new Set<string>();
      let cursor: string | undefined;
      do {
        const { posts, bytes, next } = await fetchPage(path, cursor);
        expect(bytes).toBeLessThanOrEqual(LIMITS.page.bytes);
        for (const post of posts) {
          expect([post.isExcerpt, post.content === LONGEST, post.markdownContent === LONGEST]).toEqual([
            false,
            true,
            true,
          ]);
          ids.add(post.id);
        }
        cursor = next;
      } while (cursor !== undefined);
      expect(ids.size).toBe(50);
    },
  );

  it('NXT-300 pages of profile archives end early', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO profile_archives (user_id, title, markdown_content) SELECT $1, 'Then', $2 FROM generate_series(1, 5)`,
      [user.id, '🌊'.repeat(LIMITS.profileMarkdown.max / 4)],
    );
    const list = async (cursor?: string) =>
      backend.api
        .get('/api/profile-archives')
        .query(cursor === undefined ? {} : { cursor })
        .set(...bearer(sessionId))
        .expect(200);
    const first = await list();
    const second = await list(first.headers['x-next-cursor']);
    const third = await list(second.headers['x-next-cursor']);
    expect([first, second, third].map(({ body }) => body.length)).toEqual([2, 2, 1]);
    expect(third.headers).not.toHaveProperty('x-next-cursor');
  });

  it('NXT-300 a post is whole on its own page, and in lists if it is short', async () => {
    const exact = 'é'.repeat(POST_EXCERPT);
    const { id } = await makePost(stack.dataSource, author.user.id, {
      content: exact,
      markdownContent: exact,
    });
    const long = await makePost(stack.dataSource, author.user.id, {
      content: 'short',
      markdownContent: `${exact}.`,
    });
    const { posts } = await fetchPage('/feed?limit=2');
    expect(posts).toMatchObject([
      { id: long.id, isExcerpt: true, content: 'short', markdownContent: exact },
      { id, isExcerpt: false, content: exact, markdownContent: exact },
    ]);
    const whole = await backend.api
      .get(`/api/posts/${long.id}`)
      .set(...bearer(author.sessionId))
      .expect(200);
    expect(whole.body.post).toMatchObject({ isExcerpt: false, markdownContent: `${exact}.` });
  });
});
