import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { bearer } from '../testing/backend-under-test.js';
import supertest from 'supertest';

/** An acknowledgement that takes longer than this is taken for lost, in milliseconds. */
const ACK_TIMEOUT_MS = 1_500;
/**
 * Between two messages of the sender. Without Redis the other backend looks every two seconds: of a wider gap than it
 * puts out it tells the end alone, and the client asks for the rest, which a bare one does not.
 */
const PACE_MS = 10;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Sends one message after the other, each with one nonce until it is acknowledged, as a client does. */
class Sender {
  readonly acknowledged: number[] = [];
  failures = 0;
  private stopped = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly client: LiveClient,
    private readonly channelId: string,
  ) {
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const nonce = randomUUID();
      for (;;) {
        const seq = await this.attempt(nonce);
        if (seq !== undefined) {
          this.acknowledged.push(seq);
          break;
        }
        this.failures += 1;
        await pause(50);
      }
      await pause(PACE_MS);
    }
  }

  private async attempt(nonce: string): Promise<number | undefined> {
    try {
      const answer = await this.client.socket
        .timeout(ACK_TIMEOUT_MS)
        .emitWithAck('message:send', { channelId: this.channelId, content: nonce, nonce });
      if (answer.ok) return answer.message.seq;
      expect(answer.code).toBe('unavailable');
      return undefined;
    } catch {
      return undefined;
    }
  }
}

describe('nothing that was acknowledged is lost', () => {
  let stack: TestStack;
  let backends: [BackendProcess, BackendProcess];
  let channel: Channel;
  let sender: Sender;
  let reader: LiveClient;
  let sessionId: string;
  let clients: LiveClient[];

  beforeAll(async () => {
    stack = await TestStack.start({ durable: true });
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
    expect(await reader.ask('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    sender = new Sender(writing, channel.id);
    await until('the first messages', () => sender.acknowledged.length > 20);
  });

  afterEach(() => {
    for (const client of clients) client.close();
  });

  /** Lets sending go on a while, then compares: acknowledged = stored = received, each once, in order. */
  const settle = async (): Promise<void> => {
    const before = sender.acknowledged.length;
    await until('sending to work again', () => sender.acknowledged.length > before + 20);
    await sender.stop();
    const stored: { seq: number; nonce: string }[] = await stack.dataSource.query(
      'SELECT seq, nonce FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    const seqs = stored.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1));
    expect(sender.acknowledged).toEqual(seqs);
    expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(stored.length);
    await until('all messages at the reader', () => reader.messages(channel.id).length >= seqs.length);
    expect(reader.messages(channel.id).map(({ seq }) => seq)).toEqual(seqs);
  };

  it('LIV-009 through kill -9 of the backend that is being sent to', async () => {
    await backends[0].kill();
    await until('a failure', () => sender.failures > 0);
    await backends[0].restart();
    await settle();
  });

  it('LIV-011 through kill -9 of Redis: messages go on without it, and with it again', async () => {
    await stack.killRedis();
    const during = sender.acknowledged.length;
    await until('messages without Redis', () => sender.acknowledged.length > during + 50);
    await until(
      'the reader on the other backend to get them',
      () => reader.messages(channel.id).length > during + 50,
    );
    await supertest(backends[0].url).get('/api/health/ready').expect(200);
    await stack.startRedis();
    await until('Redis to be seen again', async () => {
      const { body } = await supertest(backends[0].url).get('/api/health/ready');
      return body.parts.redis === 'up';
    });
    await settle();
  });

  it('LIV-009 through kill -9 of PostgreSQL: 503 meanwhile, and sending works again by itself', async () => {
    await stack.killPostgres();
    const api = supertest(backends[0].url);
    await until('the outage to be said', async () => (await api.get('/api/health/ready')).status === 503);
    for (const answer of [
      await api.get('/api/auth/me').set(...bearer(sessionId)),
      await api.get('/api/waitlist/stats'),
      await api.post('/api/auth/login').send({ username: 'someone', password: 'Some@1234' }),
    ]) {
      expect(answer.body).toMatchObject({ statusCode: 503, code: 'unavailable' });
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    await until('a failure', () => sender.failures > 0);
    await stack.startPostgres();
    await settle();
    await api
      .get('/api/auth/me')
      .set(...bearer(sessionId))
      .expect(200);
  });

  it('ends within seconds on SIGTERM, cleanly, with sockets open and messages under way', async () => {
    expect(await backends[0].stop()).toBe(0);
    await backends[0].restart();
    await settle();
  });
});
