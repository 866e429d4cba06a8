import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Bookmark,
  Channel,
  ChannelRead,
  Game,
  indexMessages,
  Mention,
  Message,
  MessageLink,
  MessageReaction,
  MessageTerms,
  MessageVersion,
  Pin,
  type Server,
  ThreadFollow,
  type User,
} from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { DropExpiredMessages } from './drop-expired-messages.js';
import { RepairChannelHeads } from './repair-channel-heads.js';

const HOUR_MS = 3_600_000;

describe('DropExpiredMessages', () => {
  let stack: TestStack;
  let author: User;
  let server: Server;
  let channel: Channel;
  let live: RecordingPublisher;
  let job: DropExpiredMessages;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  beforeEach(async () => {
    ({ user: author } = await makeMember(stack.dataSource));
    ({ server, channel } = await makeServer(stack.dataSource, { members: [author] }));
    live = new RecordingPublisher();
    job = new DropExpiredMessages(stack.dataSource, live);
  });

  /** Fills a channel with messages that were deleted some hours ago; null for one that is not. */
  const fill = async (channelId: string, deleted: readonly (number | null)[]): Promise<Message[]> => {
    const db = stack.dataSource;
    const lastDeleted = deleted.findLastIndex((hours) => hours !== null);
    const head = { lastSeq: deleted.length, lastRev: deleted.length, expiredSeq: lastDeleted + 1 };
    await db.getRepository(Channel).update({ id: channelId }, head);
    return db.getRepository(Message).save(
      deleted.map((hours, index) => ({
        channelId,
        userId: author.id,
        seq: index + 1,
        rev: index + 1,
        nonce: `${index + 1}`,
        content: hours === null ? 'Still here.' : '',
        deletedAt: hours === null ? null : new Date(Date.now() - hours * HOUR_MS),
      })),
      { chunk: 500 },
    );
  };
  const seqsOf = async (channelId: string) =>
    (await stack.dataSource.getRepository(Message).find({ where: { channelId }, order: { seq: 'ASC' } })).map(
      ({ seq }) => seq,
    );
  const firstOf = async (id: string) =>
    (await stack.dataSource.getRepository(Channel).findOneByOrFail({ id })).firstSeq;
  const startThread = async (message: Message): Promise<Channel> =>
    stack.dataSource.getRepository(Channel).save({
      name: '',
      parentId: message.channelId,
      parentServerId: server.id,
      parentMessageId: message.id,
    });

  it('TLK-523 drops the first messages that were deleted over a day ago, up to the first that stays', async () => {
    await fill(channel.id, [30, 25, 30, 23, 30, null]);
    expect(await job.run()).toBe(3);
    expect([await firstOf(channel.id), await seqsOf(channel.id)]).toEqual([4, [4, 5, 6]]);
    expect(await job.run()).toBe(0);
    await stack.dataSource.query(
      `UPDATE messages SET deleted_at = deleted_at - interval '1 day' WHERE deleted_at IS NOT NULL`,
    );
    expect(await job.run()).toBe(2);
    expect([await firstOf(channel.id), await seqsOf(channel.id)]).toEqual([6, [6]]);
  });

  it('TLK-523 keeps the newest message, and all of a channel in which none expired', async () => {
    await fill(channel.id, [30, 30, 30]);
    const { channel: other } = await makeServer(stack.dataSource);
    await fill(other.id, [30, 30, null]);
    await stack.dataSource.getRepository(Channel).update({ id: other.id }, { expiredSeq: 0 });
    expect(await job.run()).toBe(2);
    expect([await seqsOf(channel.id), await seqsOf(other.id)]).toEqual([[3], [1, 2, 3]]);
    expect(await new RepairChannelHeads(stack.dataSource).run()).toBe(0);
  });

  it('TLK-590 keeps the events of a game until it is over and all of them expired', async () => {
    const [offer] = await fill(channel.id, [30, null]);
    const { id: threadId } = await startThread(offer!);
    await fill(threadId, [30, 30, 30]);
    const games = stack.dataSource.getRepository(Game);
    await games.insert({
      channelId: threadId,
      parentId: channel.id,
      number: 1,
      kind: 'chess',
      bankSeconds: 600,
      moveSeconds: 5,
      status: 'active',
    });
    expect(await job.run()).toBe(0);
    expect(await seqsOf(threadId)).toEqual([1, 2, 3]);
    await games.update({ channelId: threadId }, { status: 'over' });
    expect(await job.run()).toBe(1);
    expect(await games.existsBy({ channelId: threadId })).toBe(false);
  });

  it('TLK-523 drops what belongs to the messages, and nothing else', async () => {
    const db = stack.dataSource;
    const messages = await fill(channel.id, [30, null, null]);
    const { id: channelId } = channel;
    const userId = author.id;
    await indexMessages(db, [channelId], 10);
    // A deletion by the previous release leaves some of this.
    for (const seq of [1, 2]) {
      await db.getRepository(Mention).insert({ userId, channelId, seq });
      await db.getRepository(Pin).insert({ channelId, seq });
      await db
        .getRepository(MessageLink)
        .insert({ channelId, seq, place: 1, address: 'https://roof.example/' });
      await db.query(
        'INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id) VALUES ($1, $2, $3, $4, uuidv7())',
        [userId, channelId, seq, '✨'],
      );
    }
    for (const { id } of messages.slice(0, 2)) {
      await db.getRepository(Bookmark).insert({ userId, messageId: id });
      await db
        .getRepository(MessageVersion)
        .insert({ messageId: id, userId, content: 'x', writtenAt: new Date() });
    }
    await db.getRepository(ChannelRead).save({ userId, channelId, readSeq: 1 });
    expect(await job.run()).toBe(1);
    const counts = async () => {
      const byPlace = [Mention, Pin, MessageLink, MessageReaction].map(async (entity) =>
        db.getRepository(entity).countBy({ channelId }),
      );
      const ofMember = [Bookmark, MessageVersion].map(async (entity) =>
        db.getRepository(entity).countBy({ userId }),
      );
      return Promise.all([...byPlace, ...ofMember, db.getRepository(MessageTerms).countBy({ channelId })]);
    };
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1, 2]);
    expect(await db.getRepository(ChannelRead).findOneBy({ userId, channelId })).toMatchObject({
      readSeq: 1,
    });
  });

  it('TLK-523 drops rows in batches, each of which is whole if the worker ends in between', async () => {
    const db = stack.dataSource;
    await fill(channel.id, [...Array<number>(1_200).fill(30), null]);
    // The third transaction fails, as with a worker that is killed.
    await db.query(
      `CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
    );
    await db.query(
      'CREATE TRIGGER killed BEFORE DELETE ON messages FOR EACH ROW WHEN (OLD.seq = 1150) EXECUTE FUNCTION kill()',
    );
    await expect(job.run()).rejects.toThrow('killed');
    await db.query('DROP FUNCTION kill() CASCADE');
    expect([await firstOf(channel.id), (await seqsOf(channel.id)).length]).toEqual([1_001, 201]);
    expect(await job.run()).toBe(200);
    expect([await firstOf(channel.id), await seqsOf(channel.id)]).toEqual([1_201, [1_201]]);
  });

  it('TLK-523 drops each row once when two workers run', async () => {
    await fill(channel.id, [...Array<number>(700).fill(30), null]);
    const counts = await Promise.all([job.run(), new DropExpiredMessages(stack.dataSource, live).run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(700);
    expect([await firstOf(channel.id), await seqsOf(channel.id)]).toEqual([701, [701]]);
  });

  it('TLK-526 keeps a message whose thread has messages, and drops both when these are gone', async () => {
    const db = stack.dataSource;
    const [, root] = await fill(channel.id, [30, 30, 30, null]);
    const thread = await startThread(root!);
    const replies = await fill(thread.id, [30, 30, null]);
    await db
      .getRepository(ThreadFollow)
      .insert({ userId: author.id, channelId: thread.id, serverId: server.id });
    expect(await job.run()).toBe(3);
    expect([await seqsOf(channel.id), await seqsOf(thread.id)]).toEqual([[2, 3, 4], [3]]);
    expect(live.published).toEqual([]);
    await db
      .getRepository(Message)
      .update({ id: replies[2]!.id }, { content: '', deletedAt: new Date(Date.now() - 25 * HOUR_MS) });
    expect(await job.run()).toBe(2);
    expect(await seqsOf(channel.id)).toEqual([4]);
    expect(await db.getRepository(Channel).countBy({ id: thread.id })).toBe(0);
    expect(await db.getRepository(ThreadFollow).countBy({ channelId: thread.id })).toBe(0);
    expect(live.published).toEqual([
      {
        event: 'thread:deleted',
        room: [ROOMS.channel(thread.id), ROOMS.channel(channel.id), ROOMS.user(author.id)],
        payload: { serverId: server.id, parentId: channel.id, channelId: thread.id },
      },
    ]);
  });
});
