import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';

const MEMBERS = 3;
const SOCKETS = 60;

describe('graceful shutdown', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('LIV-009 rejects new sockets, answers pending requests, closes sockets gradually after a notice and exits within 10 s', async () => {
    const backend = await BackendProcess.start(stack.env(), await freePort());
    // A session has at most 20 sockets.
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => makeMember(stack.dataSource)));
    const { channel } = await makeServer(stack.dataSource, { members: members.map(({ user }) => user) });
    const clients = await Promise.all(
      Array.from({ length: SOCKETS / MEMBERS }, () => members)
        .flat()
        .map(({ sessionId }) => LiveClient.connect(backend.url, { sessionId })),
    );
    const closedAt: number[] = [];
    const sentAfterNotice: Promise<unknown>[] = [];
    for (const client of clients) {
      client.socket.io.reconnection(false);
      client.socket.once('disconnect', () => closedAt.push(Date.now()));
      client.socket.once('connection:ending', () =>
        sentAfterNotice.push(client.send(channel.id, 'still here')),
      );
    }
    const startedAt = Date.now();
    const sent = clients.map((client, n) => client.send(channel.id, `message ${n}`));
    const ended = backend.stop();
    expect(await Promise.all(sent)).toHaveLength(SOCKETS);
    await waitUntil('new sockets to be rejected', async () => {
      try {
        (await LiveClient.connect(backend.url)).close();
        return false;
      } catch {
        return true;
      }
    });
    // Existing sockets close gradually, so some are still open.
    expect(closedAt.length).toBeLessThan(SOCKETS);
    expect(await ended).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await waitUntil('all sockets to be closed', () => closedAt.length === SOCKETS);
    expect(await Promise.all(sentAfterNotice)).toHaveLength(SOCKETS);
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(1_000);
    const rows: { count: number }[] = await stack.dataSource.query(
      'SELECT count(*)::integer AS count FROM messages WHERE channel_id = $1',
      [channel.id],
    );
    expect(rows[0]?.count).toBe(2 * SOCKETS);
    for (const client of clients) client.close();
  });

  it('LIV-009 closes idle connections at once and slow uploads after some seconds', async () => {
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const port = Number(new URL(backend.url).port);
    const idle = connect(port, '127.0.0.1');
    const slow = connect(port, '127.0.0.1');
    await Promise.all([once(idle, 'connect'), once(slow, 'connect')]);
    for (const socket of [idle, slow]) socket.on('error', () => {});
    slow.write(
      'PUT /uploads/none HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: 1000\r\n\r\nhalf',
    );
    const startedAt = Date.now();
    expect(await backend.stop()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(9_000);
    idle.destroy();
    slow.destroy();
  });
});
