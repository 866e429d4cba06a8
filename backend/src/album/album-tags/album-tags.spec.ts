import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Board, Image, Post } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { DataSource } from 'typeorm';
import { makeUpload, tagCounts } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

type Member = Awaited<ReturnType<typeof makeMember>>;
const BAD_TAG = 'A tag can have 1 to 50 letters, digits, underscores or hyphens.';

describe('album tags', () => {
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

  const pathOf = (name: string) => `/api/album/tags/${encodeURIComponent(name)}`;
  const rename = ({ sessionId }: Member, from: string, to: unknown) =>
    backend.api
      .put(pathOf(from))
      .set(...bearer(sessionId))
      .send({ name: to });
  const remove = ({ sessionId }: Member, name: string) =>
    backend.api.delete(pathOf(name)).set(...bearer(sessionId));

  const addImage = async ({ user, sessionId }: Member, tags: string[], isPublic = true): Promise<string> => {
    const imageUrl = await makeUpload(stack.dataSource, user.id);
    const { body } = await backend.api
      .post('/api/images')
      .set(...bearer(sessionId))
      .send({ imageUrl, tags, isPublic })
      .expect(201);
    return body.id;
  };
  const addBoard = async ({ sessionId }: Member, tags: string[], isPublic = true): Promise<string> => {
    const { body } = await backend.api
      .post('/api/boards')
      .set(...bearer(sessionId))
      .send({ name: 'Observatory', tags })
      .expect(201);
    if (!isPublic) await stack.dataSource.getRepository(Board).update(body.id, { isPublic });
    return body.id;
  };
  const image = (id: string) => stack.dataSource.getRepository(Image).findOneByOrFail({ id });
  const board = (id: string) => stack.dataSource.getRepository(Board).findOneByOrFail({ id });
  const newTags = () => [uniqueName('tag'), uniqueName('tag'), uniqueName('tag')] as const;

  it('GAP-103 renames a tag on all images and boards, hidden ones included, and keeps its position', async () => {
    const member = await makeMember(stack.dataSource);
    const [from, to, other] = newTags();
    const shown = await addImage(member, [other, from]);
    const hidden = await addImage(member, [from, other], false);
    const has = await addImage(member, [other, from, to]);
    const without = await addImage(member, [other]);
    const onBoard = await addBoard(member, ['a', from, 'b']);
    const untouched = await image(without);
    const before = await image(shown);
    await rename(member, from, `#${to.toUpperCase()}`).expect(200, { ok: true, changed: 4 });
    const after = await image(shown);
    expect(after.tags).toEqual([other, to]);
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect(await image(hidden)).toMatchObject({ tags: [to, other], isPublic: false });
    expect((await image(has)).tags).toEqual([other, to]);
    expect((await board(onBoard)).tags).toEqual(['a', to, 'b']);
    expect(await image(without)).toEqual(untouched);
  });

  it('GAP-103 adjusts the counts of both tags for visible images and boards', async () => {
    const member = await makeMember(stack.dataSource);
    const [from, to] = newTags();
    await addImage(member, [from]);
    await addImage(member, [from, to]);
    await addImage(member, [from], false);
    await addBoard(member, [from]);
    expect(await tagCounts(stack.dataSource, from, to)).toEqual([3, 1]);
    await rename(member, from, to).expect(200, { ok: true, changed: 4 });
    expect(await tagCounts(stack.dataSource, from, to)).toEqual([0, 3]);
    await remove(member, to).expect(200, { ok: true, changed: 4 });
    expect(await tagCounts(stack.dataSource, from, to)).toEqual([0, 0]);
  });

  it('GAP-103 removes a tag from all images and boards, hidden ones included', async () => {
    const member = await makeMember(stack.dataSource);
    const [tag, other] = newTags();
    const shown = await addImage(member, [tag, other]);
    const hidden = await addImage(member, [tag], false);
    const onBoard = await addBoard(member, [other, tag]);
    await remove(member, tag).expect(200, { ok: true, changed: 3 });
    expect((await image(shown)).tags).toEqual([other]);
    expect((await image(hidden)).tags).toEqual([]);
    expect((await board(onBoard)).tags).toEqual([other]);
    await remove(member, tag).expect(200, { ok: true, changed: 0 });
  });

  it('GAP-103 leaves other members and the member’s own posts unchanged', async () => {
    const [member, other] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
    const [tag, to] = newTags();
    const theirImage = await addImage(other, [tag]);
    const theirBoard = await addBoard(other, [tag]);
    const post = await stack.dataSource
      .getRepository(Post)
      .save({ userId: member.user.id, title: 'Post', content: '', markdownContent: '', tags: [tag] });
    await rename(member, tag, to).expect(200, { ok: true, changed: 0 });
    await remove(member, tag).expect(200, { ok: true, changed: 0 });
    expect((await image(theirImage)).tags).toEqual([tag]);
    expect((await board(theirBoard)).tags).toEqual([tag]);
    expect(await stack.dataSource.getRepository(Post).findOneBy({ id: post.id })).toMatchObject({
      tags: [tag],
    });
    expect(await tagCounts(stack.dataSource, tag, to)).toEqual([2, 0]);
  });

  it('GAP-103 changes nothing when the old and the new name are the same tag', async () => {
    const member = await makeMember(stack.dataSource);
    const [tag] = newTags();
    const id = await addImage(member, [tag]);
    const before = await image(id);
    await rename(member, ` #${tag.toUpperCase()} `, tag).expect(200, { ok: true, changed: 0 });
    expect(await image(id)).toEqual(before);
  });

  it.each(['night-sky', '#Night-Sky', ' night-sky ', 'ÉTOILE', '星', 'night_sky'])(
    'GAP-103 accepts the tag %j in the path',
    async (name) => {
      const member = await makeMember(stack.dataSource);
      await addImage(member, [name]);
      await rename(member, name, 'other').expect(200, { ok: true, changed: 1 });
      await remove(member, '#other').expect(200, { ok: true, changed: 1 });
    },
  );

  it.each(['two words', 'a/b', '#', '##a', 'x'.repeat(51), '100%', ' ', 'a#b'])(
    'GAP-103 rejects the name %j in the path with 400',
    async (name) => {
      const member = await makeMember(stack.dataSource);
      for (const request of [rename(member, name, 'fine'), remove(member, name)]) {
        const { body } = await request.expect(400);
        expect(body).toMatchObject({ code: 'validation_failed', fields: { name: BAD_TAG } });
      }
    },
  );

  it.each([undefined, null, '', '#', 'two words', 7, ['saturn']])(
    'GAP-103 rejects the new name %j with 400 and changes nothing',
    async (name) => {
      const member = await makeMember(stack.dataSource);
      const [tag] = newTags();
      const id = await addImage(member, [tag]);
      const { body } = await rename(member, tag, name).expect(400);
      expect(body.fields).toEqual({ name: BAD_TAG });
      expect((await image(id)).tags).toEqual([tag]);
    },
  );

  it.each(['%ZZ', '%', '%00'])('GAP-103 rejects the path %s with 400', async (name) => {
    const { sessionId } = await makeMember(stack.dataSource);
    await backend.api
      .delete(`/api/album/tags/${name}`)
      .set(...bearer(sessionId))
      .expect(400);
  });

  it('GAP-095 requires a session', async () => {
    const member = await makeMember(stack.dataSource);
    const [tag] = newTags();
    const id = await addImage(member, [tag]);
    await backend.api.put(pathOf(tag)).send({ name: 'other' }).expect(401);
    await backend.api.delete(pathOf(tag)).expect(401);
    expect((await image(id)).tags).toEqual([tag]);
  });

  it('GAP-103 takes as many statements for 200 images as for one', async () => {
    const queries = jest.spyOn(backend.app.get(DataSource).logger, 'logQuery');
    const statements: number[] = [];
    for (const count of [1, 200]) {
      const member = await makeMember(stack.dataSource);
      const [from, to] = newTags();
      await stack.dataSource.query(
        `WITH stored AS (
           INSERT INTO objects (path, user_id, state)
           SELECT '/objects/' || $1::uuid || '-' || n, $1, 'used' FROM generate_series(1, $2::integer) AS n RETURNING path
         )
         INSERT INTO images (user_id, image_url, tags) SELECT $1, path, ARRAY[$3] FROM stored`,
        [member.user.id, count, from],
      );
      queries.mockClear();
      await rename(member, from, to).expect(200, { ok: true, changed: count });
      statements.push(queries.mock.calls.length);
      expect(await tagCounts(stack.dataSource, to)).toEqual([count]);
    }
    queries.mockRestore();
    expect(statements[1]).toBe(statements[0]);
  });

  it('GAP-103 two concurrent changes of a tag leave no row behind', async () => {
    const member = await makeMember(stack.dataSource);
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = newTags();
      const id = await addImage(member, [from]);
      const [renamed, removed] = await Promise.all([rename(member, from, to), remove(member, from)]);
      expect([renamed.status, removed.status]).toEqual([200, 200]);
      expect(renamed.body.changed + removed.body.changed).toBe(1);
      const { tags } = await image(id);
      expect(tags).toEqual(renamed.body.changed === 1 ? [to] : []);
      expect(await tagCounts(stack.dataSource, from, to)).toEqual([0, tags.length]);
    }
  });
});
