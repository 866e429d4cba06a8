import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, type MessageView } from '@oniverse/contracts';
import { notifyEntry, OutboxRow } from '@oniverse/data';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

interface Session {
  sessionId: string;
}

describe('replies to messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async () => {
    const { dataSource } = two.stack;
    const [asker, answerer] = [await makeMember(dataSource), await makeMember(dataSource)];
    const members = [asker.user, answerer.user];
    const { server, channel } = await makeServer(dataSource, { members });
    return { asker, answerer, server, channel };
  };
  const send = async (member: Session, channelId: string, body: object): Promise<MessageView> => {
    const answer = await two.callAs(member, 'post', `/channels/${channelId}/messages`, body);
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  const history = async (member: Session, channelId: string): Promise<MessageView[]> =>
    (await two.callAs(member, 'get', `/channels/${channelId}/messages`).expect(200)).body;
  const mentionedBy = async (message: MessageView): Promise<string[]> => {
    const rows: { user_id: string }[] = await two.stack.dataSource.query(
      'SELECT user_id FROM mentions WHERE channel_id = $1 AND seq = $2',
      [message.channelId, message.seq],
    );
    return rows.map(({ user_id: id }) => id);
  };

  it('TLK-001 carry a quote in the acknowledgement, live on another backend, in the history and for a repeated nonce', async () => {
    const { asker, answerer, channel } = await setUp();
    const content = `Which sock?\n${'x'.repeat(LIMITS.quote.max)}`;
    const question = await send(asker, channel.id, { content });
    const client = await two.connect(1, answerer.sessionId);
    await client.request('channel:open', { channelId: channel.id });
    const body = { content: 'Wool.', nonce: 'n1', replyToSeq: 1 };
    const answer = await client.request('message:send', { channelId: channel.id, ...body });
    const replyTo = {
      seq: 1,
      rev: 1,
      userId: asker.user.id,
      username: asker.user.username,
      content: content.slice(0, LIMITS.quote.max),
      isDeleted: false,
    };
    expect(answer).toMatchObject({ ok: true, message: { seq: 2, replyTo } });
    await waitUntil('the packet', () => client.messages(channel.id).length === 1);
    expect(client.messages(channel.id)[0]?.replyTo).toEqual(replyTo);
    const stored = await history(asker, channel.id);
    expect(stored).toEqual([question, expect.objectContaining({ replyTo })]);
    expect(stored[0]).not.toHaveProperty('replyTo');
    expect(await send(answerer, channel.id, body)).toEqual(stored[1]);
  });

  it('TLK-002 mention the author of the answered message once, and enqueue one notification', async () => {
    const { asker, answerer, channel } = await setUp();
    await send(asker, channel.id, { content: 'Which sock?' });
    const client = await two.connect(1, asker.sessionId);
    const reply = await send(answerer, channel.id, {
      content: `@${asker.user.username} wool`,
      replyToSeq: 1,
    });
    expect(await mentionedBy(reply)).toEqual([asker.user.id]);
    const { subject } = notifyEntry({ kind: 'mention', channelId: channel.id, seq: reply.seq });
    expect(await two.stack.dataSource.getRepository(OutboxRow).countBy({ subject })).toBe(1);
    await waitUntil('the mention', () => client.payloads('mention').length === 1);
    await two.callAs(answerer, 'patch', `/messages/${reply.id}`, { content: 'wool' }).expect(200);
    expect(await mentionedBy(reply)).toEqual([asker.user.id]);
    expect(client.payloads('mention')).toHaveLength(1);
  });

  it('TLK-002 mention nobody for an own message, a deleted one, a former member, or across a block or mute', async () => {
    const { asker, answerer, server, channel } = await setUp();
    const own = await send(answerer, channel.id, { content: 'mine' });
    const question = await send(asker, channel.id, { content: 'Which sock?' });
    const reply = async (seq: number) =>
      mentionedBy(await send(answerer, channel.id, { content: 'wool', replyToSeq: seq }));
    expect(await reply(own.seq)).toEqual([]);
    expect(await reply(question.seq)).toEqual([asker.user.id]);
    await two.callAs(asker, 'put', `/mutes/${answerer.user.id}`).expect(200);
    expect(await reply(question.seq)).toEqual([]);
    await two.callAs(asker, 'delete', `/mutes/${answerer.user.id}`).expect(200);
    await two.callAs(answerer, 'put', `/blocks/${asker.user.id}`).expect(200);
    expect(await reply(question.seq)).toEqual([]);
    await two.callAs(answerer, 'delete', `/blocks/${asker.user.id}`).expect(200);
    await two.callAs(asker, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await reply(question.seq)).toEqual([]);
    await two.callAs(asker, 'post', `/servers/${server.id}/join`).expect(200);
    await two.callAs(asker, 'delete', `/messages/${question.id}`).expect(200);
    expect(await reply(question.seq)).toEqual([]);
  });

  it('TLK-003 quote only messages of their channel, and are stored without a quote of any other', async () => {
    const { asker, answerer, channel } = await setUp();
    const { channel: elsewhere } = await makeServer(two.stack.dataSource, { members: [asker.user] });
    for (const content of ['one', 'two', 'three']) await send(asker, elsewhere.id, { content });
    await send(asker, channel.id, { content: 'Which sock?' });
    for (const replyToSeq of [3, 0, LIMITS.seq.max]) {
      const reply = await send(answerer, channel.id, {
        content: 'wool',
        nonce: `n${replyToSeq}`,
        replyToSeq,
      });
      expect(reply).not.toHaveProperty('replyTo');
      expect(await mentionedBy(reply)).toEqual([]);
    }
    const wrong = { content: 'wool', replyToSeq: 'one' };
    await two.callAs(answerer, 'post', `/channels/${channel.id}/messages`, wrong).expect(400);
    const stranger = await makeMember(two.stack.dataSource);
    const refused = { content: 'wool', replyToSeq: 1 };
    await two.callAs(stranger, 'post', `/channels/${channel.id}/messages`, refused).expect(403);
  });

  it('TLK-004 show the edit, the deletion and the erased author of the answered message', async () => {
    const { asker, answerer, channel } = await setUp();
    const question = await send(asker, channel.id, { content: 'Which sock?' });
    await send(answerer, channel.id, { content: 'wool', replyToSeq: 1 });
    const quote = async () => (await history(answerer, channel.id))[1]?.replyTo;
    await two.callAs(asker, 'patch', `/messages/${question.id}`, { content: 'Which glove?' }).expect(200);
    expect(await quote()).toMatchObject({ rev: 3, content: 'Which glove?', isDeleted: false });
    await two.callAs(asker, 'delete', `/messages/${question.id}`).expect(200);
    expect(await quote()).toMatchObject({ rev: 4, content: '', isDeleted: true, userId: asker.user.id });
    await two.stack.dataSource.query('UPDATE messages SET user_id = NULL WHERE id = $1', [question.id]);
    expect(await quote()).toMatchObject({ userId: null, username: null });
  });

  it('TLK-004 lets a resuming client know of changed messages that its copy only quotes', async () => {
    const { asker, answerer, channel } = await setUp();
    const question = await send(asker, channel.id, { content: 'Which sock?' });
    const unquoted = await send(asker, channel.id, { content: 'Anyone?' });
    await send(answerer, channel.id, { content: 'wool', replyToSeq: question.seq });
    for (const { id } of [question, unquoted])
      await two.callAs(asker, 'delete', `/messages/${id}`).expect(200);
    const client = await two.connect(1, answerer.sessionId);
    const copy = { channelId: channel.id, from: 3, after: 3, rev: 3 };
    expect(await client.request('channel:open', copy)).toMatchObject({
      lastRev: 5,
      changed: [{ seq: question.seq, rev: 4, content: '' }],
    });
  });
});
