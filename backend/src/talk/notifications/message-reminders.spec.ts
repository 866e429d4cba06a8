import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type MessageView,
  NOTIFICATION_MESSAGES,
  type NotificationView,
  QUOTA_MESSAGES,
} from '@oniverse/contracts';
import { Notification } from '@oniverse/data';
import { makeMember, waitUntil } from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('reminders of messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const entries = () => two.stack.dataSource.getRepository(Notification);
  const write = async (
    caller: SignedInMember,
    channelId: string,
    content = 'Clear skies.',
  ): Promise<MessageView> =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  const remind = (caller: SignedInMember, { id }: { id: string }, at = inMs(HOUR_MS)) =>
    two.callAs(caller, 'put', `/messages/${id}/reminder`, { at });
  const list = async (caller: SignedInMember, filter = ''): Promise<NotificationView[]> =>
    (await two.callAs(caller, 'get', `/notifications${filter && `?filter=${filter}`}`).expect(200)).body;
  const remindersOf = async (caller: SignedInMember) => list(caller, 'reminders');
  /** Lets the worker's part happen: see `BringBackRows`. */
  const bringBack = async ({ user }: SignedInMember) =>
    entries().update(
      { recipientId: user.id, kind: 'reminder' },
      { remindAt: null, putAwayAt: null, readAt: null, happenedAt: new Date(), createdAt: new Date() },
    );
  const isUnread = async (caller: SignedInMember): Promise<boolean> =>
    (await two.callAs(caller, 'get', '/notifications/state').expect(200)).body.isUnread;

  it('TLK-510 are rows of the night log that wait for their time, one for each message, on all devices', async () => {
    const { channel, server, member, other } = await makeStaffedServer(two.stack.dataSource);
    const device = await two.connect(1, member.sessionId);
    const [theirs, own] = [await write(other, channel.id), await write(member, channel.id, 'Mine.')];
    await remind(member, theirs, inMs(2 * HOUR_MS)).expect(200);
    const at = inMs(HOUR_MS);
    await remind(member, theirs, at).expect(200);
    await remind(member, own, inMs(3 * HOUR_MS)).expect(200);
    await waitUntil('the hints', () => device.payloads('notifications:changed').length === 3);
    expect(await list(member)).toEqual([]);
    const [first, second] = await remindersOf(member);
    expect(first).toMatchObject({
      kind: 'reminder',
      remindAt: at,
      createdAt: theirs.createdAt,
      isUnread: false,
      members: [{ userId: other.user.id }],
      message: { channelId: channel.id, seq: theirs.seq, excerpt: 'Clear skies.' },
      server: { id: server.id },
    });
    expect(second).toMatchObject({ members: [], message: { seq: own.seq, excerpt: 'Mine.' } });
    expect(await remindersOf(other)).toEqual([]);
    // As other rows: the time changes, and it is put away.
    const later = inMs(5 * HOUR_MS);
    const row = { row: first!.id };
    await two.callAs(member, 'put', '/notifications/reminders', { ...row, at: later }).expect(200);
    expect((await remindersOf(member)).map(({ remindAt }) => remindAt)).toEqual([second!.remindAt, later]);
    await two.callAs(member, 'put', '/notifications/done', row).expect(200);
    expect(await remindersOf(member)).toMatchObject([{ id: second!.id }]);
  });

  it('TLK-510 come back unread, stay so while the channel is read, and can be set again', async () => {
    const { channel, member, other } = await makeStaffedServer(two.stack.dataSource);
    const message = await write(other, channel.id);
    await remind(member, message).expect(200);
    expect(await isUnread(member)).toBe(false);
    await bringBack(member);
    expect(await isUnread(member)).toBe(true);
    await write(other, channel.id);
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: 2 }).expect(200);
    expect(await list(member, 'scheduled')).toMatchObject([{ kind: 'reminder', isUnread: true }]);
    await remind(member, message).expect(200);
    expect([await isUnread(member), await list(member)]).toEqual([false, []]);
    expect(await remindersOf(member)).toHaveLength(1);
  });

  it('TLK-511 are for members who can read the message, at a time in the next year', async () => {
    const { channel, member, other } = await makeStaffedServer(two.stack.dataSource);
    const stranger = await makeMember(two.stack.dataSource);
    const message = await write(other, channel.id);
    const hidden = await makeStaffedServer(two.stack.dataSource, { isPublic: false });
    const secret = await write(hidden.member, hidden.channel.id);
    await remind(stranger, message).expect(403);
    await remind(stranger, secret).expect(404);
    for (const at of [inMs(-HOUR_MS), inMs(400 * 24 * HOUR_MS), 'soon']) {
      const { body } = await remind(member, message, at).expect(400);
      expect(Object.keys(body.fields)).toEqual(['at']);
    }
    expect((await remind(member, message, inMs(-HOUR_MS))).body.message).toBe(
      NOTIFICATION_MESSAGES.badReminder.message,
    );
    await two.callAs(other, 'delete', `/messages/${message.id}`).expect(200);
    await remind(member, message).expect(404);
    expect([await remindersOf(member), await remindersOf(stranger)]).toEqual([[], []]);
  });

  it('TLK-511 vanish with the message, with the right to read it, and with a block', async () => {
    const { channel, server, owner, member, other, moderator } = await makeStaffedServer(
      two.stack.dataSource,
    );
    const { body: cellar } = await two
      .callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'cellar' })
      .expect(201);
    const [deleted, moved, blocked, left] = [
      await write(other, channel.id),
      await write(other, cellar.id),
      await write(moderator, channel.id),
      await write(owner, channel.id),
    ];
    for (const message of [deleted, moved, blocked, left]) await remind(member, message).expect(200);
    await bringBack(member);
    expect(await list(member)).toHaveLength(4);
    await two.callAs(other, 'delete', `/messages/${deleted.id}`).expect(200);
    expect(await list(member)).toHaveLength(3);
    await two.callAs(owner, 'patch', `/channels/${cellar.id}`, { isPrivate: true }).expect(200);
    expect(await list(member)).toHaveLength(2);
    await two.callAs(member, 'put', `/blocks/${moderator.user.id}`).expect(200);
    expect(await list(member)).toMatchObject([{ message: { seq: left.seq } }]);
    expect(await isUnread(member)).toBe(true);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    expect([await list(member), await isUnread(member)]).toEqual([[], false]);
  });

  it('TLK-512 count for the quota of reminders', async () => {
    const { channel, member, other } = await makeStaffedServer(two.stack.dataSource);
    const [message, next] = [await write(other, channel.id), await write(other, channel.id)];
    await remind(member, message).expect(200);
    await two.stack.dataSource.query(
      `INSERT INTO notifications (recipient_id, kind, cause, group_key, actor_id, read_at, put_away_at, remind_at)
       SELECT $1, 'link', 'test:' || n, 'test:' || n, $2, now(), now(), now() + interval '1 day' FROM generate_series(2, $3::integer) n`,
      [member.user.id, other.user.id, QUOTAS.reminders],
    );
    const { body } = await remind(member, next).expect(409);
    expect(body).toMatchObject(QUOTA_MESSAGES.reminders({ quota: QUOTAS.reminders }));
    await remind(member, message, inMs(2 * HOUR_MS)).expect(200);
  });
});
