import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  NOTIFICATION_DEFAULTS,
  type NotificationView,
  NOTIFICATION_NAMES,
  NOTIFICATIONS_SEARCHED,
  pushFieldsOf,
} from '@oniverse/contracts';
import {
  Mention,
  Notification,
  notifyEntry,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
  PushSubscription,
  Ripple,
  Session,
  User,
} from '@oniverse/data';
import { makeConnection, makeMember, makePost, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { makeAttachment } from '../../testing/album.js';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';

const KEYS = {
  publicKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  privateKey: '4_mHsnGFxyW0vmDmTWWlM4ZYYVYpZGPZx2tPCWUsFaI',
  subject: 'mailto:operator@example.org',
};
const SUBSCRIPTION = { p256dh: KEYS.publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' };

describe('the night log', () => {
  let two: TwoBackends;
  let place = 0;

  beforeAll(async () => {
    two = await TwoBackends.start({ push: { keys: KEYS, hosts: ['push.example', '.push.example'] } });
  });

  afterAll(async () => {
    await two.stop();
  });

  const get = async (sessionId: string, path = '') =>
    two
      .api(0)
      .get(`/api/notifications${path}`)
      .set(...bearer(sessionId))
      .expect(200);
  const list = async (sessionId: string, query = ''): Promise<NotificationView[]> =>
    (await get(sessionId, query)).body;
  const put = (sessionId: string, path: string, body: object) =>
    two
      .api(1)
      .put(`/api/notifications${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const namesOf = (rows: readonly NotificationView[]): string[][] =>
    rows.map(({ members }) => members.map(({ username }) => username));

  const add = async (recipient: User, actor: User, entry: Partial<Notification> = {}): Promise<string> => {
    place += 1;
    const cause = `test:${place}`;
    const { identifiers } = await two.stack.dataSource.getRepository(Notification).insert({
      recipientId: recipient.id,
      actorId: actor.id,
      kind: 'invite',
      cause,
      groupKey: cause,
      ...entry,
    });
    return String(identifiers[0]?.['id']);
  };
  const member = (overrides: Partial<User> = {}) => makeMember(two.stack.dataSource, overrides);

  it('NXT-080 lists entries newest first, by page and by kind, to their recipient only', async () => {
    const [me, other, stranger] = [await member(), await member(), await member()];
    const { server } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await add(me.user, other.user, { serverId: server.id }));
    await makeConnection(two.stack.dataSource, me.user, other.user, ['moon', 'saturn']);
    ids.unshift(await add(me.user, other.user, { kind: 'link' }));
    const first = await get(me.sessionId, '?limit=2');
    expect(first.body.map(({ id }: NotificationView) => id)).toEqual(ids.slice(0, 2));
    expect(first.body[0]).toMatchObject({
      kind: 'link',
      isUnread: true,
      others: 0,
      sharedTags: ['moon', 'saturn'],
    });
    expect(first.body[1]).toMatchObject({
      kind: 'invite',
      server: { id: server.id, name: server.name, isPublic: true },
      members: [{ userId: other.user.id, username: other.user.username }],
    });
    const second = await get(me.sessionId, `?limit=2&cursor=${first.headers['x-next-cursor']}`);
    expect(second.body.map(({ id }: NotificationView) => id)).toEqual(ids.slice(2));
    expect(second.headers['x-next-cursor']).toBeUndefined();
    expect((await list(me.sessionId, '?kind=link')).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect(await list(stranger.sessionId)).toEqual([]);
    expect(await list(other.sessionId)).toEqual([]);
  });

  it('TLK-307 names the files of a message without a text', async () => {
    const [me, other] = [await member(), await member()];
    const { channel } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    const files = [
      await makeAttachment(two.stack.dataSource, other.user.id, { name: 'first.txt' }),
      await makeAttachment(two.stack.dataSource, other.user.id, { name: 'second.txt' }),
    ];
    const attachments = files.map(({ id }) => ({ id }));
    const path = `/channels/${channel.id}/messages`;
    await two.callAs(me, 'post', path, { content: 'Where was it?' }).expect(201);
    const answer = { attachments, replyToSeq: 1 };
    const { body: message } = await two.callAs(other, 'post', path, answer).expect(201);
    await add(me.user, other.user, { kind: 'mention', channelId: channel.id, seq: message.seq });
    expect(await list(me.sessionId)).toMatchObject([{ message: { excerpt: 'first.txt, second.txt' } }]);
  });

  const expectShown = async (sessionId: string, rows: number) => {
    expect(await list(sessionId)).toHaveLength(rows);
    expect((await get(sessionId, '/state')).body).toEqual({ isUnread: rows > 0 });
  };
  const setListed = ({ id }: User, isPublic: boolean) =>
    two.stack.dataSource.getRepository(User).update({ id }, { isPublic });
  const leaveServers = ({ id }: User) =>
    two.stack.dataSource.query('DELETE FROM server_members WHERE user_id = $1', [id]);

  it('NXT-081 leaves out what the member may no longer see, also from the ring', async () => {
    const [me, other] = [await member(), await member()];
    const { server } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    await makeConnection(two.stack.dataSource, me.user, other.user, ['saturn']);
    await add(me.user, other.user, { kind: 'link' });
    await setListed(other.user, false);
    await expectShown(me.sessionId, 0);
    await setListed(other.user, true);
    await expectShown(me.sessionId, 1);
    await add(me.user, other.user, { serverId: server.id });
    await expectShown(me.sessionId, 2);
    await leaveServers(me.user);
    await expectShown(me.sessionId, 1);
  });

  it('OPS-118 searches the newest 1,000 rows for visible ones, so that a log about what was left costs no more', async () => {
    const { dataSource } = two.stack;
    const [me, other] = [await member(), await member()];
    const { server } = await makeServer(dataSource, { members: [me.user, other.user] });
    const left = await makeServer(dataSource, { members: [other.user] });
    await add(me.user, other.user, { serverId: server.id });
    await dataSource.query(
      `INSERT INTO notifications (recipient_id, actor_id, kind, cause, group_key, server_id)
       SELECT $1, $2, 'invite', 'left:' || n, 'left:' || n, $3 FROM generate_series(2, $4::integer) n`,
      [me.user.id, other.user.id, left.server.id, NOTIFICATIONS_SEARCHED],
    );
    await expectShown(me.sessionId, 1);
    await add(me.user, other.user, { serverId: left.server.id });
    await expectShown(me.sessionId, 0);
  });

  it('NXT-210 shows what a private member wrote or did in a dimension of both, and nothing else of them', async () => {
    const [me, other, third] = [await member(), await member({ isPublic: false }), await member()];
    const { server, channel } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    const author = await two.connect(0, other.sessionId);
    const { seq } = await author.send(channel.id, `Look up, @${me.user.username}`);
    const post = await two.stack.dataSource.getRepository(Post).save({
      userId: me.user.id,
      title: 'First light',
      content: 'x',
      markdownContent: 'x',
    });
    await makeConnection(two.stack.dataSource, me.user, other.user, ['saturn']);
    await add(me.user, other.user, { kind: 'link' });
    await add(me.user, other.user, { kind: 'ripple', postId: post.id });
    await add(me.user, other.user, { kind: 'reply', postId: post.id });
    await add(me.user, other.user, { kind: 'mention', postId: post.id });
    await expectShown(me.sessionId, 0);
    await add(me.user, other.user, { kind: 'mention', channelId: channel.id, seq, serverId: server.id });
    await expectShown(me.sessionId, 1);
    await add(me.user, other.user, { serverId: server.id });
    await expectShown(me.sessionId, 2);
    expect(namesOf(await list(me.sessionId))).toEqual([[other.user.username], [other.user.username]]);
    await expectShown(third.sessionId, 0);
    // The list of members no longer names the other one, but the message does.
    await leaveServers(other.user);
    expect((await list(me.sessionId)).map(({ kind }) => kind)).toEqual(['mention']);
    await leaveServers(me.user);
    await expectShown(me.sessionId, 0);
  });

  it('NXT-082 shows a group as one row that names three members, counts the others, and has the tags of all its lines', async () => {
    const me = await member();
    const others: User[] = [];
    for (let n = 0; n < 5; n += 1) others.push((await member()).user);
    const group = { kind: 'link', groupKey: 'link:2026-11-20', isHead: false } as const;
    for (const other of others) {
      await makeConnection(two.stack.dataSource, me.user, other, [
        `only-${other.username}`,
        'moon',
        'saturn',
      ]);
      await add(me.user, other, group);
    }
    const head = await add(me.user, (await member()).user, { ...group, isHead: true });
    // The head itself is about a member without a link, so the row shows the entry before it.
    const [row] = await list(me.sessionId);
    const sharedTags = ['moon', 'saturn'];
    expect(row).toMatchObject({ id: head, others: 5 - NOTIFICATION_NAMES, sharedTags });
    expect(namesOf([row!])).toEqual([
      others
        .toReversed()
        .slice(0, NOTIFICATION_NAMES)
        .map(({ username }) => username),
    ]);
  });

  it('NXT-085 NXT-086 marks a row, everything up to an entry, or all as read, on all devices at once', async () => {
    const [me, other] = [await member(), await member()];
    const { server } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await add(me.user, other.user, { serverId: server.id }));
    const second = await makeSession(two.stack.dataSource, me.user.id);
    const [one, device] = [await two.connect(0, me.sessionId), await two.connect(1, second)];
    const bystander = await two.connect(1, other.sessionId);
    const unread = async () =>
      (await list(me.sessionId)).filter(({ isUnread }) => isUnread).map(({ id }) => id);
    const [first, next, third, last] = ids;
    await put(me.sessionId, '/read', { row: next }).expect(200, { isUnread: true });
    expect(await unread()).toEqual([last, third, first]);
    await put(me.sessionId, '/read', { upTo: third }).expect(200, { isUnread: true });
    expect(await unread()).toEqual([last]);
    await put(other.sessionId, '/read', { row: last }).expect(200, { isUnread: false });
    await put(me.sessionId, '/read', {}).expect(200, { isUnread: false });
    expect(await unread()).toEqual([]);
    // Nothing changed, so nothing is published.
    await put(me.sessionId, '/read', {}).expect(200, { isUnread: false });
    const expected = [{ isUnread: true }, { isUnread: true }, { isUnread: false }];
    for (const client of [one, device]) {
      await waitUntil(
        'the read marks to arrive',
        () => client.payloads('notifications:changed').length === 3,
      );
      expect(client.payloads('notifications:changed')).toEqual(expected);
    }
    expect(bystander.payloads('notifications:changed')).toEqual([]);
    await put(me.sessionId, '/read', { row: first, upTo: first }).expect(400);
  });

  it.each(['edited', 'deleted'])(
    'NXT-085 lets the worker publish the state when a message is %s and its mention vanishes',
    async (how) => {
      const [me, other] = [await member(), await member()];
      const { server, channel } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
      const author = await two.connect(0, other.sessionId);
      const { id, seq } = await author.send(channel.id, `Look up, @${me.user.username}`);
      await add(me.user, other.user, { kind: 'mention', channelId: channel.id, seq, serverId: server.id });
      expect((await get(me.sessionId, '/state')).body).toEqual({ isUnread: true });
      const call = two.api(0);
      await (
        how === 'edited'
          ? call.patch(`/api/messages/${id}`).send({ content: 'Look up.' })
          : call.delete(`/api/messages/${id}`)
      )
        .set(...bearer(other.sessionId))
        .expect(200);
      expect((await get(me.sessionId, '/state')).body).toEqual({ isUnread: false });
      const refreshes = await two.stack.dataSource
        .getRepository(OutboxRow)
        .findBy({ topic: OUTBOX_TOPICS.refreshLogs, subject: 'recipient' });
      expect(refreshes.filter(({ subjects }) => subjects?.includes(me.user.id))).toHaveLength(1);
    },
  );

  it('NXT-466 leaves out a ripple that was taken back, and shows it as before if it is sent again', async () => {
    const [me, other] = [await member(), await member()];
    const post = await makePost(two.stack.dataSource, me.user.id);
    const ripples = two.stack.dataSource.getRepository(Ripple);
    await ripples.insert({ postId: post.id, userId: other.user.id });
    await add(me.user, other.user, { kind: 'ripple', postId: post.id, readAt: new Date() });
    expect((await get(me.sessionId)).body).toMatchObject([{ kind: 'ripple', isUnread: false }]);
    await ripples.delete({ postId: post.id });
    expect((await get(me.sessionId)).body).toEqual([]);
    await ripples.insert({ postId: post.id, userId: other.user.id });
    expect((await get(me.sessionId)).body).toMatchObject([{ kind: 'ripple', isUnread: false }]);
  });

  it('NXT-080 enqueues the cause of a mention with the message, and of nothing else', async () => {
    const [me, other] = [await member(), await member()];
    const { channel } = await makeServer(two.stack.dataSource, { members: [me.user, other.user] });
    const author = await two.connect(0, other.sessionId);
    const count = () =>
      two.stack.dataSource
        .getRepository(OutboxRow)
        .countBy(notifyEntry({ kind: 'mention', channelId: channel.id, seq: 1 }));
    const { id } = await author.send(channel.id, 'to nobody');
    expect(await count()).toBe(0);
    await two
      .api(0)
      .patch(`/api/messages/${id}`)
      .set(...bearer(other.sessionId))
      .send({ content: `to @${me.user.username}` })
      .expect(200);
    expect(await count()).toBe(1);
    const { seq } = await author.send(channel.id, `again @${me.user.username}`);
    expect(await two.stack.dataSource.getRepository(Mention).countBy({ channelId: channel.id, seq })).toBe(1);
    expect(
      await two.stack.dataSource
        .getRepository(OutboxRow)
        .countBy(notifyEntry({ kind: 'mention', channelId: channel.id, seq })),
    ).toBe(1);
  });

  it('NXT-080 enqueues who joined by whose invite, once', async () => {
    const joiner = await member();
    const { server, owner } = await makeServer(two.stack.dataSource, { isPublic: false });
    const sessionId = await makeSession(two.stack.dataSource, owner.id);
    const { body } = await two
      .api(0)
      .post(`/api/servers/${server.id}/invites`)
      .set(...bearer(sessionId))
      .send({})
      .expect(201);
    for (let n = 0; n < 2; n += 1) {
      await two
        .api(0)
        .post(`/api/invites/${body.code}/accept`)
        .set(...bearer(joiner.sessionId))
        .expect(200);
    }
    const joined = notifyEntry({
      kind: 'invite',
      serverId: server.id,
      userId: joiner.user.id,
      inviterId: owner.id,
    });
    expect(await two.stack.dataSource.getRepository(OutboxRow).countBy(joined)).toBe(1);
  });

  describe('settings', () => {
    const change = (sessionId: string, body: object) =>
      two
        .api(0)
        .patch('/api/notifications/settings')
        .set(...bearer(sessionId))
        .send(body);

    it('NXT-088 NXT-089 start with the defaults and change field by field', async () => {
      const { sessionId } = await member();
      const { pushKinds, ...rest } = NOTIFICATION_DEFAULTS;
      const defaults = {
        ...rest,
        ...pushFieldsOf(pushKinds),
        quietFrom: null,
        quietUntil: null,
        pushKey: KEYS.publicKey,
        isPushed: false,
        canMail: false,
        canDigest: false,
      };
      expect((await get(sessionId, '/settings')).body).toEqual(defaults);
      const quiet = { quietFrom: '23:00', quietUntil: '07:00', timeZone: 'Europe/Berlin' };
      await change(sessionId, quiet).expect(200, { ...defaults, ...quiet });
      await change(sessionId, { pushLinks: true }).expect(200, { ...defaults, ...quiet, pushLinks: true });
      const { timeZone } = quiet;
      await change(sessionId, { quietFrom: null }).expect(200, { ...defaults, timeZone, pushLinks: true });
    });

    it.each([
      { quietFrom: '24:00' },
      { quietUntil: '7:00' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: '' },
      { pushMentions: 'yes' },
      { isPushed: true },
    ])('NXT-088 refuse %j', async (body) => {
      const { sessionId } = await member();
      await change(sessionId, body).expect(400);
    });
  });

  describe('push subscriptions', () => {
    const subscribe = (sessionId: string, endpoint: string) =>
      put(sessionId, '/push', { ...SUBSCRIPTION, endpoint });
    const endpointsOf = async (user: User): Promise<string[]> => {
      const rows = await two.stack.dataSource.getRepository(PushSubscription).findBy({ userId: user.id });
      return rows.map(({ endpoint }) => endpoint).toSorted();
    };

    it('NXT-090 belong to the session and end with it', async () => {
      const { user, sessionId } = await member();
      const second = await makeSession(two.stack.dataSource, user.id);
      await subscribe(sessionId, 'https://push.example/one').expect(200);
      await subscribe(sessionId, 'https://push.example/new').expect(200);
      await subscribe(second, 'https://push.example/two').expect(200);
      expect(await endpointsOf(user)).toEqual(['https://push.example/new', 'https://push.example/two']);
      expect((await get(second, '/settings')).body).toMatchObject({ isPushed: true });
      await two
        .api(0)
        .delete('/api/notifications/push')
        .set(...bearer(second))
        .expect(200);
      expect(await endpointsOf(user)).toEqual(['https://push.example/new']);
      await two
        .api(0)
        .post('/api/auth/logout')
        .set(...bearer(sessionId))
        .expect(200);
      expect(await endpointsOf(user)).toEqual([]);
    });

    it('NXT-090 follow the browser to another account', async () => {
      const [one, other] = [await member(), await member()];
      await subscribe(one.sessionId, 'https://push.example/shared').expect(200);
      await subscribe(other.sessionId, 'https://push.example/shared').expect(200);
      expect([await endpointsOf(one.user), await endpointsOf(other.user)]).toEqual([
        [],
        ['https://push.example/shared'],
      ]);
    });

    it('NXT-090 have one owner after several members subscribe one address at once', async () => {
      const members = await Promise.all(Array.from({ length: 6 }, async () => member()));
      for (const name of ['a', 'b', 'c']) {
        const answers = await Promise.all(
          members.map(({ sessionId }, n) =>
            subscribe(sessionId, `https://push.example/race/${name}/${n % 2}`),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200));
      }
      const endpoints = await Promise.all(members.map(({ user }) => endpointsOf(user)));
      expect(endpoints.flat().toSorted()).toEqual([
        'https://push.example/race/c/0',
        'https://push.example/race/c/1',
      ]);
    });

    it('NXT-091 are stored with the canonical address', async () => {
      const { user, sessionId } = await member();
      await subscribe(sessionId, 'https://PUSH。Example:443/Canonical').expect(200);
      expect(await endpointsOf(user)).toEqual(['https://push.example/Canonical']);
    });

    it('NXT-090 are at most ten for a member', async () => {
      const { user } = await member();
      for (let n = 0; n <= QUOTAS.pushSubscriptions; n += 1) {
        const sessionId = await makeSession(two.stack.dataSource, user.id);
        const isLast = n === QUOTAS.pushSubscriptions;
        await subscribe(sessionId, `https://push.example/${user.id}/${n}`).expect(isLast ? 409 : 200);
      }
      expect(await two.stack.dataSource.getRepository(Session).countBy({ userId: user.id })).toBe(12);
    });

    it.each([
      'http://push.example/x',
      'https://push.example:8443/x',
      'https://evil.example/x',
      'https://127.0.0.1/x',
      'https://me@push.example/x',
      'https://localhost;.push.example/x',
      'push.example',
      '',
    ])('NXT-091 are refused at %s', async (endpoint) => {
      const { user, sessionId } = await member();
      const { body } = await subscribe(sessionId, endpoint).expect(400);
      expect(body.fields).toHaveProperty('endpoint');
      expect(await endpointsOf(user)).toEqual([]);
    });
  });
});
