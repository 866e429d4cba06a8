import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CONVERSATION_LIMITS,
  CONVERSATION_MESSAGES,
  type ConversationView,
  type MessageView,
  ROOMS,
  type ServerView,
  type Snapshot,
  type ThreadView,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import {
  GOOD_PASSWORD,
  type LiveClient,
  makeConnection,
  makeMember,
  makeServer,
  registration,
  waitUntil,
} from '@oniverse/testing';
import type { SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { ThreadSummaries } from '../messages/thread-summaries.js';
import { MemberRooms } from '../servers/member-rooms.js';

const HOUR_MS = 3_600_000;
/** The bound for cutting open clients off. */
const CUT_OFF_MS = 1_000;

describe('conversations', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const member = () => makeMember(two.stack.dataSource);
  const link = (one: SignedInMember, other: SignedInMember) =>
    makeConnection(two.stack.dataSource, one.user, other.user, ['maps']);
  /** Members with links to the first of them. */
  const linked = async (count: number): Promise<SignedInMember[]> => {
    const members = await Promise.all(Array.from({ length: count }, member));
    const [first, ...others] = members;
    if (first) for (const other of others) await link(first, other);
    return members;
  };
  const start = (caller: SignedInMember, others: readonly SignedInMember[], name?: string) =>
    two.callAs(caller, 'post', '/conversations', {
      userIds: others.map(({ user }) => user.id),
      ...(name !== undefined && { name }),
    });
  const started = async (...[caller, ...others]: SignedInMember[]): Promise<string> => {
    const { body } = await start(caller!, others).expect(201);
    return body.id;
  };
  const send = (caller: SignedInMember, id: string, content = 'Hello.') =>
    two.callAs(caller, 'post', `/channels/${id}/messages`, { content });
  const get = async (caller: SignedInMember, id: string): Promise<ConversationView> =>
    (await two.callAs(caller, 'get', `/conversations/${id}`).expect(200)).body;
  const list = async (caller: SignedInMember, query = ''): Promise<ConversationView[]> =>
    (await two.callAs(caller, 'get', `/conversations${query}`).expect(200)).body;
  const contents = async (caller: SignedInMember, id: string): Promise<string[]> => {
    const { body }: { body: MessageView[] } = await two
      .callAs(caller, 'get', `/channels/${id}/messages`)
      .expect(200);
    return body.map(({ content }) => content);
  };
  const startThread = async (caller: SignedInMember, { id }: MessageView): Promise<MessageView> => {
    const { body } = await two
      .callAs(caller, 'post', `/messages/${id}/thread`, { content: 'In here.' })
      .expect(201);
    for (const backend of [0, 1] as const) await two.getProvider(backend, ThreadSummaries).flush();
    return body;
  };
  const threads = async (caller: SignedInMember, query = ''): Promise<ThreadView[]> =>
    (await two.callAs(caller, 'get', `/threads${query}`).expect(200)).body;
  const open = (client: LiveClient, channelId: string) => client.request('channel:open', { channelId });
  const setFirstMessages = (caller: SignedInMember, firstMessagesFrom: string) =>
    two.callAs(caller, 'patch', '/users/profile', { firstMessagesFrom }).expect(200);

  it('TLK-420 are channels of their members: messages, changes, reactions, quotes, drafts, marks and typing, live on two backends', async () => {
    const [vesper, otto] = await linked(2);
    const id = await started(vesper!, otto!);
    const client = await two.connect(1, otto!.sessionId);
    expect(await open(client, id)).toMatchObject({ ok: true, lastSeq: 0 });
    const writing = await two.connect(0, vesper!.sessionId);
    await open(writing, id);
    expect(await writing.request('typing:start', { channelId: id })).toEqual({ ok: true });
    await waitUntil('the typing line', () => client.payloads('typing').length > 0);
    const { body: first } = await send(vesper!, id, 'The fourth lamp?').expect(201);
    await waitUntil('the message', () => client.payloads('messages:created').length > 0);
    const { body: answer } = await two
      .callAs(otto!, 'post', `/channels/${id}/messages`, { content: 'Twice.', replyToSeq: first.seq })
      .expect(201);
    expect(answer.replyTo).toMatchObject({ seq: 1 });
    await two.callAs(otto!, 'put', `/messages/${first.id}/reactions/%F0%9F%AB%96`).expect(200);
    await two.callAs(vesper!, 'patch', `/messages/${first.id}`, { content: 'The fifth lamp?' }).expect(200);
    await two.callAs(vesper!, 'put', `/channels/${id}/draft`, { content: 'Monday' }).expect(200);
    const { body: drafts } = await two.callAs(vesper!, 'get', '/drafts').expect(200);
    expect(drafts).toMatchObject([{ channelId: id, content: 'Monday' }]);
    await two.callAs(vesper!, 'put', `/channels/${id}/read`, { seq: 2 }).expect(200);
    await two.callAs(vesper!, 'delete', `/messages/${answer.id}`).expect(403);
    await two.callAs(otto!, 'delete', `/messages/${answer.id}`).expect(200);
    await waitUntil('the deletion', () => client.payloads('message:deleted').length > 0);
    expect(client.payloads('message:edited').at(-1)).toMatchObject({ content: 'The fifth lamp?' });
    expect(await contents(otto!, id)).toEqual(['The fifth lamp?', '']);
    // What only dimensions have.
    await two.callAs(vesper!, 'put', `/messages/${first.id}/pin`).expect(403);
  });

  it('TLK-421 are listed by the latest message, with unread marks and live', async () => {
    const [vesper, otto, juno] = await linked(3);
    const client = await two.connect(1, vesper!.sessionId);
    const withOtto = await started(vesper!, otto!);
    const withJuno = await started(vesper!, juno!);
    // Nobody hears of a conversation without a message.
    expect(await list(otto!)).toEqual([]);
    await send(otto!, withOtto, 'One.').expect(201);
    await send(juno!, withJuno, 'Two.').expect(201);
    await send(juno!, withJuno, `Three, ${'and so on '.repeat(40)}`).expect(201);
    await waitUntil('the events', () => client.payloads('conversation:changed').length === 3);
    expect(client.payloads('conversation:changed')[0]).toMatchObject({
      id: withOtto,
      last: { seq: 1, userId: otto!.user.id, excerpt: 'One.' },
    });
    const [first, second] = await list(vesper!);
    expect(first).toMatchObject({
      id: withJuno,
      isGroup: false,
      name: null,
      unreadCount: 2,
      lastSeq: 2,
      members: [{ userId: juno!.user.id, username: juno!.user.username }],
    });
    expect(first?.last?.excerpt).toHaveLength(CONVERSATION_LIMITS.excerpt);
    expect(second).toMatchObject({ id: withOtto, unreadCount: 1 });
    await two.callAs(vesper!, 'put', `/channels/${withJuno}/read`, { seq: 2 }).expect(200);
    await waitUntil('the mark', () => client.payloads('read-marks:changed').length > 0);
    expect(client.payloads('read-marks:changed').at(-1)).toEqual({
      marks: [{ serverId: null, channelId: withJuno, seq: 2 }],
    });
    await send(otto!, withOtto, 'Four.').expect(201);
    await two.callAs(vesper!, 'put', `/channels/${withOtto}/attention`, { level: 'nothing' }).expect(200);
    expect(await get(vesper!, withOtto)).toMatchObject({ isMuted: true, unreadCount: 2 });
    const { body: page, headers } = await two.callAs(vesper!, 'get', '/conversations?limit=1').expect(200);
    expect(page).toMatchObject([{ id: withOtto, unreadCount: 2 }]);
    expect(await list(vesper!, `?limit=1&cursor=${headers['x-next-cursor']}`)).toMatchObject([
      { id: withJuno, unreadCount: 0 },
    ]);
  });

  it('TLK-422 wait as a request of three texts from a stranger, until the other member accepts', async () => {
    const [stranger, reader] = [await member(), await member()];
    const id = await started(stranger, reader);
    expect(await get(stranger, id)).toMatchObject({ state: 'joined', isWaiting: true });
    await two
      .callAs(stranger, 'post', `/channels/${id}/messages`, { attachments: [{ id: randomUUID() }] })
      .expect(403)
      .expect(({ body }) => expect(body.reason).toBe('requestTextOnly'));
    // In one batch.
    const nonce = randomUUID();
    const answers = await Promise.all(
      [nonce, nonce, ...Array.from({ length: 4 }, () => randomUUID())].map((each) =>
        two.callAs(stranger, 'post', `/channels/${id}/messages`, { content: 'May I?', nonce: each }),
      ),
    );
    expect(await contents(stranger, id)).toHaveLength(CONVERSATION_LIMITS.requested);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused.map(({ body }) => body.reason)).toEqual(refused.map(() => 'conversationWaiting'));
    expect(refused.length).toBeGreaterThan(0);

    expect(await list(reader)).toEqual([]);
    expect(await list(reader, '?requested=true')).toMatchObject([{ id, state: 'requested', unreadCount: 3 }]);
    const message = (await two.callAs(reader, 'get', `/channels/${id}/messages`).expect(200)).body[0];
    for (const [method, path, body] of [
      ['post', `/channels/${id}/messages`, { content: 'Yes.' }],
      ['put', `/channels/${id}/read`, { seq: 1 }],
      ['put', `/channels/${id}/draft`, { content: 'Yes.' }],
      ['put', `/messages/${message.id}/reactions/%E2%9C%A8`],
    ] as const) {
      const answer = await two.callAs(reader, method, path, body);
      expect([path, answer.status, answer.body.reason]).toEqual([path, 403, 'conversationUnaccepted']);
    }
    await two.callAs(reader, 'post', `/conversations/${id}/accept`).expect(200);
    await two.callAs(reader, 'post', `/conversations/${id}/accept`).expect(200);
    expect(await get(stranger, id)).toMatchObject({ isWaiting: false });
    await send(reader, id, 'You may.').expect(201);
    await send(stranger, id, 'Thank you.').expect(201);
    expect(await list(reader)).toMatchObject([{ id }]);
  });

  it('TLK-423 are declined, left and kept away by settings without a difference for the sender', async () => {
    const stranger = await member();
    const outcomes = await Promise.all(
      ['waits', 'declined', 'related', 'nobody'].map(async (how) => {
        const reader = await member();
        if (how === 'related' || how === 'nobody') await setFirstMessages(reader, how);
        const id = await started(stranger, reader);
        const client = await two.connect(1, stranger.sessionId);
        await send(stranger, id, 'One.').expect(201);
        if (how === 'declined') await two.callAs(reader, 'post', `/conversations/${id}/decline`).expect(200);
        await send(stranger, id, 'Two.').expect(201);
        await send(stranger, id, 'Three.').expect(201);
        const { status, body } = await send(stranger, id, 'Four.');
        const { id: _id, createdAt: _at, last, members: _members, ...seen } = await get(stranger, id);
        const events = client.payloads('conversation:changed').filter((event) => event.id === id);
        return {
          reader,
          id,
          how,
          seen: { status, body, seen, last: last?.excerpt, events: events.length },
        };
      }),
    );
    const [waiting, ...others] = outcomes;
    for (const { seen, how } of others) expect([how, seen]).toEqual([how, waiting?.seen]);
    for (const { reader, id } of others) {
      expect(await list(reader, '?requested=true')).toEqual([]);
      await two.callAs(reader, 'get', `/channels/${id}/messages`).expect(404);
      await two.callAs(reader, 'get', `/conversations/${id}`).expect(404);
      await two.callAs(reader, 'post', `/conversations/${id}/accept`).expect(404);
    }
    // A member who starts it accepts it.
    const declined = others[0]!;
    await start(declined.reader, [stranger]).expect(200);
    expect(await contents(declined.reader, declined.id)).toEqual(['One.', 'Two.', 'Three.']);
    await send(stranger, declined.id, 'Four.').expect(201);
  });

  it('TLK-424 arrive at once from a member with a link or a shared dimension, unless nobody may write', async () => {
    const [vesper, otto] = await linked(2);
    const juno = await member();
    await makeServer(two.stack.dataSource, { members: [vesper!.user, juno.user] });
    for (const other of [otto!, juno]) {
      await setFirstMessages(other, 'related');
      const id = await started(vesper!, other);
      await send(vesper!, id).expect(201);
      expect(await list(other)).toMatchObject([{ id, state: 'joined', isWaiting: false }]);
    }
    const [nia, hermit] = await linked(2);
    await setFirstMessages(hermit!, 'nobody');
    const id = await started(nia!, hermit!);
    await send(nia!, id).expect(201);
    expect([...(await list(hermit!)), ...(await list(hermit!, '?requested=true'))]).toEqual([]);
  });

  it('TLK-425 close for both of two across a block, without a difference between them', async () => {
    const [vesper, otto, juno] = await linked(3);
    const id = await started(vesper!, otto!);
    const { body: message } = await send(vesper!, id).expect(201);
    await two.callAs(otto!, 'put', `/blocks/${vesper!.user.id}`).expect(200);
    for (const caller of [vesper!, otto!]) {
      expect(await get(caller, id)).toMatchObject({ isClosed: true });
      const { status, body } = await send(caller, id, 'Still?');
      expect([status, body.message]).toEqual([403, CONVERSATION_MESSAGES.conversationClosed.message]);
    }
    await two.callAs(vesper!, 'patch', `/messages/${message.id}`, { content: 'Changed' }).expect(403);
    // A request from a blocked member is gone.
    const stranger = await member();
    await send(stranger, await started(stranger, otto!), 'May I?').expect(201);
    expect(await list(otto!, '?requested=true')).toHaveLength(1);
    await two.callAs(otto!, 'put', `/blocks/${stranger.user.id}`).expect(200);
    expect(await list(otto!, '?requested=true')).toEqual([]);
    // A member behind a block does not exist for a new conversation.
    await two.callAs(juno!, 'put', `/blocks/${vesper!.user.id}`).expect(200);
    await start(vesper!, [juno!]).expect(404);
    await start(juno!, [vesper!]).expect(404);
    await two.callAs(otto!, 'delete', `/blocks/${vesper!.user.id}`).expect(200);
    await send(vesper!, id, 'Again.').expect(201);
  });

  it('TLK-426 are groups of up to ten, which members name, join by others, and leave', async () => {
    const [vesper, otto, juno, nia] = await linked(4);
    const stranger = await member();
    await start(vesper!, [otto!, stranger]).expect(403);
    const { body: group } = await start(vesper!, [otto!, juno!], 'Rooftop watch').expect(201);
    expect(group).toMatchObject({ isGroup: true, name: 'Rooftop watch' });
    await send(vesper!, group.id, 'Before Nia.').expect(201);
    const client = await two.connect(1, otto!.sessionId);
    await open(client, group.id);

    const add = (caller: SignedInMember, { user }: SignedInMember) =>
      two.callAs(caller, 'post', `/conversations/${group.id}/members`, { userId: user.id });
    await add(otto!, nia!).expect(403);
    await add(vesper!, nia!).expect(200);
    await add(vesper!, nia!).expect(200);
    await add(stranger, stranger).expect(404);
    expect(await contents(nia!, group.id)).toEqual(['Before Nia.']);
    expect((await get(nia!, group.id)).members).toHaveLength(3);
    await two.callAs(nia!, 'patch', `/conversations/${group.id}`, { name: null }).expect(200);
    expect(await get(otto!, group.id)).toMatchObject({ name: null });

    await two.callAs(otto!, 'delete', `/conversations/${group.id}/membership`).expect(200);
    const live = two.getProvider(1, LiveService);
    const room = ROOMS.channel(group.id);
    const hasLeft = () =>
      [...live.sockets()].every(({ id, rooms }) => id !== client.socket.id || !rooms.has(room));
    await waitUntil('the end of the events', hasLeft, CUT_OFF_MS);
    await send(vesper!, group.id, 'After Otto.').expect(201);
    await two.callAs(otto!, 'get', `/channels/${group.id}/messages`).expect(404);
    expect(await list(otto!)).toEqual([]);
    expect(await open(client, group.id)).toMatchObject({ ok: false, code: 'not_found' });
    expect(client.payloads('messages:created')).toEqual([]);
    expect((await get(vesper!, group.id)).members.map(({ userId }) => userId)).toEqual([
      juno!.user.id,
      nia!.user.id,
    ]);
    await add(vesper!, otto!).expect(200);
    expect(await contents(otto!, group.id)).toHaveLength(2);

    const crowd = await Promise.all(
      Array.from({ length: CONVERSATION_LIMITS.members - 4 }, async () => {
        const one = await member();
        await link(vesper!, one);
        return one;
      }),
    );
    for (const one of crowd) await add(vesper!, one).expect(200);
    const last = await member();
    await link(vesper!, last);
    await add(vesper!, last).expect(403);
    // A conversation of two stays one of two.
    const id = await started(vesper!, otto!);
    await two.callAs(vesper!, 'post', `/conversations/${id}/members`, { userId: nia!.user.id }).expect(403);
    await two.callAs(vesper!, 'patch', `/conversations/${id}`, { name: 'Two' }).expect(403);
  });

  it('TLK-427 of two are hidden from the one who left, and opened again by starting them', async () => {
    const [vesper, otto] = await linked(2);
    const id = await started(vesper!, otto!);
    await send(vesper!, id, 'One.').expect(201);
    const client = await two.connect(1, vesper!.sessionId);
    await two.callAs(otto!, 'delete', `/conversations/${id}/membership`).expect(200);
    await two.callAs(otto!, 'delete', `/conversations/${id}/membership`).expect(404);
    await send(vesper!, id, 'Two.').expect(201);
    expect(await list(otto!)).toEqual([]);
    expect((await get(vesper!, id)).members).toHaveLength(1);
    // The other one hears nothing of it: only the own message.
    await waitUntil('the own message', () => client.payloads('conversation:changed').length > 0);
    expect(client.payloads('conversation:changed')).toMatchObject([{ last: { excerpt: 'Two.' } }]);
    await start(otto!, [vesper!]).expect(200);
    expect(await list(otto!)).toMatchObject([{ id, lastSeq: 2 }]);
    expect(await contents(otto!, id)).toEqual(['One.', 'Two.']);
  });

  it('TLK-454 have messages to keep, listed for a member while the member reads them', async () => {
    const [vesper, otto] = await linked(2);
    const id = await started(vesper!, otto!);
    const { body: message } = await send(vesper!, id, 'Ten past five.').expect(201);
    await two.callAs(otto!, 'put', `/bookmarks/message/${message.id}`).expect(200);
    const kept = async () => (await two.callAs(otto!, 'get', '/bookmarks').expect(200)).body;
    const conversation = { channelId: id, seq: 1 };
    expect(await kept()).toMatchObject([{ title: 'Ten past five.', place: null, conversation }]);
    await two.callAs(otto!, 'delete', `/conversations/${id}/membership`).expect(200);
    expect(await kept()).toEqual([]);
    await start(otto!, [vesper!]).expect(200);
    expect(await kept()).toMatchObject([{ conversation }]);
  });

  it('TLK-428 are one for two members who start it at once, and few a day', async () => {
    const [vesper, otto] = await linked(2);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => start(vesper!, [otto!])),
      ...Array.from({ length: 3 }, () => start(otto!, [vesper!])),
    ]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);

    const { perDay } = CONVERSATION_LIMITS;
    const startMany = async (caller: SignedInMember, count: number): Promise<number[]> => {
      const others = await Promise.all(Array.from({ length: count }, member));
      const statuses: number[] = [];
      for (const other of others) statuses.push((await start(caller, [other])).status);
      return statuses;
    };
    const statuses = await startMany(await member(), perDay + 1);
    expect(statuses.filter((status) => status === 201)).toHaveLength(perDay);
    expect(statuses.at(-1)).toBe(409);
  });

  it('TLK-429 do not exist for anybody else, in any call, and in no list of dimensions', async () => {
    const [vesper, otto] = await linked(2);
    const outsider = await member();
    const id = await started(vesper!, otto!);
    const { body: message } = await send(vesper!, id, `For @${outsider.user.username}`).expect(201);
    const client = await two.connect(1, outsider.sessionId);
    expect(await open(client, id)).toMatchObject({ ok: false, code: 'not_found' });
    for (const [method, path, body] of [
      ['get', `/conversations/${id}`],
      ['patch', `/conversations/${id}`, { name: 'Mine' }],
      ['post', `/conversations/${id}/members`, { userId: outsider.user.id }],
      ['delete', `/conversations/${id}/membership`],
      ['post', `/conversations/${id}/accept`],
      ['post', `/conversations/${id}/decline`],
      ['get', `/channels/${id}/messages`],
      ['post', `/channels/${id}/messages`, { content: 'In?' }],
      ['get', `/channels/${id}/threads`],
      ['get', `/channels/${id}/pins`],
      ['get', `/channels/${id}/files`],
      ['get', `/channels/${id}/mentions`],
      ['put', `/channels/${id}/read`, { seq: 1 }],
      ['put', `/channels/${id}/draft`, { content: 'In?' }],
      ['put', `/channels/${id}/attention`, { level: 'all' }],
      ['patch', `/channels/${id}`, { name: 'cellar' }],
      ['delete', `/channels/${id}`],
      ['patch', `/messages/${message.id}`, { content: 'In?' }],
      ['delete', `/messages/${message.id}`],
      ['put', `/messages/${message.id}/reactions/%E2%9C%A8`],
      ['get', `/messages/${message.id}/reactions/%E2%9C%A8`],
      ['post', `/messages/${message.id}/thread`, { content: 'In?' }],
      ['put', `/bookmarks/message/${message.id}`],
      ['post', '/reports', { kind: 'message', subjectId: message.id, reason: 'spam' }],
    ] as const) {
      const refused = await two.callAs(outsider, method, path, body);
      expect([method, path, refused.status]).toEqual([method, path, 404]);
    }
    // Not even its members change it as a channel of a dimension.
    await two.callAs(vesper!, 'patch', `/channels/${id}`, { name: 'cellar' }).expect(404);
    await two.callAs(vesper!, 'delete', `/channels/${id}`).expect(404);
    const { body: servers }: { body: ServerView[] } = await two.callAs(otto!, 'get', '/servers').expect(200);
    expect(servers.filter(({ unreadCount }) => unreadCount > 0)).toEqual([]);
    const { body: log } = await two.callAs(outsider, 'get', '/notifications').expect(200);
    expect(log).toEqual([]);
    await two
      .callAs(otto!, 'post', '/reports', { kind: 'message', subjectId: message.id, reason: 'spam' })
      .expect(201);
  });

  it('TLK-434 show staff a reported message with the five around it, and nothing else', async () => {
    const [vesper, otto] = await linked(2);
    const id = await started(vesper!, otto!);
    const sent: MessageView[] = [];
    for (let count = 1; count <= 8; count += 1)
      sent.push((await send(vesper!, id, `Number ${count}`).expect(201)).body);
    await two.callAs(vesper!, 'delete', `/messages/${sent[1]!.id}`).expect(200);
    const subjectId = sent[2]!.id;
    await two.callAs(otto!, 'post', '/reports', { kind: 'message', subjectId, reason: 'spam' }).expect(201);
    const [stored]: { snapshot: Snapshot; server_id: string | null }[] = await two.stack.dataSource.query(
      'SELECT snapshot, server_id FROM cases WHERE subject_id = $1',
      [subjectId],
    );
    expect(stored).toMatchObject({
      server_id: null,
      snapshot: { text: 'Number 3', channelName: null, before: null, after: null },
    });
    expect(stored?.snapshot.nearby?.map(({ content }) => content)).toEqual(
      [1, 4, 5, 6, 7].map((count) => `Number ${count}`),
    );
  });

  it('TLK-451 disappear as either of two chooses, and in a group its starter', async () => {
    const [vesper, otto, juno] = await linked(3);
    const choose = (caller: SignedInMember, id: string, disappearsAfter: string) =>
      two.callAs(caller, 'patch', `/conversations/${id}`, { disappearsAfter });
    const id = await started(vesper!, otto!);
    expect(await get(otto!, id)).toMatchObject({ disappearsAfter: 'never', mayChooseDisappearing: true });
    await send(vesper!, id, 'Stays.').expect(201);
    await choose(otto!, id, 'week').expect(200);
    expect(await get(vesper!, id)).toMatchObject({ disappearsAfter: 'week' });
    const nonce = randomUUID();
    const { body: message } = await two
      .callAs(vesper!, 'post', `/channels/${id}/messages`, { content: 'Goes.', nonce })
      .expect(201);
    await two.callAs(vesper!, 'post', `/channels/${id}/messages`, { content: 'Goes.', nonce }).expect(200);
    const rows: { message_id: string; at: Date }[] = await two.stack.dataSource.query(
      `SELECT message_id, disappears_at AS at FROM disappearing_messages
         JOIN messages ON messages.id = message_id WHERE channel_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { message_id: message.id, at: new Date(new Date(message.createdAt).getTime() + 7 * 24 * HOUR_MS) },
    ]);
    const { body: group } = await start(vesper!, [otto!, juno!]).expect(201);
    expect(await get(otto!, group.id)).toMatchObject({ mayChooseDisappearing: false });
    await choose(otto!, group.id, 'day').expect(403);
    await choose(vesper!, group.id, 'day').expect(200);
    await choose(vesper!, group.id, 'hour').expect(400);
  });

  it('TLK-452 show how far others have read where both show it, at once', async () => {
    const [vesper, otto, juno] = await linked(3);
    const { body: group } = await start(vesper!, [otto!, juno!]).expect(201);
    const show = (caller: SignedInMember, showsSeenMarks: boolean) =>
      two.callAs(caller, 'patch', '/users/profile', { showsSeenMarks }).expect(200);
    const read = (caller: SignedInMember, seq: number) =>
      two.callAs(caller, 'put', `/channels/${group.id}/read`, { seq }).expect(200);
    const clients = await Promise.all([vesper!, juno!].map(({ sessionId }) => two.connect(1, sessionId)));
    for (const content of ['One.', 'Two.', 'Three.']) await send(vesper!, group.id, content).expect(201);
    await read(otto!, 1);
    await show(otto!, true);
    await read(otto!, 2);
    expect((await get(vesper!, group.id)).seen).toEqual([]);
    await show(vesper!, true);
    expect((await get(vesper!, group.id)).seen).toEqual([{ userId: otto!.user.id, seq: 2 }]);
    expect((await get(juno!, group.id)).seen).toEqual([]);
    await read(otto!, 3);
    const [own, others] = clients;
    await waitUntil('the mark', () => own!.payloads('conversation:seen').length > 0);
    expect(own!.payloads('conversation:seen')).toEqual([{ id: group.id, userId: otto!.user.id, seq: 3 }]);
    await show(otto!, false);
    expect((await get(vesper!, group.id)).seen).toEqual([]);
    expect(others!.payloads('conversation:seen')).toEqual([]);
  });

  it('TLK-433 have no previews of links, until a member asks', async () => {
    const [vesper, otto] = await linked(2);
    const { channel } = await makeServer(two.stack.dataSource, { members: [vesper!.user] });
    const write = async (author: SignedInMember, channelId: string): Promise<string> =>
      (await send(author, channelId, 'https://skywatch.example/taurids').expect(201)).body.id;
    const isPreviewed = (messageId: string): Promise<boolean> =>
      two.stack.dataSource
        .getRepository(OutboxRow)
        .existsBy({ topic: OUTBOX_TOPICS.previewLinks, subject: messageId });
    const ask = (caller: SignedInMember, messageId: string) =>
      two.callAs(caller, 'post', `/messages/${messageId}/links`);
    const elsewhere = await write(vesper!, channel.id);
    expect(await isPreviewed(elsewhere)).toBe(true);
    await ask(vesper!, elsewhere).expect(404);
    const id = await write(vesper!, await started(vesper!, otto!));
    await two
      .callAs(vesper!, 'patch', `/messages/${id}`, { content: 'https://skywatch.example/leonids' })
      .expect(200);
    expect(await isPreviewed(id)).toBe(false);
    const stranger = await member();
    await ask(stranger, id).expect(404);
    const requested = await write(stranger, await started(stranger, otto!));
    await ask(otto!, requested).expect(403);
    expect(await isPreviewed(requested)).toBe(false);
    await ask(otto!, id).expect(200);
    expect(await isPreviewed(id)).toBe(true);
  });

  it('TLK-430 stay readable for the other member after an erasure, closed, and go with the last one', async () => {
    const register = async (): Promise<SignedInMember> => {
      const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
      return { user: body.user, sessionId: body.sessionId };
    };
    const erase = (caller: SignedInMember) =>
      two.callAs(caller, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    const [vesper, otto] = [await register(), await register()];
    await link(vesper, otto);
    const id = await started(vesper, otto);
    const { body: message } = await send(vesper, id, 'One.').expect(201);
    const thread = await startThread(vesper, message);
    await erase(vesper);
    expect(await get(otto, id)).toMatchObject({ isClosed: true, members: [], last: { userId: null } });
    expect(await contents(otto, id)).toEqual(['One.']);
    await send(otto, id, 'Two?').expect(403);
    await send(otto, thread.channelId, 'Two?').expect(403);
    expect(await contents(otto, thread.channelId)).toEqual(['In here.']);
    await erase(otto);
    const left: unknown[] = await two.stack.dataSource.query('SELECT FROM channels WHERE id = ANY($1)', [
      [id, thread.channelId],
    ]);
    expect(left).toEqual([]);
  });

  describe('in their threads', () => {
    /** A conversation of two with a thread, whose first reply is by the author of the message that it is about. */
    const setUp = async () => {
      const [vesper, otto] = await linked(2);
      const id = await started(vesper!, otto!);
      const { body: message }: { body: MessageView } = await send(vesper!, id, 'The fourth lamp?').expect(
        201,
      );
      const reply = await startThread(vesper!, message);
      return { vesper: vesper!, otto: otto!, id, message, reply, threadId: reply.channelId };
    };
    const outboxOf = async (topic: string, subject: string): Promise<unknown[]> =>
      two.stack.dataSource.query('SELECT FROM outbox WHERE topic = $1 AND subject = $2', [topic, subject]);

    it('TLK-460 TLK-462 have messages as in channels, live on two backends, and all members follow them', async () => {
      const [vesper, otto] = await linked(2);
      const id = await started(vesper!, otto!);
      const { body: message } = await send(vesper!, id, 'The fourth lamp?').expect(201);
      const client = await two.connect(1, otto!.sessionId);
      await open(client, id);
      const { channelId: threadId } = await startThread(vesper!, message);
      expect(threadId).not.toBe(id);
      await waitUntil('the summary', () => client.payloads('message:edited').length > 0);
      expect(client.payloads('message:edited')).toMatchObject([
        { id: message.id, rev: 2, thread: { channelId: threadId, replyCount: 1, lastSeq: 1 } },
      ]);
      await waitUntil('the hint', () => client.payloads('thread:changed').length > 0);
      expect(client.payloads('thread:changed')).toEqual([
        { serverId: null, parentId: id, channelId: threadId, lastSeq: 1, isFollowed: true },
      ]);
      const seen = {
        id: threadId,
        serverId: null,
        parentId: id,
        parentName: '',
        members: [{ userId: vesper!.user.id, username: vesper!.user.username }],
        isFollowed: true,
        unreadCount: 1,
      };
      expect(await threads(otto!)).toMatchObject([seen]);
      expect(await threads(otto!, '?conversations=true')).toMatchObject([seen]);
      expect(await list(otto!)).toMatchObject([{ id, last: { seq: 1 }, unreadCount: 1, unreadInThreads: 1 }]);
      expect(await outboxOf('notify-messages', id)).toHaveLength(1);
      expect(await outboxOf('notify-messages', threadId)).toHaveLength(1);

      const inThread = await two.connect(1, otto!.sessionId);
      expect(await open(inThread, threadId)).toMatchObject({ ok: true, lastSeq: 1 });
      const writing = await two.connect(0, vesper!.sessionId);
      expect(await writing.request('typing:start', { channelId: threadId })).toEqual({ ok: true });
      await waitUntil('the typing line', () => inThread.payloads('typing').length > 0);
      // Where only the thread is open.
      const sockets = [...two.getProvider(1, LiveService).sockets()];
      await two
        .getProvider(1, MemberRooms)
        .reconcile(sockets.filter((socket) => socket.id === inThread.socket.id));
      await send(vesper!, threadId, `Twice, @${otto!.user.username}.`).expect(201);
      await waitUntil('the reply', () => inThread.messages(threadId).length > 0);
      expect(await outboxOf('notify', `mention:${threadId}:2`)).toHaveLength(1);
      const { body: answer } = await send(otto!, threadId, 'So be it.').expect(201);
      await two.callAs(vesper!, 'put', `/messages/${answer.id}/reactions/%F0%9F%AB%96`).expect(200);
      await two.callAs(otto!, 'put', `/channels/${threadId}/draft`, { content: 'And' }).expect(200);
      const { body: drafts } = await two.callAs(otto!, 'get', '/drafts').expect(200);
      expect(drafts).toMatchObject([{ channelId: threadId, content: 'And' }]);
      await two.callAs(vesper!, 'post', `/messages/${answer.id}/thread`, { content: 'Deeper?' }).expect(403);
    });

    it('TLK-462 count as unread apart, until they are read, with everything else or on their own', async () => {
      const { vesper, otto, id, threadId } = await setUp();
      await send(vesper, threadId, 'Second.').expect(201);
      const show = (caller: SignedInMember) =>
        two.callAs(caller, 'patch', '/users/profile', { showsSeenMarks: true }).expect(200);
      await show(vesper);
      await show(otto);
      const [own, other] = [await two.connect(1, otto.sessionId), await two.connect(0, vesper.sessionId)];
      expect(await get(otto, id)).toMatchObject({ unreadCount: 1, unreadInThreads: 2 });
      await two.callAs(otto, 'put', `/channels/${threadId}/read`, { seq: 1 }).expect(200);
      await waitUntil('the mark', () => own.payloads('read-marks:changed').length > 0);
      expect(own.payloads('read-marks:changed')).toEqual([
        { marks: [{ serverId: null, channelId: threadId, seq: 1 }] },
      ]);
      expect(await get(otto, id)).toMatchObject({ unreadCount: 1, unreadInThreads: 1 });
      await two.callAs(otto, 'post', '/home/read').expect(200);
      expect(await get(otto, id)).toMatchObject({ unreadInThreads: 0 });
      // Threads have no seen marks.
      await two.callAs(otto, 'put', `/channels/${id}/read`, { seq: 1 }).expect(200);
      await waitUntil('the seen mark', () => other.payloads('conversation:seen').length > 0);
      expect(other.payloads('conversation:seen')).toEqual([{ id, userId: otto.user.id, seq: 1 }]);

      await two.callAs(otto, 'delete', `/threads/${threadId}/follow`).expect(200);
      await send(vesper, threadId, 'Third.').expect(201);
      expect(await get(otto, id)).toMatchObject({ unreadInThreads: 0 });
      await two.callAs(otto, 'put', `/threads/${threadId}/follow`).expect(200);
      await send(vesper, threadId, 'Fourth.').expect(201);
      expect(await get(otto, id)).toMatchObject({ unreadInThreads: 2 });
    });

    it('TLK-461 do not start in a request until it is accepted', async () => {
      const [stranger, reader] = [await member(), await member()];
      const id = await started(stranger, reader);
      const { body: message } = await send(stranger, id, 'May I?').expect(201);
      for (const [caller, reason] of [
        [stranger, 'requestWithoutThreads'],
        [reader, 'conversationUnaccepted'],
      ] as const) {
        const refused = await two.callAs(caller, 'post', `/messages/${message.id}/thread`, {
          content: 'In?',
        });
        expect([refused.status, refused.body.reason]).toEqual([403, reason]);
      }
      const begun: unknown[] = await two.stack.dataSource.query('SELECT FROM channels WHERE parent_id = $1', [
        id,
      ]);
      expect(begun).toEqual([]);
      await two.callAs(reader, 'post', `/conversations/${id}/accept`).expect(200);
      await startThread(stranger, message);
    });

    it.each([
      ['an outsider', 404, 404],
      ['a member who left', 404, 404],
      ['a member of a conversation that a block closed', 403, 200],
    ] as const)('TLK-461 TLK-429 refuse %s every change', async (who, ofChange, ofRead) => {
      const { vesper, otto, id, message, reply, threadId } = await setUp();
      const outsider = await member();
      const client = await two.connect(1, otto.sessionId);
      await open(client, threadId);
      const caller = who === 'an outsider' ? outsider : otto;
      if (who === 'a member who left')
        await two.callAs(otto, 'delete', `/conversations/${id}/membership`).expect(200);
      if (who === 'a member of a conversation that a block closed')
        await two.callAs(vesper, 'put', `/blocks/${otto.user.id}`).expect(200);
      for (const [method, path, body] of [
        ['post', `/messages/${message.id}/thread`, { content: 'In?' }],
        ['post', `/channels/${threadId}/messages`, { content: 'In?' }],
        ['patch', `/messages/${reply.id}`, { content: 'In?' }],
        ['put', `/messages/${reply.id}/pin`],
        ['delete', `/messages/${reply.id}`],
        ['delete', `/threads/${threadId}`],
      ] as const) {
        const { status } = await two.callAs(caller, method, path, body);
        expect([method, path, status]).toEqual([method, path, ofChange]);
      }
      for (const [method, path, body] of [
        ['get', `/threads/${threadId}`],
        ['get', `/channels/${id}/threads`],
        ['get', `/channels/${threadId}/messages`],
        ['get', `/channels/${threadId}/files`],
        ['get', `/channels/${threadId}/mentions`],
        ['put', `/channels/${threadId}/read`, { seq: 1 }],
        ['put', `/channels/${threadId}/draft`, { content: 'In?' }],
        ['put', `/threads/${threadId}/follow`],
        ['delete', `/threads/${threadId}/follow`],
        ['put', `/messages/${reply.id}/reactions/%E2%9C%A8`],
        ['get', `/messages/${reply.id}/reactions/%E2%9C%A8`],
      ] as const) {
        const { status } = await two.callAs(caller, method, path, body);
        expect([method, path, status]).toEqual([method, path, ofRead]);
      }
      const asking = await two.connect(0, caller.sessionId);
      expect((await open(asking, threadId)).ok).toBe(ofRead === 200);
      expect(await asking.request('typing:start', { channelId: threadId })).toMatchObject({ ok: false });
      expect(await contents(vesper, threadId)).toEqual(['In here.']);
    });

    it('TLK-461 close at once for a member who leaves, who follows none when they return', async () => {
      const [vesper, otto, juno] = await linked(3);
      const { body: group } = await start(vesper!, [otto!, juno!], 'Rooftop watch').expect(201);
      const { body: message } = await send(vesper!, group.id).expect(201);
      const { channelId: threadId } = await startThread(vesper!, message);
      expect(await threads(otto!)).toMatchObject([{ parentName: 'Rooftop watch', isFollowed: true }]);
      const client = await two.connect(1, otto!.sessionId);
      await open(client, threadId);
      await two.callAs(otto!, 'delete', `/conversations/${group.id}/membership`).expect(200);
      const room = ROOMS.channel(threadId);
      const hasLeft = () =>
        [...two.getProvider(1, LiveService).sockets()].every(
          ({ id, rooms }) => id !== client.socket.id || !rooms.has(room),
        );
      await waitUntil('the end of the events', hasLeft, CUT_OFF_MS);
      await send(vesper!, threadId, 'After Otto.').expect(201);
      expect(client.messages(threadId)).toEqual([]);
      expect(await threads(otto!)).toEqual([]);
      await two
        .callAs(vesper!, 'post', `/conversations/${group.id}/members`, { userId: otto!.user.id })
        .expect(200);
      expect(await contents(otto!, threadId)).toEqual(['In here.', 'After Otto.']);
      expect(await threads(otto!)).toEqual([]);
      expect(await get(otto!, group.id)).toMatchObject({ unreadInThreads: 0 });
      expect(await threads(juno!)).toMatchObject([{ unreadCount: 2 }]);
    });

    it('TLK-463 disappear with their time, have no previews, and show staff five messages around a reported one', async () => {
      const { vesper, otto, id, message, reply, threadId } = await setUp();
      await two.callAs(otto, 'patch', `/conversations/${id}`, { disappearsAfter: 'day' }).expect(200);
      const sent: MessageView[] = [reply];
      for (let count = 2; count <= 8; count += 1) {
        sent.push(
          (await send(vesper, threadId, `Number ${count} https://skywatch.example`).expect(201)).body,
        );
      }
      const { body: next }: { body: MessageView } = await send(vesper, id, 'Another.').expect(201);
      await two.callAs(vesper, 'post', `/messages/${next.id}/thread`, { content: 'First.' }).expect(201);
      const rows: { channel_id: string; count: number }[] = await two.stack.dataSource.query(
        `SELECT channel_id, count(*)::integer FROM disappearing_messages
           JOIN messages ON messages.id = message_id AND disappears_at = messages.created_at + interval '1 day'
          WHERE channel_id IN (SELECT id FROM channels WHERE $1 IN (id, parent_id)) GROUP BY channel_id ORDER BY count`,
        [id],
      );
      expect(rows.map(({ count }) => count)).toEqual([1, 1, 7]);
      expect(await outboxOf('preview-links', sent[1]!.id)).toEqual([]);
      const subjectId = sent[2]!.id;
      await two.callAs(otto, 'post', '/reports', { kind: 'message', subjectId, reason: 'spam' }).expect(201);
      const [stored]: { snapshot: Snapshot; server_id: string | null }[] = await two.stack.dataSource.query(
        'SELECT snapshot, server_id FROM cases WHERE subject_id = $1',
        [subjectId],
      );
      expect(stored).toMatchObject({ server_id: null, snapshot: { channelName: null, before: null } });
      expect(stored?.snapshot.nearby?.map(({ content }) => content.split(' ').slice(0, 2).join(' '))).toEqual(
        ['In here.', ...[2, 4, 5, 6].map((count) => `Number ${count}`)],
      );
      expect(message.channelId).toBe(id);
    });

    it('TLK-460 count for the quota of threads, not for that of conversations', async () => {
      const young = await member();
      const other = await member();
      await link(young, other);
      const id = await started(young, other);
      for (let count = 1; count < CONVERSATION_LIMITS.perDay; count += 1) {
        const { body: message } = await send(young, id, `Number ${count}`).expect(201);
        await two.callAs(young, 'post', `/messages/${message.id}/thread`, { content: 'In.' }).expect(201);
      }
      await started(young, await member());
    });
  });
});
