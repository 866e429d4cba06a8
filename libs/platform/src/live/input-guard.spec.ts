import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIVE_PATH, SOCKET_INPUT } from '@oniverse/contracts';
import { LiveClient, waitUntil } from '@oniverse/testing';
import { Server, type Socket } from 'socket.io';
import { InputGuard } from './input-guard.js';

const { visitors, members } = SOCKET_INPUT;
/** An empty websocket frame of a client: a ping, or the continuation of a message without an end. */
const frame = (start: number): Buffer => Buffer.from([start, 0x80, 0, 0, 0, 0]);
const PING = frame(0x89);
const CONTINUATION = frame(0x00);

describe('InputGuard', () => {
  let server: Server;
  let guard: InputGuard;
  let client: LiveClient;
  let socket: Socket;
  let port: number;
  const report = jest.fn();
  let decoded: string[];

  beforeEach(async () => {
    report.mockClear();
    decoded = [];
    const http = createServer();
    server = new Server(http, { path: LIVE_PATH, transports: ['websocket'], perMessageDeflate: false });
    guard = new InputGuard(server, report);
    await new Promise<void>((resolve) => {
      http.listen(0, '127.0.0.1', resolve);
    });
    const address: Pick<AddressInfo, 'port'> = Object(http.address());
    port = address.port;
    client = await LiveClient.connect(`http://127.0.0.1:${port}`);
    client.socket.io.reconnection(false);
    const [only] = server.of('/').sockets.values();
    if (!only) throw new Error('The client has no socket.');
    socket = only;
    socket.onAny((event: string) => decoded.push(event));
  });

  afterEach(async () => {
    client.close();
    await server.close();
  });

  const send = (packet: string): void => void client.socket.io.engine.write(packet);
  const sendOfLength = (length: number): void => send(`2["${'x'.repeat(length - 5)}"]`);
  const closed = (): Promise<void> => waitUntil('the end of the connection', () => socket.disconnected);

  it('LIV-037 closes the connection of a visitor that sends a large packet, and does not decode it', async () => {
    // One byte of each packet is its type.
    sendOfLength(visitors.packetBytes);
    await waitUntil('the largest packet', () => decoded.length === 1);
    sendOfLength(visitors.packetBytes + 1);
    send('2["later"]');
    await closed();
    expect(decoded).toHaveLength(1);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('LIV-037 lets a member send the largest packet, until they sent too many bytes', async () => {
    guard.admitMember(socket.conn);
    const possible = Math.floor(members.bytes.burst / members.packetBytes);
    for (let sent = 0; sent < 2 * possible; sent += 1) sendOfLength(members.packetBytes);
    await closed();
    expect(decoded.length).toBeGreaterThan(possible / 2);
    expect(decoded.length).toBeLessThan(1.5 * possible);
  });

  it('LIV-037 decodes no packet above the number that a connection may send, also if it joins again', async () => {
    guard.admitMember(socket.conn);
    socket.onAny(() => guard.admitMember(socket.conn));
    for (let sent = 0; sent < 3 * members.packets.burst; sent += 1) send('2["x"]');
    await closed();
    expect(decoded.length).toBeLessThan(2 * members.packets.burst);
  });

  it.each([
    ['pings', PING],
    ['fragments', Buffer.concat([frame(0x01), CONTINUATION])],
  ])('LIV-037 counts %s, which are no packets', async (_, frames) => {
    const raw = connect(port, '127.0.0.1');
    raw.on('error', () => {});
    raw.write(
      `GET ${LIVE_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await once(raw, 'data');
    raw.write(frames);
    const count = (2 * visitors.bytes.burst) / CONTINUATION.length;
    raw.write(Buffer.concat(Array.from({ length: count }, () => (frames === PING ? PING : CONTINUATION))));
    raw.resume();
    // The close may follow an error, the reset of the connection.
    await new Promise((resolve) => {
      raw.once('close', resolve);
    });
    expect(report).toHaveBeenCalledTimes(1);
  });
});
