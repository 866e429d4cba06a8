import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ChannelView,
  MEMBERS_PER_PRIVATE_CHANNEL,
  type NamedMemberView,
  ROOMS,
  type ServerAuditView,
} from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';
import { type LiveClient, makeMember, waitUntil } from '@oniverse/testing';
import { HomeRepository } from '../../site/home/home.repository.js';
import { makeMembers } from '../../testing/bulk-data.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { ChannelFeed } from '../messages/channel-feed.js';

/** The bound of the specification for cutting open clients off. */
const CUT_OFF_MS = 1_000;
/** The same without Redis. */
const ROOMS_CHECK_MS = 5_000;

describe('private channels', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = false } = {}) => {
    const { server, channel, ...made } = await makeStaffedServer(two.stack.dataSource, { isPublic });
    const stranger = await makeMember(two.stack.dataSource);
    return { serverId: server.id, openId: channel.id, stranger, ...made };
  };
  const create = async (caller: SignedInMember, serverId: string, body: object = {}): Promise<ChannelView> =>
    (
      await two
        .callAs(caller, 'post', `/servers/${serverId}/channels`, { name: 'attic', isPrivate: true, ...body })
        .expect(201)
    ).body;
  const update = (caller: SignedInMember, channelId: string, body: object) =>
    two.callAs(caller, 'patch', `/channels/${channelId}`, body);
  const name = (caller: SignedInMember, channelId: string, { user }: SignedInMember) =>
    two.callAs(caller, 'put', `/channels/${channelId}/members/${user.id}`);
  const unname = (caller: SignedInMember, channelId: string, { user }: SignedInMember) =>
    two.callAs(caller, 'delete', `/channels/${channelId}/members/${user.id}`);
  const makeGroup = async (
    caller: SignedInMember,
    serverId: string,
    members: SignedInMember[],
  ): Promise<string> => {
    const { body } = await two
      .callAs(caller, 'post', `/servers/${serverId}/groups`, { name: 'night_watch', color: 'accent' })
      .expect(201);
    for (const { user } of members)
      await two.callAs(caller, 'put', `/groups/${body.id}/members/${user.id}`).expect(200);
    return body.id;
  };
  const send = async (caller: SignedInMember, channelId: string, content = 'Hello.') =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  const namesSeenBy = async (caller: SignedInMember, serverId: string): Promise<string[]> => {
    const { body }: { body: ChannelView[] } = await two
      .callAs(caller, 'get', `/servers/${serverId}/channels`)
      .expect(200);
    return body.filter(({ isDefault }) => !isDefault).map((channel) => channel.name);
  };
  const open = (client: LiveClient, channelId: string) => client.request('channel:open', { channelId });
  const contentsSeenBy = (client: LiveClient) =>
    client.payloads('messages:created').flatMap(({ messages }) => messages.map(({ content }) => content));
  const expectCutOff = async (client: LiveClient, channelId: string, withinMs = CUT_OFF_MS) => {
    const live = two.getProvider(1, LiveService);
    const hasLeft = () =>
      [...live.sockets()].every(
        ({ id, rooms }) => id !== client.socket.id || !rooms.has(ROOMS.channel(channelId)),
      );
    await waitUntil('the end of the events', hasLeft, withinMs);
    expect(await open(client, channelId)).toMatchObject({ ok: false, code: 'not_found' });
  };

  it('TLK-244 exist for staff and named members only, in every list, count, call and event', async () => {
    const { serverId, openId, owner, moderator, member, other, stranger } = await setUp({ isPublic: true });
    const [staffClient, namedClient, otherClient] = await Promise.all(
      [moderator, member, other].map(async ({ sessionId }) => two.connect(1, sessionId)),
    );
    const attic = await create(owner, serverId);
    expect(attic).toMatchObject({ isPrivate: true });
    await name(owner, attic.id, member).expect(200);
    const message = await send(owner, attic.id, `For @${other.user.username} and @${member.user.username}`);
    const thread = (
      await two.callAs(owner, 'post', `/messages/${message.id}/thread`, { content: 'Within.' }).expect(201)
    ).body;
    await two.callAs(owner, 'put', `/messages/${message.id}/pin`).expect(200);

    for (const reader of [owner, moderator, member])
      expect(await namesSeenBy(reader, serverId)).toEqual(['attic']);
    for (const outsider of [other, stranger]) {
      expect(await namesSeenBy(outsider, serverId)).toEqual([]);
      for (const [method, path, body] of [
        ['get', `/channels/${attic.id}/messages`],
        ['post', `/channels/${attic.id}/messages`, { content: 'In?' }],
        ['get', `/channels/${thread.channelId}/messages`],
        ['post', `/channels/${thread.channelId}/messages`, { content: 'In?' }],
        ['get', `/channels/${attic.id}/threads`],
        ['get', `/channels/${attic.id}/pins`],
        ['get', `/channels/${attic.id}/files`],
        ['get', `/channels/${attic.id}/members`],
        ['put', `/channels/${attic.id}/members/${outsider.user.id}`],
        ['delete', `/channels/${attic.id}/members/${member.user.id}`],
        ['get', `/threads/${thread.channelId}`],
        ['delete', `/threads/${thread.channelId}`],
        ['put', `/threads/${thread.channelId}/follow`],
        ['post', `/messages/${message.id}/thread`, { content: 'In?' }],
        ['patch', `/messages/${message.id}`, { content: 'In?' }],
        ['delete', `/messages/${message.id}`],
        ['put', `/messages/${message.id}/pin`],
        ['put', `/messages/${message.id}/reactions/%E2%9C%A8`],
        ['post', `/reports`, { kind: 'message', subjectId: message.id, reason: 'spam' }],
        ['put', `/channels/${attic.id}/read`, { seq: 1 }],
        ['put', `/channels/${attic.id}/draft`, { content: 'In?' }],
        ['put', `/channels/${attic.id}/attention`, { level: 'all' }],
        ['patch', `/channels/${attic.id}`, { name: 'cellar' }],
        ['delete', `/channels/${attic.id}`],
      ] as const) {
        const refused = await two.callAs(outsider, method, path, body);
        expect([method, path, refused.status]).toEqual([method, path, 404]);
      }
      expect(await open(otherClient!, attic.id)).toMatchObject({ ok: false, code: 'not_found' });
      expect(await open(otherClient!, thread.channelId)).toMatchObject({ ok: false, code: 'not_found' });
    }
    expect((await two.callAs(other, 'get', `/servers/${serverId}`).expect(200)).body).toMatchObject({
      unreadCount: 0,
      mentionCount: 0,
    });
    const counted = await two.callAs(member, 'get', `/servers/${serverId}`).expect(200);
    expect(counted.body).toMatchObject({ unreadCount: 1, mentionCount: 1 });
    // A message outside comes after all of these, which the outsider would otherwise have received first.
    await send(owner, openId, 'Outside.');
    for (const client of [staffClient, namedClient, otherClient])
      await waitUntil('the activity outside', () =>
        client!.payloads('channel:activity').some(({ channels }) => channels[0]?.channelId === openId),
      );
    const activeFor = (client: LiveClient | undefined) =>
      new Set(
        client?.payloads('channel:activity').flatMap(({ channels }) => channels.map((c) => c.channelId)),
      );
    expect(activeFor(otherClient)).toEqual(new Set([openId]));
    await waitUntil('the activity inside', () => activeFor(namedClient).has(attic.id));
    await waitUntil('the activity inside', () => activeFor(staffClient).has(attic.id));
    expect(otherClient?.payloads('mention')).toEqual([]);
    expect(JSON.stringify(otherClient?.received)).not.toContain('attic');
  });

  it('TLK-245 open for a named member at once, and close within a second on every backend', async () => {
    const { serverId, owner, member } = await setUp();
    const attic = await create(owner, serverId);
    const client = await two.connect(1, member.sessionId);
    await name(owner, attic.id, member).expect(200);
    await name(owner, attic.id, member).expect(200);
    await waitUntil('the change', () => client.payloads('server:changed').length > 0);
    expect(await namesSeenBy(member, serverId)).toEqual(['attic']);
    expect(await open(client, attic.id)).toMatchObject({ ok: true });
    await send(owner, attic.id, 'Welcome.');
    await waitUntil('the message', () => contentsSeenBy(client).includes('Welcome.'));
    const { body: named }: { body: NamedMemberView[] } = await two
      .callAs(owner, 'get', `/channels/${attic.id}/members`)
      .expect(200);
    expect(named.map(({ username }) => username)).toEqual([member.user.username]);

    const changes = client.payloads('server:changed').length;
    await unname(owner, attic.id, member).expect(200);
    await expectCutOff(client, attic.id);
    await waitUntil('the change', () => client.payloads('server:changed').length > changes);
    await unname(owner, attic.id, member).expect(404);
    expect(await namesSeenBy(member, serverId)).toEqual([]);
  });

  it('TLK-245 open for the members of a named group, and close with the group, the membership in it, or in the dimension', async () => {
    const { serverId, owner, member, other, moderator } = await setUp({ isPublic: true });
    const attic = await create(moderator, serverId);
    const groupId = await makeGroup(owner, serverId, [member]);
    const group = (method: 'put' | 'delete', id = groupId) =>
      two.callAs(moderator, method, `/channels/${attic.id}/groups/${id}`);
    const listNamed = async () =>
      (await two.callAs(moderator, 'get', `/servers/${serverId}/groups?channel=${attic.id}`).expect(200))
        .body;
    await two.callAs(member, 'get', `/servers/${serverId}/groups?channel=${attic.id}`).expect(403);
    expect(await listNamed()).toEqual([]);
    await group('put').expect(200);
    await group('put').expect(200);
    expect(await listNamed()).toMatchObject([{ id: groupId }]);
    const client = await two.connect(1, member.sessionId);
    expect(await open(client, attic.id)).toMatchObject({ ok: true });

    const changeMember = (method: 'put' | 'delete', { user }: SignedInMember) =>
      two.callAs(owner, method, `/groups/${groupId}/members/${user.id}`).expect(200);
    await changeMember('delete', member);
    await expectCutOff(client, attic.id);
    await changeMember('put', member);
    expect(await open(client, attic.id)).toMatchObject({ ok: true });
    await group('delete').expect(200);
    await expectCutOff(client, attic.id);
    await group('delete').expect(404);

    await group('put').expect(200);
    expect(await open(client, attic.id)).toMatchObject({ ok: true });
    await two.callAs(owner, 'delete', `/groups/${groupId}`).expect(200);
    await expectCutOff(client, attic.id);

    await name(owner, attic.id, member).expect(200);
    expect(await open(client, attic.id)).toMatchObject({ ok: true });
    await two.callAs(member, 'post', `/servers/${serverId}/leave`).expect(200);
    await expectCutOff(client, attic.id);
    await two.callAs(member, 'post', `/servers/${serverId}/join`).expect(200);
    expect(await namesSeenBy(member, serverId)).toEqual([]);

    // Only groups and members of the dimension are named.
    const elsewhere = await setUp();
    const strange = await makeGroup(elsewhere.owner, elsewhere.serverId, []);
    await group('put', strange).expect(404);
    await name(owner, attic.id, elsewhere.member).expect(404);
    await name(member, attic.id, other).expect(404);
  });

  it('TLK-245 open for a new moderator, and close with the role', async () => {
    const { serverId, owner, member } = await setUp();
    const attic = await create(owner, serverId);
    const client = await two.connect(1, member.sessionId);
    const setRole = (role: string) =>
      two.callAs(owner, 'patch', `/servers/${serverId}/members/${member.user.id}`, { role }).expect(200);
    await setRole('moderator');
    expect(await open(client, attic.id)).toMatchObject({ ok: true });
    await send(owner, attic.id, 'Welcome.');
    await waitUntil('the message', () => contentsSeenBy(client).includes('Welcome.'));
    await setRole('member');
    await expectCutOff(client, attic.id);
  });

  it('TLK-246 close to everyone else when a channel turns private, in its threads too, and open again', async () => {
    const { serverId, owner, member, other, stranger } = await setUp({ isPublic: true });
    const roof = await create(owner, serverId, { name: 'roof', isPrivate: false });
    const message = await send(owner, roof.id, `For @${other.user.username} and @${member.user.username}`);
    const { channelId: threadId } = (
      await two.callAs(owner, 'post', `/messages/${message.id}/thread`, { content: 'Within.' }).expect(201)
    ).body;
    await two.callAs(member, 'put', `/threads/${threadId}/follow`).expect(200);
    await send(owner, threadId);
    const mentionsOf = async ({ user }: SignedInMember) =>
      two.getProvider(0, HomeRepository).listMentions(user.id, new Date(0));
    expect(await mentionsOf(other)).toHaveLength(1);
    expect((await two.callAs(other, 'get', '/home').expect(200)).body.channels).toHaveLength(1);
    expect(JSON.stringify((await two.callAs(other, 'get', '/activity').expect(200)).body)).toContain('roof');
    const clients = await Promise.all(
      [member, stranger].map(async ({ sessionId }) => two.connect(1, sessionId)),
    );
    // Its channel stays followed on that backend.
    const ownerClient = await two.connect(1, owner.sessionId);
    for (const client of [...clients, ownerClient])
      for (const id of [roof.id, threadId]) expect(await open(client, id)).toMatchObject({ ok: true });

    await update(owner, roof.id, { isPrivate: true }).expect(200);
    for (const client of clients) {
      await waitUntil('the change', () => client.payloads('server:changed').length > 0, CUT_OFF_MS);
      await expectCutOff(client, roof.id);
      await expectCutOff(client, threadId);
    }
    // Those who stay miss nothing.
    await send(owner, roof.id, 'Still here.');
    await waitUntil('the message', () => contentsSeenBy(ownerClient).includes('Still here.'));
    expect((await two.callAs(member, 'get', '/threads').expect(200)).body).toEqual([]);
    expect(await mentionsOf(other)).toEqual([]);
    for (const reader of [member, other])
      for (const path of ['/home', '/activity', '/notifications', '/drafts', '/attention'])
        expect(JSON.stringify((await two.callAs(reader, 'get', path).expect(200)).body)).not.toContain(
          'roof',
        );
    expect((await two.callAs(member, 'get', `/servers/${serverId}`).expect(200)).body).toMatchObject({
      unreadCount: 0,
      mentionCount: 0,
    });
    await two.callAs(member, 'post', `/servers/${serverId}/read`).expect(200);
    expect(
      await two.stack.dataSource.query(
        'SELECT FROM channel_reads WHERE user_id = $1 AND channel_id = $2 AND read_seq > 0',
        [member.user.id, roof.id],
      ),
    ).toEqual([]);

    await update(owner, roof.id, { isPrivate: false }).expect(200);
    for (const client of clients) expect(await open(client, roof.id)).toMatchObject({ ok: true });
    expect(await namesSeenBy(stranger, serverId)).toEqual(['roof']);
  });

  it('TLK-246 close without Redis at the next check of rooms and heads', async () => {
    const { serverId, owner, member } = await setUp();
    const roof = await create(owner, serverId, { name: 'roof', isPrivate: false });
    const client = await two.connect(1, member.sessionId);
    const ownerClient = await two.connect(1, owner.sessionId);
    for (const each of [client, ownerClient]) expect(await open(each, roof.id)).toMatchObject({ ok: true });
    // As if another backend had made the change, and its hint were lost.
    await two.stack.dataSource.query('UPDATE channels SET is_private = true WHERE id = $1', [roof.id]);
    await waitUntil(
      'the check of heads',
      () => two.getProvider(1, ChannelFeed).headOf(roof.id)?.readersRoom === ROOMS.readers(roof.id),
    );
    expect(await open(client, roof.id)).toMatchObject({ ok: false, code: 'not_found' });
    expect(await open(ownerClient, roof.id)).toMatchObject({ ok: true });
    await expectCutOff(client, roof.id, ROOMS_CHECK_MS);
  });

  it('TLK-246 are never the default channel, name a bounded number of members, and are in the audit log', async () => {
    const { serverId, openId, owner, moderator, member } = await setUp();
    const refused = await update(owner, openId, { isPrivate: true }).expect(400);
    expect(Object.keys(refused.body.fields)).toEqual(['isPrivate']);
    const attic = await create(owner, serverId);
    const groupId = await makeGroup(owner, serverId, []);
    await name(moderator, attic.id, member).expect(200);
    await two.callAs(moderator, 'put', `/channels/${attic.id}/groups/${groupId}`).expect(200);
    await two.callAs(moderator, 'delete', `/channels/${attic.id}/groups/${groupId}`).expect(200);
    await unname(moderator, attic.id, member).expect(200);
    await update(moderator, attic.id, { isPrivate: false }).expect(200);
    const { body: audit }: { body: ServerAuditView[] } = await two
      .callAs(owner, 'get', `/servers/${serverId}/audit`)
      .expect(200);
    expect(
      audit.map(({ kind, subject, detail }) => [kind, subject?.username ?? null, detail]).slice(0, 5),
    ).toEqual([
      ['channel_changed', null, { name: 'attic', isPrivate: false }],
      ['channel_member_removed', member.user.username, { name: 'attic' }],
      ['channel_group_removed', null, { name: 'attic', group: 'night_watch' }],
      ['channel_group_added', null, { name: 'attic', group: 'night_watch' }],
      ['channel_member_added', member.user.username, { name: 'attic' }],
    ]);
    expect(audit.at(-1)).toMatchObject({ kind: 'channel_created', detail: { isPrivate: true } });

    const many = await makeMembers(two.stack.dataSource, MEMBERS_PER_PRIVATE_CHANNEL);
    await two.stack.dataSource.query(
      `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($3::uuid[]) RETURNING user_id)
       INSERT INTO channel_grants (channel_id, server_id, user_id) SELECT $2, $1, user_id FROM joined`,
      [serverId, attic.id, many],
    );
    const full = await name(owner, attic.id, member).expect(409);
    expect(full.body).toMatchObject({ code: 'quota_reached', reason: 'tooManyChannelMembers' });
  });
});
