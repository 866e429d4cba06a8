import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { makeConnection, makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

type Member = Awaited<ReturnType<typeof makeMember>>;

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`);

describe('GET /api/constellation', () => {
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
  const connect = (one: Member, other: Member, strength = 1) =>
    makeConnection(stack.dataSource, one.user, other.user, tags(strength));
  const request = (member: Member, query = '') =>
    backend.api.get(`/api/constellation${query}`).set(...bearer(member.sessionId));
  const show = async (member: Member, query = ''): Promise<Constellation> =>
    (await request(member, query).expect(200)).body;
  const namesOf = (constellation: Constellation) => constellation.users.map(({ username }) => username);
  const sorted = (...members: Member[]) => members.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
  const names = (...members: Member[]) => sorted(...members).map(({ user }) => user.username);

  it('API-057 API-058 API-059 CON-013 ENT-026 ENT-027 ENT-028 ENT-029 lists public fields of members by id, and links by strength', async () => {
    const [a, b, c] = sorted(await make({ displayName: 'Vesper' }), await make(), await make());
    await connect(b!, a!, 2);
    await connect(c!, a!, 3);
    const node = ({ user }: Member) => ({
      id: user.id,
      username: user.username,
      displayName: user.displayName ?? null,
      isCurrentUser: user.id === b!.user.id,
    });
    expect(await show(b!)).toEqual({
      users: [node(a!), node(b!), node(c!)],
      connections: [
        { fromUserId: a!.user.id, toUserId: c!.user.id, strength: 3, sharedTags: tags(3) },
        { fromUserId: a!.user.id, toUserId: b!.user.id, strength: 2, sharedTags: tags(2) },
      ],
    });
  });

  it('GAP-117 requires a session', async () => {
    await backend.api.get('/api/constellation').expect(401);
  });

  it('GAP-055 GAP-117 omits private members and their links, even if the links still exist', async () => {
    const caller = await make();
    const shown = await make();
    const hidden = await make({ isPublic: false });
    await connect(caller, hidden, 4);
    await connect(hidden, shown, 3);
    await connect(caller, shown, 1);
    const constellation = await show(caller);
    expect(namesOf(constellation)).toEqual(names(caller, shown));
    expect(constellation.connections).toMatchObject([{ strength: 1 }]);
    expect(JSON.stringify(constellation)).not.toContain(hidden.user.id);
  });

  it('GAP-117 includes a private caller without links', async () => {
    const caller = await make({ isPublic: false });
    const [one, other] = await makeMany(2);
    await connect(caller, one!, 4);
    await connect(one!, other!, 2);
    const constellation = await show(caller);
    expect(namesOf(constellation)).toEqual(names(caller, one!, other!));
    expect(constellation.users.filter(({ isCurrentUser }) => isCurrentUser)).toMatchObject([
      { id: caller.user.id },
    ]);
    expect(constellation.connections).toMatchObject([{ strength: 2 }]);
    // The same above the limit: the caller's links are not followed.
    const narrow = await show(caller, '?limit=2');
    expect(narrow.users).toHaveLength(2);
    expect(narrow.users).toContainEqual(expect.objectContaining({ id: caller.user.id, isCurrentUser: true }));
    expect(narrow.connections).toEqual([]);
  });

  it('GAP-117 contains the neighbourhood above the limit, by distance, then strength', async () => {
    // Ids are in reverse order of strength, so that sorting by id alone fails the test.
    const [caller, outside, farther, far, near, nearest] = sorted(...(await makeMany(6)));
    await connect(caller!, near!, 1);
    await connect(caller!, nearest!, 2);
    await connect(near!, far!, 9);
    await connect(nearest!, farther!, 5);
    await connect(farther!, outside!, 9);
    expect(namesOf(await show(caller!, '?limit=1'))).toEqual(names(caller!));
    expect(namesOf(await show(caller!, '?limit=2'))).toEqual(names(caller!, nearest!));
    expect(namesOf(await show(caller!, '?limit=3'))).toEqual(names(caller!, nearest!, near!));
    expect(namesOf(await show(caller!, '?limit=4'))).toEqual(names(caller!, nearest!, near!, far!));
    const five = await show(caller!, '?limit=5');
    expect(namesOf(five)).toEqual(names(caller!, nearest!, near!, far!, farther!));
    // A link to a member outside the limit is omitted.
    expect(five.connections.map(({ strength }) => strength)).toEqual([9, 5, 2, 1]);
    expect(namesOf(await show(caller!, '?limit=6'))).toHaveLength(6);
  });

  it('GAP-117 prefers the strongest of many public members two links away', async () => {
    const [caller, near, ...far] = sorted(...(await makeMany(8)));
    await connect(caller!, near!, 1);
    for (const [index, other] of far.entries()) await connect(near!, other, 1 + index);
    const hidden = await make({ isPublic: false });
    await connect(near!, hidden, 20);
    expect(namesOf(await show(caller!, '?limit=4'))).toEqual(names(caller!, near!, far.at(-1)!, far.at(-2)!));
  });

  it('GAP-117 does not follow links through private members', async () => {
    const [caller, behind, hub, ...rest] = await makeMany(5);
    const hidden = await make({ isPublic: false });
    await connect(caller!, hidden, 9);
    await connect(hidden, behind!, 9);
    for (const other of rest) await connect(hub!, other, 1);
    expect(namesOf(await show(caller!, '?limit=2'))).toEqual(names(caller!, hub!));
  });

  it('GAP-117 adds the best connected members, then any others, up to the limit', async () => {
    const [caller, unlinked, third, second, hub] = sorted(...(await makeMany(5)));
    await connect(hub!, second!, 1);
    await connect(hub!, third!, 1);
    await connect(second!, third!, 2);
    const fourth = await make();
    await connect(hub!, fourth, 1);
    expect(namesOf(await show(caller!, '?limit=2'))).toEqual(names(caller!, hub!));
    expect(namesOf(await show(caller!, '?limit=4'))).toEqual(names(caller!, hub!, second!, third!));
    const otherUnlinked = await make();
    expect(namesOf(await show(caller!, '?limit=6'))).toEqual(
      names(caller!, hub!, second!, third!, fourth, sorted(unlinked!, otherUnlinked)[0]!),
    );
  });

  it('GAP-117 contains the neighbourhood of another member, and the caller', async () => {
    const [caller, own, other, theirs] = await makeMany(4);
    await connect(caller!, own!, 5);
    await connect(other!, theirs!, 1);
    const around = (id: string, limit: number) => `?limit=${limit}&around=${id}`;
    expect(namesOf(await show(caller!, around(other!.user.id, 3)))).toEqual(names(caller!, other!, theirs!));
    expect(namesOf(await show(caller!, around(other!.user.id, 1)))).toEqual(names(caller!));
    expect(namesOf(await show(caller!, around(caller!.user.id, 2)))).toEqual(names(caller!, own!));
    // `around` has no effect if all members fit.
    expect(await show(caller!, around(other!.user.id, 4))).toEqual(await show(caller!));
  });

  it('GAP-117 answers 404 around an unknown or another private member', async () => {
    const caller = await make();
    const hidden = await make({ isPublic: false });
    for (const id of [UNKNOWN, hidden.user.id]) {
      const answer = await request(caller, `?around=${id}`).expect(404);
      expect(answer.body.code).toBe('not_found');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    await request(hidden, `?around=${hidden.user.id}`).expect(200);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=2001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=x', 'limit'],
    ['limit=', 'limit'],
    ['around=x', 'around'],
    ['around=', 'around'],
  ])('GAP-117 answers 400 to ?%s', async (query, field) => {
    const answer = await request(await make(), `?${query}`).expect(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it('GAP-117 NXT-190 contains 500 members with 2,000 links by default, at most 2,000 with 8,000: own links, then the strongest', async () => {
    await stack.dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'many_' || n, 'many_' || n || '@example.org', '!' FROM generate_series(1, 2100) n`,
    );
    await stack.dataSource.query(
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength)
       SELECT from_id, to_id, array_fill('saturn'::text, ARRAY[strength]), strength
         FROM (SELECT one.id AS from_id, other.id AS to_id, 1 + (row_number() OVER ())::integer % 7 AS strength
         FROM (SELECT id FROM users ORDER BY id LIMIT 150) one
         JOIN (SELECT id FROM users ORDER BY id LIMIT 150) other ON one.id < other.id) AS pairs`,
    );
    const caller = await make();
    const weak: { id: string }[] = await stack.dataSource.query('SELECT id FROM users ORDER BY id LIMIT 4');
    for (const { id } of weak) await makeConnection(stack.dataSource, caller.user, { id }, tags(1));
    const usual = await show(caller);
    expect(usual.users).toHaveLength(500);
    expect(usual.connections).toHaveLength(2_000);
    expect(usual.users).toContainEqual(expect.objectContaining({ id: caller.user.id, isCurrentUser: true }));
    const most = await show(caller, '?limit=2000');
    expect(new Set(most.users.map(({ id }) => id)).size).toBe(2_000);
    expect(most.connections).toHaveLength(8_000);
    const [{ floor }]: [{ floor: number }] = await stack.dataSource.query(
      'SELECT strength AS floor FROM connections ORDER BY strength DESC OFFSET 7999 LIMIT 1',
    );
    const strengths = most.connections.map(({ strength }) => strength);
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
    const isOwn = ({ fromUserId, toUserId }: Constellation['connections'][number]) =>
      [fromUserId, toUserId].includes(caller.user.id);
    expect(most.connections.filter(isOwn)).toHaveLength(4);
    expect(most.connections.findLast((link) => !isOwn(link))?.strength).toBe(floor);
    expect(floor).toBeGreaterThan(1);
    // The links of the central member are complete too.
    const [{ id }]: [{ id: string }] = await stack.dataSource.query(
      'SELECT id FROM users ORDER BY id LIMIT 1',
    );
    const near = await show(caller, `?limit=2000&around=${id}`);
    const theirs = near.connections.filter(({ fromUserId, toUserId }) => [fromUserId, toUserId].includes(id));
    expect(theirs).toHaveLength(150);
    expect(near.connections.filter(isOwn)).toHaveLength(4);
    expect(near.connections).toHaveLength(8_000);
  });

  it('API-057 answers 304 while nothing has changed, with an ETag per member', async () => {
    const [caller, other] = await makeMany(2);
    const first = await request(caller!).expect(200);
    const etag = first.headers['etag'] ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const known of [etag, etag.slice(2), `"else", ${etag}`, '*']) {
      const answer = await request(caller!).set('if-none-match', known).expect(304);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
    }
    expect((await request(caller!).set('if-none-match', '"else"').expect(200)).body).toEqual(first.body);
    const theirs = await request(other!).set('if-none-match', etag).expect(200);
    expect(theirs.headers['etag']).not.toBe(etag);
    await connect(caller!, other!);
    const changed = await request(caller!).set('if-none-match', etag).expect(200);
    expect(changed.body.connections).toHaveLength(1);
    await backend.api.get('/api/constellation').set('if-none-match', etag).expect(401);
  });

  it('CON-013 CON-014 contains the totals only if not everything is shown', async () => {
    const caller = await make({ isPublic: false });
    const members = await makeMany(4);
    await connect(members[0]!, members[1]!, 2);
    expect(await show(caller)).not.toHaveProperty('totals');
    // Expires the totals counted by another test.
    const later = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + 61_000);
    try {
      await waitUntil('a recount', async () => (await show(caller, '?limit=2')).totals?.nodes === 5);
      expect((await show(caller, '?limit=2')).totals).toEqual({ nodes: 5, links: 1 });
      expect((await show(members[0]!, '?limit=2')).totals).toEqual({ nodes: 4, links: 1 });
    } finally {
      later.mockRestore();
    }
  });
});
