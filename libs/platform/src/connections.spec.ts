import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { ONE_REDIS_SERVER } from './variables.js';
import { redisProviders } from './connections.js';
import { createLogger } from './logging.js';

/** Answers `INFO` as a server of that mode does, and `OK` to the other commands of a new connection. */
async function startRedisOf(mode: string) {
  const info = `# Server\r\nredis_version:8.0.0\r\nredis_mode:${mode}\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const command of chunk
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        socket.write(/^\$4\r\ninfo\r\n/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, redisUrl: `redis://127.0.0.1:${address.port}` };
}

/** Opens the connection that every process has, and waits for its first answer after it is ready. */
async function connectTo(mode: string) {
  const { server, redisUrl } = await startRedisOf(mode);
  const logger = createLogger('test', 'silent');
  const fatal = jest.spyOn(logger, 'fatal');
  const exit = jest.spyOn(process, 'exit').mockImplementation(jest.fn<typeof process.exit>());
  const redis: unknown = redisProviders(['limits'])[0]?.useFactory({ redisUrl }, logger);
  if (!(redis instanceof Redis)) throw new Error('The provider opened no connection.');
  await once(redis, 'ready');
  await redis.ping();
  redis.disconnect();
  server.close();
  return { fatal, exit };
}

describe('redisProviders', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(['cluster', 'sentinel'])(
    'LIV-027 end the process with the reason if Redis is a %s',
    async (mode) => {
      const { fatal, exit } = await connectTo(mode);
      expect(fatal).toHaveBeenCalledWith({ mode }, ONE_REDIS_SERVER);
      expect(exit).toHaveBeenCalledWith(1);
    },
  );

  it('LIV-027 use a single server', async () => {
    const { fatal, exit } = await connectTo('standalone');
    expect(fatal).not.toHaveBeenCalled();
    expect(exit).not.toHaveBeenCalled();
  });
});
