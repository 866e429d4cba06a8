import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, makeServer, waitUntil } from '@oniverse/testing';
import { lastStateOf, listOnline, PresenceFixture } from '../../testing/presence-fixture.js';

describe('presence after an outage', () => {
  let stack: DedicatedTestStack;
  let fixture: PresenceFixture;

  beforeAll(async () => {
    stack = await DedicatedTestStack.start();
    fixture = await PresenceFixture.start(stack);
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it("GAP-134 marks a killed backend's members offline within 60 s, except those who reconnected elsewhere", async () => {
    const [watcher, lost, moved] = await fixture.makeMembers(3);
    const { server } = await makeServer(stack.dataSource, {
      members: [watcher!.user, lost!.user, moved!.user],
    });
    const watching = await fixture.connect(fixture.backends[0].url, watcher!.sessionId);
    const killed = await BackendProcess.start(stack.env(), await freePort());
    await fixture.connect(killed.url, lost!.sessionId);
    await fixture.connect(killed.url, moved!.sessionId);
    await waitUntil(
      'both to come',
      () =>
        lastStateOf(watching, server.id, lost!.user) === 'online' &&
        lastStateOf(watching, server.id, moved!.user) === 'online',
    );
    await killed.kill();
    await fixture.connect(fixture.backends[1].url, moved!.sessionId);
    await waitUntil(
      'the lost one to go',
      () => lastStateOf(watching, server.id, lost!.user) === 'offline',
      60_000,
    );
    expect(lastStateOf(watching, server.id, moved!.user)).toBe('online');
    expect(await listOnline(watching, server.id)).toEqual([watcher!.user.id, moved!.user.id].toSorted());
  }, 90_000);

  it('GAP-134 recovers after Redis lost all data', async () => {
    const [watcher, other] = await fixture.makeMembers(2);
    const { server } = await makeServer(stack.dataSource, { members: [watcher!.user, other!.user] });
    const watching = await fixture.connect(fixture.backends[0].url, watcher!.sessionId);
    await fixture.connect(fixture.backends[1].url, other!.sessionId);
    const both = [watcher!.user.id, other!.user.id].toSorted();
    await waitUntil(
      'both to be online',
      async () => String(await listOnline(watching, server.id)) === String(both),
    );
    await stack.killRedis();
    await waitUntil('the outage to be reported', async () => {
      const answer = await watching.request('presence:list', { serverId: server.id });
      return answer['code'] === 'unavailable';
    });
    await stack.startRedis();
    await waitUntil(
      'both to be online again',
      async () => String(await listOnline(watching, server.id)) === String(both),
    );
  });
});
