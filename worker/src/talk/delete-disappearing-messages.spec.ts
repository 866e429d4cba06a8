import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Attachment,
  Channel,
  Conversation,
  ConversationMember,
  DisappearingMessage,
  Mention,
  Message,
  MESSAGE_REVISED_TOPIC,
  Server,
  StaleThread,
  StoredObject,
  type User,
} from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { DeleteDisappearingMessages } from './delete-disappearing-messages.js';

const DAY_MS = 86_400_000;

describe('DeleteDisappearingMessages', () => {
  let stack: TestStack;
  let author: User;
  let live: RecordingPublisher;
  let job: DeleteDisappearingMessages;

  beforeAll(async () => {
    stack = await TestStack.start();
    ({ user: author } = await makeMember(stack.dataSource));
  });

  afterAll(async () => {
    await stack.stop();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    job = new DeleteDisappearingMessages(stack.dataSource, live);
  });

  /** Fills a channel with a message for each age in days, oldest first. */
  const fill = async (channelId: string, ages: readonly number[]): Promise<Message[]> => {
    const db = stack.dataSource;
    const now = Date.now();
    await db.getRepository(Channel).update({ id: channelId }, { lastSeq: ages.length, lastRev: ages.length });
    return db.getRepository(Message).save(
      ages.map((age, index) => ({
        channelId,
        userId: author.id,
        seq: index + 1,
        rev: index + 1,
        nonce: `${index + 1}`,
        content: `Number ${index + 1}`,
        createdAt: new Date(now - age * DAY_MS),
      })),
      { chunk: 500 },
    );
  };
  const stateOf = async (channelId: string) =>
    (await stack.dataSource.getRepository(Message).find({ where: { channelId }, order: { seq: 'ASC' } })).map(
      ({ content, rev, deletedAt }) => [content, rev, deletedAt !== null],
    );

  it('TLK-450 deletes messages whose time is over, with their files, in order of the revisions', async () => {
    const db = stack.dataSource;
    const { user: reader } = await makeMember(db);
    const { id: channelId } = await db.getRepository(Channel).save({ name: '', isConversation: true });
    await db.getRepository(Conversation).insert({ channelId, isGroup: true });
    await db.getRepository(ConversationMember).insert([
      { channelId, userId: author.id, state: 'joined' },
      { channelId, userId: reader.id, state: 'left' },
    ]);
    const messages = await fill(channelId, [0, 0, 0]);
    await db.getRepository(Message).update({ id: messages[0]!.id }, { hasFiles: true });
    const object = await db
      .getRepository(StoredObject)
      .save({ path: '/objects/disappears', userId: author.id, state: 'used' });
    await db.getRepository(Attachment).insert({
      userId: author.id,
      objectPath: object.path,
      name: 'roof.txt',
      size: 1,
      kind: 'file',
      messageId: messages[0]!.id,
      channelId,
      listedIn: channelId,
      place: 1,
    });
    const now = Date.now();
    await db.getRepository(DisappearingMessage).insert(
      messages.map(({ id, seq }) => ({
        messageId: id,
        disappearsAt: new Date(now + (seq === 3 ? 60_000 : -1_000 * (3 - seq))),
      })),
    );
    expect(await Promise.all([job.run(), job.run()])).toContain(2);
    expect(await stateOf(channelId)).toEqual([
      ['', 4, true],
      ['', 5, true],
      ['Number 3', 3, false],
    ]);
    expect(await db.getRepository(Attachment).countBy({ channelId })).toBe(0);
    expect(await db.getRepository(StoredObject).findOneBy({ path: object.path })).toMatchObject({
      state: 'discarded',
    });
    expect(await db.getRepository(DisappearingMessage).count()).toBe(1);
    expect(await db.getRepository(Channel).findOneBy({ id: channelId })).toMatchObject({
      lastRev: 5,
      expiredSeq: 2,
    });
    // One transaction, and so one event, for both.
    expect(live.published.filter(({ event }) => event === 'conversation:changed')).toEqual([
      expect.objectContaining({ room: [ROOMS.user(author.id)], payload: { id: channelId, last: null } }),
    ]);
    expect(await job.run()).toBe(0);
  });

  it('TLK-522 deletes messages of a channel whose days are over, once, with a revision each and one hint', async () => {
    const db = stack.dataSource;
    const { channel, server } = await makeServer(db);
    await db.getRepository(Server).update({ id: server.id }, { messageDays: 90 });
    const messages = await fill(channel.id, [93, 92, 91, 89, 1]);
    await db.getRepository(Message).update({ id: messages[1]!.id }, { content: '', deletedAt: new Date() });
    await db.getRepository(Mention).insert({ userId: author.id, channelId: channel.id, seq: 1 });
    const other = new DeleteDisappearingMessages(db, new RecordingPublisher());
    const counts = await Promise.all([job.run(), other.run()]);
    expect(counts.toSorted()).toEqual([0, 3]);
    expect(await stateOf(channel.id)).toEqual([
      ['', 6, true],
      ['', 2, true],
      ['', 7, true],
      ['Number 4', 4, false],
      ['Number 5', 5, false],
    ]);
    expect(await db.getRepository(Channel).findOneBy({ id: channel.id })).toMatchObject({
      lastSeq: 5,
      lastRev: 7,
      firstSeq: 1,
      expiredSeq: 3,
    });
    expect(await db.getRepository(Mention).countBy({ channelId: channel.id })).toBe(0);
    await db.getRepository(Server).update({ id: server.id }, { messageDays: 30 });
    expect(await job.run()).toBe(1);
    expect(live.hints).toContainEqual({
      topic: MESSAGE_REVISED_TOPIC,
      payload: { channelId: channel.id, rev: 8 },
    });
    expect(await job.run()).toBe(0);
  });

  it('TLK-520 TLK-521 keeps to a channel’s own days, and to those from before a shortening', async () => {
    const db = stack.dataSource;
    const { channel, server } = await makeServer(db);
    const forEver = await db
      .getRepository(Channel)
      .save({ serverId: server.id, name: 'archive', messageDays: 0 });
    const short = await db
      .getRepository(Channel)
      .save({ serverId: server.id, name: 'brief', messageDays: 30 });
    for (const { id } of [channel, forEver, short]) await fill(id, [100, 50, 1]);
    const soon = new Date(Date.now() + DAY_MS);
    await db
      .getRepository(Server)
      .update({ id: server.id }, { messageDays: 90, formerMessageDays: 0, formerMessageDaysUntil: soon });
    expect(await job.run()).toBe(2);
    const expired = async () =>
      Promise.all(
        [channel, forEver, short].map(
          async ({ id }) => (await db.getRepository(Channel).findOneByOrFail({ id })).expiredSeq,
        ),
      );
    expect(await expired()).toEqual([0, 0, 2]);
    const past = new Date(Date.now() - 1_000);
    await db.getRepository(Server).update({ id: server.id }, { formerMessageDaysUntil: past });
    expect(await job.run()).toBe(1);
    expect(await expired()).toEqual([1, 0, 2]);
  });

  it('TLK-523 deletes messages of threads by the days of their channel, and marks the summaries', async () => {
    const db = stack.dataSource;
    const { channel, server } = await makeServer(db);
    await db.getRepository(Channel).update({ id: channel.id }, { messageDays: 30 });
    const [root] = await fill(channel.id, [40]);
    const thread = await db.getRepository(Channel).save({
      name: '',
      parentId: channel.id,
      parentServerId: server.id,
      parentMessageId: root!.id,
    });
    await fill(thread.id, [39, 31, 2]);
    expect(await job.run()).toBe(3);
    expect(await stateOf(thread.id)).toEqual([
      ['', 4, true],
      ['', 5, true],
      ['Number 3', 3, false],
    ]);
    expect(await db.getRepository(StaleThread).countBy({ channelId: thread.id })).toBe(1);
  });

  it('TLK-553 deletes messages from before the last time at which a channel fades, once, and in its threads too', async () => {
    const db = stack.dataSource;
    const { channel, server } = await makeServer(db);
    const hoursAgo = (hours: number) => hours / 24;
    // The last time was two hours ago, or up to a minute more.
    const at = new Date(Date.now() - 2 * 3_600_000);
    const fadeMinute = at.getUTCHours() * 60 + at.getUTCMinutes();
    await db
      .getRepository(Channel)
      .update(
        { id: channel.id },
        { fadeMinute, formerMessageDays: 0, formerMessageDaysUntil: new Date(Date.now() + DAY_MS) },
      );
    const [root] = await fill(channel.id, [40, 1, hoursAgo(2.1), hoursAgo(1.9), 0]);
    const thread = await db.getRepository(Channel).save({
      name: '',
      parentId: channel.id,
      parentServerId: server.id,
      parentMessageId: root!.id,
    });
    await fill(thread.id, [hoursAgo(3), hoursAgo(1)]);
    expect(await job.run()).toBe(0);
    await db.getRepository(Channel).update({ id: channel.id }, { formerMessageDaysUntil: new Date() });
    const other = new DeleteDisappearingMessages(db, new RecordingPublisher());
    const counts = await Promise.all([job.run(), other.run()]);
    expect(counts[0] + counts[1]).toBe(4);
    expect((await stateOf(channel.id)).map(([, , isDeleted]) => isDeleted)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect((await stateOf(thread.id)).map(([, , isDeleted]) => isDeleted)).toEqual([true, false]);
    expect(await db.getRepository(Channel).findOneBy({ id: channel.id })).toMatchObject({
      lastRev: 8,
      expiredSeq: 3,
    });
    expect(await job.run()).toBe(0);
  });

  it('TLK-522 deletes some hundred messages at a time, and goes on where it ended', async () => {
    const db = stack.dataSource;
    const { channel } = await makeServer(db);
    await db.getRepository(Channel).update({ id: channel.id }, { messageDays: 30 });
    await fill(channel.id, Array<number>(1_130).fill(31));
    expect(await job.run()).toBe(1_000);
    expect(live.hints).toHaveLength(10);
    expect(await job.run()).toBe(130);
    const stored = await stateOf(channel.id);
    expect(stored.map(([, rev]) => rev)).toEqual(stored.map((_, index) => 1_131 + index));
    expect(stored.every(([content, , isDeleted]) => content === '' && isDeleted)).toBe(true);
  });

  it('TLK-522 waits for a message whose time is later than that of the next one', async () => {
    const db = stack.dataSource;
    const { channel } = await makeServer(db);
    await db.getRepository(Channel).update({ id: channel.id }, { messageDays: 30 });
    // The clock of the database was set back in between.
    await fill(channel.id, [32, 29, 31]);
    expect(await job.run()).toBe(1);
    expect((await stateOf(channel.id)).map(([, , isDeleted]) => isDeleted)).toEqual([true, false, false]);
  });
});
