import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Message,
  Notification,
  NotificationSettings,
  OUTBOX_TOPICS,
  OutboxRow,
  PushSubscription,
  type User,
} from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { BringBackRows } from './bring-back-rows.js';
import { ENTRY_COLUMNS, ENTRY_TABLES, entryPath, type EntryRow, entryTitle } from './entry-texts.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { PurgeNotifications } from './purge-notifications.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): Date => new Date(Date.now() - ms);

describe('BringBackRows', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let service: NotificationsService;
  let job: BringBackRows;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    service = new NotificationsService(stack.dataSource, new NotificationsRepository(), live);
    job = new BringBackRows(service);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const setUp = async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const actor = (await makeMember(stack.dataSource, { displayName: 'Otto' })).user;
    await makeConnection(stack.dataSource, user, actor, ['saturn']);
    let place = 0;
    const add = async (entry: Partial<Notification> = {}): Promise<string> => {
      place += 1;
      const cause = `test:${place}`;
      const { identifiers } = await stack.dataSource.getRepository(Notification).insert({
        recipientId: user.id,
        actorId: actor.id,
        kind: 'link',
        cause,
        groupKey: cause,
        ...entry,
      });
      return String(identifiers[0]?.['id']);
    };
    return { user, sessionId, add };
  };
  /** The state of an entry that was put away two days ago, until an hour ago. */
  const due = () => {
    const then = ago(2 * DAY_MS);
    return { createdAt: then, readAt: then, putAwayAt: then, remindAt: ago(HOUR_MS) };
  };
  const logOf = async ({ id }: User): Promise<Notification[]> =>
    stack.dataSource.getRepository(Notification).find({ where: { recipientId: id }, order: { id: 'ASC' } });
  const pushesOf = (id: string) =>
    stack.dataSource.getRepository(OutboxRow).countBy({ topic: OUTBOX_TOPICS.pushEntry, subject: id });

  it('TLK-406 brings a due row back to the top, unread, with when it happened, once by several workers', async () => {
    const { user, add } = await setUp();
    const group = { groupKey: 'links' };
    const away = due();
    const older = await add({ ...group, ...away, isHead: false });
    const row = await add({ ...group, ...away });
    await add({ ...due(), remindAt: new Date(Date.now() + HOUR_MS) });
    const newer = await add({ readAt: new Date() });
    const counts = await Promise.all([job.run(), job.run()]);
    expect(Math.max(...counts)).toBe(2);
    expect(await job.run()).toBe(0);
    const log = await logOf(user);
    expect(log.map(({ cause }) => cause)).toEqual(['test:1', 'test:3', 'test:4', 'test:2']);
    const back = { putAwayAt: null, remindAt: null, happenedAt: away.createdAt };
    expect(log[0]).toMatchObject({ ...back, id: older, isHead: false, readAt: away.readAt });
    expect(log[1]).toMatchObject({ happenedAt: null, putAwayAt: expect.any(Date) });
    expect(log[2]).toMatchObject({ id: newer, happenedAt: null });
    expect(log[3]).toMatchObject({ ...back, isHead: true, readAt: null });
    expect(log[3]!.id).not.toBe(row);
    expect(log[3]!.createdAt.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
    expect(live.published).toEqual([
      { event: 'notifications:changed', room: ROOMS.user(user.id), payload: { isUnread: true } },
    ]);
  });

  it('TLK-406 says when it happened after a second reminder', async () => {
    const { user, add } = await setUp();
    const happenedAt = ago(40 * DAY_MS);
    await add({ ...due(), happenedAt });
    await job.run();
    expect(await logOf(user)).toMatchObject([{ happenedAt, readAt: null }]);
  });

  it('TLK-403 leaves a row where a later entry has brought it back before', async () => {
    const { user, add } = await setUp();
    const older = await add({ groupKey: 'links', ...due(), isHead: false });
    const newer = await add({ groupKey: 'links', readAt: new Date() });
    expect(await job.run()).toBe(1);
    expect(await logOf(user)).toMatchObject([
      { id: older, remindAt: null, putAwayAt: expect.any(Date) },
      { id: newer, readAt: expect.any(Date), happenedAt: null },
    ]);
    expect(live.published).toEqual([]);
  });

  it('TLK-407 pushes it as a reminder, if its kind is pushed', async () => {
    const { user, sessionId, add } = await setUp();
    await stack.dataSource
      .getRepository(NotificationSettings)
      .insert({ userId: user.id, pushKinds: ['link'] });
    await stack.dataSource.getRepository(PushSubscription).insert({
      sessionId: createHash('sha256').update(sessionId).digest('hex'),
      userId: user.id,
      endpoint: 'https://push.example/reminder',
      p256dh: 'key',
      auth: 'auth',
    });
    const row = await add(due());
    await job.run();
    const [back] = await logOf(user);
    expect([await pushesOf(back!.id), await pushesOf(row)]).toEqual([1, 0]);
    const [entry]: [EntryRow] = await stack.dataSource.query(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.id = $1`,
      [back!.id],
    );
    expect(entryTitle(entry)).toBe('Reminder: A new line: you and Otto');
    await stack.dataSource
      .getRepository(NotificationSettings)
      .update({ userId: user.id }, { pushKinds: ['mention'] });
    await add(due());
    await job.run();
    const [, unwanted] = await logOf(user);
    expect(await pushesOf(unwanted!.id)).toBe(0);
  });

  it('TLK-510 brings a message back once, and pushes it with its author', async () => {
    const { user, sessionId, add } = await setUp();
    const author = (await makeMember(stack.dataSource, { displayName: 'Nia' })).user;
    const { channel, server } = await makeServer(stack.dataSource, { members: [user, author] });
    await stack.dataSource.getRepository(PushSubscription).insert({
      sessionId: createHash('sha256').update(sessionId).digest('hex'),
      userId: user.id,
      endpoint: 'https://push.example/message',
      p256dh: 'key',
      auth: 'auth',
    });
    const write = async (seq: number, userId: string) =>
      stack.dataSource
        .getRepository(Message)
        .insert({ channelId: channel.id, userId, seq, rev: seq, content: 'Clear.', nonce: `${seq}` });
    await write(1, author.id);
    await write(2, user.id);
    const about = { ...due(), kind: 'reminder', channelId: channel.id, serverId: server.id } as const;
    await add({ ...about, actorId: author.id, messageSeq: 1 });
    await add({ ...about, actorId: null, messageSeq: 2 });
    await Promise.all([job.run(), job.run()]);
    const log = await logOf(user);
    expect(log.map(({ remindAt, readAt }) => [remindAt, readAt])).toEqual([
      [null, null],
      [null, null],
    ]);
    const titles: string[] = [];
    for (const { id } of log) {
      expect(await pushesOf(id)).toBe(1);
      const [entry]: [EntryRow] = await stack.dataSource.query(
        `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.id = $1`,
        [id],
      );
      titles.push(entryTitle(entry));
      expect(entryPath(entry)).toContain(`message=${entry.seq}`);
    }
    expect(titles.toSorted()).toEqual(['Reminder: Nia wrote', 'Reminder: You wrote']);
    expect(live.published).toHaveLength(1);
    // A deleted one is not news.
    await stack.dataSource
      .getRepository(Message)
      .update({ channelId: channel.id }, { content: '', deletedAt: new Date() });
    const unread = await new NotificationsRepository().listUnread(stack.dataSource.manager, [user.id]);
    expect(unread.size).toBe(0);
  });

  it('TLK-411 deletes no entry before its reminder brought it back, and counts the 90 days from then', async () => {
    const { user, add } = await setUp();
    const old = { createdAt: ago(91 * DAY_MS), kind: 'invite' } as const;
    await add({ ...due(), ...old, remindAt: new Date(Date.now() + DAY_MS) });
    const dueRow = { ...due(), ...old };
    await add(dueRow);
    await add({ ...dueRow, remindAt: null });
    const purge = new PurgeNotifications(stack.dataSource);
    expect(await purge.run()).toBe(1);
    await job.run();
    expect(await purge.run()).toBe(0);
    expect((await logOf(user)).map(({ cause }) => cause)).toEqual(['test:1', 'test:2']);
  });
});
