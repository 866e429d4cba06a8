import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { reservePort } from './port-reservation.js';

// Below the ports for outgoing connections of Linux (from 32768) and macOS (from 49152). Otherwise a client that retries
// a stopped server can be assigned the same port, connect to itself, and block the server from restarting.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/**
 * Finds a free TCP port: the preferred or next free one above; by default a random one, reserved for a minute.
 * @throws Error if 200 ports in a row are taken, or `host` is not an address of this machine
 */
export async function freePort(preferred?: number, host = '127.0.0.1'): Promise<number> {
  const first = preferred ?? randomInt(LOWEST, HIGHEST - ATTEMPTS);
  for (let port = first; port < Math.min(first + ATTEMPTS, 65_536); port += 1) {
    if ((await isFree(port, host)) && (preferred !== undefined || (await reservePort(port)))) return port;
  }
  throw new Error(`No free port on ${host} from ${first} upwards.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  // macOS allows a server on 127.0.0.1 next to one on all addresses, and browsers may resolve "localhost" to ::1 first,
  // so a server on either address occupies the port.
  if (await answers(port, '127.0.0.1')) return false;
  if (await answers(port, '::1')) return false;
  return canListen(port, host);
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const finish = (isAnswered: boolean) => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(new Error(`Cannot listen on ${host}: ${error.message}`, { cause: error }));
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });
}
