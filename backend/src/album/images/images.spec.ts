import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardView, type ImageView, NEXT_CURSOR_HEADER, type PicturePage } from '@oniverse/contracts';
import { Board, Image, OUTBOX_TOPICS, OutboxRow, StoredObject } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { makeUpload, tagCounts } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UNKNOWN_ID = '019abb00-0000-7000-8000-0000000000ff';
/** A 1×1 PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Member = Awaited<ReturnType<typeof makeMember>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

describe('images', () => {
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

  const call = (method: Method, path: string, sessionId: string, body?: object) =>
    backend.api[method](`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const rowOf = (id: string) => stack.dataSource.getRepository(Image).findOneBy({ id });
  const stateOf = async (path: string) =>
    (await stack.dataSource.getRepository(StoredObject).findOneBy({ path }))?.state;
  const titlesOf = (images: ImageView[]) => images.map(({ title }) => title);

  const makeImage = async ({ user, sessionId }: Member, body: object = {}): Promise<ImageView> => {
    const imageUrl = await makeUpload(stack.dataSource, user.id);
    return (await call('post', '/images', sessionId, { imageUrl, ...body }).expect(201)).body;
  };
  const makeBoard = async ({ sessionId }: Member): Promise<BoardView> =>
    (await call('post', '/boards', sessionId, { name: 'Observatory' }).expect(201)).body;

  /** Uploads a picture as a browser does. @returns its path and its upload address */
  const upload = async ({ sessionId }: Member): Promise<{ objectPath: string; uploadURL: string }> => {
    const { body } = await call('post', '/objects/upload', sessionId, {}).expect(200);
    await backend.api
      .put(new URL(body.uploadURL).pathname)
      .set('content-type', 'image/png')
      .send(PNG)
      .expect(200);
    return body;
  };

  describe('GET /images/{id}', () => {
    const pageOf = async (id: string, sessionId: string | null, query = '') => {
      const request = backend.api.get(`/api/images/${id}${query}`);
      return sessionId === null ? request : request.set(...bearer(sessionId));
    };
    const idsAround = ({ body }: { body: PicturePage }) => [body.previous?.id, body.next?.id];

    it('NXT-313 has a picture with its owner, its board and the neighbours of each context', async () => {
      const [owner, other, hidden, reader] = [
        await makeMember(stack.dataSource),
        await makeMember(stack.dataSource),
        await makeMember(stack.dataSource, { isPublic: false }),
        await makeMember(stack.dataSource),
      ];
      const board = await makeBoard(owner);
      const tag = uniqueName('tag');
      const first = await makeImage(owner, { tags: [tag], boardId: board.id });
      const ofOther = await makeImage(other, { tags: [tag], title: 'Theirs' });
      await makeImage(hidden, { tags: [tag] });
      await makeImage(owner, { tags: [tag], isPublic: false });
      const untagged = await makeImage(owner);
      const shown = await makeImage(owner, { tags: [tag], boardId: board.id });
      const { body } = await pageOf(shown.id, reader.sessionId);
      expect(body).toMatchObject({
        image: { id: shown.id, tags: [tag] },
        author: { username: owner.user.username },
        board: { id: board.id, name: 'Observatory' },
        previous: null,
        next: { id: untagged.id, title: null, username: owner.user.username },
      });
      expect(idsAround(await pageOf(shown.id, reader.sessionId, `?tag=${tag}`))).toEqual([
        undefined,
        ofOther.id,
      ]);
      expect(idsAround(await pageOf(ofOther.id, reader.sessionId, `?tag=${tag}`))).toEqual([
        shown.id,
        first.id,
      ]);
      expect(idsAround(await pageOf(shown.id, reader.sessionId, `?boardId=${board.id}`))).toEqual([
        undefined,
        first.id,
      ]);
      const boards = await call('get', `/users/${owner.user.username}/boards`, reader.sessionId).expect(200);
      expect(boards.body).toMatchObject([{ id: board.id, name: 'Observatory' }]);
      const onBoard = `/users/${owner.user.username}/images?boardId=${board.id}`;
      const listed: ImageView[] = (await call('get', onBoard, reader.sessionId).expect(200)).body;
      expect(listed.map(({ id }) => id)).toEqual([shown.id, first.id]);
    });

    it('NXT-313 shows a picture to the readers that its owner shows it to', async () => {
      const [owner, reader] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      const board = await makeBoard(owner);
      const { id } = await makeImage(owner, { boardId: board.id });
      const statuses = async () =>
        (
          await Promise.all([pageOf(id, null), pageOf(id, reader.sessionId), pageOf(id, owner.sessionId)])
        ).map(({ status }) => status);
      expect(await statuses()).toEqual([404, 200, 200]);
      await stack.dataSource.query('UPDATE users SET is_visible_to_visitors = true WHERE id = $1', [
        owner.user.id,
      ]);
      expect(await statuses()).toEqual([200, 200, 200]);
      await call('put', `/boards/${board.id}/visibility`, owner.sessionId, { isPublic: false }).expect(200);
      expect(await statuses()).toEqual([404, 404, 200]);
      const { body } = await pageOf(id, owner.sessionId);
      expect(body.board).toMatchObject({ id: board.id });
      const boards = await call('get', `/users/${owner.user.username}/boards`, reader.sessionId).expect(200);
      expect(boards.body).toEqual([]);
    });
  });

  describe('POST /images', () => {
    it('API-045 ENT-058 ENT-059 ENT-060 ENT-061 ENT-062 ENT-063 ENT-064 ENT-065 ENT-066 creates an image', async () => {
      const member = await makeMember(stack.dataSource);
      const board = await makeBoard(member);
      const imageUrl = await makeUpload(stack.dataSource, member.user.id);
      const { body } = await call('post', '/images', member.sessionId, {
        title: ' Saturn ',
        description: ' On the roof. ',
        imageUrl,
        tags: ['#Saturn', 'saturn', 'night-sky'],
        boardId: board.id.toUpperCase(),
        isPublic: true,
      }).expect(201);
      expect(body).toEqual({
        id: expect.any(String),
        userId: member.user.id,
        boardId: board.id,
        title: 'Saturn',
        description: 'On the roof.',
        imageUrl,
        tags: ['saturn', 'night-sky'],
        isPublic: true,
        width: null,
        height: null,
        blurhash: null,
        ready: false,
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
      });
      expect((await call('get', '/images', member.sessionId)).body).toEqual([body]);
      expect(await stateOf(imageUrl)).toBe('used');
      expect(
        await stack.dataSource
          .getRepository(OutboxRow)
          .findBy({ topic: OUTBOX_TOPICS.renderImage, subject: body.id }),
      ).toHaveLength(1);
    });

    it.each([
      {},
      { title: '', description: '  ' },
      { title: null, description: null, tags: null, boardId: null },
    ])('API-047 accepts %j besides the address', async (body) => {
      const member = await makeMember(stack.dataSource);
      expect(await makeImage(member, body)).toMatchObject({
        boardId: null,
        title: null,
        description: null,
        tags: [],
        isPublic: true,
      });
    });

    it('ENT-065 an image can be hidden from the start', async () => {
      const member = await makeMember(stack.dataSource);
      const tag = uniqueName('tag');
      expect(await makeImage(member, { isPublic: false, tags: [tag] })).toMatchObject({ isPublic: false });
      expect(await tagCounts(stack.dataSource, tag)).toEqual([0]);
    });

    it.each([undefined, '', '  ', null])('API-046 rejects the imageUrl %j with 400', async (imageUrl) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const { body } = await call('post', '/images', sessionId, { title: 'Saturn', imageUrl }).expect(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        fields: { imageUrl: 'A picture address is required.' },
      });
    });

    it.each([
      ['title', 'x'.repeat(201), 'A title can have up to 200 characters.'],
      ['description', 'x'.repeat(2_001), 'A caption can have up to 2,000 characters.'],
      ['tags', 'saturn', 'This must be a list of tags.'],
      ['boardId', 'no-id', 'This id is malformed.'],
      ['isPublic', 'yes', 'This must be true or false.'],
      ['userId', UNKNOWN_ID, 'Unknown field.'],
    ])(
      'API-045 GAP-111 rejects an invalid %s with 400 and does not use the upload',
      async (field, value, message) => {
        const { user, sessionId } = await makeMember(stack.dataSource);
        const imageUrl = await makeUpload(stack.dataSource, user.id);
        const { body } = await call('post', '/images', sessionId, { imageUrl, [field]: value }).expect(400);
        expect(body.fields).toEqual({ [field]: message });
        expect(await stateOf(imageUrl)).toBe('stored');
      },
    );

    it('GAP-106 an address outside our store gets 400, another member’s upload 404', async () => {
      const member = await makeMember(stack.dataSource);
      const other = await makeMember(stack.dataSource);
      const theirs = await makeUpload(stack.dataSource, other.user.id);
      for (const [imageUrl, status, code] of [
        ['https://elsewhere.example/a.png', 400, 'invalid_address'],
        [`https://elsewhere.example${theirs}`, 400, 'invalid_address'],
        ['not an address', 400, 'invalid_address'],
        [theirs, 404, 'not_found'],
        ['/objects/unknown', 404, 'not_found'],
      ] as const) {
        for (const [method, path] of [
          ['post', '/images'],
          ['put', '/images/normalize'],
        ] as const) {
          const { body } = await call(method, path, member.sessionId, { imageUrl }).expect(status);
          expect(body.code).toBe(code);
        }
      }
      expect(await stateOf(theirs)).toBe('stored');
      expect(await stack.dataSource.getRepository(Image).countBy({ userId: member.user.id })).toBe(0);
    });

    it('an upload becomes only one image, even with concurrent requests', async () => {
      const member = await makeMember(stack.dataSource);
      const tag = uniqueName('tag');
      const imageUrl = await makeUpload(stack.dataSource, member.user.id);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => call('post', '/images', member.sessionId, { imageUrl, tags: [tag] })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
      for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('already_used');
      expect((await call('get', '/images', member.sessionId)).body).toHaveLength(1);
      expect(await tagCounts(stack.dataSource, tag)).toEqual([1]);
    });
  });

  it('API-048 GAP-106 PUT /images/normalize returns the path for any form of address and changes nothing', async () => {
    const member = await makeMember(stack.dataSource);
    const { objectPath, uploadURL } = await upload(member);
    for (const imageUrl of [
      objectPath,
      uploadURL,
      new URL(uploadURL).pathname,
      `${backend.url}${objectPath}`,
    ]) {
      const { body } = await call('put', '/images/normalize', member.sessionId, { imageUrl }).expect(200);
      expect(body).toEqual({ objectPath });
    }
    expect(await stateOf(objectPath)).toBe('stored');
    expect((await call('get', '/images', member.sessionId)).body).toEqual([]);
    const { body } = await call('put', '/images/normalize', member.sessionId, {}).expect(400);
    expect(body.fields).toEqual({ imageUrl: 'A picture address is required.' });
  });

  it('API-050 GAP-104 creates an image from any form of its upload’s address, and deletes the upload with it', async () => {
    const member = await makeMember(stack.dataSource);
    const { objectPath, uploadURL } = await upload(member);
    const store = backend.app.get(ObjectStore);
    const { body: image } = await call('post', '/images', member.sessionId, { imageUrl: uploadURL }).expect(
      201,
    );
    expect(image.imageUrl).toBe(objectPath);
    const again = await call('post', '/images', member.sessionId, { imageUrl: objectPath }).expect(409);
    expect(again.body.code).toBe('already_used');
    expect(await store.has(objectPath.slice(1))).toBe(true);
    await call('delete', `/images/${image.id}`, member.sessionId).expect(200, { ok: true });
    await waitUntil('the deleted object', async () => (await stateOf(objectPath)) === undefined);
    expect(await store.has(objectPath.slice(1))).toBe(false);
    await call('post', '/images', member.sessionId, { imageUrl: objectPath }).expect(404);
  });

  describe('GET /images', () => {
    const list = async (sessionId: string, query = ''): Promise<ImageView[]> =>
      (await call('get', `/images${query}`, sessionId).expect(200)).body;

    it('API-044 ALB-009 lists the member’s own images, hidden ones included, in either order', async () => {
      const member = await makeMember(stack.dataSource);
      await makeImage(await makeMember(stack.dataSource), { title: 'not mine' });
      const images = [
        await makeImage(member, { title: 'one' }),
        await makeImage(member, { title: 'two', isPublic: false }),
        await makeImage(member, { title: 'three' }),
      ];
      expect(await list(member.sessionId)).toEqual(images.toReversed());
      expect(await list(member.sessionId, '?sort=newest')).toEqual(images.toReversed());
      expect(await list(member.sessionId, '?sort=oldest')).toEqual(images);
    });

    it('ALB-010 searches title and description literally and ignoring case', async () => {
      const member = await makeMember(stack.dataSource);
      await makeImage(member, { title: 'Saturn', tags: ['rings'] });
      await makeImage(member, { title: 'ÉTOILE', description: 'over saturn’s ring' });
      await makeImage(member, { title: '100% of_it', description: String.raw`C:\sky` });
      await makeImage(member);
      const found = async (q: string) =>
        titlesOf(await list(member.sessionId, `?q=${encodeURIComponent(q)}`)).toReversed();
      expect(await found('SATURN')).toEqual(['Saturn', 'ÉTOILE']);
      expect(await found(' étoile ')).toEqual(['ÉTOILE']);
      expect(await found('%')).toEqual(['100% of_it']);
      expect(await found('f_i')).toEqual(['100% of_it']);
      expect(await found(String.raw`:\s`)).toEqual(['100% of_it']);
      expect(await found('rings')).toEqual([]);
      expect(await found('')).toHaveLength(4);
    });

    it('ALB-011 ALB-012 ALB-022 filters by tag, board, visibility, and combinations of them', async () => {
      const member = await makeMember(stack.dataSource);
      const other = await makeMember(stack.dataSource);
      const board = await makeBoard(member);
      await makeImage(member, { title: 'a', tags: ['saturn'], boardId: board.id });
      await makeImage(member, { title: 'b', tags: ['saturn-v'], boardId: board.id, isPublic: false });
      await makeImage(member, { title: 'c', tags: ['moon', 'saturn'], isPublic: false });
      const titles = async (query: string) => titlesOf(await list(member.sessionId, `${query}&sort=oldest`));
      expect(await titles('?tag=saturn')).toEqual(['a', 'c']);
      expect(await titles('?tag=%23Saturn')).toEqual(['a', 'c']);
      expect(await titles(`?boardId=${board.id}`)).toEqual(['a', 'b']);
      expect(await titles('?isPublic=false')).toEqual(['b', 'c']);
      expect(await titles('?isPublic=true')).toEqual(['a']);
      expect(await titles(`?tag=saturn&isPublic=false&q=C`)).toEqual(['c']);
      expect(await titles(`?boardId=${(await makeBoard(other)).id}`)).toEqual([]);
    });

    it('ALB-009 pages stay consistent while images are added and deleted', async () => {
      const member = await makeMember(stack.dataSource);
      const created: ImageView[] = [];
      for (let n = 0; n < 7; n += 1) created.push(await makeImage(member, { title: `n${n}` }));
      for (const sort of ['newest', 'oldest'] as const) {
        const expected = sort === 'newest' ? created.toReversed() : created;
        const seen: ImageView[] = [];
        const extra: string[] = [];
        let cursor: string | undefined;
        do {
          const place = cursor === undefined ? '' : `&cursor=${cursor}`;
          const answer = await call('get', `/images?limit=3&sort=${sort}${place}`, member.sessionId).expect(
            200,
          );
          seen.push(...answer.body);
          cursor = answer.headers[NEXT_CURSOR_HEADER];
          if (sort === 'newest') extra.push((await makeImage(member, { title: 'new' })).id);
        } while (cursor !== undefined);
        expect(seen).toEqual(expected);
        for (const id of extra) await call('delete', `/images/${id}`, member.sessionId).expect(200);
      }
      const whole = await call('get', '/images?limit=7', member.sessionId).expect(200);
      expect(whole.headers[NEXT_CURSOR_HEADER]).toBeUndefined();
    });

    it.each([
      ['limit', '101', 'The limit must be a whole number from 1 to 100.'],
      ['cursor', 'here', 'This id is malformed.'],
      ['boardId', 'here', 'This id is malformed.'],
      ['isPublic', 'maybe', 'This must be true or false.'],
      ['sort', 'best', 'The order must be newest or oldest.'],
      ['tag', 'two words', 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
    ])('API-044 rejects an invalid %s with 400', async (name, value, message) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const { body } = await call('get', `/images?${name}=${encodeURIComponent(value)}`, sessionId).expect(
        400,
      );
      expect(body.fields).toEqual({ [name]: message });
    });
  });

  describe('PATCH /images/{id}', () => {
    const full = { title: 'Saturn', description: 'On the roof.', tags: ['saturn'] };
    const patch = async (sessionId: string, id: string, body: object): Promise<ImageView> =>
      (await call('patch', `/images/${id}`, sessionId, body).expect(200)).body;

    it('GAP-102 changes only the fields in the body', async () => {
      const member = await makeMember(stack.dataSource);
      const board = await makeBoard(member);
      const image = await makeImage(member, { ...full, isPublic: false });
      const changed = await patch(member.sessionId, image.id, { title: ' Titan ', boardId: board.id });
      expect(changed).toEqual({
        ...image,
        title: 'Titan',
        boardId: board.id,
        updatedAt: expect.any(String),
      });
      expect(changed.updatedAt > image.updatedAt).toBe(true);
      expect(await patch(member.sessionId, image.id, { description: 'New.', tags: ['#Moon'] })).toMatchObject(
        { title: 'Titan', boardId: board.id, description: 'New.', tags: ['moon'] },
      );
    });

    it('GAP-102 null and an empty description clear a field; an empty title counts as absent', async () => {
      const member = await makeMember(stack.dataSource);
      const { sessionId } = member;
      const board = await makeBoard(member);
      const image = await makeImage(member, { ...full, boardId: board.id });
      expect(await patch(sessionId, image.id, { description: ' ' })).toMatchObject({ description: null });
      expect(await patch(sessionId, image.id, { title: '', tags: null })).toMatchObject({
        title: 'Saturn',
        tags: [],
      });
      await patch(sessionId, image.id, { description: 'Back.' });
      expect(
        await patch(sessionId, image.id, { title: null, description: null, boardId: null }),
      ).toMatchObject({ title: null, description: null, boardId: null });
      expect((await call('get', '/images', sessionId)).body).toMatchObject([{ title: null, boardId: null }]);
    });

    it.each([{}, { title: '' }, undefined])('GAP-102 %j changes nothing', async (body) => {
      const member = await makeMember(stack.dataSource);
      const image = await makeImage(member, full);
      const answer = await call('patch', `/images/${image.id}`, member.sessionId, body).expect(200);
      expect(answer.body).toEqual(image);
      expect((await call('get', '/images', member.sessionId)).body).toEqual([image]);
    });

    it.each([
      ['title', 'x'.repeat(201), 'A title can have up to 200 characters.'],
      ['title', 7, 'This must be text.'],
      ['boardId', '', 'This id is malformed.'],
      ['imageUrl', '/objects/other', 'Unknown field.'],
      ['isPublic', false, 'Unknown field.'],
    ])('GAP-102 rejects an invalid %s with 400', async (field, value, message) => {
      const member = await makeMember(stack.dataSource);
      const image = await makeImage(member, full);
      const { body } = await call('patch', `/images/${image.id}`, member.sessionId, {
        description: 'Changed.',
        [field]: value,
      }).expect(400);
      expect(body.fields).toEqual({ [field]: message });
      expect((await call('get', '/images', member.sessionId)).body).toEqual([image]);
    });

    it('GAP-102 adjusts the tag counts', async () => {
      const member = await makeMember(stack.dataSource);
      const [one, two] = [uniqueName('tag'), uniqueName('tag')];
      const image = await makeImage(member, { tags: [one] });
      expect(await tagCounts(stack.dataSource, one, two)).toEqual([1, 0]);
      await patch(member.sessionId, image.id, { tags: [two] });
      expect(await tagCounts(stack.dataSource, one, two)).toEqual([0, 1]);
      await patch(member.sessionId, image.id, { title: 'Same tags' });
      expect(await tagCounts(stack.dataSource, one, two)).toEqual([0, 1]);
    });
  });

  it('API-049 hides and shows an image, and counts its tags while it is visible', async () => {
    const member = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    const image = await makeImage(member, { tags: [tag] });
    const show = async (isPublic: boolean): Promise<ImageView> =>
      (await call('put', `/images/${image.id}/visibility`, member.sessionId, { isPublic }).expect(200)).body;
    expect(await show(false)).toEqual({ ...image, isPublic: false, updatedAt: expect.any(String) });
    expect(await show(false)).toMatchObject({ isPublic: false });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([0]);
    expect((await call('get', '/images', member.sessionId)).body).toMatchObject([{ isPublic: false }]);
    expect(await show(true)).toMatchObject({ isPublic: true });
    expect(await tagCounts(stack.dataSource, tag)).toEqual([1]);
    await call('put', `/images/${image.id}/visibility`, member.sessionId, {}).expect(400);
  });

  it('API-050 only one of several concurrent deletions succeeds and reduces the tag counts', async () => {
    const member = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    const [image, other] = [
      await makeImage(member, { tags: [tag] }),
      await makeImage(member, { tags: [tag] }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('delete', `/images/${image.id}`, member.sessionId)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(await tagCounts(stack.dataSource, tag)).toEqual([1]);
    expect((await call('get', '/images', member.sessionId)).body).toEqual([other]);
  });

  it('reports when an image is ready', async () => {
    const member = await makeMember(stack.dataSource);
    const image = await makeImage(member);
    await stack.dataSource
      .getRepository(Image)
      .update(image.id, { width: 16, height: 9, blurhash: 'LEHV6nWB2yk8', readyAt: new Date() });
    expect((await call('get', '/images', member.sessionId)).body).toMatchObject([
      { id: image.id, width: 16, height: 9, blurhash: 'LEHV6nWB2yk8', ready: true },
    ]);
  });

  describe('images of another member', () => {
    const attempts = (id: string) =>
      [
        ['patch', `/images/${id}`, { title: 'Taken' }],
        ['patch', `/images/${id}`, {}],
        ['put', `/images/${id}/visibility`, { isPublic: false }],
        ['delete', `/images/${id}`, undefined],
      ] as const;

    it.each([
      ['a shown image of a public member', true, true, 403, 'forbidden'],
      ['a hidden image of a public member', true, false, 404, 'not_found'],
      ['a shown image of a private member', false, true, 404, 'not_found'],
    ] as const)('PER-006 PER-008 %s', async (_name, memberIsPublic, isPublic, status, code) => {
      const owner = await makeMember(stack.dataSource, { isPublic: memberIsPublic });
      const stranger = await makeMember(stack.dataSource);
      const image = await makeImage(owner, { title: 'Mine', isPublic });
      const before = await rowOf(image.id);
      for (const [method, path, body] of attempts(image.id)) {
        const answer = await call(method, path, stranger.sessionId, body).expect(status);
        expect(answer.body.code).toBe(code);
      }
      expect(await rowOf(image.id)).toEqual(before);
      expect(await stateOf(image.imageUrl)).toBe('used');
      expect((await call('get', '/images', stranger.sessionId)).body).toEqual([]);
    });

    it.each([
      ['a shown board of a public member', true, true, 403, 'forbidden'],
      ['a hidden board of a public member', true, false, 404, 'not_found'],
      ['a shown board of a private member', false, true, 404, 'not_found'],
    ] as const)('PER-007 no image goes on %s', async (_name, memberIsPublic, isPublic, status, code) => {
      const owner = await makeMember(stack.dataSource, { isPublic: memberIsPublic });
      const stranger = await makeMember(stack.dataSource);
      const board = await makeBoard(owner);
      await stack.dataSource.getRepository(Board).update(board.id, { isPublic });
      const image = await makeImage(stranger, { title: 'Stray' });
      const imageUrl = await makeUpload(stack.dataSource, stranger.user.id);
      for (const request of [
        call('post', '/images', stranger.sessionId, { imageUrl, boardId: board.id }),
        call('patch', `/images/${image.id}`, stranger.sessionId, { title: 'Moved', boardId: board.id }),
      ]) {
        expect((await request.expect(status)).body.code).toBe(code);
      }
      expect((await call('get', '/images', stranger.sessionId)).body).toEqual([image]);
      expect(await stack.dataSource.getRepository(Image).countBy({ boardId: board.id })).toBe(0);
      expect(await stateOf(imageUrl)).toBe('stored');
    });

    it('PER-006 an unknown image or board gets 404, a malformed id 400', async () => {
      const member = await makeMember(stack.dataSource);
      const image = await makeImage(member);
      for (const [method, path, body] of attempts(UNKNOWN_ID)) {
        await call(method, path, member.sessionId, body).expect(404);
      }
      for (const [method, path, body] of attempts('no-id')) {
        const answer = await call(method, path, member.sessionId, body).expect(400);
        expect(answer.body.fields).toEqual({ id: 'This id is malformed.' });
      }
      await call('patch', `/images/${image.id}`, member.sessionId, { boardId: UNKNOWN_ID }).expect(404);
    });

    it('GAP-095 requires a session', async () => {
      const owner = await makeMember(stack.dataSource);
      const image = await makeImage(owner);
      await backend.api.get('/api/images').expect(401);
      await backend.api.get(`/api/users/${owner.user.username}/images`).expect(401);
      await backend.api.post('/api/images').send({}).expect(401);
      await backend.api.put('/api/images/normalize').send({}).expect(401);
      for (const [method, path, body] of attempts(image.id)) {
        await backend.api[method](`/api${path}`).send(body).expect(401);
      }
      expect((await call('get', '/images', owner.sessionId)).body).toEqual([image]);
    });
  });

  describe('GET /users/{username}/images', () => {
    const listImagesOf = ({ user }: Member, asker: Member, query = '') =>
      call('get', `/users/${user.username}/images${query}`, asker.sessionId);

    it('PER-008 shows a member’s visible images to every member, newest first', async () => {
      const owner = await makeMember(stack.dataSource);
      const stranger = await makeMember(stack.dataSource);
      const hiddenBoard = await makeBoard(owner);
      const first = await makeImage(owner, { title: 'first' });
      await makeImage(owner, { title: 'hidden', isPublic: false });
      await makeImage(owner, { title: 'on a hidden board', boardId: hiddenBoard.id });
      const last = await makeImage(owner, { title: 'last' });
      await makeImage(stranger, { title: 'the asker’s' });
      await call('put', `/boards/${hiddenBoard.id}/visibility`, owner.sessionId, { isPublic: false }).expect(
        200,
      );
      for (const asker of [stranger, owner]) {
        expect((await listImagesOf(owner, asker).expect(200)).body).toEqual([last, first]);
      }
      const upperCase = await call(
        'get',
        `/users/${owner.user.username.toUpperCase()}/images`,
        stranger.sessionId,
      ).expect(200);
      expect(upperCase.body).toHaveLength(2);
    });

    it('PER-008 a private member’s images exist only for that member; an unknown member gets 404', async () => {
      const owner = await makeMember(stack.dataSource, { isPublic: false });
      const stranger = await makeMember(stack.dataSource);
      const image = await makeImage(owner);
      const answer = await listImagesOf(owner, stranger).expect(404);
      expect(answer.body.code).toBe('not_found');
      expect((await listImagesOf(owner, owner).expect(200)).body).toEqual([image]);
      await call('get', '/users/nobody_at_all/images', stranger.sessionId).expect(404);
    });

    it('PER-008 returns pages', async () => {
      const owner = await makeMember(stack.dataSource);
      const stranger = await makeMember(stack.dataSource);
      const created = [await makeImage(owner), await makeImage(owner), await makeImage(owner)];
      const first = await listImagesOf(owner, stranger, '?limit=2').expect(200);
      const cursor = first.headers[NEXT_CURSOR_HEADER];
      expect(cursor).toBe(created[1]?.id);
      await makeImage(owner);
      const second = await listImagesOf(owner, stranger, `?limit=2&cursor=${cursor}`).expect(200);
      expect([...first.body, ...second.body]).toEqual(created.toReversed());
      expect(second.headers[NEXT_CURSOR_HEADER]).toBeUndefined();
    });
  });
});
