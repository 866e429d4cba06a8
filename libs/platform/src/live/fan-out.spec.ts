import { createServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIVE_PATH, ROOMS } from '@oniverse/contracts';
import { LiveClient, waitUntil } from '@oniverse/testing';
import { Server, type Socket } from 'socket.io';
import { FanOut } from './fan-out.js';

describe('FanOut', () => {
  let server: Server;
  let fanOut: FanOut;
  let client: LiveClient;
  let socket: Socket;
  let connection: NetSocket;

  beforeEach(async () => {
    const http = createServer();
    server = new Server(http, {
      path: LIVE_PATH,
      transports: ['websocket'],
      perMessageDeflate: false,
      // Later, as the adapter decides.
      allowRequest: (_request, decide) => void Promise.resolve().then(() => decide(null, true)),
    });
    fanOut = new FanOut(server);
    await new Promise<void>((resolve) => {
      http.listen(0, '127.0.0.1', resolve);
    });
    const { port }: Pick<AddressInfo, 'port'> = Object(http.address());
    client = await LiveClient.connect(`http://127.0.0.1:${port}`);
    const [only] = server.of('/').sockets.values();
    if (!only) throw new Error('The client has no socket.');
    socket = only;
    connection = socket.conn.request.socket;
    await socket.join(ROOMS.waitlist);
  });

  afterEach(async () => {
    client.close();
    await server.close();
  });

  const counts = (): number[] => client.payloads('waitlist:count').map(({ count }) => count);

  /** Counts the calls that write to the connection, in pieces or together. */
  const countWrites = (to: NetSocket = connection): { calls: number } => {
    const writes = { calls: 0 };
    const { _write: one, _writev: several } = to;
    to._write = (...args) => {
      writes.calls += 1;
      one.apply(to, args);
    };
    if (several) {
      to._writev = (...args) => {
        writes.calls += 1;
        several.apply(to, args);
      };
    }
    return writes;
  };

  it('LIV-002 writes the events of one turn to a socket in one call, in order', async () => {
    await socket.join('another room');
    const writes = countWrites();
    fanOut.send('waitlist:count', ROOMS.waitlist, { count: 1 });
    fanOut.send('waitlist:count', 'another room', { count: 2 });
    fanOut.send('waitlist:count', 'a room of nobody', { count: 99 });
    fanOut.send('waitlist:count', ROOMS.waitlist, { count: 3 });
    await waitUntil('all three', () => counts().length === 3);
    expect(counts()).toEqual([1, 2, 3]);
    expect(writes.calls).toBe(1);
  });

  it('OPS-110 answers a handshake and sends the first packet in one call', async () => {
    let writes = { calls: 0 };
    server.httpServer.prependOnceListener('upgrade', (_request, newConnection: NetSocket) => {
      writes = countWrites(newConnection);
    });
    const { port }: Pick<AddressInfo, 'port'> = Object(server.httpServer.address());
    const other = await LiveClient.connect(`http://127.0.0.1:${port}`);
    other.close();
    // The second one answers the client's own first packet.
    expect(writes.calls).toBe(2);
  });

  it('LIV-002 keeps the order among packets that socket.io sends', async () => {
    for (let count = 1; count <= 9; count += 3) {
      socket.emit('waitlist:count', { count });
      socket.emit('waitlist:count', { count: count + 1 });
      fanOut.send('waitlist:count', ROOMS.waitlist, { count: count + 2 });
      await new Promise((resolve) => {
        process.nextTick(resolve);
      });
    }
    await waitUntil('all nine', () => counts().length === 9);
    expect(counts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('does not reach a socket that has left, and ignores a closed one', async () => {
    await socket.leave(ROOMS.waitlist);
    fanOut.send('waitlist:count', ROOMS.waitlist, { count: 1 });
    socket.emit('waitlist:count', { count: 2 });
    await waitUntil('the marker', () => counts().includes(2));
    expect(counts()).toEqual([2]);
    await socket.join(ROOMS.waitlist);
    connection.destroy();
    expect(() => fanOut.send('waitlist:count', ROOMS.waitlist, { count: 3 })).not.toThrow();
    await waitUntil('the end', () => server.of('/').sockets.size === 0);
  });
});
