import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { LivePublisher } from '@oniverse/platform';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  makeServer,
  DedicatedTestStack,
  waitUntil,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { PRESENCE_PACE } from './presence-registry.js';

describe('presence on several backends', () => {
  let stack: DedicatedTestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await DedicatedTestStack.start();
    backends = [await BackendUnderTest.start(stack.config()), await BackendUnderTest.start(stack.config())];
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  const connect = async (url: string, sessionId: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(url, { sessionId });
    clients.push(client);
    return client;
  };
  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const online = async (client: LiveClient, serverId: string): Promise<unknown> => {
    const answer = await client.request('presence:list', { serverId });
    return Array.isArray(answer['online']) ? answer['online'].map(String).toSorted() : answer;
  };
  const lastStateOf = (
    client: LiveClient,
    serverId: string,
    user: User,
  ): 'online' | 'offline' | undefined => {
    let state: 'online' | 'offline' | undefined;
    for (const presence of client.payloads('presence')) {
      if (presence.serverId !== serverId) continue;
      if (presence.online.includes(user.id)) state = 'online';
      if (presence.offline.includes(user.id)) state = 'offline';
    }
    return state;
  };

  it('LIV-007 DIM-018 GAP-134 publishes to members of a server when a member goes online or offline on any backend', async () => {
    const [watcher, other, nonMember] = await members(3);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    const outside = await connect(backends[0].url, nonMember!.sessionId);
    expect(await online(watching, server.id)).toEqual([watcher!.user.id]);
    const firstTab = await connect(backends[1].url, other!.sessionId);
    const secondTab = await connect(backends[0].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(watching, server.id, other!.user) === 'online');
    expect(await online(watching, server.id)).toEqual([watcher!.user.id, other!.user.id].toSorted());
    // Closing one of two tabs publishes nothing.
    secondTab.close();
    const publishedCount = watching.payloads('presence').length;
    await waitUntil('the closed tab to expire', async () => {
      const rows = await online(watching, server.id);
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
    expect(await online(watching, server.id)).toEqual([watcher!.user.id]);
    expect(outside.payloads('presence')).toEqual([]);
  });

  it('GAP-134 keeps a member online during a page reload', async () => {
    const [watcher, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    (await connect(backends[0].url, other!.sessionId)).close();
    const back = await connect(backends[1].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(watching, server.id, other!.user) === 'online');
    // The marker goes offline after the grace period of the first connection has ended.
    const [marker] = await members(1);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      marker!.user.id,
    ]);
    (await connect(backends[0].url, marker!.sessionId)).close();
    await waitUntil(
      'the marker to go',
      () => lastStateOf(watching, server.id, marker!.user) === 'offline',
      15_000,
    );
    expect(watching.payloads('presence').flatMap(({ offline }) => offline)).toEqual([marker!.user.id]);
    back.close();
  });

  it('GAP-134 lists presence to readers of a public server, and answers not_found for a private one', async () => {
    const [member, nonMember] = await members(2);
    const hidden = await makeServer(stack.dataSource, { isPublic: false, members: [member!.user] });
    const open = await makeServer(stack.dataSource, { members: [member!.user] });
    await connect(backends[0].url, member!.sessionId);
    const outside = await connect(backends[1].url, nonMember!.sessionId);
    expect(await outside.request('presence:list', { serverId: hidden.server.id })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    await waitUntil('the member to be listed', async () => {
      const rows = await online(outside, open.server.id);
      return Array.isArray(rows) && rows.includes(member!.user.id);
    });
    const visitor = await LiveClient.connect(backends[0].url);
    expect(await visitor.request('presence:list', { serverId: open.server.id })).toMatchObject({
      code: 'unauthorized',
    });
    visitor.close();
  });

  it('GAP-134 publishes presence to a member right after joining over REST, and not after leaving', async () => {
    const [joining, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [other!.user] });
    const client = await connect(backends[0].url, joining!.sessionId);
    await backends[1].api
      .post(`/api/servers/${server.id}/join`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    const visit = await connect(backends[1].url, other!.sessionId);
    await waitUntil('the other to come', () => lastStateOf(client, server.id, other!.user) === 'online');
    await backends[1].api
      .post(`/api/servers/${server.id}/leave`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    visit.close();
    const witness = await connect(backends[0].url, other!.sessionId);
    witness.close();
    const remaining = await makeMember(stack.dataSource);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      remaining.user.id,
    ]);
    const staying = await connect(backends[0].url, remaining.sessionId);
    await waitUntil(
      'the other to go',
      () => lastStateOf(staying, server.id, other!.user) === 'offline',
      15_000,
    );
    expect(lastStateOf(client, server.id, other!.user)).toBe('online');
  });

  it('LIV-007 publishes to members of a server at most once a second, whatever the number of backends', async () => {
    const [watcher, ...others] = await members(7);
    const { server } = await makeServer(stack.dataSource, {
      members: [watcher!, ...others].map(({ user }) => user),
    });
    const publishedAt: number[] = [];
    const spies = backends.map((backend) => {
      const live = backend.app.get(LivePublisher);
      const publish = live.publish.bind(live);
      return jest.spyOn(live, 'publish').mockImplementation((event, rooms, payload) => {
        if (event === 'presence' && rooms === ROOMS.server(server.id)) publishedAt.push(performance.now());
        publish(event, rooms, payload);
      });
    });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    for (let pair = 0; pair < others.length; pair += 2) {
      const two = others.slice(pair, pair + 2);
      await Promise.all(two.map(({ sessionId }, index) => connect(backends[index]!.url, sessionId)));
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

  it("GAP-134 marks a killed backend's members offline within 60 s, except those who reconnected elsewhere", async () => {
    const [watcher, lost, moved] = await members(3);
    const { server } = await makeServer(stack.dataSource, {
      members: [watcher!.user, lost!.user, moved!.user],
    });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    const killed = await BackendProcess.start(stack.env(), await freePort());
    await connect(killed.url, lost!.sessionId);
    await connect(killed.url, moved!.sessionId);
    await waitUntil(
      'both to come',
      () =>
        lastStateOf(watching, server.id, lost!.user) === 'online' &&
        lastStateOf(watching, server.id, moved!.user) === 'online',
    );
    await killed.kill();
    await connect(backends[1].url, moved!.sessionId);
    await waitUntil(
      'the lost one to go',
      () => lastStateOf(watching, server.id, lost!.user) === 'offline',
      60_000,
    );
    expect(lastStateOf(watching, server.id, moved!.user)).toBe('online');
    expect(await online(watching, server.id)).toEqual([watcher!.user.id, moved!.user.id].toSorted());
  }, 90_000);

  it('GAP-134 recovers after Redis lost all data', async () => {
    const [watcher, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    await connect(backends[1].url, other!.sessionId);
    const both = [watcher!.user.id, other!.user.id].toSorted();
    await waitUntil(
      'both to be online',
      async () => String(await online(watching, server.id)) === String(both),
    );
    await stack.killRedis();
    await waitUntil('the outage to be reported', async () => {
      const answer = await watching.request('presence:list', { serverId: server.id });
      return answer['code'] === 'unavailable';
    });
    await stack.startRedis();
    await waitUntil(
      'both to be online again',
      async () => String(await online(watching, server.id)) === String(both),
    );
  });
});
