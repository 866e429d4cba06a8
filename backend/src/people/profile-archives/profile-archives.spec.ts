import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Capsule, OUTBOX_TOPICS, OutboxRow, ProfileArchive, Tag, User } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('profile archives', () => {
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

  const list = (sessionId: string, query: Record<string, string> = {}) =>
    backend.api
      .get('/api/profile-archives')
      .query(query)
      .set(...bearer(sessionId));
  const create = (sessionId: string, body: object) =>
    backend.api
      .post('/api/profile-archives')
      .set(...bearer(sessionId))
      .send(body);
  const update = (sessionId: string, id: string, body: object) =>
    backend.api
      .patch(`/api/profile-archives/${id}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (sessionId: string, id: string) =>
    backend.api.delete(`/api/profile-archives/${id}`).set(...bearer(sessionId));
  const makeCapsule = (userId: string) =>
    stack.dataSource.getRepository(Capsule).save({ userId, name: 'Winter', description: null });
  const createArchive = async (sessionId: string, body: object) =>
    (await create(sessionId, { title: 'Shrine', markdownContent: 'text', ...body }).expect(201)).body;
  const titlesOf = (body: { title: string }[]): string[] => body.map(({ title }) => title);

  describe('creation', () => {
    it('ENT-044 ENT-045 ENT-046 ENT-047 ENT-048 ENT-049 ENT-050 CAP-001 GAP-090 archives a text in a capsule', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const capsule = await makeCapsule(user.id);
      const { body } = await create(sessionId, {
        title: ' My shrine in autumn ',
        markdownContent: '  # Shrine\n\n#Stargazing #saturn\n',
        capsuleId: capsule.id,
        tags: ['#Saturn', 'autumn'],
        isHidden: true,
      }).expect(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userId: user.id,
        capsuleId: capsule.id,
        title: 'My shrine in autumn',
        markdownContent: '  # Shrine\n\n#Stargazing #saturn\n',
        tags: ['saturn', 'autumn', 'stargazing'],
        isHidden: true,
        isShownPublicly: false,
        createdAt: expect.stringMatching(/Z$/),
      });
      expect((await list(sessionId).expect(200)).body).toEqual([body]);
    });

    it.each([{}, { markdownContent: '' }, { markdownContent: ' \n\t' }, { markdownContent: null }])(
      'GAP-091 %j archives a snapshot of the current profile',
      async (body) => {
        const profileMarkdown = '# Shrine\n\n#stargazing';
        const { user, sessionId } = await makeMember(stack.dataSource, { profileMarkdown });
        const answer = await create(sessionId, { title: 'Now', ...body }).expect(201);
        const expected = { markdownContent: profileMarkdown, tags: ['stargazing'], capsuleId: null };
        expect(answer.body).toMatchObject({ ...expected, isHidden: false });
        await stack.dataSource.getRepository(User).update({ id: user.id }, { profileMarkdown: 'Later' });
        expect((await list(sessionId)).body).toMatchObject([expected]);
      },
    );

    it('GAP-091 archives an empty profile as an empty snapshot', async () => {
      const { sessionId } = await makeMember(stack.dataSource, { profileMarkdown: '' });
      expect((await create(sessionId, { title: 'Now' }).expect(201)).body.markdownContent).toBe('');
    });

    it('GAP-090 accepts only the member’s own capsules', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { user: other } = await makeMember(stack.dataSource);
      const foreign = await makeCapsule(other.id);
      const own = await makeCapsule(user.id);
      const archive = await createArchive(sessionId, { capsuleId: own.id });
      for (const capsuleId of [foreign.id, UNKNOWN]) {
        const answer = await create(sessionId, { title: 'x', capsuleId }).expect(404);
        expect(answer.body.code).toBe('not_found');
        await update(sessionId, archive.id, { title: 'Other', capsuleId }).expect(404);
      }
      expect((await list(sessionId)).body).toEqual([archive]);
    });
  });

  it.each([
    ['title', '  ', 'Please enter a title.'],
    ['title', null, 'Please enter a title.'],
    ['title', 'x'.repeat(201), 'A title can have up to 200 characters.'],
    ['markdownContent', 'x'.repeat(200_001), 'A profile text can have up to 200,000 characters.'],
    ['markdownContent', 7, 'This must be text.'],
    ['capsuleId', 'not-an-id', 'This id is malformed.'],
    ['tags', 'saturn', 'This must be a list of tags.'],
    ['tags', ['a b'], 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
    ['isHidden', 'yes', 'This must be true or false.'],
    ['isHidden', null, 'This must be true or false.'],
    ['createdAt', '2026-01-01T00:00:00Z', 'Unknown field.'],
  ])('GAP-092 %s of %j is rejected on creation and on update', async (field, value, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const archive = await createArchive(sessionId, {});
    const body = { title: 'Other', [field]: value };
    for (const request of [create(sessionId, body), update(sessionId, archive.id, body)]) {
      const answer = await request.expect(400);
      expect(answer.body).toMatchObject({
        statusCode: 400,
        code: 'validation_failed',
        message,
        fields: { [field]: message },
      });
    }
    expect((await list(sessionId)).body).toEqual([archive]);
  });

  it('GAP-091 a title is required', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const answer = await create(sessionId, {}).expect(400);
    expect(answer.body.fields).toEqual({ title: 'Please enter a title.' });
  });

  describe('changes', () => {
    it('GAP-092 ARC-020 updates single fields and leaves the others unchanged', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const capsule = await makeCapsule(user.id);
      let archive = await createArchive(sessionId, { markdownContent: 'old #text', tags: ['given'] });
      const steps: { body: object; after: object }[] = [
        { body: {}, after: {} },
        { body: { title: ' New ' }, after: { title: 'New' } },
        { body: { isHidden: true }, after: { isHidden: true } },
        { body: { capsuleId: capsule.id.toUpperCase() }, after: { capsuleId: capsule.id } },
        { body: { markdownContent: '' }, after: {} },
        // Tags found in the old text are replaced; chosen tags stay.
        {
          body: { markdownContent: 'new #words' },
          after: { markdownContent: 'new #words', tags: ['given', 'words'] },
        },
        { body: { tags: ['Other', '#words'] }, after: { tags: ['other', 'words'] } },
        { body: { markdownContent: 'none' }, after: { markdownContent: 'none', tags: ['other', 'words'] } },
        { body: { tags: null }, after: { tags: [] } },
        { body: { capsuleId: null }, after: { capsuleId: null } },
        { body: { isHidden: false }, after: { isHidden: false } },
      ];
      for (const { body, after } of steps) {
        const answer = await update(sessionId, archive.id, body).expect(200);
        archive = { ...archive, ...after };
        expect(answer.body).toEqual(archive);
        expect((await list(sessionId)).body).toEqual([archive]);
      }
    });

    it('API-043 deletes archives', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const capsule = await makeCapsule(user.id);
      const [gone, kept] = [
        await createArchive(sessionId, { capsuleId: capsule.id }),
        await createArchive(sessionId, { capsuleId: capsule.id }),
      ];
      await remove(sessionId, gone.id).expect(200, { ok: true });
      expect((await list(sessionId)).body).toEqual([kept]);
      await remove(sessionId, gone.id).expect(404);
      await update(sessionId, gone.id, {}).expect(404);
      expect(await stack.dataSource.getRepository(Capsule).countBy({ id: capsule.id })).toBe(1);
    });

    it('CAP-012 deleting a capsule while archives are added to it leaves them without a capsule', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const capsule = await makeCapsule(user.id);
      const [gone, ...answers] = await Promise.all([
        backend.api.delete(`/api/capsules/${capsule.id}`).set(...bearer(sessionId)),
        ...Array.from({ length: 6 }, () => create(sessionId, { title: 'x', capsuleId: capsule.id })),
      ]);
      expect(gone.status).toBe(200);
      for (const { status } of answers) expect([201, 404]).toContain(status);
      const rows = await stack.dataSource.getRepository(ProfileArchive).findBy({ userId: user.id });
      expect(rows.map(({ capsuleId }) => capsuleId)).toEqual(rows.map(() => null));
      expect(rows).toHaveLength(answers.filter(({ status }) => status === 201).length);
    });
  });

  it('PER-005 PER-006 GAP-146 do not exist for other members', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const archive = await createArchive(sessionId, {});
    expect((await list(stranger).expect(200)).body).toEqual([]);
    const unknown = await remove(stranger, UNKNOWN).expect(404);
    for (const request of [
      update(stranger, archive.id, { title: 'Mine' }),
      update(stranger, archive.id, {}),
      remove(stranger, archive.id),
    ]) {
      expect((await request.expect(404)).body).toEqual(unknown.body);
    }
    expect((await list(sessionId)).body).toEqual([archive]);
    for (const request of [
      backend.api.get('/api/profile-archives'),
      backend.api.post('/api/profile-archives').send({ title: 'x' }),
      backend.api.patch(`/api/profile-archives/${archive.id}`).send({ title: 'x' }),
      backend.api.delete(`/api/profile-archives/${archive.id}`),
    ]) {
      expect((await request.expect(401)).body.code).toBe('unauthorized');
    }
    await remove(sessionId, 'not-an-id').expect(400);
  });

  describe('then and now', () => {
    const shownOf = (username: string, sessionId?: string) => {
      const request = backend.api.get(`/api/users/${username}/then`);
      return sessionId === undefined ? request : request.set(...bearer(sessionId));
    };
    const thenAtOf = async (username: string) =>
      (await backend.api.get(`/api/users/${username}`).expect(200)).body.thenAt;

    it('NXT-122 shows one snapshot publicly, only if the member chose it', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const first = await createArchive(sessionId, { markdownContent: 'The first text.' });
      const second = await createArchive(sessionId, { markdownContent: 'The second text.' });
      expect(first.isShownPublicly).toBe(false);
      expect(await thenAtOf(user.username)).toBeUndefined();
      await shownOf(user.username).expect(404);
      for (const archive of [first, second]) {
        const { body } = await update(sessionId, archive.id, { isShownPublicly: true }).expect(200);
        expect(body).toEqual({ ...archive, isShownPublicly: true });
        expect((await shownOf(user.username.toUpperCase()).expect(200)).body).toEqual({
          userId: user.id,
          markdownContent: archive.markdownContent,
          createdAt: archive.createdAt,
        });
        expect(await thenAtOf(user.username)).toBe(archive.createdAt);
      }
      expect((await list(sessionId)).body).toMatchObject([
        { id: second.id, isShownPublicly: true },
        { id: first.id, isShownPublicly: false },
      ]);
      await update(sessionId, second.id, { title: 'Renamed' }).expect(200);
      await shownOf(user.username).expect(200);
    });

    it.each([
      [
        'no longer shown',
        (sessionId: string, id: string) => update(sessionId, id, { isShownPublicly: false }),
      ],
      ['hidden', (sessionId: string, id: string) => update(sessionId, id, { isHidden: true })],
      ['deleted', (sessionId: string, id: string) => remove(sessionId, id)],
    ])('NXT-122 a snapshot that is %s disappears at once', async (_, end) => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { id } = await createArchive(sessionId, {});
      await update(sessionId, id, { isShownPublicly: true }).expect(200);
      await shownOf(user.username).expect(200);
      await end(sessionId, id).expect(200);
      await shownOf(user.username).expect(404);
      expect(await thenAtOf(user.username)).toBeUndefined();
    });

    it('NXT-122 never shows a hidden snapshot', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { id } = await createArchive(sessionId, { isHidden: true });
      const { body } = await update(sessionId, id, { isShownPublicly: true }).expect(200);
      expect(body.isShownPublicly).toBe(false);
      await shownOf(user.username).expect(404);
    });

    it('NXT-122 a private member’s snapshot is like that of an unknown member, except for the member', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { sessionId: stranger } = await makeMember(stack.dataSource);
      const { id } = await createArchive(sessionId, {});
      await update(sessionId, id, { isShownPublicly: true }).expect(200);
      await stack.dataSource.getRepository(User).update({ id: user.id }, { isPublic: false });
      const unknown = await shownOf('nobody_at_all').expect(404);
      for (const reader of [undefined, stranger]) {
        expect((await shownOf(user.username, reader).expect(404)).body).toEqual(unknown.body);
      }
      await shownOf(user.username, sessionId).expect(200);
    });
  });

  it('GAP-094 their tags are suggested by name but not counted publicly', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const name = uniqueName('tag');
    await createArchive(sessionId, { markdownContent: `#${name}` });
    expect(await stack.dataSource.getRepository(Tag).findOneByOrFail({ name })).toMatchObject({
      usageCount: 0,
    });
    expect(
      await stack.dataSource
        .getRepository(OutboxRow)
        .countBy({ topic: OUTBOX_TOPICS.deriveMember, subject: user.id }),
    ).toBe(0);
  });

  describe('lists', () => {
    it('API-042 GAP-085 searches title, text and tags, ignoring case', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      await createArchive(sessionId, { title: 'Ärger 100%', markdownContent: 'one' });
      await createArchive(sessionId, { title: 'two', markdownContent: 'a_b and ÄRGER' });
      await createArchive(sessionId, { title: 'three', markdownContent: 'x', tags: ['ärger-tag'] });
      await createArchive(sessionId, { title: 'four', markdownContent: String.raw`back\slash acb` });
      const found = async (q: string) => titlesOf((await list(sessionId, { q }).expect(200)).body);
      expect(await found('äRGER')).toEqual(['three', 'two', 'Ärger 100%']);
      expect(await found('  ')).toHaveLength(4);
      expect(await found('100%')).toEqual(['Ärger 100%']);
      expect(await found('%')).toEqual(['Ärger 100%']);
      expect(await found('a_b')).toEqual(['two']);
      expect(await found('\\')).toEqual(['four']);
      expect(await found('nowhere')).toEqual([]);
    });

    it('API-042 GAP-086 filters by tag, capsule and visibility', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { user: other } = await makeMember(stack.dataSource);
      const [capsule, foreign] = [await makeCapsule(user.id), await makeCapsule(other.id)];
      await createArchive(sessionId, { title: 'tagged', tags: ['saturn'] });
      await createArchive(sessionId, { title: 'inside', capsuleId: capsule.id, markdownContent: '#saturn' });
      await createArchive(sessionId, { title: 'hidden', isHidden: true, tags: ['saturn-v'] });
      const found = async (query: Record<string, string>) =>
        titlesOf((await list(sessionId, query).expect(200)).body);
      expect(await found({})).toEqual(['hidden', 'inside', 'tagged']);
      expect(await found({ tag: '#Saturn' })).toEqual(['inside', 'tagged']);
      expect(await found({ capsuleId: capsule.id })).toEqual(['inside']);
      expect(await found({ capsuleId: foreign.id })).toEqual([]);
      expect(await found({ isHidden: 'true' })).toEqual(['hidden']);
      expect(await found({ isHidden: 'false' })).toEqual(['inside', 'tagged']);
      expect(await found({ tag: 'saturn', capsuleId: capsule.id, q: 'INSIDE' })).toEqual(['inside']);
      expect(await found({ sort: 'oldest' })).toEqual(['tagged', 'inside', 'hidden']);
    });

    it.each([
      [{ isHidden: 'maybe' }, 'isHidden', 'This must be true or false.'],
      [{ capsuleId: 'x' }, 'capsuleId', 'This id is malformed.'],
      [{ tag: 'a b' }, 'tag', 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
      [{ sort: 'best' }, 'sort', 'The order must be newest or oldest.'],
      [{ limit: '101' }, 'limit', 'The limit must be a whole number from 1 to 100.'],
    ])('API-042 rejects %j', async (query, field, message) => {
      const { sessionId } = await makeMember(stack.dataSource);
      expect((await list(sessionId, query).expect(400)).body.fields).toEqual({ [field]: message });
    });

    it.each(['newest', 'oldest'])('API-042 pages stay consistent with the %s first', async (sort) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push((await createArchive(sessionId, { title: `the ${n}` })).id);
      if (sort === 'newest') ids.reverse();
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { sort, limit: '2', q: 'the', ...(cursor === undefined ? {} : { cursor }) };
        const { body, headers } = await list(sessionId, query).expect(200);
        expect(body.length).toBeLessThanOrEqual(2);
        seen.push(...body.map(({ id }: { id: string }) => id));
        cursor = headers['x-next-cursor'];
        // New archives come before the newest and after the oldest.
        const { id } = await createArchive(sessionId, { title: 'the one added later' });
        if (sort === 'oldest') ids.push(id);
      } while (cursor !== undefined);
      expect(seen.length).toBeGreaterThanOrEqual(5);
      expect(seen).toEqual(ids.slice(0, seen.length));
    });
  });
});
