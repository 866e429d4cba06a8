import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { reservePort } from './port-reservation.js';

// Below the ranges that Linux (from 32768) and macOS (from 49152) hand to outgoing connections: a client that
// keeps trying to reach a stopped server of ours would otherwise, now and then, be given that very port and
// connect to itself, and the server could not come back.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/**
 * Finds a free TCP port: the preferred one, else the next free one above it; without a preference any free one
 * outside the range of outgoing connections, which is kept for the caller for a minute. `host` is the address that
 * will be listened on.
 * Throws when 200 ports in a row are taken, or when `host` is no address of this machine.
 */
export async function freePort(preferred?: number, host = '127.0.0.1'): Promise<number> {
  const first = preferred ?? randomInt(LOWEST, HIGHEST - ATTEMPTS);
  for (let port = first; port < Math.min(first + ATTEMPTS, 65_536); port += 1) {
    if ((await isFree(port, host)) && (preferred !== undefined || (await reservePort(port)))) return port;
  }
  throw new Error(`No free port on ${host} from ${first} on.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  // macOS lets a second server listen on 127.0.0.1 beside one on all addresses, and a browser that opens
  // "localhost" may try ::1 first: whoever answers there owns the port as well.
  if (await answers(port, '127.0.0.1')) return false;
  if (await answers(port, '::1')) return false;
  return canListen(port, host);
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
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
