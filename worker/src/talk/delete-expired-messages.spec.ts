import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Attachment,
  Channel,
  Conversation,
  ConversationMember,
  DisappearingMessage,
  Message,
  StoredObject,
} from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { DeleteDisappearingMessages } from './delete-disappearing-messages.js';

describe('DeleteDisappearingMessages', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-450 deletes messages whose time is over, with their files, in order of the revisions', async () => {
    const db = stack.dataSource;
    const [{ user: author }, { user: reader }] = [await makeMember(db), await makeMember(db)];
    const channel = await db
      .getRepository(Channel)
      .save({ name: '', isConversation: true, lastSeq: 3, lastRev: 3 });
    const channelId = channel.id;
    await db.getRepository(Conversation).insert({ channelId, isGroup: true });
    await db.getRepository(ConversationMember).insert([
      { channelId, userId: author.id, state: 'joined' },
      { channelId, userId: reader.id, state: 'left' },
    ]);
    const messages = await db.getRepository(Message).save(
      [1, 2, 3].map((seq) => ({
        channelId,
        userId: author.id,
        seq,
        rev: seq,
        nonce: `${seq}`,
        content: `Number ${seq}`,
        hasFiles: seq === 1,
      })),
    );
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
    const live = new RecordingPublisher();
    const job = new DeleteDisappearingMessages(db, live);
    expect(await Promise.all([job.run(), job.run()])).toContain(2);
    const stored = await db.getRepository(Message).find({ where: { channelId }, order: { seq: 'ASC' } });
    expect(stored.map(({ content, rev, deletedAt }) => [content, rev, deletedAt !== null])).toEqual([
      ['', 4, true],
      ['', 5, true],
      ['Number 3', 3, false],
    ]);
    expect(await db.getRepository(Attachment).countBy({ channelId })).toBe(0);
    expect(await db.getRepository(StoredObject).findOneBy({ path: object.path })).toMatchObject({
      state: 'discarded',
    });
    expect(await db.getRepository(DisappearingMessage).count()).toBe(1);
    expect(live.published.filter(({ event }) => event === 'conversation:changed')).toEqual([
      expect.objectContaining({ room: [ROOMS.user(author.id)], payload: { id: channelId, last: null } }),
      expect.objectContaining({ room: [ROOMS.user(author.id)], payload: { id: channelId, last: null } }),
    ]);
    expect(await job.run()).toBe(0);
  });
});
