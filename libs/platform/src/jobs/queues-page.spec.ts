import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestStack, waitUntil } from '@oniverse/testing';
import type { Config } from '../config.js';
import { createLogger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { OpsServer } from '../ops/ops-server.js';
import { RateLimits } from '../rate-limits.js';
import { connectRedis, type RedisConnection } from '../redis.js';
import { JobRunner } from './job-runner.js';
import { PASSWORD_LIMIT, QueuesPage } from './queues-page.js';

const PASSWORD = 'a password: long, with ü';

describe('QueuesPage', () => {
  const logger = createLogger('test', 'silent');
  let stack: TestStack;
  let redis: RedisConnection;
  let commands: RedisConnection;
  let runner: JobRunner;
  let isBroken: boolean;
  let done: string[];
  const servers: OpsServer[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    redis = connectRedis(stack.config().redis, 'queue', logger);
    commands = connectRedis(stack.config().redis, 'commands', logger);
    await waitUntil('the connection', () => commands.status === 'ready');
    await redis.flushdb();
    isBroken = true;
    done = [];
    const handler = {
      name: 'fragile',
      run: async (subject: string) => {
        if (isBroken) throw new Error('The glass <b>broke</b>');
        done.push(subject);
      },
    };
    runner = new JobRunner(
      redis,
      [handler],
      [],
      { prompt: 1, heavy: 1, mail: 1, fetch: 1, bulk: 1 },
      logger,
      new Metrics(logger),
    );
    await runner.start();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.onApplicationShutdown()));
    await runner.stop();
    redis.disconnect();
    commands.disconnect();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const serve = async (overrides: Partial<Config> = {}, log = logger): Promise<string> => {
    const config = stack.config({ opsPort: 0, queuesPassword: PASSWORD, ...overrides });
    const server = new OpsServer(config, logger, new Metrics(logger));
    new QueuesPage(server, runner, new RateLimits(commands), config, log).onModuleInit();
    await server.onApplicationBootstrap();
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
  const credentials = (password: string, user = 'ops') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const authorised = credentials(PASSWORD);

  const failOne = async (): Promise<string> => {
    await runner.addTasks([{ name: 'fragile', subject: 'a glass' }]);
    await waitUntil('the first attempt', async () => (await runner.queues.prompt.getDelayedCount()) === 1);
    const [job] = await runner.queues.prompt.getDelayed();
    await redis.hset(`oniverse:prompt:${job?.id}`, 'atm', 19);
    await job?.promote();
    await waitUntil('the last attempt', async () => (await runner.queues.prompt.getFailedCount()) === 1);
    return job?.id ?? '';
  };

  it.each(['/queues', '/queues/', '/queues/api/queues', '/queues/static/favicon.ico'])(
    'serves nothing without a configured password: %s',
    async (path) => {
      const url = await serve({ queuesPassword: null });
      expect((await fetch(`${url}${path}`, { headers: authorised })).status).toBe(404);
    },
  );

  it.each([
    ['GET', '/queues'],
    ['GET', '/queues/api/queues'],
    ['GET', '/queues/static/favicon.ico'],
    ['PUT', '/queues/api/queues/pause'],
    ['POST', '/queues/api/queues/prompt/add'],
  ])('requires the password: %s %s', async (method, path) => {
    const url = await serve();
    const wrong = [
      {},
      credentials('wrong'),
      credentials(PASSWORD, 'root'),
      { authorization: `Bearer ${PASSWORD}` },
      { authorization: 'Basic !' },
      { authorization: 'Basic' },
    ];
    for (const headers of wrong) {
      const answer = await fetch(`${url}${path}`, { method, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(await runner.queues.prompt.isPaused()).toBe(false);
  });

  it('locks an address out after too many wrong passwords', async () => {
    const url = await serve({ trustedProxies: ['127.0.0.1'] });
    const openPage = async (password: string, from: string): Promise<number> =>
      (await fetch(`${url}/queues`, { headers: { ...credentials(password), 'x-forwarded-for': from } }))
        .status;
    for (let attempt = 0; attempt < PASSWORD_LIMIT.points; attempt += 1) {
      expect(await openPage('wrong', '203.0.113.1')).toBe(401);
    }
    expect(await openPage('wrong', '203.0.113.1')).toBe(429);
    expect(await openPage(PASSWORD, '203.0.113.1')).toBe(429);
    expect(await openPage(PASSWORD, '203.0.113.2')).toBe(200);
    const answer = await fetch(`${url}/queues`, {
      headers: { ...authorised, 'x-forwarded-for': '203.0.113.1' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not limit requests with the right password', async () => {
    const url = await serve();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: PASSWORD_LIMIT.points }, () => fetch(`${url}/queues`, { headers: authorised })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  it('serves the page and its files with its own Content-Security-Policy', async () => {
    const url = await serve();
    const page = await fetch(`${url}/queues`, { headers: authorised });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('<base href="/queues/" />');
    const scripts = [...html.matchAll(/src="(static\/js\/[^"]+)"/g)].map(([, script]) => script);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const file = await fetch(`${url}/queues/${script}`, { headers: authorised });
      expect([file.status, file.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/javascript/),
      ]);
    }
    for (const path of [
      'static/nothing.js',
      'static/../index.ejs',
      'static/%2e%2e/index.ejs',
      'static/..%2findex.ejs',
    ]) {
      expect((await fetch(`${url}/queues/${path}`, { headers: authorised })).status).toBe(404);
    }
  });

  it('shows a failed job with its error and retries it', async () => {
    const url = await serve();
    const id = await failOne();
    const shown = await fetch(`${url}/queues/api/queues?activeQueue=prompt&status=failed&page=1`, {
      headers: authorised,
    });
    const { queues }: { queues: { name: string; jobs: unknown[] }[] } = JSON.parse(await shown.text());
    expect(queues.map(({ name }) => name).toSorted()).toEqual(['bulk', 'fetch', 'heavy', 'mail', 'prompt']);
    expect(queues.find(({ name }) => name === 'prompt')?.jobs).toMatchObject([
      { id, name: 'fragile', data: { subject: 'a glass' }, failedReason: 'The glass <b>broke</b>' },
    ]);
    isBroken = false;
    const retried = await fetch(`${url}/queues/api/queues/prompt/${id}/retry`, {
      method: 'PUT',
      headers: authorised,
    });
    expect(retried.ok).toBe(true);
    await waitUntil('the retry', () => done.length > 0);
    expect(done).toEqual(['a glass']);
  });

  it('ACC-173 logs refused passwords, without them', async () => {
    const lines: string[] = [];
    const url = await serve({}, createLogger('test', 'info', { write: (line) => void lines.push(line) }));
    await fetch(`${url}/queues`);
    await fetch(`${url}/queues`, { headers: credentials('wrong password') });
    await waitUntil('the line', () => lines.length > 0);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { msg: 'Queues page refused', status: 401, network: '127.0.0.0/24' },
    ]);
    expect(lines.join('')).not.toContain(credentials('wrong password').authorization);
  });

  it('rejects requests of other sites from a logged-in browser', async () => {
    const url = await serve();
    const put = (site: string): Promise<Response> =>
      fetch(`${url}/queues/api/queues/pause`, {
        method: 'PUT',
        headers: { ...authorised, 'sec-fetch-site': site },
      });
    for (const site of ['cross-site', 'same-site', 'none']) expect((await put(site)).status).toBe(403);
    expect(await runner.queues.prompt.isPaused()).toBe(false);
    const form = await fetch(`${url}/queues/api/queues/prompt/add`, {
      method: 'POST',
      headers: { ...authorised, 'content-type': 'text/plain' },
      body: '{"name":"fragile"}',
    });
    expect(form.ok).toBe(false);
    expect(await runner.queues.prompt.count()).toBe(0);
    expect((await put('same-origin')).ok).toBe(true);
    expect(await runner.queues.prompt.isPaused()).toBe(true);
  });
});
