import { createECDH, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  enqueueOutbox,
  Notification,
  NotificationSettings,
  OUTBOX_TOPICS,
  OutboxRow,
  PushSubscription,
  type User,
} from '@oniverse/data';
import { createLogger, createPublicAgent, Metrics } from '@oniverse/platform';
import { makeConnection, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PushEntry } from './push-entry.js';
import { PushSender } from './push-sender.js';

/** Leads every connection to the receiver of the test, without TLS. */
class LocalAgent extends Agent {
  constructor(private readonly port: number) {
    super();
  }

  override createConnection(): ReturnType<Agent['createConnection']> {
    return connect(this.port, '127.0.0.1');
  }
}

const pairOf = () => {
  const pair = createECDH('prime256v1');
  return {
    publicKey: pair.generateKeys().toString('base64url'),
    privateKey: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
  };
};

const BROWSER = pairOf().publicKey;
const HOURS = { quietFrom: '00:00', quietUntil: '23:59' };

describe('PushEntry', () => {
  let stack: TestStack;
  let receiver: Server;
  let port: number;
  let received: { url: string | undefined; authorization: string | undefined; bytes: number }[] = [];
  let status = 201;
  let writeAnswer: ((response: ServerResponse) => void) | undefined;
  let users = 0;

  beforeAll(async () => {
    stack = await TestStack.start();
    receiver = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        received.push({ url: request.url, authorization: request.headers.authorization, bytes });
        if (writeAnswer) writeAnswer(response);
        else response.writeHead(status).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address: AddressInfo | string | null = receiver.address();
    if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port');
    ({ port } = address);
  });

  beforeEach(() => {
    received = [];
    status = 201;
    writeAnswer = undefined;
  });

  afterAll(async () => {
    receiver.close();
    await stack.stop();
  });

  const job = (agent: Agent = new LocalAgent(port)) =>
    new PushEntry(
      stack.dataSource,
      new PushSender(
        stack.config({
          push: { keys: { ...pairOf(), subject: 'mailto:a@example.org' }, hosts: ['push.example'] },
        }),
        agent,
        createLogger('test', 'silent'),
        new Metrics(createLogger('test', 'silent')),
      ),
    );

  /** Returns a member with a subscribed browser, and an entry that waits to be pushed. */
  const prepare = async (settings: Partial<NotificationSettings> = {}) => {
    users += 1;
    const { user, sessionId } = await makeMember(stack.dataSource);
    const actor = (await makeMember(stack.dataSource)).user;
    await makeConnection(stack.dataSource, user, actor, ['saturn']);
    await stack.dataSource
      .getRepository(NotificationSettings)
      .insert({ userId: user.id, pushKinds: ['link'], ...settings });
    await stack.dataSource.getRepository(PushSubscription).insert({
      sessionId: createHash('sha256').update(sessionId).digest('hex'),
      userId: user.id,
      endpoint: `https://push.example/${users}`,
      p256dh: BROWSER,
      auth: 'tBHItJI5svbpez7KI4CCXg',
    });
    const { identifiers } = await stack.dataSource
      .getRepository(Notification)
      .insert({ recipientId: user.id, actorId: actor.id, kind: 'link', cause: 'test', groupKey: 'test' });
    const id = String(identifiers[0]?.['id']);
    await enqueueOutbox(stack.dataSource.manager, [{ topic: OUTBOX_TOPICS.pushEntry, subject: id }]);
    return { user, actor, id, url: `/${users}` };
  };
  const subscriptionOf = (user: User) =>
    stack.dataSource.getRepository(PushSubscription).findOneBy({ userId: user.id });
  const expectNothingPushed = async (id: string) => {
    await job().run(id);
    expect(received).toEqual([]);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: id })).toBe(0);
  };

  it('NXT-089 sends one encrypted push, signed for the service', async () => {
    const { user, id, url } = await prepare();
    await job().run(id);
    await job().run(id);
    expect(received).toEqual([
      { url, authorization: expect.stringMatching(/^vapid t=/), bytes: expect.any(Number) },
    ]);
    expect(received[0]?.bytes).toBeGreaterThan(50);
    expect((await subscriptionOf(user))?.lastSuccessAt).toBeInstanceOf(Date);
  });

  it.each<[string, Partial<NotificationSettings>]>([
    ['during quiet hours', HOURS],
    ['of a kind that is not wanted', { pushKinds: ['mention'] }],
  ])('NXT-088 pushes nothing %s', async (_, settings) => {
    await expectNothingPushed((await prepare(settings)).id);
  });

  it('NXT-081 pushes nothing that was read, withdrawn or became private', async () => {
    const read = await prepare();
    await stack.dataSource.getRepository(Notification).update({ id: read.id }, { readAt: new Date() });
    await expectNothingPushed(read.id);
    const hidden = await prepare();
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [hidden.actor.id]);
    await expectNothingPushed(hidden.id);
    const gone = await prepare();
    await stack.dataSource.getRepository(Notification).delete({ id: gone.id });
    await expectNothingPushed(gone.id);
  });

  it('NXT-210 pushes that a private member joined by the invite, until they leave', async () => {
    const prepareJoined = async () => {
      const { user, actor, id, url } = await prepare({ pushKinds: ['invite'] });
      const { server } = await makeServer(stack.dataSource, { members: [user, actor] });
      await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [actor.id]);
      await stack.dataSource
        .getRepository(Notification)
        .update({ id }, { kind: 'invite', serverId: server.id });
      return { actor, id, url };
    };
    const left = await prepareJoined();
    await stack.dataSource.query('DELETE FROM server_members WHERE user_id = $1', [left.actor.id]);
    await expectNothingPushed(left.id);
    const { id, url } = await prepareJoined();
    await job().run(id);
    expect(received).toEqual([expect.objectContaining({ url })]);
  });

  it('NXT-090 pushes nothing to an expired session', async () => {
    const { user, id } = await prepare();
    await stack.dataSource.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [user.id]);
    await expectNothingPushed(id);
  });

  it.each([404, 410])('NXT-090 ends a subscription after a %s', async (answer) => {
    const { user, id } = await prepare();
    status = answer;
    await job().run(id);
    expect(await subscriptionOf(user)).toBeNull();
  });

  it('NXT-090 keeps a subscription whose service fails, and acknowledges the push', async () => {
    const { user, id } = await prepare();
    status = 503;
    await job().run(id);
    expect(await subscriptionOf(user)).toMatchObject({ lastSuccessAt: null });
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: id })).toBe(0);
  });

  it('NXT-091 reads no more than the status of an endless answer', async () => {
    const { user, id } = await prepare();
    const chunk = Buffer.alloc(65_536);
    let written = 0;
    const ended = new Promise<void>((resolve) => {
      writeAnswer = (response) => {
        const write = (): void => {
          while (!response.destroyed && response.write(chunk)) written += chunk.length;
        };
        response.writeHead(status).on('drain', write).on('close', resolve);
        write();
      };
    });
    await job().run(id);
    await ended;
    expect(written).toBeLessThan(16 * 1024 * 1024);
    expect((await subscriptionOf(user))?.lastSuccessAt).toBeInstanceOf(Date);
  });

  it('NXT-091 gives up a service that answers too slowly, whatever it sends', async () => {
    const { id } = await prepare();
    const timeout = new AbortController();
    const spy = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const ended = new Promise<void>((resolve) => {
      writeAnswer = (response) => {
        response.on('close', resolve).writeProcessing();
        timeout.abort();
      };
    });
    await job().run(id);
    spy.mockRestore();
    await ended;
    expect(received).toHaveLength(1);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: id })).toBe(0);
  });

  it('NXT-091 ends a subscription whose host is no longer known, and calls no private address', async () => {
    const { user, id } = await prepare();
    await stack.dataSource
      .getRepository(PushSubscription)
      .update({ userId: user.id }, { endpoint: 'https://evil.example/x' });
    await expectNothingPushed(id);
    expect(await subscriptionOf(user)).toBeNull();
    const other = await prepare();
    await job(createPublicAgent({ port })).run(other.id);
    expect(received).toEqual([]);
  });
});
