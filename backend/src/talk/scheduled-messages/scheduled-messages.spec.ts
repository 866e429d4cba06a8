import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LIMITS,
  type MessageView,
  nextFullMoon,
  PINS_PER_CHANNEL,
  QUOTA_MESSAGES,
  SCHEDULED_LIMITS,
  SCHEDULED_MESSAGES,
  type ScheduledMessageView,
} from '@oniverse/contracts';
import {
  Attachment,
  Channel,
  HeldMessage,
  Message,
  Notification,
  OUTBOX_TOPICS,
  OutboxRow,
  ScheduledMessage,
  StoredObject,
} from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  GOOD_PASSWORD,
  makeMember,
  makeServer,
  registration,
  TestStack,
  waitUntil,
} from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { BackendUnderTest } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { ScheduledSender } from './scheduled-sender.js';

const HOUR_MS = 3_600_000;
const CONTENT = 'Clear skies tonight. Who is in?';
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('scheduled messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const rows = () => db().getRepository(ScheduledMessage);
  const post = (caller: SignedInMember, channelId: string, body: object = {}) =>
    two.callAs(caller, 'post', `/channels/${channelId}/scheduled-messages`, {
      content: CONTENT,
      sendAt: inMs(HOUR_MS),
      ...body,
    });
  const schedule = async (
    caller: SignedInMember,
    channelId: string,
    body: object = {},
  ): Promise<ScheduledMessageView> => (await post(caller, channelId, body).expect(201)).body;
  const patch = (caller: SignedInMember, id: string, body: object) =>
    two.callAs(caller, 'patch', `/scheduled-messages/${id}`, body);
  const sendNow = (caller: SignedInMember, id: string, body: object = {}) =>
    two.callAs(caller, 'post', `/scheduled-messages/${id}/send`, body);
  const cancel = (caller: SignedInMember, id: string) =>
    two.callAs(caller, 'delete', `/scheduled-messages/${id}`);
  const listOf = async (caller: SignedInMember, query = ''): Promise<ScheduledMessageView[]> =>
    (await two.callAs(caller, 'get', `/scheduled-messages${query}`).expect(200)).body;
  const messagesIn = async (caller: SignedInMember, channelId: string): Promise<MessageView[]> =>
    (await two.callAs(caller, 'get', `/channels/${channelId}/messages`).expect(200)).body;
  const contentsIn = async (caller: SignedInMember, channelId: string): Promise<string[]> =>
    (await messagesIn(caller, channelId)).map(({ content }) => content);
  const sweep = async (backend: 0 | 1 = 0) => two.getProvider(backend, ScheduledSender).sweep();
  /** Lets the time of messages come. */
  const comeDue = async (...ids: string[]) => {
    for (const id of ids) await rows().update({ id }, { dueAt: new Date(Date.now() - 1_000) });
  };
  /** Lets the time of messages come, and waits until backends are done with them: each is gone, waits again, or failed. */
  const passTime = async (...ids: string[]) => {
    const before = new Date();
    await comeDue(...ids);
    await Promise.all([sweep(0), sweep(1)]);
    await waitUntil('the messages to be settled', async () => {
      const left = await rows().findBy(ids.map((id) => ({ id })));
      return left.every(({ claimedUntil, dueAt }) => claimedUntil === null && !(dueAt && dueAt < before));
    });
  };
  const failureOf = async (caller: SignedInMember, id: string) =>
    (await listOf(caller)).find((one) => one.id === id)?.failure;
  const causeOf = (id: string) => ({ topic: OUTBOX_TOPICS.notify, subject: `unsent:${id}` });

  it('TLK-500 are listed for their author alone, the next one first, and known to all of their devices', async () => {
    const { channel, server, member, other } = await makeStaffedServer(db());
    const device = await two.connect(1, member.sessionId);
    const otherDevice = await two.connect(1, other.sessionId);
    await two
      .callAs(other, 'post', `/channels/${channel.id}/messages`, { content: 'Which sock?' })
      .expect(201);
    const late = await schedule(member, channel.id, { sendAt: inMs(2 * HOUR_MS), replyToSeq: 1 });
    expect(late).toEqual({
      id: late.id,
      place: {
        channelId: channel.id,
        channelName: channel.name,
        server: { id: server.id, name: server.name, isPublic: true },
      },
      content: CONTENT,
      replyTo: expect.objectContaining({ seq: 1, content: 'Which sock?' }),
      sendAt: late.sendAt,
      isLeft: false,
      failure: null,
      createdAt: expect.any(String),
    });
    const next = await schedule(member, channel.id);
    expect(await listOf(member)).toEqual([next, late]);
    const [first, second] = [
      await two.callAs(member, 'get', '/scheduled-messages?limit=1').expect(200),
      await listOf(member, `?limit=1&cursor=${next.id}`),
    ];
    expect([first.body, first.headers['x-next-cursor'], second]).toEqual([[next], next.id, [late]]);
    expect(await listOf(other)).toEqual([]);
    await patch(other, next.id, { content: 'Mine' }).expect(404);
    await sendNow(other, next.id).expect(404);
    await cancel(other, next.id).expect(404);
    const at = inMs(3 * HOUR_MS);
    const changed = (await patch(member, next.id, { content: 'Cloudy.', sendAt: at }).expect(200)).body;
    expect(changed).toEqual({ ...next, content: 'Cloudy.', sendAt: at });
    await cancel(member, late.id).expect(200);
    expect(await listOf(member)).toEqual([changed]);
    await waitUntil('the hints', () => device.payloads('scheduled-messages:changed').length === 4);
    await schedule(other, channel.id);
    await waitUntil('the marker', () => otherDevice.payloads('scheduled-messages:changed').length > 0);
    expect(otherDevice.payloads('scheduled-messages:changed')).toEqual([{}]);
  });

  it('TLK-501 have a time from a minute to a year ahead, and a text as messages have', async () => {
    const { channel, member } = await makeStaffedServer(db());
    const { min, max } = SCHEDULED_LIMITS.ahead;
    for (const sendAt of [inMs(min - 5_000), inMs(max + 60_000), inMs(-HOUR_MS)]) {
      const { body } = await post(member, channel.id, { sendAt }).expect(400);
      expect(body.fields).toEqual({ sendAt: SCHEDULED_MESSAGES.badSendTime.message });
    }
    for (const body of [
      { content: '' },
      { content: 'x'.repeat(LIMITS.message.max + 1) },
      { sendAt: 'soon' },
      { sendAt: undefined },
    ]) {
      await post(member, channel.id, body).expect(400);
    }
    const { id } = await schedule(member, channel.id, { sendAt: inMs(min + 5_000) });
    await patch(member, id, { sendAt: inMs(max + 60_000) }).expect(400);
    await patch(member, id, { content: '' }).expect(400);
    expect(await listOf(member)).toHaveLength(1);
  });

  it('TLK-501 are at most 100, and one for a nonce', async () => {
    const { channel, member } = await makeStaffedServer(db());
    const first = await schedule(member, channel.id, { nonce: 'one' });
    expect((await post(member, channel.id, { nonce: 'one', content: 'Again' }).expect(200)).body).toEqual(
      first,
    );
    await db().query(
      `INSERT INTO scheduled_messages (user_id, channel_id, content, nonce, send_at, due_at)
       SELECT $1, $2, 'x', 'n' || n, now() + interval '1 day', now() + interval '1 day' FROM generate_series(2, $3::integer) n`,
      [member.user.id, channel.id, SCHEDULED_LIMITS.count],
    );
    const { body } = await post(member, channel.id).expect(409);
    expect(body).toMatchObject(QUOTA_MESSAGES.scheduledMessages({ quota: SCHEDULED_LIMITS.count }));
    await post(member, channel.id, { nonce: 'one' }).expect(200);
  });

  it('TLK-501 are accepted only from those who may write in the place now', async () => {
    const { channel, server, owner, member, moderator } = await makeStaffedServer(db(), { isPublic: false });
    const stranger = await makeMember(db());
    await post(stranger, channel.id).expect(404);
    await two
      .callAs(owner, 'put', `/servers/${server.id}/filters`, {
        revision: 0,
        filters: [
          { kind: 'word', text: 'nitro', action: 'refuse' },
          { kind: 'word', text: 'spoiler', action: 'warn' },
        ],
      })
      .expect(200);
    expect((await post(member, channel.id, { content: 'Free nitro' }).expect(403)).body.code).toBe(
      'filtered',
    );
    const warned = { content: 'A spoiler' };
    expect((await post(member, channel.id, warned).expect(403)).body.code).toBe('filter_warning');
    const { id } = await schedule(member, channel.id, { ...warned, acceptsWarning: true });
    await passTime(id);
    expect(await contentsIn(member, channel.id)).toEqual(['A spoiler']);
    await two.callAs(owner, 'patch', `/channels/${channel.id}`, { isLocked: true }).expect(200);
    expect((await post(member, channel.id).expect(403)).body.code).toBe('channel_locked');
    await schedule(moderator, channel.id);
  });

  it('TLK-502 are sent once by two backends, to all readers, and leave the list', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    await two
      .callAs(member, 'put', `/channels/${channel.id}/draft`, { content: 'Something else' })
      .expect(200);
    const reader = await two.connect(1, other.sessionId);
    await reader.request('channel:open', { channelId: channel.id });
    const device = await two.connect(0, member.sessionId);
    const ids: string[] = [];
    for (const content of ['one', 'two', 'three']) {
      ids.push((await schedule(member, channel.id, { content, sendAt: inMs(HOUR_MS + ids.length) })).id);
    }
    await comeDue(...ids);
    await Promise.all([sweep(0), sweep(1), sweep(0), sweep(1)]);
    await waitUntil('the rows to go', async () => (await rows().countBy({ userId: member.user.id })) === 0);
    expect((await contentsIn(other, channel.id)).toSorted()).toEqual(['one', 'three', 'two']);
    await waitUntil(
      'the packets',
      () => reader.payloads('messages:created').flatMap(({ messages }) => messages).length === 3,
    );
    expect(await listOf(member)).toEqual([]);
    await waitUntil('the hints', () => device.payloads('scheduled-messages:changed').length >= 6);
    // What the member began to write meanwhile is another message.
    expect((await two.callAs(member, 'get', '/drafts').expect(200)).body).toMatchObject([
      { content: 'Something else' },
    ]);
  });

  it('TLK-502 of a member are sent in the order of their times', async () => {
    const { channel, member } = await makeStaffedServer(db());
    const later = await schedule(member, channel.id, { content: 'later', sendAt: inMs(2 * HOUR_MS) });
    const sooner = await schedule(member, channel.id, { content: 'sooner' });
    await db().query(
      'UPDATE scheduled_messages SET due_at = now() - interval $$1 second$$ WHERE id = ANY($1)',
      [[later.id, sooner.id]],
    );
    await Promise.all([sweep(0), sweep(1)]);
    await waitUntil('both', async () => (await contentsIn(member, channel.id)).length === 2);
    expect(await contentsIn(member, channel.id)).toEqual(['sooner', 'later']);
  });

  it('TLK-502 are sent in threads and conversations, with the message that they answer', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    const { body: start } = await two
      .callAs(other, 'post', `/channels/${channel.id}/messages`, { content: 'Start' })
      .expect(201);
    const { body: reply } = await two
      .callAs(other, 'post', `/messages/${start.id}/thread`, { content: 'First reply' })
      .expect(201);
    const threadId: string = reply.channelId;
    const inThread = await schedule(member, threadId, { replyToSeq: 1 });
    expect(inThread.place).toMatchObject({ channelId: threadId, parentId: channel.id });
    const { body: conversation } = await two
      .callAs(member, 'post', '/conversations', { userIds: [other.user.id] })
      .expect(({ status }) => expect([200, 201]).toContain(status));
    const direct = await schedule(member, conversation.id, { content: 'Hello' });
    expect(direct.place).toMatchObject({ channelId: conversation.id, server: null });
    await passTime(inThread.id, direct.id);
    expect(await messagesIn(member, threadId)).toMatchObject([
      { content: 'First reply' },
      { content: CONTENT, replyTo: { seq: 1 } },
    ]);
    expect(await contentsIn(member, conversation.id)).toEqual(['Hello']);
  });

  it('TLK-503 are not sent again by another backend after one ended between sending and marking', async () => {
    const { channel, server, owner, member } = await makeStaffedServer(db());
    const { id } = await schedule(member, channel.id, { nonce: 'once' });
    await two
      .callAs(member, 'post', `/channels/${channel.id}/messages`, { content: CONTENT, nonce: 'once' })
      .expect(201);
    // Its author may no longer write.
    await two.callAs(owner, 'delete', `/servers/${server.id}/members/${member.user.id}`).expect(200);
    await passTime(id);
    expect(await rows().findOneBy({ id })).toBeNull();
    expect(await contentsIn(owner, channel.id)).toEqual([CONTENT]);
  });

  it('TLK-503 that a backend sends now cannot be changed; later, the next backend finds out how that went', async () => {
    const { channel, member } = await makeStaffedServer(db());
    const sending = await schedule(member, channel.id, { nonce: 'sending' });
    const lost = await schedule(member, channel.id, { nonce: 'lost' });
    const claim = async (ms: number) =>
      rows().update([sending.id, lost.id], { claimedUntil: new Date(Date.now() + ms) });
    await claim(HOUR_MS);
    for (const request of [
      patch(member, sending.id, { content: 'Other' }),
      cancel(member, sending.id),
      sendNow(member, sending.id),
    ]) {
      expect((await request.expect(409)).body).toMatchObject({ code: 'already_used', reason: 'beingSent' });
    }
    await comeDue(sending.id);
    await sweep(1);
    expect(await contentsIn(member, channel.id)).toEqual([]);
    await two
      .callAs(member, 'post', `/channels/${channel.id}/messages`, { content: CONTENT, nonce: 'sending' })
      .expect(201);
    await rows().update({ id: sending.id }, { dueAt: new Date(Date.now() + HOUR_MS) });
    await claim(-1_000);
    await patch(member, sending.id, { content: 'Other' }).expect(404);
    expect((await patch(member, lost.id, { content: 'Other' }).expect(200)).body.content).toBe('Other');
    expect((await listOf(member)).map(({ id }) => id)).toEqual([lost.id]);
  });

  it('TLK-504 that are refused at their time stay with the reason, and can be scheduled again', async () => {
    const { channel, server, moderator, member, other } = await makeStaffedServer(db());
    const { id } = await schedule(member, channel.id);
    const timeOut = `/servers/${server.id}/members/${member.user.id}/time-out`;
    await two.callAs(moderator, 'put', timeOut, { minutes: 60, reason: 'Spoilers.' }).expect(200);
    await passTime(id);
    expect(await failureOf(member, id)).toMatchObject({
      code: 'timed_out',
      reason: 'timedOut',
      message: expect.any(String),
    });
    expect(await contentsIn(other, channel.id)).toEqual([]);
    expect(await db().getRepository(OutboxRow).countBy(causeOf(id))).toBe(1);
    // It is not tried again.
    await sweep();
    await two.callAs(moderator, 'delete', timeOut).expect(200);
    const entry = { kind: 'unsent', recipientId: member.user.id, cause: `unsent:${id}` } as const;
    await db()
      .getRepository(Notification)
      .insert({ ...entry, groupKey: entry.cause });
    const [noted] = (await two.callAs(member, 'get', '/notifications?filter=scheduled').expect(200)).body;
    expect(noted).toMatchObject({ kind: 'unsent', isUnread: true, members: [], message: null });
    await patch(member, id, { content: 'Other' }).expect(400);
    const again = (await patch(member, id, { sendAt: inMs(HOUR_MS) }).expect(200)).body;
    expect(again.failure).toBeNull();
    expect(await db().getRepository(Notification).countBy(entry)).toBe(0);
    await passTime(id);
    expect(await contentsIn(other, channel.id)).toEqual([CONTENT]);
  });

  it('TLK-504 say why they are refused: bans, private channels, filters, blocks and pace', async () => {
    const { channel, server, owner, moderator, member, other } = await makeStaffedServer(db());
    const banned = await schedule(other, channel.id);
    const warned = await schedule(member, channel.id, { content: 'A spoiler' });
    const { body: hidden } = await two
      .callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'cellar' })
      .expect(201);
    const outside = await schedule(member, hidden.id);
    const { body: talk } = await two
      .callAs(member, 'post', '/conversations', { userIds: [moderator.user.id] })
      .expect(({ status }) => expect([200, 201]).toContain(status));
    const blocked = await schedule(member, talk.id);
    await two.callAs(owner, 'delete', `/servers/${server.id}/members/${other.user.id}`).expect(200);
    const filters = [{ kind: 'word', text: 'spoiler', action: 'warn' }];
    await two.callAs(owner, 'put', `/servers/${server.id}/filters`, { revision: 0, filters }).expect(200);
    await two.callAs(owner, 'patch', `/channels/${hidden.id}`, { isPrivate: true }).expect(200);
    await two.callAs(moderator, 'put', `/blocks/${member.user.id}`).expect(200);
    await passTime(banned.id, warned.id, outside.id, blocked.id);
    expect((await failureOf(other, banned.id))?.code).toBe('not_a_member');
    expect((await failureOf(member, warned.id))?.code).toBe('filter_warning');
    expect(await failureOf(member, outside.id)).toEqual({
      code: 'not_found',
      ...SCHEDULED_MESSAGES.placeGone,
    });
    // Nothing of a place that its author no longer reads.
    expect((await listOf(member)).find(({ id }) => id === outside.id)?.place).toBeNull();
    expect((await failureOf(member, blocked.id))?.reason).toBe('conversationClosed');
    const insisting = { content: 'A spoiler', sendAt: inMs(HOUR_MS), acceptsWarning: true };
    await patch(member, warned.id, { ...insisting, acceptsWarning: false }).expect(403);
    await patch(member, warned.id, insisting).expect(200);
    await passTime(warned.id);
    expect(await contentsIn(owner, channel.id)).toEqual(['A spoiler']);
  });

  it('TLK-505 wait for the end of slow mode', async () => {
    const { channel, moderator, member } = await makeStaffedServer(db());
    const { id } = await schedule(member, channel.id);
    await two.callAs(moderator, 'patch', `/channels/${channel.id}`, { slowModeSeconds: 300 }).expect(200);
    await two.callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'First' }).expect(201);
    await passTime(id);
    const waiting = await rows().findOneByOrFail({ id });
    expect(waiting.failure).toBeNull();
    expect(waiting.dueAt!.getTime()).toBeGreaterThan(Date.now() + 290_000);
    expect((await sendNow(member, id).expect(429)).body.code).toBe('slow_mode');
    await db().query('UPDATE slow_mode_marks SET written_at = written_at - interval $$5 minutes$$');
    await passTime(id);
    expect(await contentsIn(member, channel.id)).toEqual(['First', CONTENT]);
  });

  it('TLK-505 that filters hold count as sent, once', async () => {
    const { channel, server, owner, member } = await makeStaffedServer(db());
    const filters = [{ kind: 'word', text: 'nitro', action: 'hold' }];
    await two.callAs(owner, 'put', `/servers/${server.id}/filters`, { revision: 0, filters }).expect(200);
    const file = await makeAttachment(db(), member.user.id);
    const attachments = [{ id: file.id }];
    const { id } = await schedule(member, channel.id, { content: 'Free nitro', attachments, nonce: 'held' });
    await passTime(id);
    expect(await listOf(member)).toEqual([]);
    expect((await two.callAs(member, 'get', '/held-messages').expect(200)).body).toMatchObject([
      { content: 'Free nitro', attachments: [{ id: file.id }] },
    ]);
    // A backend that ended after it was held.
    const repeated = await schedule(member, channel.id, { content: 'Free nitro', nonce: 'held' });
    await passTime(repeated.id);
    expect(await db().getRepository(HeldMessage).countBy({ userId: member.user.id })).toBe(1);
    expect(await listOf(member)).toEqual([]);
    const now = await schedule(member, channel.id, { content: 'More nitro' });
    expect((await sendNow(member, now.id).expect(403)).body.code).toBe('held_for_review');
    expect(await listOf(member)).toEqual([]);
  });

  describe('left for a full moon', () => {
    const setUp = async () => {
      const staffed = await makeStaffedServer(db());
      await db()
        .getRepository(Channel)
        .update({ id: staffed.channel.id }, { moonAt: new Date(nextFullMoon(Date.now())) });
      return staffed;
    };
    const leave = async (caller: SignedInMember, channelId: string, body: object = {}) =>
      schedule(caller, channelId, { sendAt: null, ...body });

    it('TLK-555 are left without a time in a channel that opens them, and nobody else sees them', async () => {
      const { channel, server, member, other } = await setUp();
      const { body: quiet } = await two.callAs(member, 'get', `/servers/${server.id}/channels`).expect(200);
      expect(quiet).toMatchObject([{ opensAtFullMoon: true }]);
      const left = await leave(member, channel.id);
      expect(left).toMatchObject({ isLeft: true, failure: null });
      expect(Date.parse(left.sendAt)).toBe(nextFullMoon(Date.now()));
      expect(await rows().findOneByOrFail({ id: left.id })).toMatchObject({ dueAt: null });
      const { body: changed } = await patch(member, left.id, { content: 'Other' }).expect(200);
      expect(changed).toMatchObject({ isLeft: true, content: 'Other' });
      await Promise.all([sweep(0), sweep(1)]);
      expect(await contentsIn(other, channel.id)).toEqual([]);
      expect(await listOf(other)).toEqual([]);
      const timed = await leave(member, channel.id);
      const { body: moved } = await patch(member, timed.id, { sendAt: inMs(HOUR_MS) }).expect(200);
      expect(moved.isLeft).toBe(false);
      await cancel(member, left.id).expect(200);
      const elsewhere = await makeStaffedServer(db());
      const { body } = await post(elsewhere.member, elsewhere.channel.id, { sendAt: null }).expect(400);
      expect(body.fields).toEqual({ sendAt: SCHEDULED_MESSAGES.noMoon.message });
    });

    it('TLK-556 are sent once and pinned when a full moon opened them, also after a backend ended in between', async () => {
      const { channel, member, other } = await setUp();
      const reader = await two.connect(1, other.sessionId);
      await reader.request('channel:open', { channelId: channel.id });
      const opened = await leave(member, channel.id);
      const waits = await leave(other, channel.id, { content: 'Not yet' });
      await passTime(opened.id);
      await waitUntil('the pin', () => reader.payloads('message:edited').length > 0);
      const [message, ...more] = await messagesIn(other, channel.id);
      expect([message, more]).toEqual([
        expect.objectContaining({ content: CONTENT, pinnedAt: expect.any(String) }),
        [],
      ]);
      expect(await listOf(member)).toEqual([]);
      expect((await listOf(other)).map(({ id }) => id)).toEqual([waits.id]);
      // A backend that ended after it sent one, and before it pinned it.
      const again = await leave(member, channel.id, { nonce: 'again' });
      await two
        .callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Again', nonce: 'again' })
        .expect(201);
      await passTime(again.id);
      expect((await two.callAs(other, 'get', `/channels/${channel.id}/pins`).expect(200)).body).toMatchObject(
        [{ content: 'Again' }, { content: CONTENT }],
      );
    });

    it('TLK-556 are sent without a pin by their author, and where there are too many pins', async () => {
      const { channel, member } = await setUp();
      const own = await leave(member, channel.id, { content: 'Own' });
      await sendNow(member, own.id).expect(200);
      expect((await messagesIn(member, channel.id))[0]).not.toHaveProperty('pinnedAt');
      const opened = await leave(member, channel.id);
      await db().query(
        `WITH more AS (
           INSERT INTO messages (channel_id, user_id, seq, rev, nonce, content)
           SELECT $1, $2, n, n, 'pinned' || n, 'x' FROM generate_series(2, $3::integer + 1) n RETURNING channel_id, seq
         ), head AS (UPDATE channels SET last_seq = $3 + 1, last_rev = $3 + 1 WHERE id = $1)
         INSERT INTO pins (channel_id, seq) SELECT channel_id, seq FROM more`,
        [channel.id, member.user.id, PINS_PER_CHANNEL],
      );
      await passTime(opened.id);
      const last = (await messagesIn(member, channel.id)).at(-1);
      expect(last?.content).toBe(CONTENT);
      expect(last).not.toHaveProperty('pinnedAt');
      expect(await listOf(member)).toEqual([]);
    });

    it('TLK-556 that are refused when a full moon opens them stay with the reason', async () => {
      const { channel, server, owner, member } = await setUp();
      const { id } = await leave(member, channel.id);
      await two.callAs(owner, 'delete', `/servers/${server.id}/members/${member.user.id}`).expect(200);
      await passTime(id);
      expect(await listOf(member)).toMatchObject([{ id, isLeft: false, failure: { code: 'not_a_member' } }]);
    });
  });

  it('TLK-506 keep their files for themselves until they are sent, and delete them when they are cancelled', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    const [kept, gone] = [
      await makeAttachment(db(), member.user.id),
      await makeAttachment(db(), member.user.id),
    ];
    const attachments = [{ id: kept.id, alt: 'A path' }];
    const first = await schedule(member, channel.id, { content: undefined, attachments });
    expect(first).toMatchObject({ content: '', attachments: [{ id: kept.id, alt: 'A path' }] });
    const second = await schedule(member, channel.id, { attachments: [{ id: gone.id }] });
    const objects = db().getRepository(StoredObject);
    expect((await objects.findOneByOrFail({ path: kept.path })).state).toBe('used');
    // Not for another message, and not as an upload.
    expect((await post(member, channel.id, { attachments }).expect(409)).body.code).toBe('already_used');
    await two.callAs(member, 'post', `/channels/${channel.id}/messages`, { attachments }).expect(409);
    await two.callAs(member, 'delete', `/attachments/${kept.id}`).expect(404);
    await cancel(member, second.id).expect(200);
    expect((await objects.findOneByOrFail({ path: gone.path })).state).toBe('discarded');
    await patch(member, first.id, { content: 'With a text' }).expect(200);
    expect((await patch(member, first.id, { content: '' }).expect(200)).body.content).toBe('');
    await patch(member, first.id, { content: 'With a text' }).expect(200);
    await passTime(first.id);
    expect(await messagesIn(other, channel.id)).toMatchObject([
      { content: 'With a text', attachments: [{ id: kept.id, alt: 'A path' }] },
    ]);
    expect(await db().getRepository(Attachment).findOneBy({ id: kept.id })).toMatchObject({
      scheduledMessageId: null,
      channelId: channel.id,
    });
    expect((await objects.findOneByOrFail({ path: kept.path })).state).toBe('used');
  });

  it('TLK-507 are sent before their time on demand, also after a refusal', async () => {
    const { channel, server, moderator, member, other } = await makeStaffedServer(db());
    const { id } = await schedule(member, channel.id);
    const timeOut = `/servers/${server.id}/members/${member.user.id}/time-out`;
    await two.callAs(moderator, 'put', timeOut, { minutes: 60, reason: 'Spoilers.' }).expect(200);
    expect((await sendNow(member, id).expect(403)).body.code).toBe('timed_out');
    // It stays as it was.
    expect(await failureOf(member, id)).toBeNull();
    await passTime(id);
    expect((await failureOf(member, id))?.code).toBe('timed_out');
    await two.callAs(moderator, 'delete', timeOut).expect(200);
    const answers = await Promise.all([sendNow(member, id), sendNow(member, id)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await contentsIn(other, channel.id)).toEqual([CONTENT]);
    expect(await listOf(member)).toEqual([]);
    await sendNow(member, id).expect(404);
  });

  it('TLK-508 outlast their channel and their membership, and are refused then', async () => {
    const { channel, server, owner, member } = await makeStaffedServer(db());
    const { body: cellar } = await two
      .callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'cellar' })
      .expect(201);
    const homeless = await schedule(member, cellar.id, { content: 'To the cellar' });
    const left = await schedule(member, channel.id, { content: 'To the hall' });
    await two.callAs(owner, 'delete', `/channels/${cellar.id}`).expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    expect((await listOf(member)).find(({ id }) => id === homeless.id)).toMatchObject({
      place: null,
      content: 'To the cellar',
      failure: null,
    });
    await passTime(homeless.id, left.id);
    expect((await failureOf(member, homeless.id))?.reason).toBe('placeGone');
    expect((await failureOf(member, left.id))?.code).toBe('not_a_member');
    expect(await contentsIn(owner, channel.id)).toEqual([]);
    await patch(member, homeless.id, { content: 'Other', sendAt: inMs(HOUR_MS) }).expect(404);
    await sendNow(member, homeless.id).expect(404);
    await cancel(member, homeless.id).expect(200);
  });

  it('TLK-508 end with the account of their author', async () => {
    const { channel, server } = await makeStaffedServer(db());
    const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const author = { sessionId: body.sessionId, user: body.user };
    await two.callAs(author, 'post', `/servers/${server.id}/join`).expect(({ status }) => {
      expect([200, 201]).toContain(status);
    });
    const file = await makeAttachment(db(), author.user.id);
    const { id } = await schedule(author, channel.id, { attachments: [{ id: file.id }] });
    await two.callAs(author, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    expect(await rows().findOneBy({ id })).toBeNull();
    expect((await db().getRepository(StoredObject).findOneBy({ path: file.path }))?.state).toBe('discarded');
  });
});

describe('scheduled messages of a backend that is killed', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-503 are neither lost nor sent twice, if it is killed between sending and marking', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource);
    const { channel } = await makeServer(dataSource, { members: [user] });
    // It stops before it deletes the row, as long as the test has the lock.
    const lock = dataSource.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock(503)');
    await lock.query(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(503); RETURN OLD; END $$`);
    await lock.query(
      'CREATE TRIGGER waits BEFORE DELETE ON scheduled_messages FOR EACH ROW EXECUTE FUNCTION wait_for_test()',
    );
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const sendAt = new Date();
    const rows = dataSource.getRepository(ScheduledMessage);
    const { id } = await rows.save({
      userId: user.id,
      channelId: channel.id,
      content: CONTENT,
      nonce: 'once',
      replyToSeq: null,
      sendAt,
      dueAt: sendAt,
      claimedUntil: null,
      failure: null,
    });
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE 'DELETE FROM scheduled_messages%'`;
    await waitUntil('the deletion', async () => (await dataSource.query(waiting)).length === 1);
    await backend.kill();
    await dataSource.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS own`);
    await waitUntil('its end', async () => (await dataSource.query(waiting)).length === 0);
    await lock.query('SELECT pg_advisory_unlock(503)');
    await lock.query('DROP TRIGGER waits ON scheduled_messages');
    await lock.release();
    const messages = dataSource.getRepository(Message);
    expect(await messages.countBy({ channelId: channel.id })).toBe(1);
    const { claimedUntil } = await rows.findOneByOrFail({ id });
    expect(claimedUntil!.getTime()).toBeGreaterThan(Date.now());
    await rows.update({ id }, { claimedUntil: new Date() });
    const next = await BackendUnderTest.start(stack.config());
    await waitUntil('the next backend', async () => (await rows.countBy({ id })) === 0);
    await next.stop();
    expect(await messages.findBy({ channelId: channel.id })).toMatchObject([
      { content: CONTENT, nonce: 'once' },
    ]);
  });
});
