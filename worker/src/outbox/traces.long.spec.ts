import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  DedicatedTestStack,
  LiveClient,
  makeMember,
  makeServer,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';

interface ExportedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
}

/** Receives traces as a collector of OpenTelemetry does. */
class Collector {
  readonly spans: ExportedSpan[] = [];
  /** Everything that was sent to it. */
  received = '';
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        this.received += `${request.url} ${body}\n`;
        this.read(body);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port }: AddressInfo = Object(this.server.address());
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private read(body: string): void {
    const { resourceSpans }: { resourceSpans: unknown[] } = JSON.parse(body);
    for (const each of resourceSpans) {
      const {
        resource,
        scopeSpans,
      }: { resource: { attributes: unknown[] }; scopeSpans: { spans: object[] }[] } = Object(each);
      const service = /"oniverse-(\w+)"/.exec(JSON.stringify(resource))?.[1];
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push(Object.assign(Object.create(null), span, { service }));
    }
  }
}

describe('traces', () => {
  const collector = new Collector();
  let stack: DedicatedTestStack;
  let backend: BackendProcess;
  let other: BackendProcess;
  let worker: WorkerProcess;

  beforeAll(async () => {
    stack = await DedicatedTestStack.start();
    const env = {
      ...stack.env(),
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    backend = await BackendProcess.start(env, await freePort());
    other = await BackendProcess.start(env, await freePort());
    worker = await WorkerProcess.start(env);
  });

  afterAll(async () => {
    collector.stop();
    await stack.stop();
  });

  it('OPS-081 a message with a mention is one trace, from its sender to what the mentioned member hears, without contents', async () => {
    const sender = await makeMember(stack.dataSource);
    const named = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [sender.user, named.user] });
    const client = await LiveClient.connect(backend.url, { sessionId: sender.sessionId });
    const listener = await LiveClient.connect(backend.url, { sessionId: named.sessionId });
    expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    const elsewhere = await LiveClient.connect(other.url, { sessionId: named.sessionId });
    expect(await elsewhere.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    await client.send(channel.id, `A secret thing, @${named.user.username}`);
    await waitUntil('the night log', () => listener.payloads('notifications:changed').length > 0);
    await waitUntil('the other backend', () => elsewhere.payloads('messages:created').length > 0);
    for (const each of [client, listener, elsewhere]) each.close();
    // A process sends its last spans when it stops.
    expect(await Promise.all([backend.stop(), other.stop(), worker.stop()])).toEqual([0, 0, 0]);

    const root = collector.spans.find(({ name }) => name === 'message:send');
    const trace = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
    const parents = new Map(trace.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
    const ids = new Set(trace.map(({ spanId }) => spanId));
    const orphans = trace.filter(({ parentSpanId }) => !ids.has(parentSpanId));
    expect(orphans.map(({ name }) => name)).toEqual(['message:send']);
    expect(parents.size).toBe(trace.length);
    expect([...new Set(trace.map(({ service, name }) => `${service} ${name}`))]).toEqual(
      expect.arrayContaining([
        'backend message:send',
        'backend store message',
        'backend store messages',
        'backend deliver messages:created',
        'backend receive messages',
        'worker relay notify',
        'worker job notify',
        'worker START TRANSACTION',
        'worker COMMIT',
        'worker publish notifications:changed',
      ]),
    );
    const delivering = trace.filter(({ name }) => name === 'deliver messages:created');
    expect(new Set(delivering.map(({ parentSpanId }) => parentSpanId)).size).toBe(2);
    for (const secret of [
      'secret thing',
      sender.sessionId,
      sender.user.id,
      sender.user.username,
      named.user.username,
      channel.id,
      stack.env()['DATABASE_URL'] ?? '',
      '$1',
    ])
      expect(collector.received).not.toContain(secret);
  });
});
