import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QUOTA_MESSAGES, type QuotaName } from '@oniverse/contracts';
import { Image, MemberUsage, Post, Server } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { makeUpload } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { QUOTAS } from './quotas.js';

const ALBUM = { pictures: 3, bytes: 1_000 };

describe('quotas', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start({ ...stack.config(), pictureQuota: ALBUM });
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const post = (sessionId: string, path: string, body: object) =>
    backend.api
      .post(`/api${path}`)
      .set(...bearer(sessionId))
      .send(body)
      .then((answer) => answer);
  const problemOf = (name: QuotaName, quota: number) => ({
    statusCode: 409,
    code: 'quota_reached',
    ...QUOTA_MESSAGES[name]({ quota }),
  });
  /** Expects one of three concurrent requests to succeed, and a fourth request to fail. */
  const expectOneAccepted = async (problem: object, create: (n: number) => ReturnType<typeof post>) => {
    const answers = await Promise.all([create(1), create(2), create(3)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body).toEqual(problem);
    expect((await create(4)).status).toBe(409);
  };

  /** Inserts rows up to one below the quota: `$1` is the member or their server, `$2` the number of rows. */
  const KINDS = [
    {
      name: 'serversOwned',
      fill: `INSERT INTO servers (owner_id, name) SELECT $1, 'x' FROM generate_series(2, $2::integer)`,
      path: '/servers',
      body: { name: 'Roof' },
    },
    {
      name: 'channelsPerServer',
      fill: `INSERT INTO channels (server_id, name) SELECT $1, 'x' FROM generate_series(2, $2::integer)`,
      path: '/servers/:id/channels',
      body: { name: 'roof' },
    },
    {
      // Two more invites, one expired and one used up, do not count.
      name: 'invitesPerServer',
      fill: `INSERT INTO invites (id, server_id, expires_at, max_uses, uses)
             SELECT $1::text || n, $1::uuid, now() + (CASE WHEN n = 0 THEN -1 ELSE 1 END) * interval '1 hour', 1,
                    CASE WHEN n = -1 THEN 1 ELSE 0 END
               FROM generate_series(-1, $2::integer) AS n`,
      path: '/servers/:id/invites',
      body: {},
    },
    {
      name: 'boards',
      fill: `INSERT INTO boards (user_id, name) SELECT $1, 'x' FROM generate_series(1, $2::integer)`,
      path: '/boards',
      body: { name: 'Roof' },
    },
    {
      name: 'capsules',
      fill: `INSERT INTO capsules (user_id, name) SELECT $1, 'x' FROM generate_series(1, $2::integer)`,
      path: '/capsules',
      body: { name: 'Roof' },
    },
    {
      name: 'posts',
      fill: `INSERT INTO posts (user_id, title, content, markdown_content)
             SELECT $1, 'x', 'x', 'x' FROM generate_series(1, $2::integer)`,
      path: '/posts',
      body: { title: 'Roof', content: 'x' },
    },
    {
      name: 'profileArchives',
      fill: `INSERT INTO profile_archives (user_id, title, markdown_content)
             SELECT $1, 'x', 'x' FROM generate_series(1, $2::integer)`,
      path: '/profile-archives',
      body: { title: 'Roof' },
    },
  ] as const;

  it.each(KINDS)('limit $name, also for concurrent requests', async (kind) => {
    const { name, fill, path, body } = kind;
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { body: server } = await post(sessionId, '/servers', { name: 'First' });
    const ownerId = path.includes(':id') ? server.id : user.id;
    await stack.dataSource.query(fill, [ownerId, QUOTAS[name] - 1]);
    await expectOneAccepted(problemOf(name, QUOTAS[name]), () =>
      post(sessionId, path.replace(':id', server.id), body),
    );
  });

  it('prevent the transfer of a server to a member who owns the maximum', async () => {
    const newOwner = await makeMember(stack.dataSource);
    const { user, sessionId } = await makeMember(stack.dataSource);
    const created = await post(sessionId, '/servers', { name: 'Roof' });
    await stack.dataSource.query(
      `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'member')`,
      [created.body.id, newOwner.user.id],
    );
    await stack.dataSource.query(
      `INSERT INTO servers (owner_id, name) SELECT $1, 'x' FROM generate_series(1, $2::integer)`,
      [newOwner.user.id, QUOTAS.serversOwned],
    );
    const answer = await post(sessionId, `/servers/${created.body.id}/owner`, { userId: newOwner.user.id });
    expect(answer.body).toEqual(problemOf('serversOwned', QUOTAS.serversOwned));
    expect(await stack.dataSource.getRepository(Server).findOneBy({ id: created.body.id })).toMatchObject({
      ownerId: user.id,
    });
  });

  describe('of pictures', () => {
    const upload = async (userId: string, size: number): Promise<string> => {
      const path = await makeUpload(stack.dataSource, userId);
      await stack.dataSource.query('UPDATE objects SET size = $2 WHERE path = $1', [path, size]);
      return path;
    };
    const usageOf = (userId: string) => stack.dataSource.getRepository(MemberUsage).findOneBy({ userId });

    it('limit the number of pictures to the configured maximum, and retain the rejected upload', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const paths = await Promise.all(Array.from({ length: 7 }, () => upload(user.id, 10)));
      const create = (n: number) => post(sessionId, '/images', { imageUrl: paths[n] });
      expect((await create(0)).status).toBe(201);
      expect((await create(5)).status).toBe(201);
      await expectOneAccepted(problemOf('pictures', ALBUM.pictures), create);
      expect(await usageOf(user.id)).toMatchObject({ pictures: 3, pictureBytes: '30' });
      await backend.api
        .put('/api/images/normalize')
        .set(...bearer(sessionId))
        .send({ imageUrl: paths[6] })
        .expect(409, problemOf('pictures', ALBUM.pictures));
      const [image] = await stack.dataSource.getRepository(Image).findBy({ userId: user.id });
      await backend.api
        .delete(`/api/images/${image!.id}`)
        .set(...bearer(sessionId))
        .expect(200);
      expect((await create(6)).status).toBe(201);
    });

    it('limit the size of an album to the configured maximum', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const create = async (size: number) =>
        post(sessionId, '/images', { imageUrl: await upload(user.id, size) });
      const board = await post(sessionId, '/boards', { name: 'Roof' });
      const first = await post(sessionId, '/images', {
        imageUrl: await upload(user.id, 600),
        boardId: board.body.id,
      });
      expect(first.status).toBe(201);
      expect((await create(401)).body).toEqual(problemOf('pictureBytes', ALBUM.bytes));
      expect((await create(400)).status).toBe(201);
      expect((await create(1)).status).toBe(409);
      await backend.api
        .delete(`/api/boards/${board.body.id}`)
        .set(...bearer(sessionId))
        .expect(200);
      expect(await usageOf(user.id)).toMatchObject({ pictures: 1, pictureBytes: '400' });
      expect((await create(600)).status).toBe(201);
    });
  });

  it('follow deleted posts and erased accounts', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    for (const title of ['One', 'Two', 'Three']) {
      expect((await post(sessionId, '/posts', { title, content: 'x' })).status).toBe(201);
    }
    const usage = () => stack.dataSource.getRepository(MemberUsage).findOneBy({ userId: user.id });
    expect(await usage()).toMatchObject({ posts: 3 });
    await stack.dataSource.getRepository(Post).delete({ userId: user.id, title: 'Two' });
    expect(await usage()).toMatchObject({ posts: 2 });
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [user.id]);
    expect(await usage()).toBeNull();
  });
});
