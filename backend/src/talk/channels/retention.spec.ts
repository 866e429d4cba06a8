import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ChannelOpenAnswer,
  FIRST_SEQ_HEADER,
  keptDays,
  LIMITS,
  type MessageView,
  type ServerAuditView,
} from '@oniverse/contracts';
import { Channel, Conversation, ConversationMember, indexMessages, Message, Server } from '@oniverse/data';
import { type LiveClient, makeConnection, makeMember, waitUntil } from '@oniverse/testing';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const DAY_MS = 86_400_000;
/** The days and the minute to fade of a channel. */
const RULES = [
  [null, null],
  [0, null],
  [30, null],
  [null, 360],
] as const;

describe('the retention of messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const setUp = async () => makeStaffedServer(db());
  const keep = (caller: SignedInMember, place: Server | Channel, messageDays: unknown) =>
    two.callAs(caller, 'patch', `/${'ownerId' in place ? 'servers' : 'channels'}/${place.id}`, {
      messageDays,
    });
  const send = async (caller: SignedInMember, channelId: string, body: object): Promise<MessageView> =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, body).expect(201)).body;
  const historyOf = (caller: SignedInMember, channelId: string, query = '') =>
    two.callAs(caller, 'get', `/channels/${channelId}/messages${query}`).expect(200);
  const open = async (client: LiveClient, request: object): Promise<ChannelOpenAnswer> => {
    const { answer }: { answer: ChannelOpenAnswer } = Object({
      answer: await client.request('channel:open', request),
    });
    return answer;
  };
  /** Lets time pass for the messages of a channel. */
  const age = async (channelId: string, days: number) =>
    db().query(
      `UPDATE messages SET created_at = created_at - make_interval(days => $2) WHERE channel_id = $1`,
      [channelId, days],
    );
  /** Stores that the rows of the first messages are gone, as the worker does. */
  const drop = async (channelId: string, firstSeq: number) => {
    await db().query('DELETE FROM messages WHERE channel_id = $1 AND seq < $2', [channelId, firstSeq]);
    await db()
      .getRepository(Channel)
      .update({ id: channelId }, { firstSeq, expiredSeq: firstSeq - 1 });
  };
  const fill = async (channel: Channel, author: SignedInMember, count: number) => {
    for (let seq = 1; seq <= count; seq += 1) await send(author, channel.id, { content: `Number ${seq}` });
  };

  it('TLK-520 is chosen by the owner for a dimension and by staff for a channel, and reaches the audit log and open clients', async () => {
    const { server, channel, owner, moderator, member } = await setUp();
    const inside = await two.connect(1, member.sessionId);
    expect((await keep(owner, server, 90).expect(200)).body).toMatchObject({ messageDays: 90 });
    await keep(owner, server, 90).expect(200);
    await keep(moderator, server, 0).expect(403);
    expect((await keep(moderator, channel, 0).expect(200)).body).toMatchObject({ messageDays: 0 });
    await keep(owner, channel, null).expect(200);
    await keep(member, channel, 30).expect(403);
    await waitUntil('three changes', () => inside.payloads('server:changed').length === 3);
    expect(inside.payloads('server:changed')[0]).toMatchObject({ messageDays: 90, formerMessageDays: 0 });
    const audit: ServerAuditView[] = (
      await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200)
    ).body;
    expect(audit.map(({ kind, detail }) => [kind, detail.messageDays])).toEqual([
      ['channel_changed', null],
      ['channel_changed', 0],
      ['server_changed', 90],
    ]);
  });

  it('TLK-520 is 30 to 3,650 days or for ever, and for a channel also that of the dimension', async () => {
    const { server, channel, owner } = await setUp();
    for (const days of [29, 3_651, 1.5, '30', -1]) {
      await keep(owner, server, days).expect(400);
      await keep(owner, channel, days).expect(400);
    }
    await keep(owner, server, null).expect(400);
    for (const days of [30, 3_650, 0]) {
      await keep(owner, server, days).expect(200);
      await keep(owner, channel, days).expect(200);
    }
  });

  it('TLK-521 is shortened a day after the change, which can be taken back until then, and extended at once', async () => {
    const { server, channel, owner } = await setUp();
    const before = Date.now();
    const { body: shortened } = await keep(owner, server, 90).expect(200);
    expect(shortened).toMatchObject({ messageDays: 90, formerMessageDays: 0 });
    const until = Date.parse(shortened.formerMessageDaysUntil);
    expect(until - before).toBeGreaterThanOrEqual(DAY_MS);
    expect(until - before).toBeLessThan(DAY_MS + 60_000);
    // A change of something else does not start the day again.
    await two.callAs(owner, 'patch', `/servers/${server.id}`, { name: 'Other' }).expect(200);
    const { body: again } = await keep(owner, server, 30).expect(200);
    expect(again).toMatchObject({ messageDays: 30, formerMessageDays: 0 });
    expect(Date.parse(again.formerMessageDaysUntil)).toBeGreaterThanOrEqual(until);
    const none = { formerMessageDays: null, formerMessageDaysUntil: null };
    expect((await keep(owner, server, 0).expect(200)).body).toMatchObject({ messageDays: 0, ...none });
    // A channel that follows its dimension, or stops to.
    await db()
      .getRepository(Server)
      .update({ id: server.id }, { messageDays: 90, ...none });
    expect((await keep(owner, channel, 365).expect(200)).body).toMatchObject(none);
    expect((await keep(owner, channel, null).expect(200)).body).toMatchObject({
      messageDays: null,
      formerMessageDays: 365,
    });
  });

  it('TLK-521 TLK-551 is the same in SQL, which knows it of threads too', async () => {
    const { server, channel, member } = await setUp();
    const { id } = await send(member, channel.id, { content: 'A root.' });
    const { body: reply } = await two
      .callAs(member, 'post', `/messages/${id}/thread`, { content: 'A reply.' })
      .expect(201);
    const [soon, past] = [new Date(Date.now() + DAY_MS), new Date(Date.now() - 1_000)];
    const formers = [
      [null, null],
      [0, soon],
      [365, soon],
      [365, past],
    ] as const;
    const viewed = (messageDays: number | null, [days, until]: (typeof formers)[number]) => ({
      messageDays,
      formerMessageDays: days,
      formerMessageDaysUntil: until?.toISOString() ?? null,
    });
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const ofServer of [0, 90]) {
      for (const formerOfServer of formers) {
        for (const [ofChannel, fadeMinute] of RULES) {
          for (const formerOfChannel of formers) {
            const [stored]: unknown[] = await db().query(
              `WITH place AS (
                 UPDATE servers SET message_days = $3, former_message_days = $4, former_message_days_until = $5 WHERE id = $1
               )
               UPDATE channels
                  SET message_days = $6, fade_minute = $9, former_message_days = $7, former_message_days_until = $8
                WHERE id = $2 RETURNING id`,
              [server.id, channel.id, ofServer, ...formerOfServer, ofChannel, ...formerOfChannel, fadeMinute],
            );
            expect(stored).toHaveLength(1);
            const [days]: [{ channel: number; thread: number }] = await db().query(
              `SELECT (SELECT days FROM retention_of_channel($1)) AS channel, (SELECT days FROM retention_of_channel($2)) AS thread`,
              [channel.id, reply.channelId],
            );
            const view = { ...viewed(ofServer, formerOfServer), messageDays: ofServer };
            const rules = { ...viewed(ofChannel, formerOfChannel), fadeMinute };
            const kept = keptDays(view, rules, Date.now());
            const asNumber = kept === Infinity ? 32_767 : kept;
            found.push(days);
            expected.push({ channel: asNumber, thread: asNumber });
          }
        }
      }
    }
    expect(found).toEqual(expected);
  });

  const fade = (caller: SignedInMember, { id }: Channel, rules: object) =>
    two.callAs(caller, 'patch', `/channels/${id}`, rules);
  const waitOf = ({ formerMessageDaysUntil }: { formerMessageDaysUntil: string }): number =>
    Date.parse(formerMessageDaysUntil) - Date.now();
  const isAWeek = (ms: number): boolean => ms > 7 * DAY_MS - 60_000 && ms <= 7 * DAY_MS;

  it('TLK-551 a minute to fade is chosen by staff for a channel, and reaches the audit log and open clients', async () => {
    const { server, channel, owner, moderator, member } = await setUp();
    const inside = await two.connect(1, member.sessionId);
    await fade(member, channel, { fadeMinute: 360 }).expect(403);
    for (const fadeMinute of [-1, 1_440, 1.5, '06:00'])
      await fade(owner, channel, { fadeMinute }).expect(400);
    expect((await fade(moderator, channel, { fadeMinute: 360 }).expect(200)).body).toMatchObject({
      fadeMinute: 360,
      messageDays: null,
    });
    await fade(owner, channel, { fadeMinute: null, messageDays: 90 }).expect(200);
    await waitUntil('two changes', () => inside.payloads('server:changed').length === 2);
    const audit: ServerAuditView[] = (
      await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200)
    ).body;
    expect(audit.map(({ detail: { fadeMinute, messageDays } }) => [fadeMinute, messageDays])).toEqual([
      [null, 90],
      [360, undefined],
    ]);
  });

  it('TLK-552 begins a week after the change, whatever else changes, and is taken back until then', async () => {
    const { channel, owner } = await setUp();
    const { body: begun } = await fade(owner, channel, { fadeMinute: 360 }).expect(200);
    expect([begun.formerMessageDays, isAWeek(waitOf(begun))]).toEqual([0, true]);
    const { body: named } = await fade(owner, channel, { name: 'dreams' }).expect(200);
    expect(named.formerMessageDaysUntil).toBe(begun.formerMessageDaysUntil);
    // Days do not hold in a channel whose messages fade, so they shorten nothing.
    const { body: other } = await fade(owner, channel, { messageDays: 30 }).expect(200);
    expect([other.formerMessageDays, isAWeek(waitOf(other))]).toEqual([0, true]);
    const none = { formerMessageDays: null, formerMessageDaysUntil: null };
    expect(
      (await fade(owner, channel, { fadeMinute: null, messageDays: null }).expect(200)).body,
    ).toMatchObject({ fadeMinute: null, ...none });
    await db().getRepository(Channel).update({ id: channel.id }, { fadeMinute: 360 });
    // At another minute, some messages would fade sooner.
    const { body: moved } = await fade(owner, channel, { fadeMinute: 120 }).expect(200);
    expect([moved.formerMessageDays, isAWeek(waitOf(moved))]).toEqual([1, true]);
    await db()
      .getRepository(Channel)
      .update({ id: channel.id }, { ...none });
    expect((await fade(owner, channel, { fadeMinute: null }).expect(200)).body).toMatchObject(none);
  });

  it('TLK-551 is the next time at that minute in UTC, in threads too, and the former days before that begins', async () => {
    const { channel, member } = await setUp();
    const { id } = await send(member, channel.id, { content: 'A root.' });
    const { body: reply } = await two
      .callAs(member, 'post', `/messages/${id}/thread`, { content: 'A reply.' })
      .expect(201);
    const expiryOf = async (channelId: string, at: string): Promise<string | undefined> => {
      const rows: { at: Date }[] = await db().query('SELECT at FROM expiry_of_message($1, $2, $3)', [
        channelId,
        id,
        at,
      ]);
      return rows[0]?.at.toISOString();
    };
    const store = async (fields: Partial<Channel>) =>
      db().getRepository(Channel).update({ id: channel.id }, fields);
    await store({ fadeMinute: 360 });
    for (const channelId of [channel.id, reply.channelId]) {
      expect(await expiryOf(channelId, '2026-12-01T05:59:59.999Z')).toBe('2026-12-01T06:00:00.000Z');
      expect(await expiryOf(channelId, '2026-12-01T06:00:00.000Z')).toBe('2026-12-02T06:00:00.000Z');
      expect(await expiryOf(channelId, '2026-12-31T23:30:00.000Z')).toBe('2027-01-01T06:00:00.000Z');
    }
    await store({ fadeMinute: 0 });
    expect(await expiryOf(channel.id, '2026-12-01T00:00:00.000Z')).toBe('2026-12-02T00:00:00.000Z');
    await store({ fadeMinute: 1_439 });
    expect(await expiryOf(channel.id, '2026-12-01T00:00:00.000Z')).toBe('2026-12-01T23:59:00.000Z');
    await store({ formerMessageDays: 365, formerMessageDaysUntil: new Date(Date.now() + DAY_MS) });
    expect(await expiryOf(channel.id, '2026-12-01T00:00:00.000Z')).toBe('2027-12-01T00:00:00.000Z');
    await store({ formerMessageDaysUntil: new Date(Date.now() - 1_000) });
    expect(await expiryOf(reply.channelId, '2026-12-01T00:00:00.000Z')).toBe('2026-12-01T23:59:00.000Z');
  });

  describe('once the time of a message is over', () => {
    const ends = {
      'kept for days': ({ id }: Server) => db().getRepository(Server).update({ id }, { messageDays: 90 }),
      'that fades': (_server: Server, { id }: Channel) =>
        db().getRepository(Channel).update({ id }, { fadeMinute: 360 }),
    };

    it.each([
      ['TLK-522', 'kept for days'],
      ['TLK-553', 'that fades'],
    ] as const)('%s no call returns the text of one %s, before the worker deletes it', async (_, kind) => {
      const { server, channel, owner, moderator, member, other } = await setUp();
      const message = await send(member, channel.id, {
        content: `The old lighthouse, @${other.user.username}. https://lighthouse.example/`,
      });
      await two.callAs(moderator, 'put', `/messages/${message.id}/pin`).expect(200);
      await two.callAs(other, 'put', `/bookmarks/message/${message.id}`).expect(200);
      await two
        .callAs(member, 'patch', `/messages/${message.id}`, { content: 'The older lighthouse.' })
        .expect(200);
      await two.callAs(member, 'post', `/messages/${message.id}/thread`, { content: 'A reply.' }).expect(201);
      await age(channel.id, 91);
      const answer = await send(other, channel.id, { content: 'Which one?', replyToSeq: message.seq });
      await indexMessages(db(), [channel.id], 100);
      const client = await two.connect(1, other.sessionId);
      const reads = async (): Promise<string> => {
        const paths = [
          `/channels/${channel.id}/messages`,
          `/channels/${channel.id}/messages?before=2`,
          `/channels/${channel.id}/pins`,
          `/channels/${channel.id}/files?kind=links`,
          '/search?q=lighthouse&kinds=messages',
          '/bookmarks',
          '/home',
          '/notifications',
          `/messages/${message.id}/versions`,
        ];
        const answers: unknown[] = [await open(client, { channelId: channel.id })];
        for (const path of paths) answers.push((await two.callAs(other, 'get', path)).body);
        answers.push((await two.callAs(member, 'get', `/messages/${message.id}/versions`)).body);
        return JSON.stringify(answers);
      };
      expect((await reads()).match(/older lighthouse/gu)?.length).toBeGreaterThan(4);
      await ends[kind](server, channel);
      // Clients that open a channel together share its latest page for up to two seconds.
      await waitUntil(
        'the latest page to be read again',
        async () => !(await reads()).includes('lighthouse'),
      );
      const { body } = await historyOf(other, channel.id);
      expect(body).toMatchObject([
        { seq: 1, content: '', thread: { replyCount: 1 } },
        { seq: 2, content: 'Which one?', replyTo: { seq: 1, content: '', isDeleted: true } },
      ]);
      expect(Date.parse(body[0].deletedAt)).toBeLessThan(Date.now());
      expect(body[0]).not.toHaveProperty('pinnedAt');
      const on = `/messages/${message.id}`;
      await two.callAs(member, 'patch', on, { content: 'Never mind.' }).expect(404);
      await two.callAs(member, 'delete', on).expect(404);
      await two.callAs(other, 'put', `${on}/reactions/${encodeURIComponent('✨')}`).expect(404);
      await two.callAs(moderator, 'put', `${on}/pin`).expect(404);
      await two
        .callAs(owner, 'post', '/reports', { kind: 'message', subjectId: message.id, reason: 'spam' })
        .expect(404);
      expect((await two.callAs(other, 'get', '/bookmarks').expect(200)).body).toEqual([]);
      // The channel may keep it for longer.
      await fade(owner, channel, { messageDays: 365, fadeMinute: null }).expect(200);
      expect((await historyOf(other, channel.id)).body[0].content).toBe('The older lighthouse.');
      expect(answer.seq).toBe(2);
    });

    it('TLK-522 nobody reads its files', async () => {
      const { server, channel, member, other } = await setUp();
      const { id } = await send(member, channel.id, { content: 'A file.' });
      const path = `/objects/${randomUUID()}`;
      await db().query(`INSERT INTO objects (path, user_id, state) VALUES ($1, $2, 'used')`, [
        path,
        member.user.id,
      ]);
      await db().query(
        `INSERT INTO attachments (user_id, object_path, name, size, kind, message_id, channel_id, listed_in, place, ready_at)
         VALUES ($1, $2, 'roof.txt', 1, 'file', $3, $4, $4, 1, now())`,
        [member.user.id, path, id, channel.id],
      );
      await db().getRepository(Message).update({ id }, { hasFiles: true });
      const shown = async (): Promise<number> =>
        (await historyOf(other, channel.id)).body[0].attachments?.length ?? 0;
      const statusOf = async () =>
        (await two.api(0).get(path).set('authorization', `Bearer ${other.sessionId}`)).status;
      await age(channel.id, 91);
      const before = await statusOf();
      expect(await shown()).toBe(1);
      await db().getRepository(Server).update({ id: server.id }, { messageDays: 90 });
      expect(await shown()).toBe(0);
      // The store of the test has no bytes, which is another answer than that for what does not exist.
      expect([before, await statusOf()]).toEqual([before, 404]);
    });

    it('TLK-522 a conversation shows it as little', async () => {
      const [one, two_] = [await makeMember(db()), await makeMember(db())];
      await makeConnection(db(), one.user, two_.user, ['saturn']);
      const { id: channelId } = await db().getRepository(Channel).save({ name: '', isConversation: true });
      const [lowerId, higherId] = [one.user.id, two_.user.id].toSorted();
      await db().getRepository(Conversation).insert({ channelId, isGroup: false, lowerId, higherId });
      await db()
        .getRepository(ConversationMember)
        .insert([one, two_].map(({ user }) => ({ channelId, userId: user.id, state: 'joined' as const })));
      const { id } = await send(one, channelId, { content: 'For a day.' });
      const reads = async () =>
        JSON.stringify([
          (await historyOf(two_, channelId)).body,
          (await two.callAs(two_, 'get', '/conversations').expect(200)).body,
        ]);
      await db().query(
        `INSERT INTO disappearing_messages (message_id, disappears_at) VALUES ($1, now() + interval '1 hour')`,
        [id],
      );
      expect((await reads()).match(/For a day/gu)).toHaveLength(2);
      await db().query('UPDATE disappearing_messages SET disappears_at = now()');
      expect(await reads()).not.toContain('For a day');
    });
  });

  describe('after rows of expired messages were dropped', () => {
    it('TLK-524 history and channel:open say where the channel begins, and a copy that begins below is replaced', async () => {
      const { channel, member, other } = await setUp();
      await fill(channel, member, 8);
      const { id: channelId } = channel;
      expect((await historyOf(other, channelId)).headers[FIRST_SEQ_HEADER]).toBe('1');
      const client = await two.connect(0, other.sessionId);
      const first = await open(client, { channelId });
      expect(first).toMatchObject({ firstSeq: 1, lastSeq: 8 });
      expect(await open(client, { channelId, after: 0, rev: 0 })).not.toHaveProperty('reset');
      await drop(channelId, 5);
      const page = await historyOf(other, channelId);
      expect(page.headers[FIRST_SEQ_HEADER]).toBe('5');
      expect(page.body.map(({ seq }: MessageView) => seq)).toEqual([5, 6, 7, 8]);
      expect((await historyOf(other, channelId, '?before=5')).body).toEqual([]);
      const rev = first.lastRev;
      // Another backend has not followed the channel before.
      const elsewhere = await two.connect(1, other.sessionId);
      const seqs = (answer: ChannelOpenAnswer) => answer.messages.map(({ seq }) => seq);
      for (const request of [
        { from: 1, after: 8, rev },
        { from: 1, after: 2, rev: 2 },
        { after: 2, rev: 2 },
      ]) {
        const answer = await open(elsewhere, { channelId, ...request });
        expect([answer.firstSeq, answer.reset, seqs(answer)]).toEqual([5, true, [5, 6, 7, 8]]);
      }
      const resumed = await open(elsewhere, { channelId, from: 5, after: 6, rev: 6 });
      expect([resumed.firstSeq, resumed.reset, seqs(resumed)]).toEqual([5, undefined, [7, 8]]);
      // The backend that has the channel open learns of it within seconds.
      await waitUntil(
        'the new beginning',
        async () => (await open(client, { channelId, from: 1, after: 8, rev })).reset === true,
      );
    });

    it('TLK-524 an answer shows what it answered as deleted, and no new message answers it', async () => {
      const { channel, member } = await setUp();
      await fill(channel, member, 2);
      const answer = await send(member, channel.id, { content: 'An answer.', replyToSeq: 1 });
      expect(answer.replyTo).toMatchObject({ content: 'Number 1' });
      await drop(channel.id, 2);
      const gone = {
        seq: 1,
        rev: LIMITS.seq.max,
        userId: null,
        username: null,
        content: '',
        isDeleted: true,
      };
      expect((await historyOf(member, channel.id)).body[1].replyTo).toEqual(gone);
      expect(await send(member, channel.id, { content: 'Late.', replyToSeq: 1 })).not.toHaveProperty(
        'replyTo',
      );
      const nonce = randomUUID();
      await send(member, channel.id, { content: 'Kept.', nonce });
      const { body: repeated } = await two
        .callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Kept.', nonce })
        .expect(200);
      expect(repeated).toMatchObject({ content: 'Kept.', deletedAt: null });
    });

    it('TLK-525 they are not unread', async () => {
      const { channel, server, member, other } = await setUp();
      await fill(channel, member, 6);
      const unreadOf = async (): Promise<number> =>
        (await two.callAs(other, 'get', `/servers/${server.id}/channels`).expect(200)).body[0].unreadCount;
      expect(await unreadOf()).toBe(6);
      await drop(channel.id, 5);
      expect(await unreadOf()).toBe(2);
      await two.callAs(other, 'put', `/channels/${channel.id}/read`, { seq: 5 }).expect(200);
      expect(await unreadOf()).toBe(1);
    });

    it('TLK-525 a report about one keeps what it said, and nobody keeps it', async () => {
      const { channel, server, owner, member, other } = await setUp();
      const { id } = await send(member, channel.id, { content: 'Buy cheap stars.' });
      await fill(channel, member, 1);
      await two.callAs(other, 'put', `/bookmarks/message/${id}`).expect(200);
      await two
        .callAs(other, 'post', '/reports', { kind: 'message', subjectId: id, reason: 'spam' })
        .expect(201);
      await drop(channel.id, 2);
      const path = `/servers/${server.id}/cases`;
      const { body: cases } = await two.callAs(owner, 'get', path).expect(200);
      const { body: detail } = await two.callAs(owner, 'get', `${path}/${cases[0].id}`).expect(200);
      expect(detail).toMatchObject({ isDeleted: true, snapshot: { text: 'Buy cheap stars.' } });
      expect((await two.callAs(other, 'get', '/bookmarks').expect(200)).body).toEqual([]);
    });

    it('TLK-525 the summary of a thread counts the replies that are there', async () => {
      const { channel, member, other } = await setUp();
      const { id } = await send(member, channel.id, { content: 'A root.' });
      const { body: reply } = await two
        .callAs(other, 'post', `/messages/${id}/thread`, { content: 'One.' })
        .expect(201);
      await send(member, reply.channelId, { content: 'Two.' });
      await send(member, reply.channelId, { content: 'Three.' });
      await drop(reply.channelId, 3);
      const [row]: [{ count: number }] = await db().query(
        `SELECT (thread_of_message($1)->>'replyCount')::integer AS count`,
        [id],
      );
      expect(row.count).toBe(1);
    });

    it('TLK-528 the previous release goes on storing, listing and resuming', async () => {
      const { channel, member } = await setUp();
      await fill(channel, member, 4);
      await drop(channel.id, 3);
      // Its statements name their columns, and its functions are these.
      const stored: { seq: number }[] = await db().query(
        `SELECT seq FROM append_messages(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY['From before.'], ARRAY['n'], '{}', '{}')`,
        [channel.id, member.user.id],
      );
      const repeated: { seq: number; created: boolean; content: string }[] = await db().query(
        `SELECT seq, created, content FROM append_repeated_messages($1, ARRAY[$2::uuid], ARRAY['Again.'], ARRAY['n'], '{}', '{}')`,
        [channel.id, member.user.id],
      );
      expect([stored, repeated]).toEqual([
        [{ seq: 5 }],
        [{ seq: 5, created: false, content: 'From before.' }],
      ]);
      const page: { seq: number; reply_to: unknown }[] = await db().query(
        `SELECT m.seq, quote_of_message(m.channel_id, m.reply_to_seq) AS reply_to FROM messages m
          WHERE m.channel_id = $1 AND m.seq > 0 ORDER BY m.seq`,
        [channel.id],
      );
      expect(page.map(({ seq }) => seq)).toEqual([3, 4, 5]);
      const [server]: [{ message_days: number }] = await db().query(
        `INSERT INTO servers (owner_id, name, description, is_public, member_count) VALUES ($1, 'Made before', NULL, false, 1)
         RETURNING message_days`,
        [member.user.id],
      );
      expect(server.message_days).toBe(0);
    });
  });
});
