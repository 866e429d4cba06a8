import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, identifyProcess, sleep } from '@oniverse/embedded';
import type { Commands } from './commands.js';
import { field } from './kept-file.js';

// A start command of its own for each test, with pretended programs, in a process that can be killed.

let home: string;
let port: number;
const started: ChildProcess[] = [];

/** A program that behaves as the script says, and leaves its number in a file. */
function pretend(name: string, script: string) {
  const mark = `require('node:fs').writeFileSync(${JSON.stringify(join(home, `${name}.pid`))}, String(process.pid));`;
  return { name, command: process.execPath, args: ['-e', mark + script], cwd: home };
}

const SERVES = `
  require('node:http').createServer((_, answer) => answer.end('hello')).listen(process.env.PORT, process.env.HOST,
    () => process.send({ type: 'ready' }));
  process.on('SIGTERM', () => { console.log('ending'); process.exit(0); });`;
const WORKS = `
  process.send({ type: 'ready' });
  process.on('SIGTERM', () => process.exit(0));
  setInterval(() => undefined, 1000);`;

function commands(scripts: Partial<Record<keyof Omit<Commands, 'clientDir'>, string>>): Commands {
  return {
    migrate: pretend('migrate', scripts.migrate ?? ''),
    backend: pretend('backend', scripts.backend ?? SERVES),
    worker: pretend('worker', scripts.worker ?? WORKS),
    buildClient: pretend('client-build', scripts.buildClient ?? ''),
    clientDir: join(home, 'client'),
  };
}

const OWN_SERVERS = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

class Starter {
  output = '';
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    const collect = (chunk: unknown) => {
      this.output += String(chunk);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    this.ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  }

  async says(text: string): Promise<void> {
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      if (this.output.includes(text)) return;
      if (this.child.exitCode !== null) break;
      await sleep(25);
    }
    await Promise.race([this.ended, sleep(500)]);
    if (!this.output.includes(text)) throw new Error(`It never said '${text}', but:\n${this.output}`);
  }
}

function start(fakes = commands({}), env: Record<string, string> = OWN_SERVERS): Starter {
  const compiled = fileURLToPath(new URL('../dist/start', import.meta.url));
  const script = `
    const { runOniverse } = await import(${JSON.stringify(join(compiled, 'run.js'))});
    const { readSettings } = await import(${JSON.stringify(join(compiled, 'settings.js'))});
    const { startPlay } = await import(${JSON.stringify(join(compiled, 'start-play.js'))});
    const { Terminal } = await import(${JSON.stringify(join(compiled, 'terminal.js'))});
    const terminal = new Terminal((text) => process.stdout.write(text));
    const settings = readSettings(${JSON.stringify(home)}, process.env);
    process.exitCode = await runOniverse(settings, startPlay(${JSON.stringify(fakes)}), terminal);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that a test can do what a terminal does at Ctrl-C.
    detached: true,
    env: { PATH: process.env['PATH'], PORT: String(port), ONIVERSE_DATA: join(home, 'data'), ...env },
  });
  started.push(child);
  return new Starter(child);
}

const ready = () => `Oniverse is ready: http://localhost:${port}\n`;
const numberOf = (name: string) => Number(readFileSync(join(home, `${name}.pid`), 'utf8'));
const runs = (name: string) => identifyProcess(numberOf(name)) !== undefined;
const page = async (at = port) => (await fetch(`http://127.0.0.1:${at}/`)).text();

function pressCtrlC({ child }: Starter): void {
  process.kill(-(child.pid ?? 0), 'SIGINT');
}

async function until(what: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !what(); attempt += 1) await sleep(25);
  expect(what()).toBe(true);
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-start-'));
  // PostgreSQL's own user must be able to pass when root runs the tests.
  await chmod(home, 0o711);
  await mkdir(join(home, 'data'));
  port = await freePort();
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  }
  for (const name of ['backend', 'worker']) {
    if (existsSync(join(home, `${name}.pid`))) await until(() => !runs(name));
  }
  await rm(home, { recursive: true, force: true });
});

describe('npm start', () => {
  it('brings up everything, says where, and ends cleanly at Ctrl-C', async () => {
    const starter = start();
    await starter.says(ready());
    await starter.says('Ctrl-C stops it');
    expect(await page()).toBe('hello');
    pressCtrlC(starter);
    expect(await starter.ended).toBe(0);
    expect(starter.output).toMatch(/Stopping …\nStopped\.\n$/);
    expect(runs('backend') || runs('worker')).toBe(false);
    // The servers were asked to end; the terminal's Ctrl-C did not reach them first.
    expect(await readFile(join(home, 'data', 'logs', 'backend.log'), 'utf8')).toBe('ending\n');
    expect(existsSync(join(home, 'data', 'run.json'))).toBe(false);
  });

  it('ends cleanly at SIGTERM, and takes the two signals of one Ctrl-C under npm for one', async () => {
    const first = start();
    await first.says(ready());
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start();
    await second.says(ready());
    pressCtrlC(second);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it('kills what does not end at the second Ctrl-C', async () => {
    const starter = start(
      commands({
        worker: `${WORKS} process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => undefined);`,
      }),
    );
    await starter.says(ready());
    pressCtrlC(starter);
    await sleep(800);
    expect(runs('worker')).toBe(true);
    pressCtrlC(starter);
    expect(await starter.ended).toBe(130);
    await until(() => !runs('worker'));
  });

  it('shows what crashed with its last lines, stops the rest and fails', async () => {
    const starter = start(
      commands({
        worker: `${WORKS} setTimeout(() => { console.error('out of luck'); process.exit(7); }, 300);`,
      }),
    );
    await starter.says(ready());
    expect(await starter.ended).toBe(1);
    expect(starter.output).toContain('worker has ended (exit code 7); stopping the rest.\n  | out of luck\n');
    expect(runs('backend')).toBe(false);
  });

  it.each([
    ['migrate', 'Cannot start: migrate failed (exit code 3).\n  | no luck\n'],
    ['backend', 'backend has ended (exit code 3); stopping the rest.\n  | no luck\n'],
    ['buildClient', 'Cannot start: client-build failed (exit code 3).\n  | no luck\n'],
  ])('fails with the last lines of %s when that does not work', async (name, sentence) => {
    const starter = start(commands({ [name]: `console.error('no luck'); process.exit(3);` }));
    expect(await starter.ended).toBe(1);
    expect(starter.output).toContain(sentence);
  });

  it('shows the errors that a server logs, and nothing else of its log', async () => {
    const lines = [
      { level: 30, msg: 'fine' },
      { level: 50, msg: 'not fine', err: { message: 'why' } },
    ];
    const log = [...lines.map((line) => JSON.stringify(line)), 'no JSON'];
    const starter = start(
      commands({ worker: log.map((text) => `console.log(${JSON.stringify(text)});`).join('') + WORKS }),
    );
    await starter.says('! worker: not fine: why\n');
    expect(starter.output).not.toContain('! worker: fine');
    expect(starter.output).not.toContain('no JSON');
  });

  it('can be stopped while it is starting', async () => {
    const starter = start(commands({ buildClient: 'setInterval(() => undefined, 1000);' }));
    await until(() => existsSync(join(home, 'client-build.pid')));
    pressCtrlC(starter);
    expect(await starter.ended).toBe(0);
    expect(runs('client-build')).toBe(false);
    expect(starter.output).not.toContain('Cannot start');
  });

  it('moves on from a taken port and says so', async () => {
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const starter = start();
    await starter.says('Oniverse is ready: http://localhost:');
    expect(starter.output).toContain(`Port ${port} is taken, so this is port `);
    const address = /ready: http:\/\/localhost:(\d+)\n/.exec(starter.output);
    expect(await page(Number(address?.[1]))).toBe('hello');
    blocker.close();
  });

  it('does not start a second time on the same data', async () => {
    const first = start();
    await first.says(ready());
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(
      `Oniverse runs already on ${join(home, 'data')}: http://localhost:${port} `,
    );
    expect(await page()).toBe('hello');
  });

  it('leaves nothing behind when it is killed, and starts again', async () => {
    const first = start();
    await first.says(ready());
    first.child.kill('SIGKILL');
    await first.ended;
    await until(() => !runs('backend') && !runs('worker'));
    const second = start();
    await second.says(ready());
  });

  it('stops what a killed start has left over, but nobody who merely got its number', async () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 2000)'], {
      stdio: 'ignore',
    });
    started.push(left, innocent);
    await sleep(100);
    const identity = identifyProcess(left.pid ?? 0);
    const other = identifyProcess(innocent.pid ?? 0);
    const part = { name: 'backend', signal: 'SIGTERM', rank: 0 };
    const record = {
      starter: { ...identity, startedAt: '1' },
      parts: [
        { ...part, identity },
        { ...part, name: 'worker', identity: { ...other, startedAt: '1' } },
      ],
    };
    await writeFile(join(home, 'data', 'run.json'), JSON.stringify(record));
    const starter = start();
    await starter.says('· Stopped what a killed start had left over: backend\n');
    await until(() => left.signalCode === 'SIGTERM');
    await starter.says(ready());
    expect(innocent.signalCode).toBeNull();
  });

  it.each(['', '{"starter":', '{"starter":{"pid":1}}'])(
    'does not mind a damaged record: %j',
    async (text) => {
      await writeFile(join(home, 'data', 'run.json'), text);
      await start().says(ready());
    },
  );

  it('says which setting is wrong', async () => {
    const { S3_SECRET_KEY: _, ...incomplete } = OWN_SERVERS;
    const starter = start(commands({}), incomplete);
    expect(await starter.ended).not.toBe(0);
    expect(starter.output).toContain('S3_ACCESS_KEY and S3_SECRET_KEY must be set');
  });

  it('starts the real PostgreSQL, Redis and object store, tells the servers, and finds the data again', async () => {
    const tell = `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'env.json'))}, JSON.stringify(process.env));`;
    const first = start(commands({ backend: tell + SERVES }), {});
    await first.says(ready());
    const env: unknown = JSON.parse(await readFile(join(home, 'env.json'), 'utf8'));
    expect(env).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/postgres:.{20,}@127\.0\.0\.1:\d+\/oniverse$/),
      REDIS_URL: expect.stringMatching(/^redis:\/\/:.{20,}@127\.0\.0\.1:\d+$/),
      S3_ENDPOINT: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      S3_BUCKET: 'oniverse',
      CLIENT_DIR: join(home, 'client'),
      NODE_ENV: 'production',
    });
    first.child.kill('SIGKILL');
    await first.ended;

    // Password and port are the old ones; a database with another password would refuse to start.
    const second = start(commands({ backend: tell + SERVES }), {});
    await second.says(ready());
    const DATABASE_URL = field(env, 'DATABASE_URL');
    const S3_ACCESS_KEY = field(env, 'S3_ACCESS_KEY');
    expect(JSON.parse(await readFile(join(home, 'env.json'), 'utf8'))).toMatchObject({
      DATABASE_URL,
      S3_ACCESS_KEY,
    });
    pressCtrlC(second);
    expect(await second.ended).toBe(0);
    expect(await readFile(join(home, 'data', 'logs', 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
    expect(await readFile(join(home, 'data', 'logs', 'redis.log'), 'utf8')).toContain('bye bye');
  });
});
