import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AuthoredImageView,
  BOOKMARK_NOTE,
  type BookmarkView,
  NEW_POSTS_COUNTED,
} from '@oniverse/contracts';
import { Post, type User } from '@oniverse/data';
import { LiveClient, makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { type Fixture, makeFixture } from '../../testing/fixture.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('bookmarks', () => {
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

  const call = (method: 'get' | 'put' | 'delete', sessionId: string, path = '') =>
    backend.api[method](`/api/bookmarks${path}`).set(...bearer(sessionId));
  const subjectsOf = async (sessionId: string, query = ''): Promise<string[]> =>
    (await call('get', sessionId, query).expect(200)).body.map(({ kind }: BookmarkView) => kind);
  const pathsOf = ({ owner, postId, imageId, messageId }: Fixture): string[] => [
    `/member/${owner.id}`,
    `/post/${postId}`,
    `/picture/${imageId}`,
    `/message/${messageId}`,
  ];

  it('NXT-050 keeps members, posts, pictures, tags and messages, and lists them newest first', async () => {
    const fixture = await makeFixture(stack.dataSource, { shown: true });
    const { sessionId } = await makeMember(stack.dataSource);
    const paths = [...pathsOf(fixture), '/tag/%23Saturn'];
    for (const path of [...paths, ...paths]) await call('put', sessionId, path).expect(200, { ok: true });
    const { body } = await call('get', sessionId).expect(200);
    const { owner } = fixture;
    const author = { username: owner.username, displayName: null, profileImageUrl: null };
    const common = {
      id: expect.any(String),
      createdAt: expect.any(String),
      author,
      imageUrl: null,
      place: null,
      conversation: null,
      newPosts: 0,
      note: null,
    };
    expect(body).toEqual([
      { ...common, kind: 'tag', subject: 'saturn', title: 'saturn', author: null },
      {
        ...common,
        kind: 'message',
        subject: fixture.messageId,
        title: 'Clear skies.',
        place: {
          serverId: fixture.serverId,
          serverName: expect.any(String),
          isPublic: true,
          channelId: fixture.channelId,
          channelName: 'general',
          seq: 1,
        },
      },
      { ...common, kind: 'picture', subject: fixture.imageId, title: 'Saturn', imageUrl: fixture.imagePath },
      { ...common, kind: 'post', subject: fixture.postId, title: 'First light' },
      { ...common, kind: 'member', subject: owner.id, title: null },
    ]);
    const { body: keys } = await call('get', sessionId, '/keys').expect(200);
    expect(keys).toEqual({
      member: [owner.id],
      post: [fixture.postId],
      picture: [fixture.imageId],
      tag: ['saturn'],
      message: [fixture.messageId],
      onBoards: [],
    });
    expect(await subjectsOf(sessionId, '?kind=post')).toEqual(['post']);
    for (const path of paths) await call('delete', sessionId, path).expect(200, { ok: true });
    await call('delete', sessionId, paths[0]).expect(200, { ok: true });
    expect(await subjectsOf(sessionId)).toEqual([]);
  });

  it('TLK-490 keeps a note about each thing, for its keeper alone', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const other = await makeMember(stack.dataSource);
    for (const keeper of [sessionId, other.sessionId]) await call('put', keeper, '/tag/saturn').expect(200);
    const note = (text: string | null) =>
      call('put', sessionId, '/tag/saturn/note').send({ note: text }).expect(200);
    const noteOf = async (keeper: string) => (await call('get', keeper).expect(200)).body[0].note;
    await note('  For the talk.  ');
    expect([await noteOf(sessionId), await noteOf(other.sessionId)]).toEqual(['For the talk.', null]);
    await call('put', sessionId, '/tag/saturn/note')
      .send({ note: 'a'.repeat(BOOKMARK_NOTE.max + 1) })
      .expect(400);
    await note(' ');
    expect(await noteOf(sessionId)).toBeNull();
    await call('put', sessionId, '/tag/mars/note').send({ note: 'Not kept.' }).expect(404);
  });

  it('TLK-491 finds words in notes and titles, in any case, with or without marks', async () => {
    const fixture = await makeFixture(stack.dataSource, { shown: true });
    const { sessionId } = await makeMember(stack.dataSource);
    for (const path of [...pathsOf(fixture), '/tag/mars']) await call('put', sessionId, path).expect(200);
    await call('put', sessionId, '/tag/mars/note').send({ note: 'CLÉAR of the 世界 tower' }).expect(200);
    const found = (q: string) => subjectsOf(sessionId, `?q=${encodeURIComponent(q)}`);
    expect(await found('clear')).toEqual(['tag', 'message']);
    expect(await found('世界')).toEqual(['tag']);
    expect(await found('%')).toEqual([]);
    expect(await subjectsOf(sessionId, '?q=clear&kind=message')).toEqual(['message']);
  });

  it('NXT-050 lists page by page', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    for (const tag of ['a', 'b', 'c']) await call('put', sessionId, `/tag/${tag}`).expect(200);
    const first = await call('get', sessionId, '?limit=2').expect(200);
    expect(first.body.map(({ subject }: BookmarkView) => subject)).toEqual(['c', 'b']);
    const cursor = String(first.headers['x-next-cursor']);
    const last = await call('get', sessionId, `?limit=2&cursor=${cursor}`).expect(200);
    expect(last.body.map(({ subject }: BookmarkView) => subject)).toEqual(['a']);
    expect(last.headers).not.toHaveProperty('x-next-cursor');
    await call('get', sessionId, '?kind=ripple').expect(400);
  });

  it('NXT-051 keeps nothing that the member may not see', async () => {
    const fixture = await makeFixture(stack.dataSource, { shown: false });
    const { sessionId } = await makeMember(stack.dataSource);
    const unknown = ['/member/', '/post/', '/picture/', '/message/'].map((path) => `${path}${UNKNOWN}`);
    const invalid = ['/post/nothing', '/tag/two%20words', `/server/${fixture.serverId}`];
    for (const path of [...pathsOf(fixture), ...unknown, ...invalid]) {
      expect([path, (await call('put', sessionId, path)).status]).toEqual([path, 404]);
    }
    // The owner sees all of it.
    for (const path of pathsOf(fixture)) {
      await call('put', fixture.sessions.owner ?? '', path).expect(200);
    }
  });

  it('NXT-051 has no key of a hidden thing, as if it were deleted, until the caller may see it again', async () => {
    const fixture = await makeFixture(stack.dataSource, { shown: true });
    const { sessionId } = await makeMember(stack.dataSource);
    for (const path of [...pathsOf(fixture), '/tag/saturn']) await call('put', sessionId, path).expect(200);
    const { body: board } = await backend.api
      .post('/api/boards')
      .set(...bearer(sessionId))
      .send({ name: 'Harbour' })
      .expect(201);
    await call('put', sessionId, `/boards/${board.id}/${fixture.imageId}`).expect(200);
    const keys = async () => (await call('get', sessionId, '/keys').expect(200)).body;
    const all = await keys();
    expect(Object.values(all).map((list) => [list].flat().length)).toEqual([1, 1, 1, 1, 1, 1]);
    const ofOwner = { member: [], post: [], picture: [], onBoards: [] };
    for (const [table, id, hidden] of [
      ['users', fixture.owner.id, ofOwner],
      ['posts', fixture.postId, { post: [] }],
      ['images', fixture.imageId, { picture: [], onBoards: [] }],
      ['servers', fixture.serverId, { message: [] }],
    ] as const) {
      const setPublic = `UPDATE ${table} SET is_public = $2 WHERE id = $1`;
      await stack.dataSource.query(setPublic, [id, false]);
      expect(await keys()).toEqual({ ...all, ...hidden });
      await stack.dataSource.query(setPublic, [id, true]);
      expect(await keys()).toEqual(all);
    }
  });

  it('NXT-051 omits private, removed and deleted things, and lists them again once the caller may see them', async () => {
    const fixture = await makeFixture(stack.dataSource, { shown: true });
    const { sessionId } = await makeMember(stack.dataSource);
    for (const path of pathsOf(fixture)) await call('put', sessionId, path).expect(200);
    const all = ['message', 'picture', 'post', 'member'];
    const setUser = 'UPDATE users SET is_public = $2 WHERE id = $1';
    await stack.dataSource.query(setUser, [fixture.owner.id, false]);
    // The message stays readable in its public channel, without the name of its author.
    expect((await call('get', sessionId).expect(200)).body).toMatchObject([
      { kind: 'message', author: null },
    ]);
    await stack.dataSource.query(setUser, [fixture.owner.id, true]);
    expect(await subjectsOf(sessionId)).toEqual(all);
    for (const [table, id, kind] of [
      ['posts', fixture.postId, 'post'],
      ['images', fixture.imageId, 'picture'],
      ['servers', fixture.serverId, 'message'],
    ]) {
      const setPublic = `UPDATE ${table} SET is_public = $2 WHERE id = $1`;
      await stack.dataSource.query(setPublic, [id, false]);
      expect(await subjectsOf(sessionId)).toEqual(all.filter((other) => other !== kind));
      await stack.dataSource.query(setPublic, [id, true]);
      expect(await subjectsOf(sessionId)).toEqual(all);
    }
    await stack.dataSource.query('DELETE FROM posts WHERE id = $1', [fixture.postId]);
    await stack.dataSource.query(`UPDATE messages SET deleted_at = now(), content = '' WHERE id = $1`, [
      fixture.messageId,
    ]);
    expect(await subjectsOf(sessionId)).toEqual(['picture', 'member']);
    await stack.dataSource.query('DELETE FROM images WHERE id = $1', [fixture.imageId]);
    expect(await subjectsOf(sessionId)).toEqual(['member']);
  });

  describe('of tags', () => {
    const newOf = async (sessionId: string): Promise<number[]> =>
      (await call('get', sessionId).expect(200)).body.map(({ newPosts }: BookmarkView) => newPosts);
    const write = (author: User, fields: Partial<Post> = {}): Promise<Post> =>
      stack.dataSource.getRepository(Post).save({
        userId: author.id,
        title: 'Slow light',
        content: 'x',
        markdownContent: 'x',
        tags: ['moths'],
        ...fields,
      });

    it('NXT-211 counts visible posts of others since the tag was kept or opened', async () => {
      const [reader, other] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      const { user: hidden } = await makeMember(stack.dataSource, { isPublic: false });
      await write(other.user);
      await call('put', reader.sessionId, '/tag/moths').expect(200);
      await call('put', other.sessionId, '/tag/moths').expect(200);
      expect(await newOf(reader.sessionId)).toEqual([0]);
      const post = await write(other.user);
      await write(other.user, { tags: ['lamps'] });
      await write(other.user, { isPublic: false });
      await write(other.user, { isArchived: true });
      await write(hidden);
      await write(reader.user);
      expect(await newOf(reader.sessionId)).toEqual([1]);
      expect(await newOf(other.sessionId)).toEqual([1]);
      await stack.dataSource.getRepository(Post).update({ id: post.id }, { isPublic: false });
      expect(await newOf(reader.sessionId)).toEqual([0]);
      await stack.dataSource.getRepository(Post).update({ id: post.id }, { isPublic: true });
      await call('put', reader.sessionId, '/tag/%23Moths/opened').expect(200, { ok: true });
      expect(await newOf(reader.sessionId)).toEqual([0]);
      // Nobody else's count changes.
      expect(await newOf(other.sessionId)).toEqual([1]);
      for (let n = 0; n <= NEW_POSTS_COUNTED; n += 1) await write(other.user);
      expect(await newOf(reader.sessionId)).toEqual([NEW_POSTS_COUNTED]);
    });

    it('NXT-211 publishes to the member’s devices only that a kept tag was opened', async () => {
      const [reader, other] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      await call('put', reader.sessionId, '/tag/moths').expect(200);
      const device = await LiveClient.connect(backend.url, { sessionId: reader.sessionId });
      const bystander = await LiveClient.connect(backend.url, { sessionId: other.sessionId });
      await call('put', other.sessionId, '/tag/moths/opened').expect(200);
      await call('put', reader.sessionId, '/tag/lamps/opened').expect(200);
      await call('put', reader.sessionId, '/tag/moths/opened').expect(200);
      await call('put', reader.sessionId, '/tag/two%20words/opened').expect(404);
      // What the member keeps next is published last.
      await call('put', reader.sessionId, '/tag/lamps').expect(200);
      await call('put', other.sessionId, '/tag/lamps').expect(200);
      await waitUntil('the events to arrive', () => device.payloads('bookmarks:changed').length === 2);
      await waitUntil('the marker to arrive', () => bystander.payloads('bookmarks:changed').length === 1);
      for (const { socket } of [device, bystander]) socket.disconnect();
    });
  });

  describe('of pictures on boards', () => {
    const makeBoard = async (sessionId: string): Promise<string> => {
      const { body } = await backend.api
        .post('/api/boards')
        .set(...bearer(sessionId))
        .send({ name: 'Roof' })
        .expect(201);
      return String(body.id);
    };
    const picturesOn = async (sessionId: string, boardId: string): Promise<string[]> =>
      (await call('get', sessionId, `/boards/${boardId}`).expect(200)).body.map(
        ({ image }: AuthoredImageView) => image.id,
      );

    it('NXT-180 keeps a picture on a board of the member, with the name of its owner', async () => {
      const { imageId, owner } = await makeFixture(stack.dataSource, { shown: true });
      const { sessionId } = await makeMember(stack.dataSource);
      const [first, second] = [await makeBoard(sessionId), await makeBoard(sessionId)];
      await call('put', sessionId, `/boards/${first}/${imageId}`).expect(200, { ok: true });
      const { body } = await call('get', sessionId, `/boards/${first}`).expect(200);
      expect(body).toMatchObject([{ image: { id: imageId }, author: { username: owner.username } }]);
      // One board at a time, and one bookmark.
      await call('put', sessionId, `/boards/${second}/${imageId}`).expect(200);
      expect([await picturesOn(sessionId, first), await picturesOn(sessionId, second)]).toEqual([
        [],
        [imageId],
      ]);
      const keys = async () => (await call('get', sessionId, '/keys').expect(200)).body;
      expect(await keys()).toMatchObject({
        picture: [imageId],
        onBoards: [{ picture: imageId, board: second }],
      });
      await call('delete', sessionId, `/boards/${first}/${imageId}`).expect(200);
      expect(await picturesOn(sessionId, second)).toEqual([imageId]);
      await call('delete', sessionId, `/boards/${second}/${imageId}`).expect(200);
      expect(await keys()).toMatchObject({ picture: [imageId], onBoards: [] });
    });

    it('NXT-181 shows them to nobody else, and does not move a picture onto a board of others', async () => {
      const { imageId, sessions } = await makeFixture(stack.dataSource, { shown: true });
      const { user, sessionId } = await makeMember(stack.dataSource);
      const boardId = await makeBoard(sessionId);
      await call('put', sessionId, `/boards/${boardId}/${imageId}`).expect(200);
      for (const other of [String(sessions.owner), String(sessions.stranger)]) {
        expect(await picturesOn(other, boardId)).toEqual([]);
        await call('put', other, `/boards/${boardId}/${imageId}`).expect(403);
        await call('delete', other, `/boards/${boardId}/${imageId}`).expect(403);
      }
      const { body } = await backend.api
        .get(`/api/users/${user.username}/images`)
        .set(...bearer(String(sessions.stranger)))
        .expect(200);
      expect(body).toEqual([]);
      expect(await picturesOn(sessionId, boardId)).toEqual([imageId]);
    });

    it('NXT-182 omits them while they or their owner are private, and loses them with the original', async () => {
      const { imageId, owner } = await makeFixture(stack.dataSource, { shown: true });
      const { sessionId } = await makeMember(stack.dataSource);
      const boardId = await makeBoard(sessionId);
      await call('put', sessionId, `/boards/${boardId}/${imageId}`).expect(200);
      for (const [table, id] of [
        ['images', imageId],
        ['users', owner.id],
      ]) {
        const setPublic = `UPDATE ${table} SET is_public = $2 WHERE id = $1`;
        await stack.dataSource.query(setPublic, [id, false]);
        expect(await picturesOn(sessionId, boardId)).toEqual([]);
        await call('put', sessionId, `/boards/${boardId}/${imageId}`).expect(404);
        await stack.dataSource.query(setPublic, [id, true]);
        expect(await picturesOn(sessionId, boardId)).toEqual([imageId]);
      }
      await stack.dataSource.query('DELETE FROM images WHERE id = $1', [imageId]);
      expect(await picturesOn(sessionId, boardId)).toEqual([]);
      expect(await subjectsOf(sessionId)).toEqual([]);
    });

    it('NXT-182 keeps the picture when its board is deleted', async () => {
      const { imageId } = await makeFixture(stack.dataSource, { shown: true });
      const { sessionId } = await makeMember(stack.dataSource);
      const boardId = await makeBoard(sessionId);
      await call('put', sessionId, `/boards/${boardId}/${imageId}`).expect(200);
      await backend.api
        .delete(`/api/boards/${boardId}`)
        .set(...bearer(sessionId))
        .expect(200);
      expect(await subjectsOf(sessionId)).toEqual(['picture']);
      expect(await picturesOn(sessionId, boardId)).toEqual([]);
    });
  });

  it('NXT-052 hints to all sockets of the member only', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const other = await makeMember(stack.dataSource);
    const clients = [
      await LiveClient.connect(backend.url, { sessionId }),
      await LiveClient.connect(backend.url, { sessionId }),
      await LiveClient.connect(backend.url, { sessionId: other.sessionId }),
    ];
    const hints = () =>
      clients.map(({ received }) => received.filter(({ event }) => event === 'bookmarks:changed').length);
    try {
      await call('put', sessionId, '/tag/saturn').expect(200);
      await call('put', sessionId, '/tag/saturn').expect(200);
      await call('delete', sessionId, '/tag/saturn').expect(200);
      await call('delete', sessionId, '/tag/saturn').expect(200);
      // The marker: the other member's own hint.
      await call('put', other.sessionId, '/tag/saturn').expect(200);
      await waitUntil('the hints', () => hints().every((count, index) => count >= (index < 2 ? 2 : 1)));
      expect(hints()).toEqual([2, 2, 1]);
    } finally {
      for (const { socket } of clients) socket.disconnect();
    }
  });

  it(`NXT-050 keeps up to ${QUOTAS.bookmarks} things`, async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO bookmarks (user_id, tag) SELECT $1, 'tag' || n FROM generate_series(1, $2::integer) n`,
      [user.id, QUOTAS.bookmarks],
    );
    const refused = await call('put', sessionId, '/tag/one_more').expect(409);
    expect(refused.body).toMatchObject({
      code: 'quota_reached',
      message: 'You can keep up to 5,000 things. Let one go to make room.',
    });
    await call('put', sessionId, '/tag/tag1').expect(200);
    await call('delete', sessionId, '/tag/tag1').expect(200);
    await call('put', sessionId, '/tag/one_more').expect(200);
  });
});
