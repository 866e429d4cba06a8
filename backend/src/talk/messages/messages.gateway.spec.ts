import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@oniverse/platform';
import { LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('MessagesGateway with two backends', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    backends = [await BackendUnderTest.start(stack.config()), await BackendUnderTest.start(stack.config())];
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  const connect = async (backend: number, sessionId?: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(
      backends[backend % 2]!.url,
      sessionId === undefined ? {} : { sessionId },
    );
    clients.push(client);
    return client;
  };

  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));

  it('LIV-002 LIV-011 DIM-023 delivers 1,000 messages of 10 members to 5 readers once, in order and without a gap', async () => {
    const senders = await members(10);
    const readers = await members(5);
    const { channel } = await makeServer(stack.dataSource, { members: senders.map(({ user }) => user) });
    const receiving = await Promise.all(
      readers.map(async ({ sessionId }, index) => {
        const client = await connect(index, sessionId);
        expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({
          ok: true,
          lastSeq: 0,
        });
        return client;
      }),
    );
    const acknowledged: number[] = [];
    await Promise.all(
      senders.map(async ({ sessionId }, index) => {
        const client = await connect(index, sessionId);
        const sent = await Promise.all(
          Array.from({ length: 100 }, (_, n) => client.send(channel.id, `message ${n} of sender ${index}`)),
        );
        acknowledged.push(...sent.map(({ seq }) => seq));
      }),
    );
    const everySeq = Array.from({ length: 1000 }, (_, index) => index + 1);
    expect(acknowledged.toSorted((a, b) => a - b)).toEqual(everySeq);
    for (const client of receiving) {
      await waitUntil('1,000 messages', () => client.messages(channel.id).length >= 1000);
      expect(client.messages(channel.id).map(({ seq }) => seq)).toEqual(everySeq);
    }
    // A packet carries all messages of a batch.
    expect(receiving[0]!.payloads('messages:created').length).toBeLessThan(500);
  });

  it('LIV-010 stores each of 500 messages once, without a gap, when both backends receive it at the same time', async () => {
    const [sender] = await members(1);
    const { channel } = await makeServer(stack.dataSource, { members: [sender!.user] });
    const connections = [await connect(0, sender!.sessionId), await connect(1, sender!.sessionId)];
    const nonces = Array.from({ length: 500 }, () => randomUUID());
    const ids = await Promise.all(
      nonces.map(async (nonce) => {
        const messages = await Promise.all(
          connections.map((client) => client.send(channel.id, nonce, nonce)),
        );
        expect(messages[0]!.id).toBe(messages[1]!.id);
        return messages[0]!.id;
      }),
    );
    expect(new Set(ids).size).toBe(500);
    const stored: { seq: number; nonce: string }[] = await stack.dataSource.query(
      'SELECT seq, nonce FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(500);
  });

  it('OPS-073 stores which request caused each job, also of messages that one batch stores', async () => {
    const [one, other, named] = await members(3);
    if (!one || !other || !named) throw new Error('There are no members.');
    const users = [one.user, other.user, named.user];
    const channels = await Promise.all(
      [1, 2].map(async () => (await makeServer(stack.dataSource, { members: users })).channel),
    );
    const content = `hello @${named.user.username}`;
    const sent = await Promise.all(
      channels.flatMap(({ id }) =>
        [one, other].map(async ({ sessionId }) => {
          const { headers, body } = await backends[0].api
            .post(`/api/channels/${id}/messages`)
            .set(...bearer(sessionId))
            .send({ content, nonce: randomUUID() })
            .expect(201);
          return { subject: `mention:${id}:${body.seq}`, request: headers['x-request-id'] };
        }),
      ),
    );
    const bySubject = (rows: readonly { subject: string }[]) =>
      rows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    const rows = await stack.dataSource.query(
      'SELECT subject, request FROM outbox WHERE topic = $1 AND subject = ANY ($2)',
      ['notify', sent.map(({ subject }) => subject)],
    );
    expect(bySubject(rows)).toEqual(bySubject(sent));

    const { headers } = await backends[0].api
      .post('/api/posts')
      .set(...bearer(one.sessionId))
      .send({ title: 'A post', content: 'x', tags: ['comet'] })
      .expect(201);
    const derived = await stack.dataSource.query('SELECT topic FROM outbox WHERE request = $1', [
      headers['x-request-id'],
    ]);
    expect(derived).toEqual([{ topic: 'derive-member' }]);
  });

  it('answers an unexpected error with the request id of its log entry, as over HTTP', async () => {
    const [member] = await members(1);
    if (!member) throw new Error('There is no member.');
    const { user, sessionId } = member;
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    await stack.dataSource.query(`
      CREATE FUNCTION fail_oddly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'odd'; END $$`);
    await stack.dataSource.query(`CREATE TRIGGER odd BEFORE INSERT ON messages FOR EACH ROW
      WHEN (NEW.channel_id = '${channel.id}') EXECUTE FUNCTION fail_oddly()`);
    const lines: string[] = [];
    const logger = createLogger('test', 'error', { write: (line: string) => void lines.push(line) });
    const backend = await BackendUnderTest.start(stack.config(), logger);
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    const message = { content: 'hello', nonce: randomUUID() };

    const ack = await client.request('message:send', { channelId: channel.id, ...message });
    const { body } = await backend.api
      .post(`/api/channels/${channel.id}/messages`)
      .set(...bearer(sessionId))
      .send(message)
      .expect(500);
    expect(ack).toMatchObject({ ok: false, code: 'internal_error', requestId: expect.any(String) });
    const entries = lines.map((line): unknown => JSON.parse(line));
    expect(entries).toMatchObject([
      { requestId: Reflect.get(ack, 'requestId'), event: 'message:send', err: { message: 'odd' } },
      { requestId: body.requestId, err: { message: 'odd' } },
    ]);
    await stack.dataSource.query('DROP FUNCTION fail_oddly CASCADE');
    await backend.app.close();
  });
});
