import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { identifyProcess } from './process-identity.js';
import { startRedis } from './redis.js';
import { sleep } from './sleep.js';

/** Shared, so that a missing Redis is unpacked only once. */
let binDir: string;
let home: string;
const running: { stop(): Promise<void> }[] = [];

const options = () => ({ dataDir: join(home, 'redis'), password: 'p ä"\\%:@/', binDir });

async function start(more: Partial<Parameters<typeof startRedis>[0]> = {}) {
  const server = await startRedis({ ...options(), ...more });
  running.push(server);
  return server;
}

async function withClient<T>(url: string, action: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    return await action(client);
  } finally {
    client.disconnect();
  }
}

beforeAll(async () => {
  binDir = await mkdtemp(join(tmpdir(), 'oniverse-bin-'));
});

afterAll(async () => {
  await rm(binDir, { recursive: true, force: true });
});

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-redis-'));
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(home, { recursive: true, force: true });
});

describe('startRedis', () => {
  it('requires its password, evicts nothing, and can be stopped twice', async () => {
    const server = await start();
    expect(await withClient(server.url, (client) => client.config('GET', 'maxmemory-policy'))).toContain(
      'noeviction',
    );
    await expect(withClient(`redis://127.0.0.1:${server.port}`, (client) => client.get('x'))).rejects.toThrow(
      'NOAUTH',
    );
    await server.stop();
    await server.stop();
    expect(identifyProcess(server.pid)).toBeUndefined();
  });

  it('keeps its data across restarts on another port', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.set('kept', 'yes'));
    await first.stop();
    const second = await start();
    expect(second.port).not.toBe(first.port);
    expect(await withClient(second.url, (client) => client.get('kept'))).toBe('yes');
  });

  it('recovers on the same port after a kill', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.set('kept', 'yes'));
    process.kill(first.pid, 'SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start({ port: first.port });
    expect(await withClient(second.url, (client) => client.get('kept'))).toBe('yes');
  });

  it('stops a left-over server on the folder and takes its port', async () => {
    const leftOver = await start({ boundToParent: false });
    await withClient(leftOver.url, (client) => client.set('kept', 'yes'));
    const server = await start({ port: leftOver.port });
    expect(await leftOver.ended).toEqual({ code: 0, signal: null });
    expect(await withClient(server.url, (client) => client.get('kept'))).toBe('yes');
  });

  it('reports why it does not start, with the end of the server’s log', async () => {
    const blocker = await start();
    await expect(start({ dataDir: join(home, 'second'), port: blocker.port })).rejects.toThrow(
      /ended while it was starting[\s\S]*Address already in use/,
    );
  });

  it('ends when its parent process is killed', async () => {
    const library = fileURLToPath(new URL('../dist/index.js', import.meta.url));
    const script = `
      const { startRedis } = await import(${JSON.stringify(library)});
      const server = await startRedis(${JSON.stringify(options())});
      console.log(server.pid);
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line]: unknown[] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    expect(identifyProcess(pid)?.command).toContain('redis');
    parent.kill('SIGKILL');
    for (let attempt = 0; attempt < 200 && identifyProcess(pid) !== undefined; attempt += 1) await sleep(25);
    expect(identifyProcess(pid)).toBeUndefined();
  });
});
