import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACTIVITY_DAYS } from '@oniverse/contracts';
import type { Server, User } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('the activity', () => {
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
  const ask = ({ sessionId }: { sessionId: string }, query = '') =>
    backend.api.get(`/api/activity${query}`).set(...bearer(sessionId));

  /** A dimension whose members, but for those who join later, have been in it for long. */
  const makePlace = async (members: User[], { isPublic = true } = {}) => {
    const place = await makeServer(stack.dataSource, { isPublic, members });
    await stack.dataSource.query(
      `UPDATE server_members SET joined_at = now() - interval '1 year' WHERE server_id = $1`,
      [place.server.id],
    );
    return place;
  };
  const start = Date.now();
  const ago = (ms: number): Date => new Date(start - ms);
  const say = async (channelId: string, user: User, at: Date, { deleted = false } = {}): Promise<void> => {
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
  const join = (server: Server, user: User, at: Date): Promise<unknown> =>
    stack.dataSource.query('INSERT INTO server_members (server_id, user_id, joined_at) VALUES ($1, $2, $3)', [
      server.id,
      user.id,
      at,
    ]);
  const link = async (one: User, other: User, at: Date): Promise<void> => {
    const { id } = await makeConnection(stack.dataSource, one, other, ['saturn', 'night-sky']);
    await stack.dataSource.query('UPDATE connections SET created_at = $2 WHERE id = $1', [id, at]);
  };
  const nameOf = ({ id, username, displayName }: User) => ({
    id,
    username,
    displayName: displayName ?? null,
  });

  it('PER-003 is for members only, and empty for one who is near nothing', async () => {
    await backend.api.get('/api/activity').expect(401);
    await ask(await make()).expect(200, []);
  });

  it('API-057 GAP-117 tells of messages by channel, joins and new links, the latest first, without any text', async () => {
    const caller = await make();
    const writer = await make({ displayName: 'Vesper' });
    const { user: joiner } = await make();
    const { server, channel } = await makePlace([caller.user, writer.user]);
    await say(channel.id, writer.user, ago(50 * MINUTE));
    await say(channel.id, writer.user, ago(10 * MINUTE));
    await join(server, joiner, ago(20 * MINUTE));
    await link(caller.user, writer.user, ago(30 * MINUTE));
    const { body, headers } = await ask(caller).expect(200);
    const place = { id: server.id, name: server.name };
    const joined = {
      kind: 'joined',
      at: ago(20 * MINUTE).toISOString(),
      server: place,
      user: nameOf(joiner),
    };
    const linked = {
      kind: 'linked',
      at: ago(30 * MINUTE).toISOString(),
      sharedTags: ['saturn', 'night-sky'],
    };
    expect(body).toEqual([
      {
        kind: 'messages',
        at: ago(10 * MINUTE).toISOString(),
        server: place,
        channel: { id: channel.id, name: 'general' },
        count: 2,
      },
      joined,
      { ...linked, user: nameOf(writer.user) },
    ]);
    expect(headers).not.toHaveProperty('x-next-cursor');
    // What one did oneself is no news to oneself.
    await ask(writer).expect(200, [joined, { ...linked, user: nameOf(caller.user) }]);
  });

  it('API-057 counts messages of others that are not deleted, of members who have left too', async () => {
    const caller = await make();
    const { user: writer } = await make();
    const { user: leaver } = await make();
    const { channel } = await makePlace([caller.user, writer, leaver]);
    await say(channel.id, leaver, ago(40 * MINUTE));
    await say(channel.id, writer, ago(30 * MINUTE));
    await say(channel.id, writer, ago(20 * MINUTE), { deleted: true });
    await say(channel.id, caller.user, ago(10 * MINUTE));
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [leaver.id]);
    const { body } = await ask(caller).expect(200);
    expect(body).toMatchObject([{ kind: 'messages', count: 2, at: ago(30 * MINUTE).toISOString() }]);
  });

  it('PER-010 PER-011 never tells of a private dimension, nor of a public one that the caller is not in', async () => {
    const caller = await make();
    const { user: writer } = await make();
    const { user: joiner } = await make();
    for (const { server, channel } of [
      await makePlace([caller.user, writer], { isPublic: false }),
      await makePlace([writer]),
    ]) {
      await say(channel.id, writer, ago(MINUTE));
      await join(server, joiner, ago(MINUTE));
    }
    await ask(caller).expect(200, []);
  });

  it('GAP-055 of a private member only the number of messages is told', async () => {
    const caller = await make();
    const { user: hidden } = await make({ isPublic: false });
    const { server, channel } = await makePlace([caller.user]);
    await join(server, hidden, ago(3 * MINUTE));
    await say(channel.id, hidden, ago(2 * MINUTE));
    await link(caller.user, hidden, ago(MINUTE));
    const { body } = await ask(caller).expect(200);
    expect(body).toMatchObject([{ kind: 'messages', count: 1 }]);
    expect(JSON.stringify(body)).not.toContain(hidden.id);
    expect(JSON.stringify(body)).not.toContain(hidden.username);
  });

  it('GAP-117 a private caller has no links, and hears of the rest', async () => {
    const caller = await make({ isPublic: false });
    const { user: other } = await make();
    const { server } = await makePlace([caller.user]);
    await join(server, other, ago(2 * MINUTE));
    await link(caller.user, other, ago(MINUTE));
    expect((await ask(caller).expect(200)).body).toMatchObject([{ kind: 'joined', user: { id: other.id } }]);
  });

  it(`API-057 goes back ${ACTIVITY_DAYS} days, and no further`, async () => {
    const caller = await make();
    const within = ago(ACTIVITY_DAYS * DAY - MINUTE);
    const before = ago(ACTIVITY_DAYS * DAY + MINUTE);
    const others = await Promise.all([make(), make(), make(), make()]);
    const [late, early, linkedLate, linkedEarly] = others.map(({ user }) => user);
    const { user: writer } = await make();
    const { server, channel } = await makePlace([caller.user, writer]);
    const quiet = await makePlace([caller.user, writer]);
    await say(channel.id, writer, within);
    await say(channel.id, writer, before);
    await say(quiet.channel.id, writer, before);
    await join(server, late!, within);
    await join(server, early!, before);
    await link(caller.user, linkedLate!, within);
    await link(caller.user, linkedEarly!, before);
    const { body } = await ask(caller).expect(200);
    expect(body).toHaveLength(3);
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'messages', count: 1, channel: { id: channel.id, name: 'general' } }),
        expect.objectContaining({ kind: 'joined', user: nameOf(late!) }),
        expect.objectContaining({ kind: 'linked', user: nameOf(linkedLate!) }),
      ]),
    );
  });

  it('API-057 holds the latest only: as many as asked for, 100 at most', async () => {
    const caller = await make();
    const { server } = await makePlace([caller.user]);
    const joiners = await Promise.all(Array.from({ length: 60 }, () => make()));
    for (const [index, { user }] of joiners.entries()) await join(server, user, ago(index * MINUTE));
    const told = async (query: string): Promise<string[]> =>
      (await ask(caller, query).expect(200)).body.map(({ user }: { user: { id: string } }) => user.id);
    const ids = joiners.map(({ user }) => user.id);
    expect(await told('')).toEqual(ids.slice(0, 50));
    expect(await told('?limit=2&cursor=ignored')).toEqual(ids.slice(0, 2));
    expect(await told('?limit=100')).toEqual(ids);
    for (const limit of ['0', '101', 'x', '1.5', '']) {
      const answer = await ask(caller, `?limit=${limit}`).expect(400);
      expect(answer.body.fields).toEqual({ limit: 'The limit is a whole number from 1 to 100.' });
    }
  });
});
