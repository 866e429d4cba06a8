import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, identifyProcess, sleep } from '@oniverse/embedded';
import type { Commands } from './commands.js';
import { field } from './json-file.js';
import { readServices } from './service-file.js';

// Each test runs a start command with fake programs, in a process that it can kill.

let home: string;
let port: number;
const started: ChildProcess[] = [];

/** Returns a program that runs the script and writes its process id to a file. */
function fakeProgram(name: string, script: string) {
  const mark = `require('node:fs').writeFileSync(${JSON.stringify(join(home, `${name}.pid`))}, String(process.pid));`;
  return { name, command: process.execPath, args: ['-e', mark + script], cwd: home };
}

const BACKEND_SCRIPT = `
  require('node:http').createServer((_, answer) => answer.end('hello')).listen(process.env.PORT, process.env.HOST,
    () => process.send({ type: 'ready' }));
  process.on('SIGTERM', () => { console.log('ending'); process.exit(0); });`;
const WORKER_SCRIPT = `
  process.on('SIGTERM', () => process.exit(0));
  setInterval(() => undefined, 1000);
  process.send({ type: 'ready' });`;

function commands(scripts: Partial<Record<keyof Omit<Commands, 'clientDir'>, string>>): Commands {
  return {
    migrate: fakeProgram('migrate', scripts.migrate ?? ''),
    backend: fakeProgram('backend', scripts.backend ?? BACKEND_SCRIPT),
    worker: fakeProgram('worker', scripts.worker ?? WORKER_SCRIPT),
    buildClient: fakeProgram('client-build', scripts.buildClient ?? ''),
    clientDir: join(home, 'client'),
  };
}

const EXTERNAL_SERVERS = {
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

  async waitForOutput(text: string): Promise<void> {
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      if (this.output.includes(text)) return;
      if (this.child.exitCode !== null) break;
      await sleep(25);
    }
    await Promise.race([this.ended, sleep(500)]);
    if (!this.output.includes(text)) throw new Error(`The output has no '${text}':\n${this.output}`);
  }
}

function start(fakes = commands({}), env: Record<string, string> = EXTERNAL_SERVERS): Starter {
  const compiled = fileURLToPath(new URL('../dist/start', import.meta.url));
  const script = `
    const { runOniverse } = await import(${JSON.stringify(join(compiled, 'run.js'))});
    const { readSettings } = await import(${JSON.stringify(join(compiled, 'settings.js'))});
    const { productionPlan } = await import(${JSON.stringify(join(compiled, 'production-plan.js'))});
    const { Terminal } = await import(${JSON.stringify(join(compiled, 'terminal.js'))});
    const terminal = new Terminal((text) => process.stdout.write(text));
    const settings = readSettings(${JSON.stringify(home)}, process.env);
    process.exitCode = await runOniverse(settings, productionPlan(${JSON.stringify(fakes)}), terminal);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process group receives Ctrl-C as from a terminal.
    detached: true,
    env: { PATH: process.env['PATH'], PORT: String(port), ONIVERSE_DATA: join(home, 'data'), ...env },
  });
  started.push(child);
  return new Starter(child);
}

const ready = () => `Oniverse is ready: http://localhost:${port}\n`;
const processIdOf = (name: string) => Number(readFileSync(join(home, `${name}.pid`), 'utf8'));
const isRunning = (name: string) => identifyProcess(processIdOf(name)) !== undefined;
const fetchPage = async (at = port) => (await fetch(`http://127.0.0.1:${at}/`)).text();

function pressCtrlC({ child }: Starter): void {
  process.kill(-(child.pid ?? 0), 'SIGINT');
}

async function waitUntil(what: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !what(); attempt += 1) await sleep(25);
  expect(what()).toBe(true);
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-start-'));
  // PostgreSQL's own user must be able to traverse the folder when root runs the tests.
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
    if (existsSync(join(home, `${name}.pid`))) await waitUntil(() => !isRunning(name));
  }
  await rm(home, { recursive: true, force: true });
});

describe('npm start', () => {
  it('starts everything, prints the address, and exits cleanly on Ctrl-C', async () => {
    const starter = start();
    await starter.waitForOutput(ready());
    await starter.waitForOutput('Press Ctrl-C to stop');
    expect(await fetchPage()).toBe('hello');
    pressCtrlC(starter);
    expect(await starter.ended).toBe(0);
    expect(starter.output).toMatch(/Stopping …\nStopped\.\n$/);
    expect(isRunning('backend') || isRunning('worker')).toBe(false);
    // The servers were asked to stop; they did not receive the terminal's Ctrl-C themselves.
    expect(await readFile(join(home, 'data', 'logs', 'backend.log'), 'utf8')).toBe('ending\n');
    expect(existsSync(join(home, 'data', 'run.json'))).toBe(false);
  });

  it('exits cleanly on SIGTERM, and treats the two signals of one Ctrl-C under npm as one', async () => {
    const first = start();
    await first.waitForOutput(ready());
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start();
    await second.waitForOutput(ready());
    pressCtrlC(second);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it('kills hanging processes on the second Ctrl-C', async () => {
    const starter = start(
      commands({
        worker: `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);
          process.send({ type: 'ready' });`,
      }),
    );
    await starter.waitForOutput(ready());
    pressCtrlC(starter);
    await sleep(800);
    expect(isRunning('worker')).toBe(true);
    pressCtrlC(starter);
    expect(await starter.ended).toBe(130);
    await waitUntil(() => !isRunning('worker'));
  });

  it('prints the last log lines of a crashed process, stops the rest and fails', async () => {
    const starter = start(
      commands({
        worker: `${WORKER_SCRIPT} setTimeout(() => { console.error('out of luck'); process.exit(7); }, 300);`,
      }),
    );
    await starter.waitForOutput(ready());
    expect(await starter.ended).toBe(1);
    expect(starter.output).toContain(
      'worker stopped unexpectedly (exit code 7). Stopping the rest.\n  | out of luck\n',
    );
    expect(isRunning('backend')).toBe(false);
  });

  it.each([
    ['migrate', 'Cannot start: migrate failed (exit code 3).\n  | no luck\n'],
    ['backend', 'backend stopped unexpectedly (exit code 3). Stopping the rest.\n  | no luck\n'],
    ['buildClient', 'Cannot start: client-build failed (exit code 3).\n  | no luck\n'],
  ])('fails with the last log lines of %s', async (name, message) => {
    const starter = start(commands({ [name]: `console.error('no luck'); process.exit(3);` }));
    expect(await starter.ended).toBe(1);
    expect(starter.output).toContain(message);
  });

  it('prints the message of a failed migration', async () => {
    const line = {
      level: 'fatal',
      msg: 'Could not migrate: End it, then start again.',
      err: { message: 'End it, then start again.' },
    };
    const starter = start(
      commands({ migrate: `console.log(${JSON.stringify(JSON.stringify(line))}); process.exit(1);` }),
    );
    expect(await starter.ended).toBe(1);
    expect(starter.output).toContain(
      'Cannot start: migrate failed (exit code 1).\n  | Could not migrate: End it, then start again.\n',
    );
    expect(existsSync(join(home, 'backend.pid'))).toBe(false);
  });

  it('prints the errors that a server logs, and no other log lines', async () => {
    const lines = [
      { level: 'info', msg: 'fine' },
      { level: 'error', msg: 'not fine', err: { message: 'why' } },
    ];
    const log = [...lines.map((line) => JSON.stringify(line)), 'no JSON'];
    const starter = start(
      commands({
        worker: log.map((text) => `console.log(${JSON.stringify(text)});`).join('') + WORKER_SCRIPT,
      }),
    );
    await starter.waitForOutput('! worker: not fine: why\n');
    expect(starter.output).not.toContain('! worker: fine');
    expect(starter.output).not.toContain('no JSON');
  });

  const printEnv = (name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(home, `${name}.json`))}, JSON.stringify(process.env));`;
  const readEnv = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(home, `${name}.json`), 'utf8'));
  const withEnv = () =>
    commands({ backend: printEnv('backend') + BACKEND_SCRIPT, worker: printEnv('worker') + WORKER_SCRIPT });

  it('ACC-011 stores mails on this machine, and prints where', async () => {
    const starter = start(withEnv());
    await starter.waitForOutput(`Mails that it sends: http://localhost:${port}/dev/mail\n`);
    const dir = join(home, 'data', 'mail');
    const expected = { SMTP_URL: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/), INBOX_DIR: dir };
    expect(await readEnv('backend')).toMatchObject(expected);
    const env = await readEnv('worker');
    // The worker needs the port for the links in mails.
    expect(env).toMatchObject({ ...expected, PORT: String(port) });
    const socket = connect(Number(new URL(String(field(env, 'SMTP_URL'))).port), '127.0.0.1');
    const [greeting]: unknown[] = await once(socket, 'data');
    expect(String(greeting)).toMatch(/^220 /);
    socket.destroy();
  });

  it.each([
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'oni@example.org' }],
    ['a public address', { PUBLIC_URL: 'https://oniverse.example' }],
    ['a proxy', { TRUSTED_PROXIES: '10.0.0.0/8' }],
    ['another host', { HOST: '0.0.0.0' }],
  ])('ACC-012 has no inbox with %s', async (_, settings) => {
    const starter = start(withEnv(), { ...EXTERNAL_SERVERS, ...settings });
    await starter.waitForOutput('Press Ctrl-C to stop');
    expect(starter.output).not.toContain('/dev/mail');
    const env = await readEnv('backend');
    expect(field(env, 'INBOX_DIR')).toBeUndefined();
    expect(field(env, 'SMTP_URL')).toBe(field(settings, 'SMTP_URL'));
  });

  it('ACC-033 keeps one key for authenticator apps, and does not replace a damaged one', async () => {
    const first = start(withEnv());
    await first.waitForOutput(ready());
    const key = field(await readEnv('backend'), 'ACCOUNT_KEY');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    first.child.kill('SIGTERM');
    await first.ended;

    const second = start(withEnv());
    await second.waitForOutput(ready());
    expect(await readEnv('worker')).toMatchObject({ ACCOUNT_KEY: key });
    second.child.kill('SIGTERM');
    await second.ended;

    const file = join(home, 'data', 'account-key.json');
    for (const damaged of ['{"key":', '{"key":"short"}']) {
      await writeFile(file, damaged);
      const third = start(withEnv());
      expect(await third.ended).toBe(1);
      expect(third.output).toContain(file);
      expect(await readFile(file, 'utf8')).toBe(damaged);
    }
  });

  it('can be stopped while starting', async () => {
    const starter = start(commands({ buildClient: 'setInterval(() => undefined, 1000);' }));
    await waitUntil(() => existsSync(join(home, 'client-build.pid')));
    pressCtrlC(starter);
    expect(await starter.ended).toBe(0);
    expect(isRunning('client-build')).toBe(false);
    expect(starter.output).not.toContain('Cannot start');
  });

  it('uses the next port if the port is taken', async () => {
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const starter = start();
    await starter.waitForOutput('Oniverse is ready: http://localhost:');
    expect(starter.output).toContain(`Port ${port} is taken; using port `);
    const address = /ready: http:\/\/localhost:(\d+)\n/.exec(starter.output);
    expect(await fetchPage(Number(address?.[1]))).toBe('hello');
    blocker.close();
  });

  it('refuses to start twice on the same data', async () => {
    const first = start();
    await first.waitForOutput(ready());
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(
      `Oniverse is already running on ${join(home, 'data')}: http://localhost:${port} `,
    );
    expect(await fetchPage()).toBe('hello');
  });

  it('can start again after being killed, without leftover processes', async () => {
    const first = start();
    await first.waitForOutput(ready());
    first.child.kill('SIGKILL');
    await first.ended;
    await waitUntil(() => !isRunning('backend') && !isRunning('worker'));
    const second = start();
    await second.waitForOutput(ready());
  });

  it('stops the processes of a killed start, but not a process that reuses its id', async () => {
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const unrelated = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 2000)'], {
      stdio: 'ignore',
    });
    started.push(orphan, unrelated);
    await sleep(100);
    const identity = identifyProcess(orphan.pid ?? 0);
    const other = identifyProcess(unrelated.pid ?? 0);
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
    await starter.waitForOutput('· Stopped processes left over from an earlier start: backend\n');
    await waitUntil(() => orphan.signalCode === 'SIGTERM');
    await starter.waitForOutput(ready());
    expect(unrelated.signalCode).toBeNull();
  });

  it.each(['', '{"starter":', '{"starter":{"pid":1}}'])('ignores a damaged record: %j', async (text) => {
    await writeFile(join(home, 'data', 'run.json'), text);
    await start().waitForOutput(ready());
  });

  it('names the invalid setting', async () => {
    const { S3_SECRET_KEY: _, ...incomplete } = EXTERNAL_SERVERS;
    const starter = start(commands({}), incomplete);
    expect(await starter.ended).not.toBe(0);
    expect(starter.output).toContain('S3_ACCESS_KEY and S3_SECRET_KEY must be set');
  });

  it('starts the real PostgreSQL, Redis and object store, and keeps their data and secrets across starts', async () => {
    const writeEnv = `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'env.json'))}, JSON.stringify(process.env));`;
    const first = start(commands({ backend: writeEnv + BACKEND_SCRIPT }), {});
    await first.waitForOutput(ready());
    const env: unknown = JSON.parse(await readFile(join(home, 'env.json'), 'utf8'));
    expect(env).toMatchObject({
      DATABASE_URL: expect.stringMatching(
        /^postgres:\/\/oniverse_product:.{20,}@127\.0\.0\.1:\d+\/oniverse$/,
      ),
      REDIS_URL: expect.stringMatching(/^redis:\/\/:.{20,}@127\.0\.0\.1:\d+$/),
      S3_ENDPOINT: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      S3_BUCKET: 'oniverse',
      CLIENT_DIR: join(home, 'client'),
      NODE_ENV: 'production',
    });
    const { PRODUCT_DATABASE_URL: productUrl, ...services } = readServices(join(home, 'data'));
    expect(env).toMatchObject({ ...services, DATABASE_URL: productUrl });
    first.child.kill('SIGKILL');
    await first.ended;

    // Password and port are unchanged; a database with another password would refuse to start.
    const second = start(commands({ backend: writeEnv + BACKEND_SCRIPT }), {});
    await second.waitForOutput(ready());
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
