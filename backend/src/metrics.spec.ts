import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS } from '@oniverse/contracts';
import { poolOf } from '@oniverse/data';
import { OpsServer } from '@oniverse/platform';
import {
  documentedMetrics,
  exposedMetrics,
  LiveClient,
  makeMember,
  makeServer,
  TestStack,
  waitUntil,
} from '@oniverse/testing';
import { DataSource } from 'typeorm';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';

describe('backend metrics', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;
  let url: string;
  let pagesUrl: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-client-'));
    await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Oniverse</title>');
    backend = await BackendUnderTest.start(
      stack.config({ clientDir, opsPort: 0, metricsHost: 'localhost', metricsPort: 0 }),
    );
    const ops = backend.app.get(OpsServer);
    url = `http://localhost:${ops.metricsPort}`;
    pagesUrl = `http://127.0.0.1:${ops.port}`;
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
    await rm(clientDir, { recursive: true });
  });

  const scrape = async (): Promise<string[]> => {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return (await answer.text()).split('\n');
  };

  it('OPS-121 are served on their own port only, if they have one', async () => {
    expect(await scrape()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^process_cpu_seconds_total \d/)]),
    );
    for (const path of ['/metrics', '/api/metrics', '/queues']) {
      const answer = await backend.api.get(path).ok(() => true);
      expect(answer.text).not.toContain('process_cpu');
    }
    expect((await fetch(`${pagesUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`${url}/api/health/live`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('OPS-159 name the version and the host, and compare the clock with that of the database', async () => {
    const lines = await scrape();
    expect(lines).toContain(`oniverse_build_info{version="dev",host="${hostname()}"} 1`);
    expect(lines).toContainEqual(expect.stringMatching(/^oniverse_clock_offset_seconds -?0\.\d/));
  });

  it('OPS-158 count slow statements by name, of which a bounded number has a label', async () => {
    const pool = poolOf(backend.app.get(DataSource));
    const report = (name: string, ms: number) => pool.onStatement?.(ms, () => name);
    report('SELECT tags', 900);
    for (let count = 1; count <= 50; count += 1) report(`SELECT ${count}`, 1_500);
    report('SELECT 1', 1_500);
    const lines = await scrape();
    const named = lines.filter((line) => line.startsWith('oniverse_slow_statements_total{'));
    expect(named).toHaveLength(41);
    expect(named).toEqual(
      expect.arrayContaining([
        'oniverse_slow_statements_total{statement="SELECT 1"} 2',
        'oniverse_slow_statements_total{statement="other"} 10',
      ]),
    );
  });

  it('count requests by route template instead of path', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await backend.api
      .get('/api/users/nobody_at_all')
      .set(...bearer(sessionId))
      .expect(404);
    await backend.api
      .get('/api/users/nobody_else')
      .set(...bearer(sessionId))
      .expect(404);
    await backend.api
      .get('/api/auth/me')
      .set(...bearer(sessionId))
      .expect(200);
    await backend.api.get('/a/page/of/the/client').expect(200);
    const counts = (await scrape()).filter((line) =>
      line.startsWith('oniverse_http_request_duration_seconds_count'),
    );
    expect(counts).toEqual(
      expect.arrayContaining([
        'oniverse_http_request_duration_seconds_count{method="GET",route="/api/users/:username",status="4xx"} 2',
        'oniverse_http_request_duration_seconds_count{method="GET",route="/api/auth/me",status="2xx"} 1',
      ]),
    );
    expect(counts.join('\n')).not.toMatch(/nobody|the\/client/);
  });

  it('OPS-090 count sockets and messages, and measure acknowledgement, delivery and statements', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const client = await LiveClient.connect(backend.url, { sessionId });
    expect(await scrape()).toContain('oniverse_live_sockets 1');
    await client.request('channel:open', { channelId: channel.id });
    await client.request('message:send', { channelId: channel.id });
    await client.request('made-up-by-a-member');
    const send = (nonce: string) =>
      client.request('message:send', { channelId: channel.id, content: 'Hello', nonce });
    await Promise.all(['one', 'two', 'two', 'three'].map(send));
    const lines = await scrape();
    expect(lines).toEqual(
      expect.arrayContaining([
        'oniverse_messages_stored_total 3',
        'oniverse_message_delivery_seconds_count{source="own"} 3',
        'oniverse_live_request_duration_seconds_count{event="message:send",outcome="ok"} 4',
        'oniverse_live_request_duration_seconds_count{event="message:send",outcome="refused"} 1',
        'oniverse_live_request_duration_seconds_count{event="unknown",outcome="refused"} 1',
        'oniverse_call_problems_total{interface="live",code="validation_failed"} 1',
        expect.stringMatching(/^oniverse_call_problems_total\{interface="http",code="not_found"\} [1-9]/),
        expect.stringMatching(/^oniverse_live_rooms [1-9]/),
        expect.stringMatching(/^oniverse_database_connections\{state="idle"\} [1-9]/),
        expect.stringMatching(/^oniverse_database_statement_duration_seconds_count [1-9]/),
      ]),
    );
    expect(lines.join('\n')).not.toContain('made-up-by-a-member');
    client.close();
    await waitUntil('the socket to be counted out', async () =>
      (await scrape()).includes('oniverse_live_sockets 0'),
    );
  });

  it('OPS-092 are those that operators read about, with a bounded number of labels', async () => {
    const text = (await scrape()).join('\n');
    const exposed = exposedMetrics(text);
    const documented = documentedMetrics('backend');
    expect([...exposed.keys()].toSorted()).toEqual([...documented.keys()].toSorted());
    for (const [name, labels] of exposed)
      if (labels) expect([name, labels]).toEqual([name, documented.get(name)]);
    const codes = Object.keys(PROBLEMS).flatMap((code) => [code, code]);
    expect(
      Array.from(
        text.matchAll(/^oniverse_call_problems_total\{.*code="(.+)"\}/gm),
        ([, code = '']) => code,
      ).toSorted(),
    ).toEqual(codes.toSorted());
  });
});
