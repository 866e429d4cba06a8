import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Capsule, OUTBOX_TOPICS, OutboxRow, ProfileArchive, Tag } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('capsules', () => {
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

  const list = (sessionId: string) => backend.api.get('/api/capsules').set(...bearer(sessionId));
  const create = (sessionId: string, body: object) =>
    backend.api
      .post('/api/capsules')
      .set(...bearer(sessionId))
      .send(body);
  const update = (sessionId: string, id: string, body: object) =>
    backend.api
      .put(`/api/capsules/${id}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (sessionId: string, id: string) =>
    backend.api.delete(`/api/capsules/${id}`).set(...bearer(sessionId));
  const rows = () => stack.dataSource.getRepository(Capsule);

  it('API-039 ENT-038 ENT-039 ENT-040 ENT-041 ENT-042 ENT-043 have a name, a description and tags', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body } = await create(sessionId, {
      name: ' Winter skies ',
      description: ' Nebulae. ',
      tags: ['#Saturn', ' night-sky ', 'saturn'],
    }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: user.id,
      name: 'Winter skies',
      description: 'Nebulae.',
      tags: ['saturn', 'night-sky'],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
    expect((await list(sessionId).expect(200)).body).toEqual([body]);
  });

  it('GAP-088 API-039 require only a name of 1 to 100 characters', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const bare = await create(sessionId, { name: 'x' }).expect(201);
    expect(bare.body).toMatchObject({ name: 'x', description: null, tags: [] });
    const nulls = await create(sessionId, { name: '🌒'.repeat(100), description: null, tags: null });
    expect(nulls.body).toMatchObject({ name: '🌒'.repeat(100), description: null, tags: [] });
    const blank = await create(sessionId, { name: 'x', description: '  ' }).expect(201);
    expect(blank.body.description).toBeNull();
    // Names need not be unique.
    expect((await list(sessionId)).body).toHaveLength(3);
  });

  it.each([
    ['name', undefined, 'Please enter a name.'],
    ['name', '  ', 'Please enter a name.'],
    ['name', null, 'Please enter a name.'],
    ['name', 'x'.repeat(101), 'A name can have up to 100 characters.'],
    ['name', ['x'], 'This must be text.'],
    ['description', 'x'.repeat(501), 'A description can have up to 500 characters.'],
    ['description', 7, 'This must be text.'],
    ['tags', 'saturn, moon', 'This must be a list of tags.'],
    ['tags', ['two words'], 'A tag can have 1 to 50 letters, digits, underscores or hyphens.'],
    ['tags', Array.from({ length: 51 }, (_, n) => `tag${n}`), 'You can add up to 50 tags.'],
    ['userId', UNKNOWN, 'Unknown field.'],
  ])(
    'API-039 API-040 GAP-088 %s of %j is rejected on creation and on update',
    async (field, value, message) => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { body: capsule } = await create(sessionId, { name: 'Winter' }).expect(201);
      const body = { name: 'Summer', [field]: value };
      for (const request of [create(sessionId, body), update(sessionId, capsule.id, body)]) {
        const answer = await request.expect(400);
        expect(answer.body).toMatchObject({
          statusCode: 400,
          code: 'validation_failed',
          message,
          fields: { [field]: message },
        });
      }
      expect((await list(sessionId)).body).toEqual([capsule]);
      expect(await rows().countBy({ userId: user.id })).toBe(1);
    },
  );

  it('API-038 PER-005 are all listed, newest first, only to their member', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const made: unknown[] = [];
    for (const name of ['one', 'two', 'three']) {
      made.unshift((await create(sessionId, { name }).expect(201)).body);
    }
    expect((await list(sessionId).expect(200)).body).toEqual(made);
    expect((await list(stranger).expect(200)).body).toEqual([]);
  });

  it('API-040 ENT-043 can be renamed; omitted fields keep their values, empty or null clears them', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body: made } = await create(sessionId, { name: 'Winter', description: 'Cold.', tags: ['snow'] });
    const renamed = await update(sessionId, made.id, { name: ' Summer ' }).expect(200);
    expect(renamed.body).toEqual({ ...made, name: 'Summer', updatedAt: expect.any(String) });
    expect(Date.parse(renamed.body.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect((await list(sessionId)).body).toEqual([renamed.body]);
    const cleared = await update(sessionId, made.id, { name: 'Summer', description: '', tags: [] });
    expect(cleared.body).toMatchObject({ description: null, tags: [] });
    await update(sessionId, made.id, { name: 'Summer', description: 'Warm.' }).expect(200);
    const nulled = await update(sessionId, made.id, { name: 'Summer', description: null, tags: null });
    expect(nulled.body).toMatchObject({ description: null, tags: [] });
  });

  it('CAP-012 API-041 deleting one keeps its archives', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const deleted = (await create(sessionId, { name: 'Winter' })).body;
    const kept = (await create(sessionId, { name: 'Summer' })).body;
    const archives = stack.dataSource.getRepository(ProfileArchive);
    const archive = { userId: user.id, title: 'Shrine', markdownContent: 'x' };
    const inside = await archives.save({ ...archive, capsuleId: deleted.id });
    const elsewhere = await archives.save({ ...archive, capsuleId: kept.id });
    await remove(sessionId, deleted.id).expect(200, { ok: true });
    expect((await list(sessionId)).body).toEqual([kept]);
    expect(await archives.findOneByOrFail({ id: inside.id })).toMatchObject({ capsuleId: null });
    expect(await archives.findOneByOrFail({ id: elsewhere.id })).toMatchObject({ capsuleId: kept.id });
    await remove(sessionId, deleted.id).expect(404);
    await update(sessionId, deleted.id, { name: 'x' }).expect(404);
  });

  it('PER-006 GAP-146 do not exist for other members', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const { body: capsule } = await create(sessionId, { name: 'Winter' }).expect(201);
    const unknown = await remove(stranger, UNKNOWN).expect(404);
    for (const request of [
      update(stranger, capsule.id, { name: 'Mine' }),
      remove(stranger, capsule.id),
      update(sessionId, UNKNOWN, { name: 'x' }),
    ]) {
      expect((await request.expect(404)).body).toEqual(unknown.body);
    }
    expect((await list(sessionId)).body).toEqual([capsule]);
    for (const request of [
      backend.api.get('/api/capsules'),
      backend.api.post('/api/capsules').send({ name: 'x' }),
      backend.api.put(`/api/capsules/${capsule.id}`).send({ name: 'x' }),
      backend.api.delete(`/api/capsules/${capsule.id}`),
    ]) {
      expect((await request.expect(401)).body.code).toBe('unauthorized');
    }
    const malformed = await remove(sessionId, 'not-an-id').expect(400);
    expect(malformed.body.fields).toEqual({ id: 'This id is malformed.' });
  });

  it('GAP-094 their tags are suggested by name but not counted publicly', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const name = uniqueName('tag');
    const { body: capsule } = await create(sessionId, { name: 'Winter', tags: [name] }).expect(201);
    const tags = stack.dataSource.getRepository(Tag);
    expect(await tags.findOneByOrFail({ name })).toMatchObject({ usageCount: 0 });
    await remove(sessionId, capsule.id).expect(200);
    expect(await tags.findOneByOrFail({ name })).toMatchObject({ usageCount: 0 });
    expect(
      await stack.dataSource
        .getRepository(OutboxRow)
        .countBy({ topic: OUTBOX_TOPICS.deriveMember, subject: user.id }),
    ).toBe(0);
  });

  it('API-041 only one of several concurrent deletions succeeds', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body: capsule } = await create(sessionId, { name: 'Winter' }).expect(201);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(sessionId, capsule.id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  });
});
