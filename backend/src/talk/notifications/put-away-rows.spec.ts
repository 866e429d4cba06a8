import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  NOTIFICATION_FILTERS,
  NOTIFICATION_MESSAGES,
  type NotificationFilter,
  type NotificationView,
  QUOTA_MESSAGES,
  REMINDER_DAYS,
} from '@oniverse/contracts';
import { Notification } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

const HOUR_MS = 3_600_000;

describe('rows of the night log that are put away', () => {
  let two: TwoBackends;
  let place = 0;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async () => {
    const { dataSource } = two.stack;
    const [me, other] = [await makeMember(dataSource), await makeMember(dataSource)];
    const made = await makeServer(dataSource, { members: [me.user, other.user] });
    const notifications = dataSource.getRepository(Notification);
    const add = async (entry: Partial<Notification> = {}): Promise<string> => {
      place += 1;
      const cause = `test:${place}`;
      const about = { recipientId: me.user.id, actorId: other.user.id, serverId: made.server.id };
      const { groupKey = cause } = entry;
      await notifications.update({ recipientId: me.user.id, groupKey }, { isHead: false });
      const { identifiers } = await notifications.insert({
        ...about,
        kind: 'invite',
        cause,
        groupKey,
        ...entry,
      });
      return String(identifiers[0]?.['id']);
    };
    return { ...made, me, other, add };
  };
  const list = async (member: Member, filter?: NotificationFilter, more = ''): Promise<NotificationView[]> =>
    (await two.callAs(member, 'get', `/notifications?${filter ? `filter=${filter}` : ''}${more}`).expect(200))
      .body;
  const idsIn = async (member: Member, filter?: NotificationFilter): Promise<string[]> =>
    (await list(member, filter)).map(({ id }) => id);
  const unreadIn = async (member: Member): Promise<string[]> =>
    (await list(member)).flatMap(({ id, isUnread }) => (isUnread ? id : []));
  const call = (member: Member, address: 'done' | 'open' | 'reminders', body: object) =>
    two.callAs(member, 'put', `/notifications/${address}`, body);
  const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

  it('TLK-400 lists the rows of a filter in pages, and all of them without one', async () => {
    const { me, other, server, channel, add } = await setUp();
    await makeConnection(two.stack.dataSource, me.user, other.user, ['saturn']);
    const link = await add({ kind: 'link', serverId: null });
    const first = await add();
    const message = { kind: 'message', channelId: channel.id, serverId: server.id, messageSeq: 1 } as const;
    const wrote = await add(message);
    const application = await add({ kind: 'application', actorId: null });
    const last = await add();
    expect(await idsIn(me)).toEqual([last, application, wrote, first, link]);
    expect(await idsIn(me, 'lines')).toEqual([link]);
    expect(await idsIn(me, 'mentions')).toEqual([]);
    const answer = await two.callAs(me, 'get', '/notifications?filter=dimensions&limit=3').expect(200);
    expect(answer.body.map(({ id }: NotificationView) => id)).toEqual([last, application, wrote]);
    const rest = await list(me, 'dimensions', `&cursor=${answer.headers['x-next-cursor']}`);
    expect(rest.map(({ id }) => id)).toEqual([first]);
    // The parameter of the previous release.
    expect((await list(me, 'dimensions', '&kind=invite')).map(({ id }) => id)).toEqual([last, first]);
    expect((await list(me, undefined, '&kind=link')).map(({ id }) => id)).toEqual([link]);
    await two.callAs(me, 'get', '/notifications?filter=comets').expect(400);
  });

  it('TLK-402 TLK-409 moves a done row to its filter, as read, on all devices at once and nobody else’s', async () => {
    const { me, other, add } = await setUp();
    const [row, rest] = [await add(), await add()];
    const device = await makeSession(two.stack.dataSource, me.user.id);
    const devices = [await two.connect(0, me.sessionId), await two.connect(1, device)];
    const bystander = await two.connect(1, other.sessionId);
    // Another member has no such row.
    await call(other, 'done', { row }).expect(200, { isUnread: false });
    await call(me, 'done', { row }).expect(200, { isUnread: true });
    await call(me, 'done', { row }).expect(200, { isUnread: true });
    expect([await idsIn(me), await idsIn(me, 'dimensions')]).toEqual([[rest], [rest]]);
    expect(await list(me, 'done')).toMatchObject([{ id: row, isUnread: false, remindAt: null }]);
    await call(me, 'done', { row: rest }).expect(200, { isUnread: false });
    await call(me, 'open', { row: rest }).expect(200, { isUnread: true });
    for (const client of devices) {
      await waitUntil('three changes', () => client.payloads('notifications:changed').length === 3);
      expect(client.payloads('notifications:changed')).toEqual([
        { isUnread: true },
        { isUnread: false },
        { isUnread: true },
      ]);
    }
    expect(bystander.payloads('notifications:changed')).toEqual([]);
    expect([await idsIn(me), await idsIn(me, 'done')]).toEqual([[rest], [row]]);
  });

  it('TLK-403 brings a row back with a later entry, and ends its reminder', async () => {
    const { me, add } = await setUp();
    const groupKey = 'invite:today';
    const row = await add({ groupKey });
    await call(me, 'reminders', { row, at: inHours(1) }).expect(200);
    const newest = await add({ groupKey });
    expect([await idsIn(me), await idsIn(me, 'reminders')]).toEqual([[newest], []]);
    // What the member has seen is done, and the newer entry is not.
    await call(me, 'done', { row }).expect(200, { isUnread: true });
    expect([await idsIn(me), await idsIn(me, 'done')]).toEqual([[newest], []]);
    await call(me, 'done', { row: newest }).expect(200, { isUnread: false });
    expect([await idsIn(me), await idsIn(me, 'done')]).toEqual([[], [newest]]);
    // Without it, the row is where the older entry is.
    await two.stack.dataSource.getRepository(Notification).delete({ id: newest });
    expect([await idsIn(me), await idsIn(me, 'done')]).toEqual([[], [row]]);
  });

  it('TLK-404 undoes it exactly: unread entries are unread again, read and earlier done ones are not', async () => {
    const { me, add } = await setUp();
    const entries = two.stack.dataSource.getRepository(Notification);
    const stored = async () => entries.find({ where: { recipientId: me.user.id }, order: { id: 'ASC' } });
    const groupKey = 'invite:day';
    const early = await add({ groupKey });
    await call(me, 'done', { row: early }).expect(200);
    await add({ groupKey, readAt: new Date() });
    const row = await add({ groupKey });
    const before = await stored();
    await call(me, 'done', { row }).expect(200, { isUnread: false });
    await call(me, 'open', { row }).expect(200, { isUnread: true });
    expect(await stored()).toEqual(before);
    await call(me, 'reminders', { row, at: inHours(1) }).expect(200, { isUnread: false });
    await call(me, 'open', { row }).expect(200, { isUnread: true });
    expect(await unreadIn(me)).toEqual([row]);
    // A row that is in the log stays as it is.
    await call(me, 'open', { row }).expect(200, { isUnread: true });
    expect(await stored()).toEqual(before);
  });

  it('TLK-404 keeps a message as read that was read in its channel in between', async () => {
    const { me, other, server, channel, add } = await setUp();
    const author = await two.connect(0, other.sessionId);
    const { seq } = await author.send(channel.id, `Look up, @${me.user.username}`);
    const row = await add({ kind: 'mention', channelId: channel.id, seq, serverId: server.id });
    await call(me, 'done', { row }).expect(200);
    await two.callAs(me, 'put', `/channels/${channel.id}/read`, { seq }).expect(200);
    await call(me, 'open', { row }).expect(200, { isUnread: false });
    expect(await list(me)).toMatchObject([{ id: row, isUnread: false }]);
  });

  it('TLK-405 puts a row away until a time, soonest first, which can be changed, cancelled or ended as done', async () => {
    const { me, add } = await setUp();
    const [one, next, third] = [await add(), await add(), await add()];
    const at = inHours(2);
    await call(me, 'reminders', { row: one, at }).expect(200, { isUnread: true });
    await call(me, 'reminders', { row: next, at: inHours(1) }).expect(200);
    await call(me, 'reminders', { row: third, at: inHours(3) }).expect(200, { isUnread: false });
    expect([await idsIn(me), await idsIn(me, 'done')]).toEqual([[], []]);
    const rows = await list(me, 'reminders', '&limit=2');
    expect(rows.map(({ id }) => id)).toEqual([next, one]);
    expect(rows[1]).toMatchObject({ remindAt: at, isUnread: false, happenedAt: null });
    expect((await list(me, 'reminders', `&cursor=${one}`)).map(({ id }) => id)).toEqual([third]);
    await call(me, 'reminders', { row: next, at: inHours(4) }).expect(200);
    expect(await idsIn(me, 'reminders')).toEqual([one, third, next]);
    await call(me, 'open', { row: next }).expect(200, { isUnread: true });
    await call(me, 'done', { row: one }).expect(200);
    expect(await Promise.all([idsIn(me), idsIn(me, 'reminders'), idsIn(me, 'done')])).toEqual([
      [next],
      [third],
      [one],
    ]);
  });

  it('TLK-405 refuses a reminder in the past, over a year ahead, or without a time', async () => {
    const { me, add } = await setUp();
    const row = await add();
    for (const at of [inHours(-1), inHours(24 * REMINDER_DAYS + 1)]) {
      const { body } = await call(me, 'reminders', { row, at }).expect(400);
      expect(body.fields).toEqual({ at: NOTIFICATION_MESSAGES.badReminder.message });
    }
    for (const at of [undefined, null, 'tomorrow', '2026-12-24', '2026-13-24T19:00:00Z']) {
      await call(me, 'reminders', { row, at }).expect(400);
    }
    expect(await idsIn(me)).toEqual([row]);
  });

  it(`TLK-408 stores up to ${QUOTAS.reminders} reminders, which may still be changed then`, async () => {
    const { me, other, add } = await setUp();
    await two.stack.dataSource.query(
      `INSERT INTO notifications (recipient_id, actor_id, kind, cause, group_key, read_at, put_away_at, remind_at)
       SELECT $1, $2, 'invite', 'many:' || n, 'many:' || n, now(), now(), now() + interval '1 day'
         FROM generate_series(1, $3::integer) n`,
      [me.user.id, other.user.id, QUOTAS.reminders - 1],
    );
    const [last, excess] = [await add(), await add()];
    await call(me, 'reminders', { row: last, at: inHours(1) }).expect(200);
    const { body } = await call(me, 'reminders', { row: excess, at: inHours(1) }).expect(409);
    expect(body).toMatchObject(QUOTA_MESSAGES.reminders({ quota: QUOTAS.reminders }));
    await call(me, 'reminders', { row: last, at: inHours(2) }).expect(200);
    await call(me, 'open', { row: last }).expect(200);
    await call(me, 'reminders', { row: excess, at: inHours(1) }).expect(200);
  });

  it('TLK-410 leaves out of each filter what the member may no longer see', async () => {
    const { me, server, add } = await setUp();
    const [done, reminded, open] = [await add(), await add(), await add()];
    await call(me, 'done', { row: done }).expect(200);
    await call(me, 'reminders', { row: reminded, at: inHours(1) }).expect(200);
    const shown = async () =>
      Promise.all([undefined, ...NOTIFICATION_FILTERS].map(async (filter) => idsIn(me, filter)));
    expect((await shown()).flat().toSorted()).toEqual([done, reminded, open, open].toSorted());
    await two.stack.dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
      server.id,
      me.user.id,
    ]);
    expect((await shown()).flat()).toEqual([]);
  });
});
