import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACTIVITY_DAYS } from '@oniverse/contracts';
import type { Server, User } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('GET /api/activity', () => {
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

  const make = (overrides = {}) => makeMember(stack.dataSource, overrides);
  const request = ({ sessionId }: { sessionId: string }, query = '') =>
    backend.api.get(`/api/activity${query}`).set(...bearer(sessionId));

  const makeServerWithOldMembers = async (members: User[], { isPublic = true } = {}) => {
    const created = await makeServer(stack.dataSource, { isPublic, members });
    await stack.dataSource.query(
      `UPDATE server_members SET joined_at = now() - interval '1 year' WHERE server_id = $1`,
      [created.server.id],
    );
    return created;
  };
  const start = Date.now();
  const ago = (ms: number): Date => new Date(start - ms);
  const sendAt = async (channelId: string, user: User, at: Date, { deleted = false } = {}): Promise<void> => {
    const [{ id }]: [{ id: string }] = await stack.dataSource.query(
      `SELECT id FROM append_messages(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY['a secret word'], ARRAY[gen_random_uuid()::text], '{}', '{}')`,
      [channelId, user.id],
    );
    await stack.dataSource.query(
      `UPDATE messages SET created_at = $2, deleted_at = CASE WHEN $3 THEN now() END,
              content = CASE WHEN $3 THEN '' ELSE content END WHERE id = $1`,
      [id, at, deleted],
    );
  };
  const joinAt = (server: Server, user: User, at: Date): Promise<unknown> =>
    stack.dataSource.query('INSERT INTO server_members (server_id, user_id, joined_at) VALUES ($1, $2, $3)', [
      server.id,
      user.id,
      at,
    ]);
  const linkAt = async (one: User, other: User, at: Date): Promise<void> => {
    const { id } = await makeConnection(stack.dataSource, one, other, ['saturn', 'night-sky']);
    await stack.dataSource.query('UPDATE connections SET created_at = $2 WHERE id = $1', [id, at]);
  };
  const nameOf = ({ id, username, displayName }: User) => ({
    id,
    username,
    displayName: displayName ?? null,
  });

  it('PER-003 requires a session, and is empty for a new member', async () => {
    await backend.api.get('/api/activity').expect(401);
    await request(await make()).expect(200, []);
  });

  it('API-057 GAP-117 lists messages by channel, joins and new links, newest first, without content', async () => {
    const caller = await make();
    const writer = await make({ displayName: 'Vesper' });
    const { user: joiner } = await make();
    const { server, channel } = await makeServerWithOldMembers([caller.user, writer.user]);
    await sendAt(channel.id, writer.user, ago(50 * MINUTE_MS));
    await sendAt(channel.id, writer.user, ago(10 * MINUTE_MS));
    await joinAt(server, joiner, ago(20 * MINUTE_MS));
    await linkAt(caller.user, writer.user, ago(30 * MINUTE_MS));
    const { body, headers } = await request(caller).expect(200);
    const serverView = { id: server.id, name: server.name };
    const joined = {
      kind: 'joined',
      at: ago(20 * MINUTE_MS).toISOString(),
      server: serverView,
      user: nameOf(joiner),
    };
    const linked = {
      kind: 'linked',
      at: ago(30 * MINUTE_MS).toISOString(),
      sharedTags: ['saturn', 'night-sky'],
    };
    expect(body).toEqual([
      {
        kind: 'messages',
        at: ago(10 * MINUTE_MS).toISOString(),
        server: serverView,
        channel: { id: channel.id, name: 'general' },
        count: 2,
      },
      joined,
      { ...linked, user: nameOf(writer.user) },
    ]);
    expect(headers).not.toHaveProperty('x-next-cursor');
    // A member's own messages and joins are omitted.
    await request(writer).expect(200, [joined, { ...linked, user: nameOf(caller.user) }]);
  });

  it('API-057 counts undeleted messages of others, including former members', async () => {
    const caller = await make();
    const { user: writer } = await make();
    const { user: leaver } = await make();
    const { channel } = await makeServerWithOldMembers([caller.user, writer, leaver]);
    await sendAt(channel.id, leaver, ago(40 * MINUTE_MS));
    await sendAt(channel.id, writer, ago(30 * MINUTE_MS));
    await sendAt(channel.id, writer, ago(20 * MINUTE_MS), { deleted: true });
    await sendAt(channel.id, caller.user, ago(10 * MINUTE_MS));
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [leaver.id]);
    const { body } = await request(caller).expect(200);
    expect(body).toMatchObject([{ kind: 'messages', count: 2, at: ago(30 * MINUTE_MS).toISOString() }]);
  });

  it('PER-010 PER-011 omits private servers and servers that the caller has not joined', async () => {
    const caller = await make();
    const { user: writer } = await make();
    const { user: joiner } = await make();
    for (const { server, channel } of [
      await makeServerWithOldMembers([caller.user, writer], { isPublic: false }),
      await makeServerWithOldMembers([writer]),
    ]) {
      await sendAt(channel.id, writer, ago(MINUTE_MS));
      await joinAt(server, joiner, ago(MINUTE_MS));
    }
    await request(caller).expect(200, []);
  });

  it('GAP-055 includes private members only in the number of messages', async () => {
    const caller = await make();
    const { user: hidden } = await make({ isPublic: false });
    const { server, channel } = await makeServerWithOldMembers([caller.user]);
    await joinAt(server, hidden, ago(3 * MINUTE_MS));
    await sendAt(channel.id, hidden, ago(2 * MINUTE_MS));
    await linkAt(caller.user, hidden, ago(MINUTE_MS));
    const { body } = await request(caller).expect(200);
    expect(body).toMatchObject([{ kind: 'messages', count: 1 }]);
    expect(JSON.stringify(body)).not.toContain(hidden.id);
    expect(JSON.stringify(body)).not.toContain(hidden.username);
  });

  it('GAP-117 omits links for a private caller', async () => {
    const caller = await make({ isPublic: false });
    const { user: other } = await make();
    const { server } = await makeServerWithOldMembers([caller.user]);
    await joinAt(server, other, ago(2 * MINUTE_MS));
    await linkAt(caller.user, other, ago(MINUTE_MS));
    expect((await request(caller).expect(200)).body).toMatchObject([
      { kind: 'joined', user: { id: other.id } },
    ]);
  });

  it(`API-057 covers the last ${ACTIVITY_DAYS} days`, async () => {
    const caller = await make();
    const within = ago(ACTIVITY_DAYS * DAY_MS - HOUR_MS);
    const before = ago(ACTIVITY_DAYS * DAY_MS + HOUR_MS);
    const others = await Promise.all([make(), make(), make(), make()]);
    const [late, early, linkedLate, linkedEarly] = others.map(({ user }) => user);
    const { user: writer } = await make();
    const { server, channel } = await makeServerWithOldMembers([caller.user, writer]);
    const quiet = await makeServerWithOldMembers([caller.user, writer]);
    await sendAt(channel.id, writer, within);
    await sendAt(channel.id, writer, before);
    await sendAt(quiet.channel.id, writer, before);
    await joinAt(server, late!, within);
    await joinAt(server, early!, before);
    await linkAt(caller.user, linkedLate!, within);
    await linkAt(caller.user, linkedEarly!, before);
    const { body } = await request(caller).expect(200);
    expect(body).toHaveLength(3);
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'messages', count: 1, channel: { id: channel.id, name: 'general' } }),
        expect.objectContaining({ kind: 'joined', user: nameOf(late!) }),
        expect.objectContaining({ kind: 'linked', user: nameOf(linkedLate!) }),
      ]),
    );
  });

  it('API-057 limits the number of entries, 50 by default and 100 at most', async () => {
    const caller = await make();
    const { server } = await makeServerWithOldMembers([caller.user]);
    const joiners = await Promise.all(Array.from({ length: 60 }, () => make()));
    for (const [index, { user }] of joiners.entries()) await joinAt(server, user, ago(index * MINUTE_MS));
    const joinedIds = async (query: string): Promise<string[]> =>
      (await request(caller, query).expect(200)).body.map(({ user }: { user: { id: string } }) => user.id);
    const ids = joiners.map(({ user }) => user.id);
    expect(await joinedIds('')).toEqual(ids.slice(0, 50));
    expect(await joinedIds('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await joinedIds('?limit=100')).toEqual(ids);
    for (const limit of ['0', '101', 'x', '1.5', '']) {
      const answer = await request(caller, `?limit=${limit}`).expect(400);
      expect(answer.body.fields).toEqual({ limit: 'The limit must be a whole number from 1 to 100.' });
    }
  });
});
