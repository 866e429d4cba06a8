import { parentPort, workerData } from 'node:worker_threads';
import { LIVE_PATH } from '@oniverse/contracts';
import { WebSocket } from 'ws';
import type { FloodData } from './floods.js';

// The thread of a flood: sockets without a session, each from an address of its own, send one packet again and again, and
// return at once when they are closed. Sends its counts when asked to stop.

/** What a socket writes in one round of the event loop. Without a bound, it would write to a closed connection without end. */
const PACKETS_AT_ONCE = 8;
/** What a socket writes before it waits for the network. */
const BUFFERED_BYTES = 131_072;

const { url, sockets, packet }: FloodData = workerData;
const address = `${url.replace(/^http/, 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`;
const counts = { opened: 0, refused: 0, packets: 0 };
let isStopped = false;

function send(socket: WebSocket): void {
  if (isStopped || socket.readyState !== WebSocket.OPEN) return;
  for (let sent = 0; sent < PACKETS_AT_ONCE && socket.bufferedAmount < BUFFERED_BYTES; sent += 1) {
    socket.send(packet);
    counts.packets += 1;
  }
  setImmediate(() => send(socket));
}

function open(n: number): void {
  if (isStopped) return;
  const socket = new WebSocket(address, {
    perMessageDeflate: false,
    headers: { 'x-forwarded-for': `10.1.0.${n}` },
  });
  // Enters the namespace first: packets before that would only close the connection.
  socket.on('open', () => socket.send('40'));
  socket.on('message', (data) => {
    if (!Buffer.isBuffer(data) || !data.toString().startsWith('40')) return;
    counts.opened += 1;
    send(socket);
  });
  // A close follows.
  socket.on('error', () => {});
  socket.on('unexpected-response', (request) => {
    counts.refused += 1;
    request.destroy();
  });
  socket.on('close', () => setImmediate(() => open(n)));
}

parentPort?.once('message', () => {
  isStopped = true;
  parentPort?.postMessage(counts, []);
  parentPort?.close();
});
for (let n = 1; n <= sockets; n += 1) open(n);
