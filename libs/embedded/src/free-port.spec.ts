import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.js';

const servers: Server[] = [];

function listen(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
});

describe('freePort', () => {
  it('returns the preferred port if it is free', async () => {
    const port = await freePort();
    expect(await freePort(port)).toBe(port);
  });

  it('skips a taken port', async () => {
    const port = await freePort();
    await listen(port, '127.0.0.1');
    expect(await freePort(port)).toBeGreaterThan(port);
  });

  it('treats a port as taken if a server listens on all addresses', async () => {
    const port = await freePort();
    await listen(port, '0.0.0.0');
    expect(await freePort(port)).toBeGreaterThan(port);
  });

  it('stays below the ports for outgoing connections', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const port = await freePort();
      expect(port).toBeGreaterThanOrEqual(20_000);
      expect(port).toBeLessThan(32_768);
    }
  });

  it('rejects an address of another machine', async () => {
    await expect(freePort(undefined, '192.0.2.1')).rejects.toThrow('Cannot listen on 192.0.2.1');
  });
});
