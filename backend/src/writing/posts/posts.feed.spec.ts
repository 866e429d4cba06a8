import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection, Post, type User } from '@oniverse/data';
import {
  LiveClient,
  makeConnection,
  makeMember,
  type TestStack,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { FEED_PACE } from './feed-hints.js';

describe('the feed and the posts of a member', () => {
  let two: TwoBackends;
  let stack: TestStack;

  beforeAll(async () => {
    two = await TwoBackends.start();
    ({ stack } = two);
  });

  afterAll(async () => {
    await two.stop();
  });

  const get = (sessionId: string, path: string, query: object = {}) =>
    two
      .api(0)
      .get(`/api${path}`)
      .query(query)
      .set(...bearer(sessionId));
  const titles = (answer: { body: { title: string }[] }): string[] => answer.body.map(({ title }) => title);
  const addPost = async (user: User, title: string, values: Partial<Post> = {}): Promise<Post> =>
    stack.dataSource
      .getRepository(Post)
      .save({ userId: user.id, title, content: 'a', markdownContent: 'a', ...values });
  const connect = async (one: User, other: User): Promise<void> => {
    const [fromUserId, toUserId] = [one.id, other.id].toSorted();
    await stack.dataSource.getRepository(Connection).insert({ fromUserId, toUserId, sharedTags: ['t'] });
  };
  /** Deletes all posts, because the feed shows everyone's. */
  const deleteAllPosts = () => stack.dataSource.getRepository(Post).deleteAll();

  it('GAP-076 PER-005 ENT-024 the feed of everyone has only the posts members show, newest first', async () => {
    await deleteAllPosts();
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { user: other } = await makeMember(stack.dataSource, { displayName: 'Other' });
    const { user: hidden } = await makeMember(stack.dataSource, { isPublic: false });
    await addPost(user, 'own');
    await addPost(user, 'own private', { isPublic: false });
    await addPost(user, 'own archived', { isArchived: true });
    await addPost(hidden, 'of a private member');
    await addPost(other, 'private', { isPublic: false });
    await addPost(other, 'archived', { isArchived: true });
    const last = await addPost(other, 'shown');
    const answer = await get(sessionId, '/feed').expect(200);
    expect(titles(answer)).toEqual(['shown', 'own']);
    expect(answer.body[0]).toEqual({
      id: last.id,
      userId: other.id,
      title: 'shown',
      content: 'a',
      markdownContent: 'a',
      isExcerpt: false,
      tags: [],
      isPublic: true,
      isArchived: false,
      areRepliesClosed: false,
      hasRipples: false,
      isRippled: false,
      createdAt: last.createdAt.toISOString(),
      updatedAt: last.updatedAt.toISOString(),
      author: { username: other.username, displayName: 'Other', profileImageUrl: null },
    });
    expect(titles(await get(sessionId, '/feed', { scope: 'all' }).expect(200))).toEqual(['shown', 'own']);
  });

  it('GAP-076 the near feed has the posts of linked members, in either direction, and the reader’s own', async () => {
    await deleteAllPosts();
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(stack.dataSource)));
    const [first, self, second, far, hidden] = members.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
    if (!first || !self || !second || !far || !hidden) throw new Error('Expected five members');
    await connect(first.user, self.user);
    await connect(self.user, second.user);
    await connect(second.user, far.user);
    await connect(self.user, hidden.user);
    for (const [name, { user }] of Object.entries({ first, self, second, far, hidden })) {
      await addPost(user, name);
      await addPost(user, `${name} private`, { isPublic: false });
      await addPost(user, `${name} archived`, { isArchived: true });
    }
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [hidden.user.id]);
    const near = async (sessionId: string) =>
      titles(await get(sessionId, '/feed', { scope: 'near' }).expect(200));
    expect(await near(self.sessionId)).toEqual(['second', 'self', 'first']);
    expect(await near(far.sessionId)).toEqual(['far', 'second']);
    // A member who turned private may still have rows of links.
    expect(await near(hidden.sessionId)).toEqual(['hidden']);
  });

  it('NXT-003 gives a tag of the line to the reader as the reason of a near post, and none for an own one', async () => {
    await deleteAllPosts();
    const [self, other, third] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    await makeConnection(stack.dataSource, self.user, other.user, ['moon', 'sea']);
    await makeConnection(stack.dataSource, other.user, third.user, ['dust']);
    await addPost(other.user, 'both', { tags: ['dust', 'sea'] });
    await addPost(other.user, 'neither', { tags: ['dust'] });
    await addPost(self.user, 'own', { tags: ['sea'] });
    const { body } = await get(self.sessionId, '/feed', { scope: 'near' }).expect(200);
    expect(body.map(({ title, nearThrough }: Record<string, unknown>) => [title, nearThrough])).toEqual([
      ['own', undefined],
      ['neither', 'moon'],
      ['both', 'sea'],
    ]);
  });

  it('GAP-076 a private member’s own posts appear in their feed, and in nobody else’s', async () => {
    await deleteAllPosts();
    const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
    const { user: other, sessionId: ofOther } = await makeMember(stack.dataSource);
    await addPost(user, 'own');
    await addPost(other, 'shown');
    expect(titles(await get(sessionId, '/feed'))).toEqual(['shown', 'own']);
    expect(titles(await get(sessionId, '/feed', { scope: 'near' }))).toEqual(['own']);
    expect(titles(await get(ofOther, '/feed'))).toEqual(['shown']);
  });

  it.each(['all', 'near'])(
    'GAP-076 pages of the %s feed stay consistent while posts are added',
    async (scope) => {
      await deleteAllPosts();
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { user: other } = await makeMember(stack.dataSource);
      await connect(user, other);
      for (let n = 0; n < 7; n += 1) await addPost(n % 3 === 0 ? user : other, `${n}`);
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await get(sessionId, '/feed', { scope, limit: 3, cursor }).expect(200);
        seen.push(...titles(page));
        cursor = page.headers['x-next-cursor'];
        pages += 1;
        await addPost(other, `meanwhile ${pages}`);
      } while (cursor !== undefined);
      expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0']);
      expect(pages).toBe(3);
    },
  );

  it('GAP-076 an exactly full page is the last one', async () => {
    await deleteAllPosts();
    const { user, sessionId } = await makeMember(stack.dataSource);
    for (let n = 0; n < 3; n += 1) await addPost(user, `${n}`);
    const answer = await get(sessionId, '/feed', { limit: 3 }).expect(200);
    expect(answer.body).toHaveLength(3);
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
  });

  it.each(['', 'far', 'NEAR'])('GAP-076 rejects the scope %j with 400', async (scope) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await get(sessionId, '/feed', { scope }).expect(400);
    expect(body.fields).toEqual({ scope: 'The scope must be near or all.' });
  });

  it('PER-005 a member’s visible posts can be read by every member, under a name in any case', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { sessionId: other } = await makeMember(stack.dataSource);
    await addPost(user, 'old');
    await addPost(user, 'private', { isPublic: false });
    await addPost(user, 'archived', { isArchived: true });
    await addPost(user, 'new');
    const path = `/users/${user.username}/posts`;
    for (const session of [other, sessionId]) {
      expect(titles(await get(session, path).expect(200))).toEqual(['new', 'old']);
    }
    expect(
      titles(await get(other, path.toUpperCase().replace('/USERS/', '/users/').replace('/POSTS', '/posts'))),
    ).toEqual(['new', 'old']);
    const page = await get(other, path, { limit: 1 }).expect(200);
    expect(titles(page)).toEqual(['new']);
    const next = await get(other, path, { limit: 1, cursor: page.headers['x-next-cursor'] }).expect(200);
    expect(titles(next)).toEqual(['old']);
    expect(next.headers).not.toHaveProperty('x-next-cursor');
  });

  it('PER-005 a private member’s posts get 404 for everyone else', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
    const { sessionId: other } = await makeMember(stack.dataSource);
    await addPost(user, 'own');
    const hidden = await get(other, `/users/${user.username}/posts`).expect(404);
    const nobody = await get(other, `/users/${uniqueName()}/posts`).expect(404);
    expect(hidden.body).toEqual(nobody.body);
    expect(hidden.body.code).toBe('not_found');
    expect(titles(await get(sessionId, `/users/${user.username}/posts`).expect(200))).toEqual(['own']);
  });

  describe('live', () => {
    const write = async (sessionId: string, method: 'post' | 'patch', path: string, body: object) => {
      const api = two.api(0);
      const request = method === 'post' ? api.post(`/api${path}`) : api.patch(`/api${path}`);
      return (await request.set(...bearer(sessionId)).send(body)).body;
    };
    const watch = async (backend: 0 | 1) => {
      const client = await two.connect(backend, (await makeMember(stack.dataSource)).sessionId);
      expect(await client.request('feed:watch', {})).toEqual({ ok: true });
      return client;
    };

    it('GAP-076 sends a hint without content on every backend when visible posts change', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const [near, far] = [await watch(0), await watch(1)];
      const hints = () => [near, far].map((client) => client.payloads('feed:changed').length);
      const { id } = await write(sessionId, 'post', '/posts', { title: 'Seen', content: 'a' });
      await waitUntil('a hint on both backends', () => hints().every((count) => count === 1));
      expect(near.payloads('feed:changed')).toEqual([{ withinMs: 1_000 / FEED_PACE.fetchesPerSecond }]);
      await write(sessionId, 'patch', `/posts/${id}`, { isPublic: false });
      await waitUntil('a hint after hiding the post', () => hints().every((count) => count === 2));
    });

    it('GAP-076 sends no hint for hidden posts, and one hint for many changes at once', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const hidden = await makeMember(stack.dataSource, { isPublic: false });
      const left = await watch(0);
      const watching = await watch(0);
      expect(await left.request('feed:unwatch', {})).toEqual({ ok: true });
      await write(hidden.sessionId, 'post', '/posts', { title: 'Of a private member', content: 'a' });
      const { id } = await write(sessionId, 'post', '/posts', { title: 'a', content: 'a', isPublic: false });
      await write(sessionId, 'patch', `/posts/${id}`, { title: 'b' });
      expect(watching.payloads('feed:changed')).toEqual([]);
      const startedAt = performance.now();
      await Promise.all(
        Array.from({ length: 5 }, () => write(sessionId, 'post', '/posts', { title: 'a', content: 'a' })),
      );
      await waitUntil('a hint', () => watching.payloads('feed:changed').length > 0);
      await write(sessionId, 'patch', `/posts/${id}`, { isPublic: true });
      const before = watching.payloads('feed:changed').length;
      await waitUntil('the next hint', () => watching.payloads('feed:changed').length > before);
      const seconds = Math.ceil((performance.now() - startedAt) / FEED_PACE.hintMs);
      expect(watching.payloads('feed:changed').length).toBeLessThanOrEqual(1 + seconds);
      expect(left.payloads('feed:changed')).toEqual([]);
    });

    it('GAP-076 only members may watch the feed', async () => {
      const visitor = await LiveClient.connect(two.url(0));
      expect(await visitor.request('feed:watch', {})).toMatchObject({ ok: false, code: 'unauthorized' });
      visitor.close();
    });
  });
});
