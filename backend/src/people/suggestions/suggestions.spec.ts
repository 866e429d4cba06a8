import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow, type User } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeCarriers } from '../../testing/carriers.js';

describe('suggestions', () => {
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

  const list = async (sessionId: string): Promise<{ id: string }[]> =>
    (
      await backend.api
        .get('/api/suggestions')
        .set(...bearer(sessionId))
        .expect(200)
    ).body.suggestions;
  const dismiss = (sessionId: string, id: string) =>
    backend.api.delete(`/api/suggestions/${id}`).set(...bearer(sessionId));
  const carry = async (user: User, tag: string): Promise<void> => {
    const { dataSource } = stack;
    await dataSource.query('INSERT INTO tags (name) VALUES ($1) ON CONFLICT DO NOTHING', [tag]);
    await dataSource.query('INSERT INTO constellation_nodes (user_id, username) VALUES ($1, $2)', [
      user.id,
      user.username,
    ]);
    await dataSource.query(
      'INSERT INTO user_tags (user_id, tag_id) SELECT $1, id FROM tags WHERE name = $2',
      [user.id, tag],
    );
  };
  const suggest = async (userId: string, memberId: string, tag: string): Promise<void> => {
    await stack.dataSource.query(
      `INSERT INTO suggestions (user_id, kind, member_id, tags) VALUES ($1, 'kept', $2, ARRAY[$3])`,
      [userId, memberId, tag],
    );
  };

  it('NXT-060 lists three at most, with the reason, and never one that was dismissed', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    const others = await Promise.all(Array.from({ length: 4 }, () => makeMember(stack.dataSource)));
    for (const other of others) {
      await carry(other.user, tag);
      await suggest(user.id, other.user.id, tag);
    }
    const shown = await list(sessionId);
    expect(shown).toHaveLength(3);
    expect(shown[0]).toMatchObject({
      kind: 'kept',
      tags: [tag],
      member: { username: others[0]?.user.username },
      server: null,
    });
    // Nobody else can dismiss it.
    await dismiss(others[0]?.sessionId ?? '', shown[0]?.id ?? '').expect(404);
    await dismiss(sessionId, shown[0]?.id ?? '').expect(200, { ok: true });
    const ids = (await list(sessionId)).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(shown[0]?.id);
  });

  it('NXT-061 are due when hidden tags, kept tags or dimensions of the member change, and not otherwise', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { server } = await makeServer(stack.dataSource);
    const outbox = stack.dataSource.getRepository(OutboxRow);
    const run = async (method: 'post' | 'put' | 'delete', path: string, body?: object): Promise<boolean> => {
      await outbox.delete({ subject: user.id });
      const { status } = await backend.api[method](`/api${path}`)
        .set(...bearer(sessionId))
        .send(body);
      expect(status).toBeLessThan(300);
      return outbox.existsBy({ topic: OUTBOX_TOPICS.suggestLinks, subject: user.id });
    };
    const post = { title: 'One', content: 'a', tags: ['maps'] };
    expect(await run('post', '/posts', { ...post, isPublic: false })).toBe(true);
    expect(await run('post', '/posts', { ...post, tags: [], isPublic: false })).toBe(false);
    expect(await run('put', '/bookmarks/tag/maps')).toBe(true);
    expect(await run('put', '/bookmarks/tag/maps')).toBe(false);
    expect(await run('delete', '/bookmarks/tag/maps')).toBe(true);
    expect(await run('put', `/bookmarks/member/${(await makeMember(stack.dataSource)).user.id}`)).toBe(false);
    expect(await run('post', `/servers/${server.id}/join`)).toBe(true);
    expect(await run('post', `/servers/${server.id}/leave`)).toBe(true);
  });

  it('NXT-060 leaves out what is no longer true or visible', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    const { user: other } = await makeMember(stack.dataSource);
    await carry(other, tag);
    await suggest(user.id, other.id, tag);
    const { user: third } = await makeMember(stack.dataSource);
    await carry(third, tag);
    const { server } = await makeServer(stack.dataSource, { members: [third] });
    await stack.dataSource.query(
      `INSERT INTO suggestions (user_id, kind, server_id, tags) VALUES ($1, 'dimension', $2, ARRAY[$3])`,
      [user.id, server.id, tag],
    );
    expect(await list(sessionId)).toHaveLength(2);
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [other.id]);
    expect(await list(sessionId)).toMatchObject([{ server: { id: server.id } }]);
    await stack.dataSource.query('UPDATE users SET is_public = true WHERE id = $1', [other.id]);
    await stack.dataSource.query('UPDATE servers SET is_public = false WHERE id = $1', [server.id]);
    expect(await list(sessionId)).toMatchObject([{ member: { username: other.username } }]);
    await makeConnection(stack.dataSource, user, other, [tag]);
    expect(await list(sessionId)).toEqual([]);
  });

  it('NXT-060 name no tag that its member has hidden since, also before the worker derived it', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const author = await makeMember(stack.dataSource);
    const [shown, hidden] = [uniqueName('shown'), uniqueName('hidden')];
    const posts: string[] = [];
    for (const tag of [shown, hidden]) {
      const { body } = await backend.api
        .post('/api/posts')
        .set(...bearer(author.sessionId))
        .send({ title: 'One', content: 'a', tags: [tag] })
        .expect(201);
      posts.push(body.id);
    }
    await makeCarriers(stack.dataSource, [author.user.id], [shown, hidden]);
    const { server } = await makeServer(stack.dataSource, { members: [author.user] });
    await stack.dataSource.query(
      `INSERT INTO suggestions (user_id, kind, member_id, server_id, tags)
       VALUES ($1, 'kept', $2, NULL, $4), ($1, 'dimension', NULL, $3, $4)`,
      [user.id, author.user.id, server.id, [shown, hidden]],
    );
    const tags = async () => (await list(sessionId)).map((suggestion) => Reflect.get(suggestion, 'tags'));
    expect(await tags()).toEqual([
      [shown, hidden],
      [shown, hidden],
    ]);
    const hide = (id: string | undefined) =>
      backend.api
        .patch(`/api/posts/${id}`)
        .set(...bearer(author.sessionId))
        .send({ isPublic: false })
        .expect(200);
    await hide(posts[1]);
    // A dimension names no member, so it may wait for the worker.
    expect(await tags()).toEqual([[shown], [shown, hidden]]);
    await stack.dataSource.query('DELETE FROM user_tags USING tags WHERE tags.id = tag_id AND name = $1', [
      hidden,
    ]);
    expect(await tags()).toEqual([[shown], [shown]]);
    await hide(posts[0]);
    await stack.dataSource.query('DELETE FROM user_tags WHERE user_id = $1', [author.user.id]);
    expect(await tags()).toEqual([]);
  });
});
