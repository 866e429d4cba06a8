import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChannelOpenAnswer, LIMITS, LIVE_REQUESTS, type MessageView } from '@oniverse/contracts';
import { LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const seqs = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const open = async (client: LiveClient, request: object): Promise<ChannelOpenAnswer> => {
  const answer = await client.request('channel:open', request);
  expect(answer['ok']).toBe(true);
  return {
    firstSeq: Number(answer['firstSeq']),
    lastSeq: Number(answer['lastSeq']),
    lastRev: Number(answer['lastRev']),
    messages: Array.isArray(answer['messages']) ? answer['messages'] : [],
    changed: Array.isArray(answer['changed']) ? answer['changed'] : [],
    more: answer['more'] === true,
    ...(answer['reset'] === true ? { reset: true } : {}),
  };
};

describe('messages', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await backend.stop();
    await stack.stop();
  });

  const setUp = async () => {
    const writer = await makeMember(stack.dataSource, { displayName: 'Vesper' });
    const { server, channel } = await makeServer(stack.dataSource, { members: [writer.user] });
    const reader = await makeMember(stack.dataSource);
    return { writer, reader, server, channel };
  };
  const connect = async (sessionId: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    return client;
  };
  const fill = async (channelId: string, userId: string, count: number): Promise<void> => {
    await stack.dataSource.query(
      `SELECT count(*) FROM append_messages(array_fill($1::uuid, ARRAY[$3::integer]), array_fill($2::uuid, ARRAY[$3::integer]),
         ARRAY(SELECT 'message ' || n FROM generate_series(1, $3) n),
         ARRAY(SELECT gen_random_uuid()::text FROM generate_series(1, $3) n), '{}', '{}')`,
      [channelId, userId, count],
    );
  };

  it('GAP-129 sends over REST with 201, and answers a repeated nonce with 200 and the first message', async () => {
    const { writer, channel } = await setUp();
    const send = (body: object) =>
      backend.api
        .post(`/api/channels/${channel.id}/messages`)
        .set(...bearer(writer.sessionId))
        .send(body);
    const first = await send({ content: '  hello\nthere ', nonce: 'one' }).expect(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      channelId: channel.id,
      userId: writer.user.id,
      seq: 1,
      rev: 1,
      content: 'hello\nthere',
      nonce: 'one',
      author: { username: writer.user.username, displayName: 'Vesper', profileImageUrl: null },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      editedAt: null,
      deletedAt: null,
    });
    const again = await send({ content: 'something else', nonce: 'one' }).expect(200);
    expect(again.body).toEqual(first.body);
    const second = await send({ content: 'no nonce' }).expect(201);
    expect(second.body).toMatchObject({ seq: 2, rev: 2, nonce: null });
    // The longest allowed nonce is not mistaken for a generated one.
    const longest = await send({ content: 'x', nonce: '🌒'.repeat(LIMITS.nonce.max) }).expect(201);
    expect(longest.body.nonce).toBe('🌒'.repeat(LIMITS.nonce.max));
    const page = await backend.api
      .get(`/api/channels/${channel.id}/messages`)
      .set(...bearer(writer.sessionId))
      .expect(200);
    expect(page.body).toEqual([first.body, second.body, longest.body]);
  });

  it('LIV-004 rejects requests of a visitor before validating them', async () => {
    const { channel } = await setUp();
    const visitor = await LiveClient.connect(backend.url);
    for (const [event, { access }] of Object.entries(LIVE_REQUESTS)) {
      if (access === 'everyone') continue;
      for (const payload of [
        { channelId: channel.id, content: 'x', nonce: 'x' },
        { channelId: 7, more: 1 },
        'x',
      ]) {
        expect([event, await visitor.request(event, payload)]).toEqual([
          event,
          { ok: false, code: 'unauthorized', message: 'You need to be logged in.', reason: 'unauthorized' },
        ]);
      }
    }
    visitor.close();
  });

  it('GAP-136 lets members who have not joined read a public server but not write', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 1);
    const client = await connect(reader.sessionId);
    expect(seqs((await open(client, { channelId: channel.id })).messages)).toEqual([1]);
    expect(
      await client.request('message:send', { channelId: channel.id, content: 'x', nonce: 'x' }),
    ).toMatchObject({
      ok: false,
      code: 'not_a_member',
    });
    const answer = await backend.api
      .post(`/api/channels/${channel.id}/messages`)
      .set(...bearer(reader.sessionId))
      .send({ content: 'x' })
      .expect(403);
    expect(answer.body.code).toBe('not_a_member');
  });

  it('GAP-124 rejects messages of a member as soon as the member has left', async () => {
    const { writer, server, channel } = await setUp();
    const client = await connect(writer.sessionId);
    await client.send(channel.id, 'before');
    await backend.api
      .post(`/api/servers/${server.id}/leave`)
      .set(...bearer(writer.sessionId))
      .expect(200);
    await expect(client.send(channel.id, 'after')).rejects.toThrow('not_a_member');
  });

  it('API-062 GAP-131 lists history oldest first, before and after a position', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 120);
    const history = (query: string) =>
      backend.api.get(`/api/channels/${channel.id}/messages${query}`).set(...bearer(reader.sessionId));
    expect(seqs((await history('').expect(200)).body)).toEqual(range(71, 120));
    expect(seqs((await history('?before=71&limit=20').expect(200)).body)).toEqual(range(51, 70));
    expect(seqs((await history('?before=1').expect(200)).body)).toEqual([]);
    expect(seqs((await history('?after=118').expect(200)).body)).toEqual([119, 120]);
    expect(seqs((await history('?after=0&limit=100').expect(200)).body)).toEqual(range(1, 100));
    for (const invalidQuery of [
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '?before=-1',
      '?before=1.5',
      '?after=9e99',
      '?before=1&after=1',
    ]) {
      const answer = await history(invalidQuery).expect(400);
      expect(answer.body.code).toBe('validation_failed');
    }
  });

  it('LIV-009 opens a channel with the latest 50 messages, or with those after a position', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 260);
    const client = await connect(reader.sessionId);
    const fresh = await open(client, { channelId: channel.id, after: null });
    expect(fresh).toMatchObject({ lastSeq: 260, lastRev: 260, changed: [], more: false });
    expect(seqs(fresh.messages)).toEqual(range(211, 260));
    const first = await open(client, { channelId: channel.id, from: 1, after: 30, rev: 30 });
    expect(first.more).toBe(true);
    expect(seqs(first.messages)).toEqual(range(31, 130));
    const last = await open(client, { channelId: channel.id, from: 1, after: 230, rev: 230 });
    expect(last.more).toBe(false);
    expect(seqs(last.messages)).toEqual(range(231, 260));
  });

  it('LIV-009 resets a client that is more than 1,000 messages behind, or ahead of the channel', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 1_002);
    const client = await connect(reader.sessionId);
    for (const after of [1, 5_000]) {
      const answer = await open(client, { channelId: channel.id, from: 1, after, rev: 1 });
      expect(answer.reset).toBe(true);
      expect(seqs(answer.messages)).toEqual(range(953, 1_002));
    }
    expect((await open(client, { channelId: channel.id, from: 1, after: 2, rev: 2 })).reset).toBeUndefined();
  });

  it('LIV-009 opens a channel with the messages edited or deleted since, the deleted ones without content', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 5);
    const as = bearer(writer.sessionId);
    const ids = (
      await backend.api
        .get(`/api/channels/${channel.id}/messages`)
        .set(...as)
        .expect(200)
    ).body.map(({ id }: MessageView) => id);
    await backend.api
      .patch(`/api/messages/${ids[1]}`)
      .set(...as)
      .send({ content: 'edited' })
      .expect(200);
    await backend.api
      .delete(`/api/messages/${ids[3]}`)
      .set(...as)
      .expect(200);
    const client = await connect(reader.sessionId);
    const answer = await open(client, { channelId: channel.id, from: 1, after: 5, rev: 5 });
    expect(answer).toMatchObject({ lastSeq: 5, lastRev: 7, messages: [] });
    expect(answer.changed).toMatchObject([
      { seq: 2, rev: 6, content: 'edited', editedAt: expect.any(String) },
      { seq: 4, rev: 7, content: '', deletedAt: expect.any(String) },
    ]);
    expect((await open(client, { channelId: channel.id, from: 3, after: 5, rev: 6 })).changed).toHaveLength(
      1,
    );
  });

  it('LIV-003 delivers a message only to sockets that have the channel open', async () => {
    const { writer, reader, channel } = await setUp();
    const other = await setUp();
    const [sender, inside, closed, elsewhere] = await Promise.all(
      [writer, reader, reader, other.reader].map(({ sessionId }) => connect(sessionId)),
    );
    await open(sender!, { channelId: channel.id });
    await open(inside!, { channelId: channel.id });
    await open(closed!, { channelId: channel.id });
    expect(await closed!.request('channel:close', { channelId: channel.id })).toEqual({ ok: true });
    expect(await closed!.request('channel:close', { channelId: channel.id })).toEqual({ ok: true });
    await open(elsewhere!, { channelId: other.channel.id });
    const message = await sender!.send(channel.id, 'hello');
    for (const client of [sender!, inside!]) {
      await waitUntil('the message', () => client.messages(channel.id).length > 0);
      expect(client.messages(channel.id)).toEqual([message]);
    }
    // The answer arrives after all events sent before it.
    await closed!.request('channel:close', { channelId: channel.id });
    await elsewhere!.request('channel:close', { channelId: channel.id });
    expect(closed!.received).toEqual([]);
    expect(elsewhere!.received).toEqual([]);
  });

  it('LIV-003 delivers messages whose hint was lost, after comparing heads', async () => {
    const { writer, reader, channel } = await setUp();
    const client = await connect(reader.sessionId);
    await open(client, { channelId: channel.id });
    // Stored without the backend, as if another backend had stored them and its hint was lost.
    await fill(channel.id, writer.user.id, 3);
    await waitUntil('the messages', () => client.messages(channel.id).length >= 3);
    expect(seqs(client.messages(channel.id))).toEqual([1, 2, 3]);
  });
});
