import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MESSAGES } from '@oniverse/contracts';
import type { Channel } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  makeServer,
  DedicatedTestStack,
  waitUntil,
} from '@oniverse/testing';
import supertest from 'supertest';
import { bearer } from '../../testing/backend-under-test.js';

// Later acknowledgements count as lost.
const ACK_TIMEOUT_MS = 1_500;
/** Without Redis, the other backend polls every 2 s. A faster sender would exceed the gap that it fills. */
const SEND_INTERVAL_MS = 10;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Sends messages one after another, and repeats each with the same nonce until it is acknowledged. */
class Sender {
  readonly acknowledged: number[] = [];
  failures = 0;
  private isStopped = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly client: LiveClient,
    private readonly channelId: string,
  ) {
    this.done = this.sendUntilStopped();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async sendUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      const nonce = randomUUID();
      for (;;) {
        const seq = await this.trySend(nonce);
        if (seq !== undefined) {
          this.acknowledged.push(seq);
          break;
        }
        this.failures += 1;
        await pause(50);
      }
      await pause(SEND_INTERVAL_MS);
    }
  }

  private async trySend(nonce: string): Promise<number | undefined> {
    try {
      const answer = await this.client.socket
        .timeout(ACK_TIMEOUT_MS)
        .emitWithAck('message:send', { channelId: this.channelId, content: nonce, nonce });
      if (answer.ok) return answer.message.seq;
      expect(['unavailable', 'storage_full']).toContain(answer.code);
      return undefined;
    } catch {
      return undefined;
    }
  }
}

describe('acknowledged messages', () => {
  let stack: DedicatedTestStack;
  let backends: [BackendProcess, BackendProcess];
  let channel: Channel;
  let sender: Sender;
  let reader: LiveClient;
  let sessionId: string;
  let clients: LiveClient[];

  beforeAll(async () => {
    stack = await DedicatedTestStack.start({ durable: true });
    backends = [
      await BackendProcess.start(stack.env(), await freePort()),
      await BackendProcess.start(stack.env(), await freePort()),
    ];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  beforeEach(async () => {
    const writer = await makeMember(stack.dataSource);
    sessionId = writer.sessionId;
    ({ channel } = await makeServer(stack.dataSource, { members: [writer.user] }));
    const [writing, reading] = await Promise.all([
      LiveClient.connect(backends[0].url, { sessionId }),
      LiveClient.connect(backends[1].url, { sessionId: (await makeMember(stack.dataSource)).sessionId }),
    ]);
    clients = [writing, reading];
    reader = reading;
    expect(await reader.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    sender = new Sender(writing, channel.id);
    await waitUntil('the first messages', () => sender.acknowledged.length > 20);
  });

  afterEach(() => {
    for (const client of clients) client.close();
  });

  /** Sends more messages, then expects that acknowledged, stored and received messages are equal, once each, in order. */
  const expectNothingLost = async (): Promise<void> => {
    const before = sender.acknowledged.length;
    await waitUntil('sending to work again', () => sender.acknowledged.length > before + 20);
    await sender.stop();
    const stored: { seq: number; nonce: string }[] = await stack.dataSource.query(
      'SELECT seq, nonce FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    const seqs = stored.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1));
    expect(sender.acknowledged).toEqual(seqs);
    expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(stored.length);
    await waitUntil('all messages at the reader', () => reader.messages(channel.id).length >= seqs.length);
    expect(reader.messages(channel.id).map(({ seq }) => seq)).toEqual(seqs);
  };

  it('LIV-009 survive kill -9 of the backend that receives them', async () => {
    await backends[0].kill();
    await waitUntil('a failure', () => sender.failures > 0);
    await backends[0].restart();
    await expectNothingLost();
  });

  it('LIV-011 survive kill -9 of Redis, and are delivered without Redis and after its return', async () => {
    await stack.killRedis();
    const sentBefore = sender.acknowledged.length;
    await waitUntil('messages without Redis', () => sender.acknowledged.length > sentBefore + 50);
    await waitUntil(
      'the reader on the other backend to receive them',
      () => reader.messages(channel.id).length > sentBefore + 50,
    );
    await supertest(backends[0].url).get('/api/health/ready').expect(200);
    await stack.startRedis();
    await waitUntil('Redis to be reported as up', async () => {
      const { body } = await supertest(backends[0].url).get('/api/health/ready');
      return body.parts.redis === 'up';
    });
    await expectNothingLost();
  });

  it('LIV-009 survive kill -9 of PostgreSQL: requests answer 503, and sending resumes without a restart', async () => {
    await stack.killPostgres();
    const api = supertest(backends[0].url);
    await waitUntil(
      'the outage to be reported',
      async () => (await api.get('/api/health/ready')).status === 503,
    );
    for (const answer of [
      await api.get('/api/auth/me').set(...bearer(sessionId)),
      await api.get('/api/waitlist/stats'),
      await api.post('/api/auth/login').send({ username: 'someone', password: 'Some@1234' }),
    ]) {
      expect(answer.body).toMatchObject({ statusCode: 503, code: 'unavailable' });
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    await waitUntil('a failure', () => sender.failures > 0);
    await stack.startPostgres();
    await expectNothingLost();
    await api
      .get('/api/auth/me')
      .set(...bearer(sessionId))
      .expect(200);
  });

  it('LIV-009 survive a full disk, which members and health checks see, and sending resumes once there is space', async () => {
    await stack.fillDatabase();
    const api = supertest(backends[0].url);
    await waitUntil('the full disk to be reported', async () => {
      const { status, body } = await api.get('/api/health/ready');
      return status === 503 && body.parts.database === 'readonly';
    });
    const { body } = await api
      .post(`/api/channels/${channel.id}/messages`)
      .set(...bearer(sessionId))
      .send({ content: 'precious' })
      .expect(503)
      .expect('retry-after', /^\d+$/);
    expect(body).toMatchObject({ code: 'storage_full', reason: MESSAGES.storageFull.reason });
    await api
      .get(`/api/channels/${channel.id}/messages`)
      .set(...bearer(sessionId))
      .expect(200);
    await stack.freeDatabase();
    await expectNothingLost();
    await waitUntil(
      'the health check to recover',
      async () => (await api.get('/api/health/ready')).status === 200,
    );
  });

  it('survive SIGTERM: a backend with open sockets and messages in flight exits with code 0 within seconds', async () => {
    expect(await backends[0].stop()).toBe(0);
    await backends[0].restart();
    await expectNothingLost();
  });
});
