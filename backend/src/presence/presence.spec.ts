import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

describe('presence, on several backends', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
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
    const answer = await client.ask('presence:list', { serverId });
    return Array.isArray(answer['online']) ? answer['online'].map(String).toSorted() : answer;
  };
  /** What a client knows of a member from what it was told, the last word counting. */
  const lastWord = (client: LiveClient, serverId: string, user: User): 'online' | 'offline' | undefined => {
    let word: 'online' | 'offline' | undefined;
    for (const told of client.payloads('presence')) {
      if (told.serverId !== serverId) continue;
      if (told.online.includes(user.id)) word = 'online';
      if (told.offline.includes(user.id)) word = 'offline';
    }
    return word;
  };

  it('LIV-007 DIM-018 GAP-134 members of a dimension learn who comes and who goes, on whichever backend', async () => {
    const [watcher, other, stranger] = await members(3);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    const outside = await connect(backends[0].url, stranger!.sessionId);
    expect(await online(watching, server.id)).toEqual([watcher!.user.id]);
    const first = await connect(backends[1].url, other!.sessionId);
    const second = await connect(backends[0].url, other!.sessionId);
    await until('the other to come', () => lastWord(watching, server.id, other!.user) === 'online');
    expect(await online(watching, server.id)).toEqual([watcher!.user.id, other!.user.id].toSorted());
    // Several tabs count once, wherever they are: one of two closes, and nothing is told.
    second.close();
    const told = watching.payloads('presence').length;
    await until('the tab to be given up', async () => {
      const rows = await online(watching, server.id);
      return Array.isArray(rows) && rows.length === 2;
    });
    first.close();
    await until(
      'the other to go within 10 s',
      () => lastWord(watching, server.id, other!.user) === 'offline',
      10_000,
    );
    const goings = watching
      .payloads('presence')
      .slice(told)
      .flatMap(({ offline }) => offline);
    expect(goings).toEqual([other!.user.id]);
    expect(await online(watching, server.id)).toEqual([watcher!.user.id]);
    expect(outside.payloads('presence')).toEqual([]);
  });

  it('GAP-134 a reload does not blink', async () => {
    const [watcher, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    (await connect(backends[0].url, other!.sessionId)).close();
    const back = await connect(backends[1].url, other!.sessionId);
    await until('the other to come', () => lastWord(watching, server.id, other!.user) === 'online');
    // What comes later tells that the time to be given up has passed on the first backend.
    const [marker] = await members(1);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      marker!.user.id,
    ]);
    (await connect(backends[0].url, marker!.sessionId)).close();
    await until('the marker to go', () => lastWord(watching, server.id, marker!.user) === 'offline', 15_000);
    expect(watching.payloads('presence').flatMap(({ offline }) => offline)).toEqual([marker!.user.id]);
    back.close();
  });

  it('GAP-134 presence of a private dimension does not exist for strangers; readers of a public one see it', async () => {
    const [member, stranger] = await members(2);
    const hidden = await makeServer(stack.dataSource, { isPublic: false, members: [member!.user] });
    const open = await makeServer(stack.dataSource, { members: [member!.user] });
    await connect(backends[0].url, member!.sessionId);
    const outside = await connect(backends[1].url, stranger!.sessionId);
    expect(await outside.ask('presence:list', { serverId: hidden.server.id })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    await until('the member to be listed', async () => {
      const rows = await online(outside, open.server.id);
      return Array.isArray(rows) && rows.includes(member!.user.id);
    });
    const watcher = await LiveClient.connect(backends[0].url);
    expect(await watcher.ask('presence:list', { serverId: open.server.id })).toMatchObject({
      code: 'unauthorized',
    });
    watcher.close();
  });

  it('GAP-134 who joins over REST hears of the dimension at once, who leaves no more', async () => {
    const [joining, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [other!.user] });
    const client = await connect(backends[0].url, joining!.sessionId);
    // Joined through the other backend.
    await backends[1].api
      .post(`/api/servers/${server.id}/join`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    const visit = await connect(backends[1].url, other!.sessionId);
    await until('the other to come', () => lastWord(client, server.id, other!.user) === 'online');
    await backends[1].api
      .post(`/api/servers/${server.id}/leave`)
      .set(...bearer(joining!.sessionId))
      .expect(200);
    visit.close();
    const witness = await connect(backends[0].url, other!.sessionId);
    witness.close();
    const stays = await makeMember(stack.dataSource);
    await stack.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      stays.user.id,
    ]);
    const staying = await connect(backends[0].url, stays.sessionId);
    await until('the other to go', () => lastWord(staying, server.id, other!.user) === 'offline', 15_000);
    expect(lastWord(client, server.id, other!.user)).toBe('online');
  });

  it("GAP-134 a killed backend's members go offline by themselves within 60 s, those who moved do not blink", async () => {
    const [watcher, lost, moved] = await members(3);
    const { server } = await makeServer(stack.dataSource, {
      members: [watcher!.user, lost!.user, moved!.user],
    });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    const doomed = await BackendProcess.start(stack.env(), await freePort());
    await connect(doomed.url, lost!.sessionId);
    await connect(doomed.url, moved!.sessionId);
    await until(
      'both to come',
      () =>
        lastWord(watching, server.id, lost!.user) === 'online' &&
        lastWord(watching, server.id, moved!.user) === 'online',
    );
    await doomed.kill();
    await connect(backends[1].url, moved!.sessionId);
    await until('the lost one to go', () => lastWord(watching, server.id, lost!.user) === 'offline', 60_000);
    expect(lastWord(watching, server.id, moved!.user)).toBe('online');
    expect(await online(watching, server.id)).toEqual([watcher!.user.id, moved!.user.id].toSorted());
  }, 90_000);

  it('GAP-134 is right again after Redis was away and has forgotten all', async () => {
    const [watcher, other] = await members(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await connect(backends[0].url, watcher!.sessionId);
    await connect(backends[1].url, other!.sessionId);
    const both = [watcher!.user.id, other!.user.id].toSorted();
    await until('both to be online', async () => String(await online(watching, server.id)) === String(both));
    await stack.killRedis();
    await until('Redis to be missed', async () => {
      const answer = await watching.ask('presence:list', { serverId: server.id });
      return answer['code'] === 'unavailable';
    });
    await stack.startRedis();
    await until(
      'both to be online again',
      async () => String(await online(watching, server.id)) === String(both),
    );
  });
});
