import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Application } from '@oniverse/data';
import { LiveClient, makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { type PublishedCall, listPublishedCalls } from './testing/published-calls.js';
import { makeFixture, type Fixture } from './testing/fixture.js';

/** Occurs in every hidden text and nowhere else. */
const MARK = 'umbraquill';
const UNUSED_TAG = 'nobody-shows-this';

describe('hidden content', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let calls: PublishedCall[];
  let fixture: Fixture;
  let stranger: string;
  /** Strings that must not occur in any response to others. */
  let secrets: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    calls = listPublishedCalls(backend.app);
    fixture = await makeFixture(stack.dataSource, { shown: false });
    stranger = String(fixture.sessions.stranger);
    const { dataSource } = stack;
    const owner = fixture.owner.id;
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
      fixture.serverId,
      MARK,
    ]);
    await dataSource.query('UPDATE channels SET name = $2, description = $2 WHERE server_id = $1', [
      fixture.serverId,
      MARK,
    ]);
    await dataSource.query('UPDATE messages SET content = $2 WHERE id = $1', [fixture.messageId, MARK]);
    // Links that the worker has not deleted yet.
    await dataSource.query(
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags)
       SELECT least($1, id), greatest($1, id), ARRAY[$2] FROM users WHERE id <> $1`,
      [owner, MARK],
    );
    secrets = [
      MARK,
      owner,
      fixture.postId,
      fixture.boardId,
      fixture.imageId,
      fixture.capsuleId,
      fixture.profileArchiveId,
      fixture.serverId,
      fixture.channelId,
      fixture.otherChannelId,
      fixture.messageId,
      fixture.imagePath,
      fixture.unusedPath,
    ];
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  /** Returns addresses of a call with every hidden id in the path and every search for hidden content. */
  const addressesOf = ({ path, parameters }: PublishedCall): string[] => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const paths =
      inPath.length === 0
        ? [path]
        : [...secrets, fixture.otherSessionId].map((secret) =>
            inPath.reduce(
              (filled, { name }) => filled.replace(`{${name}}`, () => secret.replace(/^\/objects\//, '')),
              path,
            ),
          );
    const queries = [
      '',
      `?q=${MARK}`,
      `?tag=${MARK}`,
      `?boardId=${fixture.boardId}`,
      `?capsuleId=${fixture.capsuleId}`,
      `?around=${fixture.owner.id}`,
      `?cursor=${fixture.postId}`,
      '?sort=oldest&limit=100',
      '?scope=near',
      '?isPublic=false',
      '?isHidden=true',
      '?w=320',
      '?limit=2000',
    ];
    // Calls refuse unknown query parameters.
    const known = new Set(
      parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
    );
    const applicable = queries.filter((query) =>
      [...new URLSearchParams(query).keys()].every((name) => known.has(name)),
    );
    return paths.flatMap((filled) => applicable.map((query) => filled + query));
  };

  const get = async (address: string, caller: string) => {
    const request = backend.api.get(address).ok(() => true);
    return caller === 'a visitor' ? request : request.set(...bearer(stranger));
  };

  /** Whether a page of a tag only repeats the tag of its address: an unused tag gets the same answer. */
  const isEcho = async (
    { path }: PublishedCall,
    address: string,
    text: string | undefined,
    caller: string,
  ): Promise<boolean> => {
    if (!path.includes('{tag}')) return false;
    const tag = secrets.find((secret) => address.includes(`/${secret}`));
    if (tag === undefined) return false;
    const other = await get(
      address.replace(tag, () => UNUSED_TAG),
      caller,
    );
    return other.status === 200 && text?.replaceAll(tag, UNUSED_TAG) === other.text;
  };

  it.each(['a visitor', 'a stranger'])(
    'PER-005 PER-008 PER-010 PER-011 cannot be found by %s on any path, list, search, count or object address',
    async (caller) => {
      const found: string[] = [];
      let requests = 0;
      for (const call of calls.filter(({ method }) => method === 'GET')) {
        for (const address of addressesOf(call)) {
          const answer = await get(address, caller);
          requests += 1;
          const text = `${answer.text ?? ''} ${JSON.stringify(answer.headers)}`;
          const isFound = secrets.some((secret) => text.includes(secret));
          if (isFound && !(await isEcho(call, address, answer.text, caller)))
            found.push(`${call.name} at ${address}`);
        }
      }
      expect(found).toEqual([]);
      expect(requests).toBeGreaterThan(300);
    },
  );

  it('GAP-146 is indistinguishable from missing content', async () => {
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
      fixture.postId,
      fixture.boardId,
      fixture.imageId,
      fixture.capsuleId,
      fixture.profileArchiveId,
      fixture.otherSessionId,
      fixture.serverId,
      fixture.channelId,
      fixture.otherChannelId,
      fixture.messageId,
    ];
    // The stranger could withdraw their own one.
    await stack.dataSource.getRepository(Application).delete({ serverId: fixture.serverId });
    let compared = 0;
    for (const call of calls.filter(({ path }) => path.includes('{id}'))) {
      const requestById = async (id: string) => {
        const request = backend.api
          .get(
            call.path
              .replace('{id}', id)
              .replace('{userId}', fixture.memberId)
              .replace('{inviteId}', fixture.inviteId),
          )
          .ok(() => true)
          .set(...bearer(stranger));
        request.method = call.method;
        const body = bodies[call.name];
        const answer = await (body === undefined ? request : request.send(body));
        return { status: answer.status, body: answer.body };
      };
      const missing = await requestById(nothing);
      for (const id of hidden) {
        expect([call.name, await requestById(id)]).toEqual([call.name, missing]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  it('PER-008 publishes changes to nobody else', async () => {
    const listener = await LiveClient.connect(backend.url, { sessionId: stranger });
    await listener.request('waitlist:watch', {});
    const as = bearer(String(fixture.sessions.owner));
    await backend.api
      .patch(`/api/posts/${fixture.postId}`)
      .set(...as)
      .send({ title: `${MARK} again` })
      .expect(200);
    await backend.api
      .patch('/api/users/profile')
      .set(...as)
      .send({ profileMarkdown: `#${MARK} #other` })
      .expect(200);
    await backend.api
      .patch(`/api/images/${fixture.imageId}`)
      .set(...as)
      .send({ title: `${MARK} again` })
      .expect(200);
    // The acknowledgement arrives after any earlier packet.
    await listener.request('waitlist:watch', {});
    expect(JSON.stringify(listener.received)).not.toContain(MARK);
    listener.close();
  });

  it('GAP-094 does not count its tags for others', async () => {
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
