import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Capsule, OutboxRow, ProfileArchive, Tag } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

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

  it('API-039 ENT-038 ENT-039 ENT-040 ENT-041 ENT-042 ENT-043 are made with a name, a description and tags', async () => {
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

  it('GAP-088 API-039 a name is all that is needed, of 1 to 100 characters', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const bare = await create(sessionId, { name: 'x' }).expect(201);
    expect(bare.body).toMatchObject({ name: 'x', description: null, tags: [] });
    const nulls = await create(sessionId, { name: '🌒'.repeat(100), description: null, tags: null });
    expect(nulls.body).toMatchObject({ name: '🌒'.repeat(100), description: null, tags: [] });
    const blank = await create(sessionId, { name: 'x', description: '  ' }).expect(201);
    expect(blank.body.description).toBeNull();
    // Two may have one name.
    expect((await list(sessionId)).body).toHaveLength(3);
  });

  it.each([
    ['name', undefined, 'A name is needed.'],
    ['name', '  ', 'A name is needed.'],
    ['name', null, 'A name is needed.'],
    ['name', 'x'.repeat(101), 'A name has at most 100 characters.'],
    ['name', ['x'], 'Text is expected here.'],
    ['description', 'x'.repeat(501), 'A description has at most 500 characters.'],
    ['description', 7, 'Text is expected here.'],
    ['tags', 'saturn, moon', 'A list of tags is expected here.'],
    ['tags', ['two words'], 'A tag has 1 to 50 letters, digits, underscores or hyphens.'],
    ['tags', Array.from({ length: 51 }, (_, n) => `tag${n}`), 'At most 50 tags are kept.'],
    ['userId', UNKNOWN, 'This field is not known here.'],
  ])(
    'API-039 API-040 GAP-088 %s of %j is refused when it is made and later',
    async (field, value, message) => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { body: capsule } = await create(sessionId, { name: 'Winter' }).expect(201);
      const body = { name: 'Summer', [field]: value };
      for (const request of [create(sessionId, body), update(sessionId, capsule.id, body)]) {
        const answer = await request.expect(400);
        expect(answer.body).toEqual({
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

  it('API-038 PER-005 are listed whole, newest first, to their member alone', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const made: unknown[] = [];
    for (const name of ['one', 'two', 'three']) {
      made.unshift((await create(sessionId, { name }).expect(201)).body);
    }
    expect((await list(sessionId).expect(200)).body).toEqual(made);
    expect((await list(stranger).expect(200)).body).toEqual([]);
  });

  it('API-040 ENT-043 are renamed; what is absent stays, and empty or null clears', async () => {
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

  it('CAP-012 API-041 deleting one keeps what lay in it', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const gone = (await create(sessionId, { name: 'Winter' })).body;
    const stays = (await create(sessionId, { name: 'Summer' })).body;
    const archives = stack.dataSource.getRepository(ProfileArchive);
    const archive = { userId: user.id, title: 'Shrine', markdownContent: 'x' };
    const inside = await archives.save({ ...archive, capsuleId: gone.id });
    const elsewhere = await archives.save({ ...archive, capsuleId: stays.id });
    await remove(sessionId, gone.id).expect(200, { ok: true });
    expect((await list(sessionId)).body).toEqual([stays]);
    expect(await archives.findOneByOrFail({ id: inside.id })).toMatchObject({ capsuleId: null });
    expect(await archives.findOneByOrFail({ id: elsewhere.id })).toMatchObject({ capsuleId: stays.id });
    await remove(sessionId, gone.id).expect(404);
    await update(sessionId, gone.id, { name: 'x' }).expect(404);
  });

  it('PER-006 GAP-146 do not exist for others', async () => {
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

  it('GAP-094 their tags are known by name, and count for nothing in public', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const name = uniqueName('tag');
    const { body: capsule } = await create(sessionId, { name: 'Winter', tags: [name] }).expect(201);
    const tags = stack.dataSource.getRepository(Tag);
    expect(await tags.findOneByOrFail({ name })).toMatchObject({ usageCount: 0 });
    await remove(sessionId, capsule.id).expect(200);
    expect(await tags.findOneByOrFail({ name })).toMatchObject({ usageCount: 0 });
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: user.id })).toBe(0);
  });

  it('API-041 of many deletions at once one finds it', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body: capsule } = await create(sessionId, { name: 'Winter' }).expect(201);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(sessionId, capsule.id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  });
});
