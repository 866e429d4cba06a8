import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PRESENCE, ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import { LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { lastStateOf, listOnline, PresenceFixture } from '../../testing/presence-fixture.js';
import { PRESENCE_PACE } from './presence-registry.js';

describe('presence on several backends', () => {
  let stack: TestStack;
  let fixture: PresenceFixture;

  beforeAll(async () => {
    stack = await TestStack.start();
    fixture = await PresenceFixture.start(stack);
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it('LIV-007 DIM-018 GAP-134 publishes to members of a server when a member goes online or offline on any backend', async () => {
    const [watcher, other, nonMember] = await fixture.makeMembers(3);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await fixture.connect(fixture.backends[0].url, watcher!.sessionId);
    const outside = await fixture.connect(fixture.backends[0].url, nonMember!.sessionId);
    expect(await listOnline(watching, server.id)).toEqual([watcher!.user.id]);
    const firstTab = await fixture.connect(fixture.backends[1].url, other!.sessionId);
    const secondTab = await fixture.connect(fixture.backends[0].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(watching, server.id, other!.user) === 'online');
    expect(await listOnline(watching, server.id)).toEqual([watcher!.user.id, other!.user.id].toSorted());
    // Closing one of two tabs publishes nothing.
    secondTab.close();
    const publishedCount = watching.payloads('presence').length;
    await waitUntil('the closed tab to expire', async () => {
      const rows = await listOnline(watching, server.id);
      return Array.isArray(rows) && rows.length === 2;
    });
    firstTab.close();
    await waitUntil(
      'the other to go within 10 s',
      () => lastStateOf(watching, server.id, other!.user) === 'offline',
      10_000,
    );
    const offlineIds = watching
      .payloads('presence')
      .slice(publishedCount)
      .flatMap(({ offline }) => offline);
    expect(offlineIds).toEqual([other!.user.id]);
    expect(await listOnline(watching, server.id)).toEqual([watcher!.user.id]);
    expect(outside.payloads('presence')).toEqual([]);
  });

  it('LIV-131 shares presence with backends of a former release', async () => {
    await waitUntil('the leases of both backends under the former name', () =>
      stack.withRedis(async (redis) => (await redis.zcard('presence:leases')) === 2),
    );
  });

  it('GAP-134 keeps a member online during a page reload', async () => {
    const [watcher, other] = await fixture.makeMembers(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await fixture.connect(fixture.backends[0].url, watcher!.sessionId);
    (await fixture.connect(fixture.backends[0].url, other!.sessionId)).close();
    const back = await fixture.connect(fixture.backends[1].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(watching, server.id, other!.user) === 'online');
    // The marker goes offline after the grace period of the first connection has ended.
    const [marker] = await fixture.makeMembers(1);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      marker!.user.id,
    ]);
    (await fixture.connect(fixture.backends[0].url, marker!.sessionId)).close();
    await waitUntil(
      'the marker to go',
      () => lastStateOf(watching, server.id, marker!.user) === 'offline',
      15_000,
    );
    expect(watching.payloads('presence').flatMap(({ offline }) => offline)).toEqual([marker!.user.id]);
    back.close();
  });

  it('GAP-134 lists presence to readers of a public server, and answers not_found for a private one', async () => {
    const [member, nonMember] = await fixture.makeMembers(2);
    const hidden = await makeServer(stack.dataSource, { isPublic: false, members: [member!.user] });
    const open = await makeServer(stack.dataSource, { members: [member!.user] });
    await fixture.connect(fixture.backends[0].url, member!.sessionId);
    const outside = await fixture.connect(fixture.backends[1].url, nonMember!.sessionId);
    expect(await outside.request('presence:list', { serverId: hidden.server.id })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    await waitUntil('the member to be listed', async () => {
      const rows = await listOnline(outside, open.server.id);
      return Array.isArray(rows) && rows.includes(member!.user.id);
    });
    const visitor = await LiveClient.connect(fixture.backends[0].url);
    expect(await visitor.request('presence:list', { serverId: open.server.id })).toMatchObject({
      code: 'unauthorized',
    });
    visitor.close();
  });

  it('OPS-117 tells of the newest 1,000 members of a dimension, its staff and oneself', async () => {
    const { dataSource } = stack;
    const [moderator, old, fresh] = await fixture.makeMembers(3);
    const { server } = await makeServer(dataSource, { members: [moderator!.user, old!.user] });
    await dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator!.user.id,
    ]);
    await dataSource.query(
      `WITH added AS (
         INSERT INTO users (username, password) SELECT left(md5(n::text), 20), '!' FROM generate_series(2, $2::integer) n RETURNING id
       )
       INSERT INTO server_members (server_id, user_id) SELECT $1::uuid, id FROM added UNION ALL SELECT $1, $3`,
      [server.id, PRESENCE.members, fresh!.user.id],
    );
    await dataSource.query('UPDATE servers SET member_count = 3 + $2 WHERE id = $1', [
      server.id,
      PRESENCE.members,
    ]);
    const watching = await fixture.connect(fixture.backends[0].url, moderator!.sessionId);
    const unlisted = await fixture.connect(fixture.backends[0].url, old!.sessionId);
    await fixture.connect(fixture.backends[0].url, fresh!.sessionId);
    await waitUntil('the new one to come', () => lastStateOf(watching, server.id, fresh!.user) === 'online');
    expect(lastStateOf(watching, server.id, old!.user)).toBeUndefined();
    const listed = [moderator!.user.id, fresh!.user.id];
    expect(await listOnline(watching, server.id)).toEqual(listed.toSorted());
    expect(await listOnline(unlisted, server.id)).toEqual([...listed, old!.user.id].toSorted());
  });

  it('GAP-134 publishes presence to a member right after joining over REST, and not after leaving', async () => {
    const [joining, other] = await fixture.makeMembers(2);
    const { server } = await makeServer(stack.dataSource, { members: [other!.user] });
    const client = await fixture.connect(fixture.backends[0].url, joining!.sessionId);
    await fixture.backends[1].api
      .post(`/api/servers/${server.id}/join`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    const visit = await fixture.connect(fixture.backends[1].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(client, server.id, other!.user) === 'online');
    await fixture.backends[1].api
      .post(`/api/servers/${server.id}/leave`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    visit.close();
    const witness = await fixture.connect(fixture.backends[0].url, other!.sessionId);
    witness.close();
    const remaining = await makeMember(stack.dataSource);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      remaining.user.id,
    ]);
    const staying = await fixture.connect(fixture.backends[0].url, remaining.sessionId);
    await waitUntil(
      'the other to go',
      () => lastStateOf(staying, server.id, other!.user) === 'offline',
      15_000,
    );
    expect(lastStateOf(client, server.id, other!.user)).toBe('online');
  });

  it('LIV-007 publishes to members of a server at most once a second, whatever the number of backends', async () => {
    const [watcher, ...others] = await fixture.makeMembers(7);
    const { server } = await makeServer(stack.dataSource, {
      members: [watcher!, ...others].map(({ user }) => user),
    });
    const publishedAt: number[] = [];
    const spies = fixture.backends.map((backend) => {
      const live = backend.app.get(LivePublisher);
      const publish = live.publish.bind(live);
      return jest.spyOn(live, 'publish').mockImplementation((event, rooms, payload) => {
        if (event === 'presence' && rooms === ROOMS.server(server.id)) publishedAt.push(performance.now());
        publish(event, rooms, payload);
      });
    });
    const watching = await fixture.connect(fixture.backends[0].url, watcher!.sessionId);
    for (let pair = 0; pair < others.length; pair += 2) {
      const two = others.slice(pair, pair + 2);
      await Promise.all(
        two.map(({ sessionId }, index) => fixture.connect(fixture.backends[index]!.url, sessionId)),
      );
      await waitUntil('both to come', () =>
        two.every(({ user }) => lastStateOf(watching, server.id, user) === 'online'),
      );
    }
    for (const spy of spies) spy.mockRestore();
    expect(publishedAt.length).toBeGreaterThanOrEqual(3);
    const gaps = publishedAt.slice(1).map((moment, index) => moment - publishedAt[index]!);
    // Redis measures the pause in whole milliseconds.
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(PRESENCE_PACE.pushMs - 1);
  });
});
