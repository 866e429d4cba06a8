import { mkdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres } from './postgres.js';
import { assertCanEnter } from './postgres-user.js';
import { identifyProcess } from './process-identity.js';

let home: string;
const running: { stop(): Promise<void> }[] = [];

const options = () => ({ dataDir: join(home, 'postgres'), password: 'p ä"%:@/', database: 'a "test"' });

async function start(more: Partial<Parameters<typeof startPostgres>[0]> = {}) {
  const server = await startPostgres({ ...options(), ...more });
  running.push(server);
  return server;
}

async function query(port: number, text: string, password = options().password): Promise<unknown[]> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: options().database,
  });
  // A killed server is reported here in addition to the failed query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-postgres-'));
  // PostgreSQL runs as another user if root runs the tests.
  await chmod(home, 0o711);
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(home, { recursive: true, force: true });
});

describe('startPostgres', () => {
  it('runs PostgreSQL 18, requires its password, and can be stopped twice', async () => {
    const server = await start({ durable: false });
    expect(decodeURIComponent(new URL(server.url).password)).toBe(options().password);
    expect(await query(server.port, 'SHOW server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(/^18/) },
    ]);
    expect(await query(server.port, 'SHOW max_connections')).toEqual([{ max_connections: '200' }]);
    expect(await query(server.port, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
    await expect(query(server.port, 'SELECT 1', 'wrong')).rejects.toThrow('password authentication failed');

    await server.stop();
    await server.stop();
    expect(identifyProcess(server.pid)).toBeUndefined();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('keeps its data across restarts on another port', async () => {
    const first = await start();
    await query(first.port, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = await start();
    expect(second.port).not.toBe(first.port);
    expect(await query(second.port, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('recovers all acknowledged writes on the same port after a kill', async () => {
    const first = await start();
    await query(first.port, 'CREATE TABLE kept (n int)');
    const busy = query(first.port, 'SELECT pg_sleep(60)').catch(() => 'cut off');
    await query(first.port, 'INSERT INTO kept SELECT generate_series(1, 1000)');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start({ port: first.port });
    expect(await query(second.port, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
    expect(await busy).toBe('cut off');
  });

  it('stops a left-over server on the folder and takes its port', async () => {
    const leftOver = await start({ boundToParent: false });
    const server = await start({ port: leftOver.port });
    expect(await leftOver.ended).toEqual({ code: 0, signal: null });
    expect(await query(server.port, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ignores the lock file of a dead server, even if another process has its id', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(options().dataDir, 'postmaster.pid'), `${process.pid}\n${options().dataDir}\n`);
    const second = await start();
    expect(await query(second.port, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports why it does not start, with the end of the server’s log', async () => {
    const first = await start();
    await first.stop();
    await expect(start({ password: 'another' })).rejects.toThrow('rejects the stored password');

    const blocker = await start();
    await expect(start({ dataDir: join(home, 'second'), port: blocker.port })).rejects.toThrow(
      /ended while it was starting[\s\S]*Address already in use/,
    );

    await blocker.stop();
    await writeFile(join(options().dataDir, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('from PostgreSQL 17, but this is PostgreSQL 18');
  });

  it('writes its log to the given file and reports slow steps', async () => {
    const logFile = join(home, 'logs', 'database.log');
    const lines: string[] = [];
    const server = await start({ logFile, onProgress: (line) => lines.push(line) });
    expect(await readFile(server.logFile, 'utf8')).toContain('ready to accept connections');
    expect(lines).toEqual(['PostgreSQL: creating a new database']);
  });
});

describe('assertCanEnter', () => {
  it('names the blocking folder and the command that fixes it', async () => {
    const closed = join(home, 'closed');
    await mkdir(join(closed, 'deep'), { recursive: true });
    await chmod(closed, 0o700);
    const nobody = { uid: 65_534, gid: 65_534 };
    expect(() => assertCanEnter(nobody, [join(closed, 'deep', 'data')])).toThrow(
      `cannot enter ${closed}. Grant access with: chmod o+x '${closed}'`,
    );
    await chmod(closed, 0o711);
    expect(() => assertCanEnter(nobody, [join(closed, 'deep', 'data')])).not.toThrow();
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('is called before root starts the server', async () => {
    const closed = join(home, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(start({ dataDir: join(closed, 'postgres') })).rejects.toThrow(`chmod o+x '${closed}'`);
  });
});
