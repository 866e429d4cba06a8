import { createECDH } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource, OutboxRow, Session } from '@oniverse/data';
import { type RunningInbox, startInbox } from '@oniverse/embedded';
import { type Config, createLogger, type Env, ObjectStore } from '@oniverse/platform';
import { makeMember, makeSession, TEST_CERTIFICATE, TestStack, waitForMail } from '@oniverse/testing';
import type { QueueState } from '../jobs/job-queues.js';
import { checkPlace } from './backups.js';
import { certificatesCheck } from './certificates.js';
import { clocksCheck } from './clocks.js';
import { databaseChecks, judgeStandbys } from './database.js';
import { type CheckResult, describeResults, examine, runChecks, worstOf } from './doctor.js';
import { note, ok, problem, warning } from './finding.js';
import { mailCheck, pushCheck } from './messages.js';
import { judgeQueue } from './queues.js';
import { judgeNode } from './redis.js';
import { entropyOf, secretsCheck } from './secrets.js';

const makePair = () => {
  const pair = createECDH('prime256v1');
  return {
    publicKey: pair.generateKeys('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    subject: 'mailto:ops@oniverse.example',
  };
};

describe('ops doctor', () => {
  let stack: TestStack;
  let site: Server;
  let folder: string;
  let inbox: RunningInbox;

  beforeAll(async () => {
    stack = await TestStack.start();
    folder = await mkdtemp(join(tmpdir(), 'oniverse-doctor-'));
    inbox = await startInbox({ dir: folder, port: 0 });
    // A proxy that does not pass websockets on.
    site = createServer((request, response) => {
      response.writeHead(request.url === '/api/health' ? 200 : 400, { 'content-type': 'application/json' });
      response.end('{"ok":true,"version":"v9"}');
    });
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
  });

  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await inbox.stop();
    await stack.stop();
    await rm(folder, { recursive: true });
  });

  const originOf = (): string => {
    const address = site.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  const configOf = (given: Partial<Config> = {}): Config =>
    stack.config({
      directDatabaseUrl: stack.env()['DATABASE_URL'] ?? '',
      publicOrigins: [originOf()],
      ...given,
    });
  const run = async (given: Partial<Config> = {}, env: Env = {}): Promise<CheckResult[]> =>
    examine(
      configOf(given),
      { BACKUP_FOLDER: folder, ...env },
      { mailTo: undefined },
      createLogger('doctor', 'silent'),
    );
  const findings = (results: readonly CheckResult[], check: string): string[] =>
    results.find((each) => each.check === check)!.findings.map(({ level, text }) => `${level}: ${text}`);
  const levels = (results: readonly CheckResult[], check: string): string[] =>
    results.find((each) => each.check === check)!.findings.map(({ level }) => level);

  it('OPS-150 OPS-152 finds what is wrong with the database, the store, the site and the backups', async () => {
    const { manager } = stack.dataSource;
    await manager.query('CREATE INDEX doctor_idx ON tags (name)');
    await manager.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'doctor_idx'::regclass`);
    await manager.query(
      `UPDATE migrations SET name = 'later' || name WHERE id = (SELECT max(id) FROM migrations)`,
    );
    await manager
      .getRepository(OutboxRow)
      .insert({ topic: 'send-mail', subject: '', createdAt: new Date(Date.now() - 7_200_000) });
    const { user } = await makeMember(stack.dataSource);
    for (let count = 0; count < 20; count += 1) await makeSession(stack.dataSource, user.id);
    await manager.getRepository(Session).update({ userId: user.id }, { address: '172.18.0.0/24' });
    const results = await run();
    await manager.query(`UPDATE migrations SET name = substr(name, 6) WHERE name LIKE 'later%'`);
    expect(findings(results, 'indexes')).toEqual(['problem: The index doctor_idx is invalid.']);
    expect(findings(results, 'migrations')).toEqual(['problem: Migrations have not run: 1.']);
    expect(findings(results, 'pending work')[0]).toMatch(/^problem: The oldest pending work \(send-mail\)/);
    expect(findings(results, 'addresses of members')[0]).toMatch(
      /^problem: All of the last 2\d sessions come/,
    );
    expect(findings(results, 'site')).toEqual([
      `ok: ${originOf()} answers, with version v9.`,
      'warning: This command is version dev.',
      'problem: A websocket answers 400 instead of opening, so members are not live.',
    ]);
    expect(findings(results, 'backups')).toEqual(['problem: There is no backup.']);
    expect(findings(results, 'drill')).toEqual(['warning: No restore was ever tried.']);
    expect(findings(results, 'database settings')).toContain(
      'problem: fsync is off, so a crash may lose what members were told is stored, or slow the site down.',
    );
    expect(levels(results, 'object store')).toEqual(['ok']);
    expect(await new ObjectStore(configOf().objectStore).listKeys('doctor/')).toEqual([]);
    expect(levels(results, 'database version')).toEqual(['ok']);
    expect(worstOf(results)).toBe('problem');
  });

  it('OPS-156 finds missing indexes with the statements that create them, and a database that takes no writes', async () => {
    const check = async (name: string, source = stack.dataSource) =>
      databaseChecks(async () => source)
        .find((each) => each.name === name)!
        .run();
    await stack.dataSource.query('DROP INDEX sessions_user_id_idx, posts_words_idx');
    const missing = await check('indexes');
    expect(missing.filter(({ text }) => text.includes('missing')).map(({ advice }) => advice)).toEqual([
      'Create it as the migrations do: grep posts_words_idx libs/data/src/migrations/*.',
      'Run CREATE INDEX CONCURRENTLY "sessions_user_id_idx" ON "sessions" ("user_id")',
    ]);
    expect(missing[1]?.text).toBe(
      'The index sessions_user_id_idx of the table sessions is missing, so statements read all of the table.',
    );
    expect(await check('database writes')).toEqual([ok('PostgreSQL accepts writes.')]);
    // As a full disk does, it stops what spills to the disk.
    const url = `${stack.env()['DATABASE_URL']}?options=-c%20temp_file_limit%3D1`;
    const full = await createDataSource(url, { poolSize: 1 }).initialize();
    const [refused] = await check('database writes', full);
    await full.destroy();
    expect(refused?.text).toMatch(/^PostgreSQL accepts no writes: temporary file size exceeds/);
  });

  it('OPS-156 finds queues that are paused, do not move or have failed jobs, and a full place of backups', async () => {
    const now = Date.now();
    const idle = { isPaused: false, waiting: 0, oldestAt: undefined, active: [], failed: 0 };
    const judge = (state: Partial<QueueState>): string[] =>
      judgeQueue({ ...idle, queue: 'mail', lastFailure: undefined, ...state }, now).map(({ text }) => text);
    const waits = { waiting: 3, oldestAt: now - 420_000 };
    expect(judge({})).toEqual([]);
    expect(judge({ ...waits, isPaused: true })).toEqual(['The queue mail is paused. Waiting jobs: 3.']);
    expect(judge(waits)).toEqual([
      'The queue mail does not move. Waiting jobs: 3, the oldest for 7 minutes. No job of it runs.',
    ]);
    expect(judge({ ...waits, active: [{ name: 'send-mail', since: now - 7_300_000 }] })).toEqual([
      'The queue mail does not move. Waiting jobs: 3, the oldest for 7 minutes. These run: send-mail for 2 hours.',
      'A job send-mail of the queue mail runs for 2 hours.',
    ]);
    expect(judge({ ...waits, queue: 'bulk' })).toEqual([]);
    expect(judge({ failed: 2, lastFailure: { name: 'send-mail', reason: 'No space left' } })).toEqual([
      'Failed jobs of the queue mail: 2, send-mail last: No space left',
    ]);
    const refuse = async (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device'));
    const place = { put: refuse, get: refuse, list: async () => [], remove: async () => {} };
    expect((await checkPlace(place)).map(({ text }) => text)).toEqual([
      'No backup can be stored: ENOSPC: no space left on device.',
    ]);
  });

  it('OPS-157 names a certificate that browsers refuse, and hides none behind a host that does not answer', async () => {
    const server = createTlsServer(TEST_CERTIFICATE);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const file = join(folder, 'ca.pem');
    await writeFile(file, TEST_CERTIFICATE.cert);
    const config = configOf({ publicOrigins: ['https://127.0.0.1:1', `https://127.0.0.1:${port}`] });
    const found = await certificatesCheck(config, { S3_CA_FILE: file }).run();
    server.close();
    expect(found.map(({ level, text }) => `${level}: ${text}`)).toEqual([
      expect.stringMatching(/^problem: The certificate of 127.0.0.1:1 cannot be read: connect ECONNREFUSED/),
      expect.stringMatching(/^problem: Browsers refuse the certificate of 127.0.0.1:\d+: /),
      expect.stringMatching(/^ok: The certificate in S3_CA_FILE is valid for /),
    ]);
  });

  it('OPS-152 finds a Redis that evicts keys, and not one that did before', () => {
    const info = (policy: string) =>
      new Map([
        ['redis_version', '8.0.6'],
        ['evicted_keys', '7'],
        ['maxmemory_policy', policy],
      ]);
    expect(judgeNode(info('allkeys-lru')).map(({ level }) => level)).toEqual(['problem']);
    expect(judgeNode(info('noeviction')).map(({ level }) => level)).toEqual(['note']);
  });

  it('OPS-164 names standbys that are far behind, and roles from which their lag is hidden', () => {
    const standbys = [
      { name: 'near', seconds: 2, bytes: 4_000 },
      { name: 'idle', seconds: null, bytes: 0 },
      { name: 'backup', seconds: null, bytes: null },
      { name: 'slow', seconds: 300.4, bytes: 7e6 },
      { name: 'stuck', seconds: null, bytes: 2e9 },
    ];
    expect(judgeStandbys(standbys, []).map(({ text }) => text)).toEqual([
      'The standby slow is 300 seconds and 7 MB behind.',
      'The standby stuck is 2000 MB behind.',
    ]);
    expect(judgeStandbys(standbys, ['oniverse_product'])).toEqual([
      warning(
        'How far standbys are behind is hidden from oniverse_product.',
        'Let a superuser run GRANT pg_read_all_stats TO oniverse_product.',
      ),
    ]);
    expect(judgeStandbys([], ['oniverse_product'])).toEqual([]);
  });

  it('OPS-129 asks the gateway for a site whose address leads to the machine of each visitor', async () => {
    const results = await run({ publicOrigins: ['http://localhost:1'] }, { GATEWAY_URL: originOf() });
    expect(findings(results, 'site')[0]).toBe(`ok: ${originOf()} answers, with version v9.`);
  });

  it('OPS-150 says what to do where a server does not answer', async () => {
    const nowhere = 'postgres://oniverse:x@127.0.0.1:1/oniverse';
    const { endpoint, ...objectStore } = configOf().objectStore;
    const results = await run({
      directDatabaseUrl: nowhere,
      redis: { kind: 'one', url: 'redis://127.0.0.1:1', options: {} },
      objectStore: { ...objectStore, endpoint: new URL('http://127.0.0.1:1') },
      publicOrigins: ['http://127.0.0.1:1'],
    });
    expect(endpoint).toBeDefined();
    for (const check of ['migrations', 'redis', 'object store', 'site']) {
      expect(levels(results, check)).toEqual(['problem']);
    }
    for (const { level, advice } of results.flatMap((each) => each.findings)) {
      expect(advice === undefined).toBe(level === 'ok' || level === 'note');
    }
  });

  it('OPS-150 gives each check a limit of time, and keeps the findings of the others', async () => {
    const results = await runChecks([
      { name: 'one', advice: 'Restart it.', run: async () => Promise.reject(new Error('It is down.')) },
      { name: 'two', advice: '', run: async () => [ok('It is up.')] },
    ]);
    expect(describeResults(results)).toBe(
      'PROBLEM  one: It is down.\n         → Restart it.\nok       two: It is up.',
    );
    expect(worstOf([{ check: 'two', findings: [note('Set.'), warning('Late.', 'Wait.'), ok('Up.')] }])).toBe(
      'warning',
    );
  });

  it('OPS-153 finds secrets that are easy to guess, without their text', async () => {
    expect(entropyOf('aaaaaaaaaaaaaaaa')).toBe(0);
    expect(entropyOf('0123456789abcdef0123456789abcdef')).toBe(128);
    const strong = '9f86d081884c7d659a2feaa0c55ad015';
    const check = secretsCheck({
      DATABASE_URL: 'postgres://oniverse:oniverse@db/oniverse',
      REDIS_URL: `redis://:${strong}@redis:6379`,
      ACCOUNT_KEY: '0'.repeat(64),
    });
    expect(await check.run()).toEqual(
      ['DATABASE_URL', 'ACCOUNT_KEY'].map((name) =>
        problem(`The secret in ${name} is short or repetitive.`, check.advice),
      ),
    );
    expect(await secretsCheck({ REDIS_URL: `redis://:${strong}@redis`, ACCOUNT_KEY: strong }).run()).toEqual([
      ok('2 secrets are hard to guess.'),
    ]);
  });

  it('OPS-154 finds clocks that differ', async () => {
    const found = await clocksCheck({
      PostgreSQL: async () => Date.now() - 300_000,
      Redis: async () => Date.now() + 5_000,
      site: async () => Date.now(),
      'the store': async () => {
        await delay(0);
        throw new Error('It is down.');
      },
    }).run();
    expect(found.map(({ level }) => level)).toEqual(['problem', 'warning', 'ok']);
    expect(found[0]?.text).toBe('The clock of PostgreSQL differs by 300.0 s.');
  });

  it('OPS-155 sends a test mail, and checks that the keys for pushes are a pair', async () => {
    const mail = { smtpUrl: `smtp://127.0.0.1:${inbox.port}`, from: 'Oniverse <oni@oniverse.example>' };
    expect(await mailCheck(configOf({ mail }), 'ops@oniverse.example').run()).toHaveLength(1);
    await waitForMail(folder, { to: 'ops@oniverse.example', subject: 'Test mail' });
    const pair = makePair();
    const check = async (keys: typeof pair) => pushCheck(configOf({ push: { hosts: [], keys } })).run();
    expect(await check(pair)).toEqual([ok('The keys for pushes are a pair.')]);
    const [wrong] = await check({ ...pair, publicKey: makePair().publicKey });
    expect(wrong?.level).toBe('problem');
    expect(await mailCheck(configOf(), undefined).run()).toEqual([
      note('SMTP_URL is not set, so the site sends no mail.'),
    ]);
  });
});
