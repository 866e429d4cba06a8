import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BoardView, ImageView } from '@oniverse/contracts';
import { Board, Image, OUTBOX_TOPICS, OutboxRow, StoredObject } from '@oniverse/data';
import { makeMember, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { makeUpload, tagCounts } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { recordStatements } from '../../testing/statements.js';

const UNKNOWN_ID = '019abb00-0000-7000-8000-0000000000ff';

describe('boards', () => {
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

  type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
  const call = (method: Method, path: string, sessionId: string, body?: object) =>
    backend.api[method](`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const rowOf = (id: string) => stack.dataSource.getRepository(Board).findOneBy({ id });
  const imagesOn = (boardId: string) =>
    stack.dataSource.getRepository(Image).find({ where: { boardId }, order: { id: 'ASC' } });

  const makeBoard = async (sessionId: string, body: object = { name: 'Observatory' }): Promise<BoardView> =>
    (await call('post', '/boards', sessionId, body).expect(201)).body;

  const makeImage = async (
    { user, sessionId }: Awaited<ReturnType<typeof makeMember>>,
    body: object,
  ): Promise<ImageView> => {
    const imageUrl = await makeUpload(stack.dataSource, user.id);
    return (await call('post', '/images', sessionId, { imageUrl, ...body }).expect(201)).body;
  };

  const fillBoard = async (userId: string, boardId: string, count: number): Promise<void> => {
    await stack.dataSource.query(
      `WITH stored AS (
         INSERT INTO objects (path, user_id, state)
         SELECT '/objects/' || $2::uuid || '-' || n, $1, 'used' FROM generate_series(1, $3::integer) AS n RETURNING path
       )
       INSERT INTO images (user_id, board_id, image_url) SELECT $1, $2, path FROM stored`,
      [userId, boardId, count],
    );
  };

  it('API-051 API-052 ENT-051 ENT-052 ENT-053 ENT-054 ENT-055 ENT-056 ENT-057 creates boards and lists them', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const bare = await makeBoard(sessionId, { name: '  Observatory ' });
    expect(bare).toEqual({
      id: expect.any(String),
      userId: user.id,
      name: 'Observatory',
      description: null,
      tags: [],
      isPublic: true,
      createdAt: expect.any(String),
      updatedAt: bare.createdAt,
    });
    const full = await makeBoard(sessionId, {
      name: 'Nebulae',
      description: ' Far away. ',
      tags: ['#Night-Sky', 'night-sky', 'saturn'],
    });
    expect(full).toMatchObject({
      name: 'Nebulae',
      description: 'Far away.',
      tags: ['night-sky', 'saturn'],
    });
    const { body } = await call('get', '/boards', sessionId).expect(200);
    expect(body).toEqual([full, bare]);
  });

  it('GAP-096 GAP-098 lists hidden boards, and only the member’s own', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const other = await makeMember(stack.dataSource);
    await makeBoard(other.sessionId);
    const hidden = await makeBoard(sessionId);
    await call('put', `/boards/${hidden.id}/visibility`, sessionId, { isPublic: false }).expect(200);
    const shown = await makeBoard(sessionId);
    const { body } = await call('get', '/boards', sessionId).expect(200);
    expect(body.map(({ id, isPublic }: BoardView) => [id, isPublic])).toEqual([
      [shown.id, true],
      [hidden.id, false],
    ]);
  });

  it('GAP-112 two boards can share a name', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const [one, two] = [await makeBoard(sessionId), await makeBoard(sessionId)];
    expect(one.name).toBe(two.name);
    expect(one.id).not.toBe(two.id);
  });

  it('API-053 a board requires a name', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const board = await makeBoard(sessionId);
    for (const name of ['', '   ', null, undefined]) {
      for (const request of [
        call('post', '/boards', sessionId, { name }),
        call('put', `/boards/${board.id}`, sessionId, { name }),
      ]) {
        const { body } = await request.expect(400);
        expect(body).toMatchObject({ code: 'validation_failed', fields: { name: 'Please enter a name.' } });
      }
    }
    expect(await rowOf(board.id)).toMatchObject({ name: 'Observatory' });
    expect(await stack.dataSource.getRepository(Board).countBy({ userId: board.userId })).toBe(1);
  });

  it.each([
    ['name', 'x'.repeat(101), 'A name can have up to 100 characters.'],
    ['description', 'x'.repeat(501), 'A description can have up to 500 characters.'],
    ['tags', 'saturn', 'This must be a list of tags.'],
    ['tags', ['two words'], 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
    ['tags', Array.from({ length: 51 }, (_, n) => `t${n}`), 'You can add up to 50 tags.'],
    ['isPublic', true, 'Unknown field.'],
  ])('API-052 GAP-111 rejects an invalid %s with 400', async (field, value, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await call('post', '/boards', sessionId, { name: 'Board', [field]: value }).expect(400);
    expect(body.fields).toEqual({ [field]: message });
  });

  it('API-054 updates the given fields, and an empty description clears it', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const board = await makeBoard(sessionId, { name: 'Old', description: 'About.', tags: ['saturn'] });
    const put = async (body: object): Promise<BoardView> =>
      (await call('put', `/boards/${board.id}`, sessionId, body).expect(200)).body;
    const renamed = await put({ name: 'New' });
    expect(renamed).toEqual({ ...board, name: 'New', updatedAt: expect.any(String) });
    expect(renamed.updatedAt > board.updatedAt).toBe(true);
    expect(await put({ name: 'New', description: 'Other.', tags: [] })).toMatchObject({
      description: 'Other.',
      tags: [],
    });
    expect(await put({ name: 'New', description: ' ' })).toMatchObject({ description: null });
    await put({ name: 'New', description: 'Again.' });
    expect(await put({ name: 'New', description: null })).toMatchObject({ description: null });
    expect((await call('get', '/boards', sessionId)).body).toMatchObject([
      { name: 'New', description: null },
    ]);
  });

  it('API-055 BRD-022 GAP-097 GAP-099 hides and shows a board with all its images', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId } = member;
    const board = await makeBoard(sessionId);
    const elsewhere = await makeImage(member, {});
    const [first, second] = [
      await makeImage(member, { boardId: board.id }),
      await makeImage(member, { boardId: board.id, isPublic: false }),
    ];
    const show = async (isPublic: boolean): Promise<BoardView> =>
      (await call('put', `/boards/${board.id}/visibility`, sessionId, { isPublic }).expect(200)).body;
    const shown = async () =>
      Object.fromEntries(
        (await call('get', '/images', sessionId)).body.map(({ id, isPublic }: ImageView) => [id, isPublic]),
      );
    expect(await show(false)).toEqual({ ...board, isPublic: false, updatedAt: expect.any(String) });
    expect(await shown()).toEqual({ [first.id]: false, [second.id]: false, [elsewhere.id]: true });
    expect(await show(true)).toMatchObject({ isPublic: true });
    expect(await shown()).toEqual({ [first.id]: true, [second.id]: true, [elsewhere.id]: true });
  });

  it('GAP-100 an image of a hidden board can be shown, and is hidden when the board is hidden again', async () => {
    const member = await makeMember(stack.dataSource);
    const board = await makeBoard(member.sessionId);
    const image = await makeImage(member, { boardId: board.id });
    const hide = () =>
      call('put', `/boards/${board.id}/visibility`, member.sessionId, { isPublic: false }).expect(200);
    await hide();
    await call('put', `/images/${image.id}/visibility`, member.sessionId, { isPublic: true }).expect(200);
    expect(await rowOf(board.id)).toMatchObject({ isPublic: false });
    expect(await imagesOn(board.id)).toMatchObject([{ isPublic: true }]);
    await hide();
    expect(await imagesOn(board.id)).toMatchObject([{ isPublic: false }]);
  });

  it('BRD-022 an image created on or moved to a hidden board is hidden, and its tags are not counted', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId } = member;
    const tag = uniqueName('tag');
    const board = await makeBoard(sessionId);
    const shown = await makeBoard(sessionId);
    const moved = await makeImage(member, { boardId: shown.id, tags: [tag] });
    const show = (isPublic: boolean) =>
      call('put', `/boards/${board.id}/visibility`, sessionId, { isPublic }).expect(200);
    const patch = async (body: object): Promise<ImageView> =>
      (await call('patch', `/images/${moved.id}`, sessionId, body).expect(200)).body;
    await show(false);
    expect(await makeImage(member, { boardId: board.id, isPublic: true, tags: [tag] })).toMatchObject({
      boardId: board.id,
      isPublic: false,
    });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([1]);
    expect(await patch({ boardId: board.id })).toMatchObject({ boardId: board.id, isPublic: false });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([0]);
    // GAP-100: an image shown on purpose stays visible while it stays on its board.
    await call('put', `/images/${moved.id}/visibility`, sessionId, { isPublic: true }).expect(200);
    expect(await patch({ title: 'Saturn' })).toMatchObject({ isPublic: true });
    expect(await patch({ boardId: board.id })).toMatchObject({ isPublic: true });
    expect(await patch({ boardId: null })).toMatchObject({ isPublic: true });
    expect(await patch({ boardId: board.id })).toMatchObject({ isPublic: false });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([0]);
    await show(true);
    expect(await tagCounts(stack.dataSource, tag)).toEqual([2]);
  });

  it('BRD-022 no image stays visible on a board that is hidden concurrently', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId } = member;
    for (let round = 0; round < 8; round += 1) {
      const board = await makeBoard(sessionId);
      const image = await makeImage(member, {});
      const imageUrl = await makeUpload(stack.dataSource, member.user.id);
      await Promise.all([
        call('patch', `/images/${image.id}`, sessionId, { boardId: board.id }).expect(200),
        call('put', `/boards/${board.id}/visibility`, sessionId, { isPublic: false }).expect(200),
        call('post', '/images', sessionId, { imageUrl, boardId: board.id }).expect(201),
      ]);
      expect(await imagesOn(board.id)).toMatchObject([{ isPublic: false }, { isPublic: false }]);
    }
  });

  it.each([{}, { isPublic: null }, { isPublic: 'true' }, { isPublic: 1 }])(
    'API-055 rejects the visibility %j with 400',
    async (body) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const board = await makeBoard(sessionId);
      const answer = await call('put', `/boards/${board.id}/visibility`, sessionId, body).expect(400);
      expect(answer.body.fields).toEqual({ isPublic: 'This must be true or false.' });
    },
  );

  it('API-056 BRD-026 GAP-104 deletes a board with its images and their objects, and nothing else', async () => {
    const member = await makeMember(stack.dataSource);
    const { user, sessionId } = member;
    const board = await makeBoard(sessionId);
    const other = await makeBoard(sessionId);
    const kept = [await makeImage(member, {}), await makeImage(member, { boardId: other.id })];
    const gone = [
      await makeImage(member, { boardId: board.id }),
      await makeImage(member, { boardId: board.id, isPublic: false }),
    ];
    await call('delete', `/boards/${board.id}`, sessionId).expect(200, { ok: true });
    expect((await call('get', '/boards', sessionId)).body).toEqual([other]);
    expect((await call('get', '/images', sessionId)).body).toEqual(kept.toReversed());
    const objects = stack.dataSource.getRepository(StoredObject);
    expect((await objects.findBy({ userId: user.id })).map(({ path }) => path).toSorted()).toEqual(
      kept.map(({ imageUrl }) => imageUrl).toSorted(),
    );
    for (const { id } of gone) await call('delete', `/images/${id}`, sessionId).expect(404);
    await call('put', `/boards/${board.id}`, sessionId, { name: 'Back' }).expect(404);
  });

  it('BRD-022 BRD-026 counts a tag while its board and images are visible', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId } = member;
    const [one, two] = [uniqueName('tag'), uniqueName('tag')];
    const counts = () => tagCounts(stack.dataSource, one, two);
    const board = await makeBoard(sessionId, { name: 'Board', tags: [one] });
    await makeImage(member, { boardId: board.id, tags: [one, two] });
    await makeImage(member, { boardId: board.id, tags: [two] });
    await makeImage(member, { boardId: board.id, tags: [two], isPublic: false });
    expect(await counts()).toEqual([2, 2]);
    const show = (isPublic: boolean) =>
      call('put', `/boards/${board.id}/visibility`, sessionId, { isPublic }).expect(200);
    await show(false);
    expect(await counts()).toEqual([0, 0]);
    await show(false);
    expect(await counts()).toEqual([0, 0]);
    await show(true);
    expect(await counts()).toEqual([2, 3]);
    await call('put', `/boards/${board.id}`, sessionId, { name: 'Board', tags: [two] }).expect(200);
    expect(await counts()).toEqual([1, 4]);
    await call('delete', `/boards/${board.id}`, sessionId).expect(200);
    expect(await counts()).toEqual([0, 0]);
  });

  it('the board of a private member adds no tag counts and no work for the worker', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
    const tag = uniqueName('tag');
    const outboxRows = () =>
      stack.dataSource
        .getRepository(OutboxRow)
        .countBy({ topic: OUTBOX_TOPICS.deriveMember, subject: user.id });
    await makeBoard(sessionId, { name: 'Board', tags: [tag] });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([0]);
    expect(await outboxRows()).toBe(0);
    await stack.dataSource.query('UPDATE users SET is_public = true WHERE id = $1', [user.id]);
    await makeBoard(sessionId, { name: 'Board', tags: [tag] });
    expect(await outboxRows()).toBe(1);
  });

  describe('boards of another member', () => {
    const attempts = (id: string) =>
      [
        ['put', `/boards/${id}`, { name: 'Taken' }],
        ['put', `/boards/${id}/visibility`, { isPublic: false }],
        ['delete', `/boards/${id}`, undefined],
      ] as const;

    it.each([
      ['a shown board of a public member', true, true, 403, 'forbidden'],
      ['a hidden board of a public member', true, false, 404, 'not_found'],
      ['a shown board of a private member', false, true, 404, 'not_found'],
    ] as const)('PER-006 %s', async (_name, memberIsPublic, isPublic, status, code) => {
      const owner = await makeMember(stack.dataSource, { isPublic: memberIsPublic });
      const stranger = await makeMember(stack.dataSource);
      const board = await makeBoard(owner.sessionId, { name: 'Mine', tags: ['mine'] });
      await makeImage(owner, { boardId: board.id });
      await stack.dataSource.getRepository(Board).update(board.id, { isPublic });
      const before = [await rowOf(board.id), await imagesOn(board.id)];
      for (const [method, path, body] of attempts(board.id)) {
        const answer = await call(method, path, stranger.sessionId, body).expect(status);
        expect(answer.body.code).toBe(code);
      }
      expect([await rowOf(board.id), await imagesOn(board.id)]).toEqual(before);
      expect((await call('get', '/boards', stranger.sessionId)).body).toEqual([]);
    });

    it('PER-006 an unknown board gets 404, a malformed id 400', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      for (const [method, path, body] of attempts(UNKNOWN_ID)) {
        await call(method, path, sessionId, body).expect(404);
      }
      for (const [method, path, body] of attempts('no-id')) {
        const answer = await call(method, path, sessionId, body).expect(400);
        expect(answer.body.fields).toEqual({ id: 'This id is malformed.' });
      }
    });

    it('API-053 GAP-095 requires a session', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const board = await makeBoard(sessionId);
      await backend.api.get('/api/boards').expect(401);
      await backend.api.post('/api/boards').send({}).expect(401);
      for (const [method, path, body] of attempts(board.id)) {
        await backend.api[method](`/api${path}`).send(body).expect(401);
      }
      expect(await rowOf(board.id)).toMatchObject({ name: 'Observatory', isPublic: true });
    });
  });

  it('BRD-026 deletes a board with 120 images in as many statements as with one', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const statements: number[] = [];
    for (const count of [1, 120]) {
      const board = await makeBoard(sessionId);
      await fillBoard(user.id, board.id, count);
      const recorded = await recordStatements(backend.app, async () => {
        await call('put', `/boards/${board.id}/visibility`, sessionId, { isPublic: false }).expect(200);
        await call('delete', `/boards/${board.id}`, sessionId).expect(200);
      });
      await waitUntil('deleted objects', async () => {
        const left = await stack.dataSource.getRepository(StoredObject).countBy({ userId: user.id });
        return left === 0;
      });
      expect(await imagesOn(board.id)).toEqual([]);
      statements.push(recorded.statements.length);
    }
    expect(statements[0]).toBeGreaterThan(5);
    expect(statements[1]).toBe(statements[0]);
  });

  it('BRD-026 only one of several concurrent deletions succeeds', async () => {
    const member = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    const board = await makeBoard(member.sessionId, { name: 'Board', tags: [tag] });
    await makeImage(member, { boardId: board.id, tags: [tag] });
    const other = await makeBoard(member.sessionId, { name: 'Board', tags: [tag] });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('delete', `/boards/${board.id}`, member.sessionId)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(await tagCounts(stack.dataSource, tag)).toEqual([1]);
    expect((await call('get', '/boards', member.sessionId)).body).toEqual([other]);
  });

  it('API-056 an image moved to a board during its deletion is either deleted with it or stays where it was', async () => {
    const member = await makeMember(stack.dataSource);
    const { sessionId } = member;
    for (let round = 0; round < 8; round += 1) {
      const board = await makeBoard(sessionId);
      const image = await makeImage(member, {});
      const imageUrl = await makeUpload(stack.dataSource, member.user.id);
      const [deleted, moved, made] = await Promise.all([
        call('delete', `/boards/${board.id}`, sessionId),
        call('patch', `/images/${image.id}`, sessionId, { boardId: board.id }),
        call('post', '/images', sessionId, { imageUrl, boardId: board.id }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(moved.status);
      expect([201, 404]).toContain(made.status);
      expect(await imagesOn(board.id)).toEqual([]);
      // An image that reached the board in time was deleted with it; a later move was refused.
      const left = await stack.dataSource.getRepository(Image).findOneBy({ id: image.id });
      expect(left?.boardId ?? null).toBeNull();
      expect(left === null).toBe(moved.status === 200);
      const upload = await stack.dataSource.getRepository(StoredObject).findOneBy({ path: imageUrl });
      expect(upload?.state ?? 'gone').toBe(made.status === 201 ? 'gone' : 'stored');
    }
  });
});
