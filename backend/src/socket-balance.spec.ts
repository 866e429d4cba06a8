import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LiveService, SocketBalance, surplusOf } from '@oniverse/platform/backend';
import { LiveClient, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';

const MAX_SOCKETS = 30;

describe('the balance of sockets', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];

  beforeAll(async () => {
    stack = await TestStack.start();
    const config = stack.config({ maxSockets: MAX_SOCKETS });
    backends = [await BackendUnderTest.start(config), await BackendUnderTest.start(config)];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  it('leaves small differences, and moves what is above the average', () => {
    expect(surplusOf(500, [])).toBe(0);
    expect(surplusOf(12, [0])).toBe(0);
    expect(surplusOf(1_000, [900, 850])).toBe(0);
    expect(surplusOf(0, [3_000])).toBe(0);
    expect(surplusOf(3_000, [3_000, 0])).toBe(1_000);
    expect(surplusOf(40, [0, 0, 0])).toBe(30);
  });

  it('closes the surplus of a backend once another has fewer, and the clients reconnect', async () => {
    const clients = await Promise.all(
      Array.from({ length: 22 }, async () => LiveClient.connect(backends[0].url)),
    );
    const moved: string[] = [];
    for (const { socket } of clients) socket.on('disconnect', (reason) => moved.push(reason));
    const [full, empty] = backends.map(({ app }) => app.get(SocketBalance));
    await waitUntil('the report of the empty backend', async () => {
      empty?.report();
      return (await full?.balance()) === 11;
    });
    await waitUntil(
      'all to be connected again',
      () => moved.length >= 11 && clients.every(({ socket }) => socket.connected),
    );
    expect(new Set(moved)).toEqual(new Set(['transport close']));
    for (const client of clients) client.close();
  });

  it('OPS-112 sends new connections elsewhere while a backend is full and another is not, and never from all', async () => {
    const [full, other] = backends;
    const isLive = async ({ url }: { url: string }) => (await fetch(`${url}/api/health/live`)).ok;
    const connect = async ({ url }: { url: string }) =>
      Promise.all(Array.from({ length: MAX_SOCKETS + 10 }, async () => LiveClient.connect(url)));
    const clients = await connect(full);
    await waitUntil('the full backend to send others away', async () => !(await isLive(full)));
    expect(await isLive(other)).toBe(true);
    expect(clients.every(({ socket }) => socket.connected)).toBe(true);
    clients.push(...(await connect(other)));
    await waitUntil('both to take connections', async () => (await isLive(full)) && (await isLive(other)));
    for (const client of clients) client.close();
  });

  it('OPS-132 combines hints only while every backend that reports understands that', async () => {
    const [own, other] = backends.map(({ app }) => ({
      balance: app.get(SocketBalance),
      live: app.get(LiveService),
    }));
    const combine = jest.spyOn(own!.live, 'combineHints');
    const isAllowed = async () => {
      await own?.balance.balance();
      return combine.mock.lastCall?.[0] === true;
    };
    other?.balance.report();
    await waitUntil('all to understand it', isAllowed);
    other?.live.publishHint('sockets:count', { backend: 'of the previous release', sockets: 0 });
    await waitUntil('the other report', async () => !(await isAllowed()));
    combine.mockRestore();
  });
});
