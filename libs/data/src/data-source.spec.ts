import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDataSource } from './data-source.js';

/** A message of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDING = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

describe('createDataSource', () => {
  let server: Server;
  let url: string;
  let accepted = 0;

  beforeEach(async () => {
    accepted = 0;
    server = createServer((socket: Socket) => {
      accepted += 1;
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDING])));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    url = `postgres://member:secret@127.0.0.1:${address.port}/stars`;
  });

  afterEach(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('rejects, without ending the process, when a connection closes immediately after checkout', async () => {
    const dataSource = createDataSource(url);
    await expect(dataSource.initialize()).rejects.toThrow(/connection|postmaster/i);
    expect(accepted).toBeGreaterThan(1);
  });
});
