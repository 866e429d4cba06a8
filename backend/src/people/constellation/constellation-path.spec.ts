import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { makeConnection, makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

const NO_PATH: Constellation = { users: [], connections: [] };

describe('GET /api/constellation/path', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterEach(async () => {
    await stack.dataSource.query('DELETE FROM users');
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const make = (overrides = {}) => makeMember(stack.dataSource, overrides);
  const makeMany = (count: number) => Promise.all(Array.from({ length: count }, () => make()));
  const connect = (one: Member, other: Member, ...tags: string[]) =>
    makeConnection(stack.dataSource, one.user, other.user, tags.length > 0 ? tags : ['maps']);
  /** Links the members in a row. */
  const chain = async (...members: Member[]) => {
    for (const [index, member] of members.slice(1).entries()) await connect(members[index]!, member);
  };
  const request = (caller: Member, from: string, to: string, ...without: Member[]) =>
    backend.api
      .get('/api/constellation/path')
      .query({ from, to, ...(without.length > 0 && { without: without.map(({ user }) => user.id).join() }) })
      .set(...bearer(caller.sessionId));
  const find = async (from: Member, to: Member, ...without: Member[]): Promise<Constellation> =>
    (await request(from, from.user.username, to.user.username, ...without).expect(200)).body;
  const pathOf = async (from: Member, to: Member, ...without: Member[]) =>
    (await find(from, to, ...without)).users.map(({ username }) => username);
  const names = (...members: Member[]) => members.map(({ user }) => user.username);

  it('NXT-130 returns the members and links of a shortest path in order, with the shared tags', async () => {
    const [a, b, c, detour] = await makeMany(4);
    await connect(b!, c!, 'coast', 'tide_tables');
    await connect(a!, b!, 'maps');
    await chain(a!, detour!, b!);
    const path = await find(a!, c!);
    expect(path.users.map(({ username, isCurrentUser }) => [username, isCurrentUser])).toEqual([
      [a!.user.username, true],
      [b!.user.username, false],
      [c!.user.username, false],
    ]);
    expect(path.connections.map(({ sharedTags }) => sharedTags)).toEqual([
      ['maps'],
      ['coast', 'tide_tables'],
    ]);
    expect(Object.keys(path.users[0]!).toSorted()).toEqual([
      'displayName',
      'id',
      'isCurrentUser',
      'username',
    ]);
    // The same path from the other end, by a third member, and whatever the case of the names.
    const answer = await request(detour!, c!.user.username.toUpperCase(), ` ${a!.user.username}`).expect(200);
    expect(answer.body.users.map(({ username }: { username: string }) => username)).toEqual(
      names(c!, b!, a!),
    );
  });

  it('NXT-130 prefers strong links among equally short paths', async () => {
    const [a, weak, strong, z] = await makeMany(4);
    await chain(a!, weak!, z!);
    await connect(a!, strong!, 'maps', 'moths');
    await connect(strong!, z!, 'maps', 'moths');
    expect(await pathOf(a!, z!)).toEqual(names(a!, strong!, z!));
  });

  it('NXT-131 leads another path around the members of the earlier ones, and then ends', async () => {
    const [a, b, c, d, z] = await makeMany(5);
    await chain(a!, z!);
    await chain(a!, b!, z!);
    await chain(a!, c!, d!, z!);
    expect(await pathOf(a!, z!)).toEqual(names(a!, z!));
    expect(await pathOf(a!, z!, a!, z!)).toEqual(names(a!, b!, z!));
    expect(await pathOf(a!, z!, a!, b!, z!)).toEqual(names(a!, c!, d!, z!));
    expect(await find(a!, z!, a!, b!, c!, z!)).toEqual(NO_PATH);
  });

  it('NXT-132 follows up to six links', async () => {
    const members = await makeMany(8);
    await chain(...members);
    expect(await pathOf(members[0]!, members[6]!)).toEqual(names(...members.slice(0, 7)));
    expect(await find(members[0]!, members[7]!)).toEqual(NO_PATH);
  });

  it('NXT-133 answers alike without a path, to unknown, removed and private members, and never passes one', async () => {
    const [a, b, unlinked, removed] = await makeMany(4);
    const hidden = await make({ isPublic: false });
    await chain(a!, hidden, b!);
    await chain(a!, removed!);
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [removed!.user.id]);
    const answers = await Promise.all(
      [b!, unlinked!, removed!, hidden].map(
        async (to) => (await request(a!, a!.user.username, to.user.username)).text,
      ),
    );
    answers.push((await request(a!, a!.user.username, 'nobody')).text);
    answers.push((await request(a!, hidden.user.username, b!.user.username)).text);
    // A private member has no links, not even for themselves.
    answers.push((await request(hidden, hidden.user.username, b!.user.username)).text);
    answers.push((await request(a!, a!.user.username, a!.user.username)).text);
    expect(new Set(answers)).toEqual(new Set([JSON.stringify(NO_PATH)]));
  });

  it.each([
    ['to=vesper', 'from'],
    ['from=vesper', 'to'],
    ['from=vesper&to=%20', 'to'],
    ['from=vesper&to=otto&without=x', 'without'],
    [
      `from=vesper&to=otto&without=${Array.from({ length: 41 }, () => '019abb00-0000-7000-8000-0000000000ff').join()}`,
      'without',
    ],
  ])('NXT-132 answers 400 to ?%s', async (query, field) => {
    const { sessionId } = await make();
    const answer = await backend.api
      .get(`/api/constellation/path?${query}`)
      .set(...bearer(sessionId))
      .expect(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it('NXT-132 limits the rate of searches, and requires a session', async () => {
    await backend.api.get('/api/constellation/path?from=a&to=b').expect(401);
    const limited = await BackendUnderTest.start(stack.config({ rateLimits: true }));
    try {
      const { sessionId } = await make();
      const statuses: number[] = [];
      while (!statuses.includes(429) && statuses.length < 40) {
        const answer = await limited.api
          .get('/api/constellation/path?from=vesper&to=otto')
          .ok(() => true)
          .set(...bearer(sessionId));
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    } finally {
      await limited.stop();
    }
  });
});
