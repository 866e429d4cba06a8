import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Attachment,
  Channel,
  indexMessages,
  Mention,
  Message,
  MessageTerms,
  StoredObject,
  type User,
} from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeDetachedChannels } from './purge-detached-channels.js';

describe('PurgeDetachedChannels', () => {
  let stack: TestStack;
  let author: User;
  let job: PurgeDetachedChannels;

  beforeAll(async () => {
    stack = await TestStack.start();
    ({ user: author } = await makeMember(stack.dataSource));
    job = new PurgeDetachedChannels(stack.dataSource);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const fill = async (channelId: string, messages: number): Promise<string> => {
    const [first]: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'hello', n::text FROM generate_series(1, $3::integer) n RETURNING id`,
      [channelId, author.id, messages],
    );
    await stack.dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
      channelId,
      messages,
    ]);
    await indexMessages(stack.dataSource, [channelId], messages);
    await stack.dataSource.getRepository(Mention).insert({ userId: author.id, channelId, seq: 1 });
    return first!.id;
  };
  const countOf = async (channelId: string) => ({
    channels: await stack.dataSource.getRepository(Channel).countBy({ id: channelId }),
    messages: await stack.dataSource.getRepository(Message).countBy({ channelId }),
    mentions: await stack.dataSource.getRepository(Mention).countBy({ channelId }),
    terms: await stack.dataSource.getRepository(MessageTerms).countBy({ channelId }),
  });
  const GONE = { channels: 0, messages: 0, mentions: 0, terms: 0 };

  it('OPS-104 deletes messages in batches, each of which is whole if the worker ends in between, and continues', async () => {
    const db = stack.dataSource;
    const { server, channel } = await makeServer(db, { members: [author] });
    const messageId = await fill(channel.id, 1_200);
    const channels = db.getRepository(Channel);
    const { id: threadId } = await channels.save({
      name: '',
      parentId: channel.id,
      parentServerId: server.id,
      parentMessageId: messageId,
    });
    await fill(threadId, 600);
    const path = '/objects/roof';
    await db.getRepository(StoredObject).insert({ path, userId: author.id, state: 'used' });
    await db.getRepository(Attachment).insert({
      userId: author.id,
      objectPath: path,
      name: 'roof',
      size: 8,
      messageId,
      channelId: channel.id,
      listedIn: channel.id,
      place: 1,
    });
    const other = await makeServer(db, { members: [author] });
    await fill(other.channel.id, 10);
    const detach = `UPDATE channels SET detached_at = now(), is_conversation = true, server_id = NULL, parent_server_id = NULL, is_default = false
      WHERE id IN ($1, $2)`;
    await db.query(detach, [channel.id, threadId]);
    await db.query(
      `CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
    );
    await db.query(
      `CREATE TRIGGER killed BEFORE DELETE ON messages FOR EACH ROW WHEN (OLD.seq = 1150) EXECUTE FUNCTION kill()`,
    );
    await expect(job.run()).rejects.toThrow('killed');
    await db.query('DROP FUNCTION kill() CASCADE');
    expect([await countOf(channel.id), await countOf(threadId)]).toEqual([
      { channels: 1, messages: 200, mentions: 0, terms: 200 },
      GONE,
    ]);
    expect(await db.getRepository(StoredObject).findOneByOrFail({ path })).toMatchObject({
      state: 'discarded',
    });
    expect(await job.run()).toBe(200);
    expect(await countOf(channel.id)).toEqual(GONE);
    expect(await countOf(other.channel.id)).toEqual({ channels: 1, messages: 10, mentions: 1, terms: 10 });
    expect(await job.run()).toBe(0);
  });
});
