import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveClient, makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { type PublishedCall, publishedCalls } from './testing/published-calls.js';
import { makeWorld, type World } from './testing/world.js';

/** Stands in every text of what is hidden, and nowhere else. */
const MARK = 'umbraquill';

describe('what is hidden', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let calls: PublishedCall[];
  let world: World;
  let stranger: string;
  /** What must be in no answer to anybody else. */
  let secrets: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    calls = publishedCalls(backend.app);
    world = await makeWorld(stack.dataSource, { shown: false });
    stranger = String(world.sessions.stranger);
    const { dataSource } = stack;
    const owner = world.owner.id;
    await dataSource.query(
      `UPDATE users SET username = $2, display_name = $2, bio = $2, profile_markdown = '#' || $2 WHERE id = $1`,
      [owner, MARK],
    );
    await dataSource.query(
      'UPDATE posts SET title = $2, content = $2, markdown_content = $2, tags = ARRAY[$2] WHERE user_id = $1',
      [owner, MARK],
    );
    for (const table of ['boards', 'capsules']) {
      await dataSource.query(
        `UPDATE ${table} SET name = $2, description = $2, tags = ARRAY[$2] WHERE user_id = $1`,
        [owner, MARK],
      );
    }
    await dataSource.query(
      'UPDATE images SET title = $2, description = $2, tags = ARRAY[$2] WHERE user_id = $1',
      [owner, MARK],
    );
    await dataSource.query(
      'UPDATE profile_archives SET title = $2, markdown_content = $2, tags = ARRAY[$2] WHERE user_id = $1',
      [owner, MARK],
    );
    await dataSource.query('UPDATE servers SET name = $2, description = $2 WHERE id = $1', [
      world.serverId,
      MARK,
    ]);
    await dataSource.query('UPDATE channels SET name = $2, description = $2 WHERE server_id = $1', [
      world.serverId,
      MARK,
    ]);
    await dataSource.query('UPDATE messages SET content = $2 WHERE id = $1', [world.messageId, MARK]);
    // Links that the worker has not taken away yet.
    await dataSource.query(
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags)
       SELECT least($1, id), greatest($1, id), ARRAY[$2] FROM users WHERE id <> $1`,
      [owner, MARK],
    );
    secrets = [
      MARK,
      owner,
      world.postId,
      world.boardId,
      world.imageId,
      world.capsuleId,
      world.profileArchiveId,
      world.serverId,
      world.channelId,
      world.otherChannelId,
      world.messageId,
      world.imagePath,
      world.unusedPath,
    ];
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  /** The addresses of a call, with every id and name that is hidden in its path, and every search for it. */
  const addressesOf = ({ path, parameters }: PublishedCall): string[] => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const paths =
      inPath.length === 0
        ? [path]
        : [...secrets, world.otherSessionId].map((secret) =>
            inPath.reduce(
              (filled, { name }) => filled.replace(`{${name}}`, () => secret.replace(/^\/objects\//, '')),
              path,
            ),
          );
    const queries = [
      '',
      `?q=${MARK}`,
      `?tag=${MARK}`,
      `?boardId=${world.boardId}`,
      `?capsuleId=${world.capsuleId}`,
      `?around=${world.owner.id}`,
      `?cursor=${world.postId}`,
      '?sort=oldest&limit=100',
      '?scope=near',
      '?isPublic=false',
      '?isHidden=true',
      '?w=320',
      '?limit=2000',
    ];
    return paths.flatMap((filled) => queries.map((query) => filled + query));
  };

  it.each(['a visitor', 'a stranger'])(
    'PER-005 PER-008 PER-010 PER-011 cannot be found by %s on any path, list, search, count or object address',
    async (who) => {
      const found: string[] = [];
      let asked = 0;
      for (const call of calls.filter(({ method }) => method === 'GET')) {
        for (const address of addressesOf(call)) {
          const request = backend.api.get(address).ok(() => true);
          const answer = await (who === 'a visitor' ? request : request.set(...bearer(stranger)));
          asked += 1;
          const said = `${answer.text ?? ''} ${JSON.stringify(answer.headers)}`;
          if (secrets.some((secret) => said.includes(secret))) found.push(`${call.name} at ${address}`);
        }
      }
      expect(found).toEqual([]);
      expect(asked).toBeGreaterThan(500);
    },
  );

  it('GAP-146 looks like what does not exist', async () => {
    const nothing = '019abb00-0000-7000-8000-0000000000ff';
    const bodies: Record<string, object> = {
      'PATCH /api/posts/{id}': { title: 'Mine' },
      'PUT /api/boards/{id}': { name: 'Mine' },
      'PUT /api/boards/{id}/visibility': { isPublic: true },
      'PATCH /api/images/{id}': { title: 'Mine' },
      'PUT /api/images/{id}/visibility': { isPublic: true },
      'PUT /api/capsules/{id}': { name: 'Mine' },
      'PATCH /api/profile-archives/{id}': { title: 'Mine' },
      'POST /api/servers/{id}/channels': { name: 'mine' },
      'PATCH /api/channels/{id}': { name: 'mine' },
      'PATCH /api/messages/{id}': { content: 'Mine.' },
      'PATCH /api/servers/{id}': { name: 'Mine' },
      'POST /api/servers/{id}/owner': { userId: nothing },
      'PATCH /api/servers/{id}/members/{userId}': { role: 'member' },
    };
    const hidden = [
      world.postId,
      world.boardId,
      world.imageId,
      world.capsuleId,
      world.profileArchiveId,
      world.otherSessionId,
      world.serverId,
      world.channelId,
      world.otherChannelId,
      world.messageId,
    ];
    let compared = 0;
    for (const call of calls.filter(({ path }) => path.includes('{id}'))) {
      const ask = async (id: string) => {
        const request = backend.api
          .get(call.path.replace('{id}', id).replace('{userId}', world.memberId))
          .ok(() => true)
          .set(...bearer(stranger));
        request.method = call.method;
        const body = bodies[call.name];
        const answer = await (body === undefined ? request : request.send(body));
        return { status: answer.status, body: answer.body };
      };
      const missing = await ask(nothing);
      for (const id of hidden) {
        expect([call.name, await ask(id)]).toEqual([call.name, missing]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  it('PER-008 a change of it is told to nobody else', async () => {
    const listener = await LiveClient.connect(backend.url, { sessionId: stranger });
    await listener.ask('waitlist:watch', {});
    const as = bearer(String(world.sessions.owner));
    await backend.api
      .patch(`/api/posts/${world.postId}`)
      .set(...as)
      .send({ title: `${MARK} again` })
      .expect(200);
    await backend.api
      .patch('/api/users/profile')
      .set(...as)
      .send({ profileMarkdown: `#${MARK} #other` })
      .expect(200);
    await backend.api
      .patch(`/api/images/${world.imageId}`)
      .set(...as)
      .send({ title: `${MARK} again` })
      .expect(200);
    // What was told before this answer would have come before it.
    await listener.ask('waitlist:watch', {});
    expect(JSON.stringify(listener.told)).not.toContain(MARK);
    listener.close();
  });

  it('GAP-094 its tags do not count for others', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await backend.api
      .post('/api/posts')
      .set(...bearer(sessionId))
      .send({ title: 'Mine', content: `#${MARK}` })
      .expect(201);
    const tags = await backend.api
      .get('/api/tags')
      .set(...bearer(sessionId))
      .expect(200);
    expect(tags.body).toEqual([{ id: expect.any(String), name: MARK, usageCount: 1 }]);
  });
});
