import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { TEST_CERTIFICATE, waitUntil } from '@oniverse/testing';
import { Cluster, Redis } from 'ioredis';
import { redisProviders } from './connections.js';
import { createLogger } from './logging.js';
import { parseRedisSettings, REDIS_FORMS } from './redis-settings.js';

type Answers = Record<string, string>;

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const infoOf = (mode: string): Answers => ({
  info: bulk(`# Server\r\nredis_version:8.0.0\r\nredis_mode:${mode}\r\n`),
});

/** Answers these commands, and `OK` to the others of a new connection. */
async function listen(server: Server, answers: Answers): Promise<string> {
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const commands = chunk.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm);
      for (const [, name = ''] of commands) socket.write(answers[name.toLowerCase()] ?? '+OK\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `127.0.0.1:${address.port}`;
}

/** Opens the connection that every process has. */
function connect(env: Record<string, string>) {
  const logger = createLogger('test', 'silent');
  const fatal = jest.spyOn(logger, 'fatal');
  const exit = jest.spyOn(process, 'exit').mockImplementation(jest.fn<typeof process.exit>());
  const redis: unknown = redisProviders(['limits'])[0]?.useFactory(
    { redis: parseRedisSettings(env) },
    logger,
  );
  if (!(redis instanceof Redis || redis instanceof Cluster))
    throw new Error('The provider opened no connection.');
  return { redis, fatal, exit };
}

describe('redisProviders', () => {
  const servers: Server[] = [];

  afterEach(() => {
    jest.restoreAllMocks();
    for (const server of servers.splice(0)) server.close();
  });

  const start = (answers: Answers, server = createServer()) => {
    servers.push(server);
    return listen(server, answers);
  };

  it.each([
    ['a node of a Cluster', 'redis://', '', infoOf('cluster'), 'cluster'],
    ['a Sentinel', 'redis://', '', infoOf('sentinel'), 'sentinel'],
    [
      'no Cluster',
      'redis+cluster://',
      '',
      { cluster: '-ERR This instance has cluster support disabled\r\n' },
      'cluster support disabled',
    ],
    [
      'no Sentinel',
      'redis+sentinel://',
      '/mymaster',
      { sentinel: "-ERR unknown command 'sentinel', with args beginning with: \r\n" },
      'unknown command',
    ],
    ['Sentinels of another master', 'redis+sentinel://', '/mymaster', { sentinel: '*-1\r\n' }, 'null'],
  ])('LIV-130 end the process with the forms if Redis is %s', async (_, scheme, path, answers, found) => {
    const { redis, fatal, exit } = connect({ REDIS_URL: `${scheme}${await start(answers)}${path}` });
    await waitUntil('the end of the process', () => exit.mock.calls.length > 0);
    redis.disconnect();
    expect(fatal).toHaveBeenCalledWith(
      { found: expect.stringContaining(found) },
      expect.stringContaining(REDIS_FORMS),
    );
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('LIV-130 use a single server', async () => {
    const { redis, fatal, exit } = connect({ REDIS_URL: `redis://${await start(infoOf('standalone'))}` });
    await once(redis, 'ready');
    await redis.ping();
    redis.disconnect();
    expect(fatal).not.toHaveBeenCalled();
    expect(exit).not.toHaveBeenCalled();
  });

  it('LIV-130 ask the Sentinels again if the former master refuses writes', async () => {
    const answers: Answers = { ...infoOf('standalone'), set: '-READONLY A replica takes no writes.\r\n' };
    const address = await start(answers);
    answers['sentinel'] = `*2\r\n${address.split(':').map(bulk).join('')}`;
    const { redis } = connect({ REDIS_URL: `redis+sentinel://${address}/mymaster` });
    await once(redis, 'ready');
    const again = once(redis, 'reconnecting');
    await expect(redis.set('key', 'value')).rejects.toThrow('READONLY');
    await again;
    redis.disconnect();
  });

  it('LIV-130 trust a private authority, and prove who they are', async () => {
    const { cert, key } = TEST_CERTIFICATE;
    const server = createTlsServer({ cert, key, ca: cert, requestCert: true, rejectUnauthorized: true });
    const address = await start(infoOf('standalone'), server);
    const dir = await mkdtemp(join(tmpdir(), 'oniverse-tls-'));
    const files = {
      REDIS_CA_FILE: join(dir, 'ca'),
      REDIS_CERT_FILE: join(dir, 'ca'),
      REDIS_KEY_FILE: join(dir, 'key'),
    };
    await Promise.all([writeFile(files.REDIS_CA_FILE, cert), writeFile(files.REDIS_KEY_FILE, key)]);

    const { redis } = connect({ REDIS_URL: `rediss://${address}`, ...files });
    await once(redis, 'ready');
    redis.disconnect();
    const stranger = connect({ REDIS_URL: `rediss://${address}` }).redis;
    const [error]: unknown[] = await once(stranger, 'error');
    stranger.disconnect();
    expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await rm(dir, { recursive: true });
  });
});
