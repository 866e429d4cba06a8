import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { TEST_CERTIFICATE } from '@oniverse/testing';
import { DatabaseClient, DatabasePool } from './database-client.js';

/** A message of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >> 16), int16(value & 65_535)]);
const TEXT = 25;
const BOOLEAN = 16;
const READY = message('Z', 'I');
const AUTHENTICATED = Buffer.concat([message('R', int32(0)), READY]);

/** Returns the answer to a statement: one row, or an error. */
const row = (columns: Readonly<Record<string, string | boolean>>): Buffer => {
  const entries = Object.entries(columns);
  const types = entries.flatMap(([name, value]) => [
    `${name}\0`,
    int32(0),
    int16(0),
    int32(typeof value === 'boolean' ? BOOLEAN : TEXT),
    int16(0),
    int32(0),
    int16(0),
  ]);
  const values = entries.flatMap(([, value]) => {
    const text = typeof value === 'boolean' ? (String(value)[0] ?? '') : value;
    return [int32(text.length), text];
  });
  return Buffer.concat([
    message('T', int16(entries.length), ...types),
    message('D', int16(entries.length), ...values),
    message('C', 'SELECT 1\0'),
    READY,
  ]);
};
const error = (code: string): Buffer =>
  Buffer.concat([message('E', `SERROR\0VERROR\0C${code}\0Mrefused\0\0`), READY]);

/** A server as far as its clients can tell. It is a standby without a timeline. */
class Host {
  timeline: string | undefined;
  /** Answers nothing, like a host that is cut off. */
  isSilent = false;
  /** The statements apart from the question for its state. */
  readonly statements: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(timeline?: string): Promise<Host> {
    const server = createServer();
    const host = new Host(server);
    host.timeline = timeline;
    server.on('connection', (socket) => host.serve(socket));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return host;
  }

  get name(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not started');
    return `127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      if (this.isSilent) return;
      socket.write(AUTHENTICATED);
      socket.on('data', (data) => this.answer(socket, data));
    });
  }

  private answer(socket: Socket, data: Buffer): void {
    if (data.toString('latin1', 0, 1) !== 'Q' || this.isSilent) return;
    const statement = data.toString('utf8', 5, data.length - 1);
    if (statement.includes('timeline')) {
      socket.write(row({ isReadOnly: this.timeline === undefined, timeline: this.timeline ?? '' }));
      return;
    }
    this.statements.push(statement);
    socket.write(this.timeline === undefined ? error('25006') : row({ port: this.name }));
  }
}

describe('DatabaseClient', () => {
  it('LIV-118 verifies its server by the authority in the file that the address names', () => {
    const file = fileURLToPath(import.meta.url);
    const client = new DatabaseClient({
      connectionString: `postgres://member@stars.example/stars?sslmode=verify-full&sslrootcert=${file}`,
    });
    expect(client.ssl).toEqual({ ca: readFileSync(file, 'utf8') });
  });

  it('LIV-118 shows a server that asks for one the certificate that the address names', async () => {
    const { cert, key } = TEST_CERTIFICATE;
    const dir = await mkdtemp(join(tmpdir(), 'oniverse-database-'));
    const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
    const demanding = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true };
    const secured = createTlsServer(demanding, (socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(AUTHENTICATED));
    });
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // The client asks whether the server has TLS.
      socket.once('data', () => {
        socket.write('S');
        secured.emit('connection', socket);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
    const connect = async (own: string): Promise<void> => {
      const address = `postgres://member:secret@127.0.0.1:${port}/stars?sslmode=verify-full&sslrootcert=${certFile}${own}`;
      const client = new DatabaseClient({ connectionString: address });
      await client.connect();
      await client.end();
    };
    try {
      await connect(`&sslcert=${certFile}&sslkey=${keyFile}`);
      await expect(connect('')).rejects.toThrow('certificate required');
    } finally {
      server.close();
      await rm(dir, { recursive: true });
    }
  });
});

describe('connections to a database with several hosts', () => {
  let hosts: Host[] = [];

  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(hosts.map((host) => host.stop()));
    hosts = [];
  });

  /** Starts two hosts with these timelines; one without is a standby. */
  const start = async (first: string | undefined, second: string | undefined): Promise<[Host, Host]> => {
    const started: [Host, Host] = [await Host.start(first), await Host.start(second)];
    hosts = started;
    return started;
  };
  const address = (): string =>
    `postgres://member:secret@${hosts[0]?.name}/stars?hosts=${hosts.map(({ name }) => name).join(',')}`;
  const write = async (): Promise<void> => {
    const client = new DatabaseClient({ connectionString: address() });
    await client.connect();
    try {
      await client.query('UPDATE stars');
    } finally {
      await client.end();
    }
  };
  const poolOf = async (queryTimeoutMs: number): Promise<DatabasePool> => {
    const pool = new DatabasePool({ connectionString: address(), query_timeout: queryTimeoutMs });
    pool.on('error', () => {});
    const clients = [await pool.connect(), await pool.connect()];
    for (const client of clients) client.release();
    expect(pool.idleCount).toBe(2);
    return pool;
  };
  const writeOn = async (pool: DatabasePool): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('UPDATE stars');
    } finally {
      client.release();
    }
  };
  /** Makes answers old that later connections would share. */
  const passTime = (): void => {
    const now = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(now);
  };

  it('LIV-115 lead to the one that accepts writes', async () => {
    const [standby, primary] = await start(undefined, '00000001');
    await write();
    expect([standby.statements, primary.statements]).toEqual([[], ['UPDATE stars']]);
  });

  it('LIV-115 do not wait for a silent host if another one accepts writes', async () => {
    const [silent, primary] = await start('00000001', '00000001');
    silent.isSilent = true;
    await write();
    expect(primary.statements).toEqual(['UPDATE stars']);
  });

  it('LIV-115 reject while no host accepts writes, as an outage with the state of each', async () => {
    const [standby, silent] = await start(undefined, '00000001');
    silent.isSilent = true;
    await expect(write()).rejects.toMatchObject({
      message: `No host of the database accepts writes: ${standby.name} Error: is read-only; ${silent.name} Error: timeout expired`,
      errors: [{ code: '25006' }, { message: 'timeout expired' }],
    });
  });

  it('LIV-116 lead to the newest of two primaries, and never back to a former one', async () => {
    const [former, primary] = await start('0000000A', '0000000B');
    await write();
    passTime();
    primary.isSilent = true;
    await expect(write()).rejects.toThrow(`${former.name} Error: is a former primary`);
    expect([former.statements, primary.statements]).toEqual([[], ['UPDATE stars']]);
  });

  it('LIV-117 of a pool are dropped, with the idle ones, when their server no longer accepts writes', async () => {
    const [primary, standby] = await start('00000001', undefined);
    const pool = await poolOf(60_000);
    primary.timeline = undefined;
    standby.timeline = '00000002';
    passTime();
    await expect(writeOn(pool)).rejects.toMatchObject({ code: '25006' });
    expect(pool.totalCount).toBe(0);
    await writeOn(pool);
    expect(standby.statements).toEqual(['UPDATE stars']);
    await pool.end();
  });

  it('LIV-117 OPS-158 of a pool are dropped, with the idle ones, when their server does not answer, and named', async () => {
    const [primary] = await start('00000001', undefined);
    const pool = await poolOf(50);
    const names: string[] = [];
    pool.onStatement = (_, nameOf) => names.push(nameOf());
    primary.isSilent = true;
    await expect(writeOn(pool)).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
    expect(names).toEqual(['UPDATE stars']);
    await pool.end();
  });
});
