import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChannelOpenAnswer, MessageView } from '@oniverse/contracts';
import { LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

const seqs = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const open = async (client: LiveClient, request: object): Promise<ChannelOpenAnswer> => {
  const answer = await client.ask('channel:open', request);
  expect(answer['ok']).toBe(true);
  return {
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

  it('GAP-129 sends over REST: 201, and with the same nonce again 200 and the first message', async () => {
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
    expect(second.body).toMatchObject({ seq: 2, rev: 2 });
  });

  it('GAP-136 who has not joined may read a public server, and not write', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 1);
    const client = await connect(reader.sessionId);
    expect(seqs((await open(client, { channelId: channel.id })).messages)).toEqual([1]);
    expect(
      await client.ask('message:send', { channelId: channel.id, content: 'x', nonce: 'x' }),
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

  it('GAP-124 who has left writes no more, at once', async () => {
    const { writer, server, channel } = await setUp();
    const client = await connect(writer.sessionId);
    await client.send(channel.id, 'before');
    await backend.api
      .post(`/api/servers/${server.id}/leave`)
      .set(...bearer(writer.sessionId))
      .expect(200);
    await expect(client.send(channel.id, 'after')).rejects.toThrow('not_a_member');
  });

  it('API-062 GAP-131 reads history oldest first, before and after a place', async () => {
    const { writer, reader, channel } = await setUp();
    await fill(channel.id, writer.user.id, 120);
    const history = (query: string) =>
      backend.api.get(`/api/channels/${channel.id}/messages${query}`).set(...bearer(reader.sessionId));
    expect(seqs((await history('').expect(200)).body)).toEqual(range(71, 120));
    expect(seqs((await history('?before=71&limit=20').expect(200)).body)).toEqual(range(51, 70));
    expect(seqs((await history('?before=1').expect(200)).body)).toEqual([]);
    expect(seqs((await history('?after=118&unknown=1').expect(200)).body)).toEqual([119, 120]);
    expect(seqs((await history('?after=0&limit=100').expect(200)).body)).toEqual(range(1, 100));
    for (const wrong of [
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '?before=-1',
      '?before=1.5',
      '?after=9e99',
      '?before=1&after=1',
    ]) {
      const answer = await history(wrong).expect(400);
      expect(answer.body.code).toBe('validation_failed');
    }
  });

  it('LIV-009 opening a channel answers the latest 50, and what came after a place', async () => {
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

  it('LIV-009 after more than 1,000 new messages, or from another time, the client starts afresh', async () => {
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

  it('LIV-009 opening tells what was changed meanwhile, and a deleted message without its text', async () => {
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

  it('LIV-003 a message reaches who has the channel open, and nobody else', async () => {
    const { writer, reader, channel } = await setUp();
    const other = await setUp();
    const [sender, inside, closed, elsewhere] = await Promise.all(
      [writer, reader, reader, other.reader].map(({ sessionId }) => connect(sessionId)),
    );
    await open(sender!, { channelId: channel.id });
    await open(inside!, { channelId: channel.id });
    await open(closed!, { channelId: channel.id });
    expect(await closed!.ask('channel:close', { channelId: channel.id })).toEqual({ ok: true });
    expect(await closed!.ask('channel:close', { channelId: channel.id })).toEqual({ ok: true });
    await open(elsewhere!, { channelId: other.channel.id });
    const message = await sender!.send(channel.id, 'hello');
    for (const client of [sender!, inside!]) {
      await until('the message', () => client.messages(channel.id).length > 0);
      expect(client.messages(channel.id)).toEqual([message]);
    }
    // An answer comes after anything that was sent before it.
    await closed!.ask('channel:close', { channelId: channel.id });
    await elsewhere!.ask('channel:close', { channelId: channel.id });
    expect(closed!.told).toEqual([]);
    expect(elsewhere!.told).toEqual([]);
  });

  it('LIV-003 a hint that got lost is made up for by the comparison of heads', async () => {
    const { writer, reader, channel } = await setUp();
    const client = await connect(reader.sessionId);
    await open(client, { channelId: channel.id });
    // Stored behind the backend's back: as if another instance had stored it and its hint was lost.
    await fill(channel.id, writer.user.id, 3);
    await until('the messages', () => client.messages(channel.id).length >= 3);
    expect(seqs(client.messages(channel.id))).toEqual([1, 2, 3]);
  });
});
