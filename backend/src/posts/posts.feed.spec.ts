import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection, Post, type User } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

describe('the feed, and what a member shows', () => {
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

  const get = (sessionId: string, path: string, query: object = {}) =>
    backend.api
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
  /** Only what this test made: a feed is everyone's. */
  const fresh = () => stack.dataSource.getRepository(Post).deleteAll();

  it('GAP-076 PER-005 ENT-024 everyone’s feed holds what members show, newest first, and nothing else', async () => {
    await fresh();
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
      tags: [],
      isPublic: true,
      isArchived: false,
      createdAt: last.createdAt.toISOString(),
      updatedAt: last.updatedAt.toISOString(),
      author: { username: other.username, displayName: 'Other', profileImageUrl: null },
    });
    expect(titles(await get(sessionId, '/feed', { scope: 'all' }).expect(200))).toEqual(['shown', 'own']);
  });

  it('GAP-076 the near feed holds what those connected to one show, in either direction, and one’s own', async () => {
    await fresh();
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(stack.dataSource)));
    const [first, self, second, far, hidden] = members.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
    if (!first || !self || !second || !far || !hidden) throw new Error('Five members were made');
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
    // The rows of a member who has just turned private may still be there.
    expect(await near(hidden.sessionId)).toEqual(['hidden']);
  });

  it('GAP-076 a private member’s feed holds their own too, for them alone', async () => {
    await fresh();
    const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
    const { user: other, sessionId: ofOther } = await makeMember(stack.dataSource);
    await addPost(user, 'own');
    await addPost(other, 'shown');
    expect(titles(await get(sessionId, '/feed'))).toEqual(['shown', 'own']);
    expect(titles(await get(sessionId, '/feed', { scope: 'near' }))).toEqual(['own']);
    expect(titles(await get(ofOther, '/feed'))).toEqual(['shown']);
  });

  it.each(['all', 'near'])(
    'GAP-076 pages of the %s feed stay as they are while posts come in',
    async (scope) => {
      await fresh();
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

  it('GAP-076 a page that is just full is the last one', async () => {
    await fresh();
    const { user, sessionId } = await makeMember(stack.dataSource);
    for (let n = 0; n < 3; n += 1) await addPost(user, `${n}`);
    const answer = await get(sessionId, '/feed', { limit: 3 }).expect(200);
    expect(answer.body).toHaveLength(3);
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
  });

  it.each(['', 'far', 'NEAR'])('GAP-076 the scope %j is 400', async (scope) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await get(sessionId, '/feed', { scope }).expect(400);
    expect(body.fields).toEqual({ scope: 'The scope is near or all.' });
  });

  it('PER-005 a member’s posts are those that they show, for members, whatever the case of the name', async () => {
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

  it('PER-005 a private member’s posts look like those of nobody, but to the member', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
    const { sessionId: other } = await makeMember(stack.dataSource);
    await addPost(user, 'own');
    const hidden = await get(other, `/users/${user.username}/posts`).expect(404);
    const nobody = await get(other, `/users/${uniqueName()}/posts`).expect(404);
    expect(hidden.body).toEqual(nobody.body);
    expect(hidden.body.code).toBe('not_found');
    expect(titles(await get(sessionId, `/users/${user.username}/posts`).expect(200))).toEqual(['own']);
  });
});
