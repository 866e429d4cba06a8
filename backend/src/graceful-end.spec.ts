import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';

/** Sockets that are open when the backend ends. */
const SOCKETS = 60;

describe('a backend that is told to end', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('LIV-009 lets nobody in, answers what was asked, sends its sockets away one by one, and is gone within 10 s', async () => {
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const clients = await Promise.all(
      Array.from({ length: SOCKETS }, () => LiveClient.connect(backend.url, { sessionId })),
    );
    const closedAt: number[] = [];
    for (const { socket } of clients) {
      socket.io.reconnection(false);
      socket.once('disconnect', () => closedAt.push(Date.now()));
    }
    const began = Date.now();
    const sent = clients.map((client, n) => client.send(channel.id, `last words of ${n}`));
    const ended = backend.stop();
    expect(await Promise.all(sent)).toHaveLength(SOCKETS);
    await until('newcomers to be refused', async () => {
      try {
        (await LiveClient.connect(backend.url, { sessionId })).close();
        return false;
      } catch {
        return true;
      }
    });
    // Refused while others are still there: they are not thrown out all at once.
    expect(closedAt.length).toBeLessThan(SOCKETS);
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    await until('all sockets to be closed', () => closedAt.length === SOCKETS);
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(1_000);
    const rows: { count: number }[] = await stack.dataSource.query(
      'SELECT count(*)::integer AS count FROM messages WHERE channel_id = $1',
      [channel.id],
    );
    expect(rows[0]?.count).toBe(SOCKETS);
    for (const client of clients) client.close();
  });

  it('LIV-009 does not wait for a connection that never said a word, and lets a slow upload go after seconds', async () => {
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const port = Number(new URL(backend.url).port);
    const silent = connect(port, '127.0.0.1');
    const slow = connect(port, '127.0.0.1');
    await Promise.all([once(silent, 'connect'), once(slow, 'connect')]);
    for (const socket of [silent, slow]) socket.on('error', () => {});
    slow.write(
      'PUT /uploads/none HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: 1000\r\n\r\nhalf',
    );
    const began = Date.now();
    expect(await backend.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(9_000);
    silent.destroy();
    slow.destroy();
  });
});
