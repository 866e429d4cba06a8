import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOMS, type ServerChange, type ServerView } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import { DedicatedTestStack, type LiveClient, makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { AccessService } from '../../shared/access/access.service.js';
import { ServersGateway } from '../servers/servers.gateway.js';
import { SessionsService } from '../../account/sessions/sessions.service.js';
import { bearer } from '../../testing/backend-under-test.js';
import { addServerMembers, listMemberRoles } from '../../testing/server-rows.js';
import { TwoBackends } from '../../testing/two-backends.js';

type TestMember = Awaited<ReturnType<typeof makeMember>>;

function sharedFields(server: ServerView): ServerChange {
  const {
    membership: _membership,
    isBanned: _isBanned,
    timeOut: _timeOut,
    application: _application,
    unreadCount: _unread,
    mentionCount: _mentions,
    ...shared
  } = server;
  return shared;
}

describe('live events of membership, on several backends', () => {
  let two: TwoBackends<DedicatedTestStack>;

  beforeAll(async () => {
    two = await TwoBackends.startOn(await DedicatedTestStack.startOnSharedPostgres());
  });

  afterAll(async () => {
    await two.stop();
  });

  const call = (
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    { sessionId }: { sessionId: string },
    body?: object,
  ) => {
    const request = two.api(0)[method](`/api${path}`);
    return request.set(...bearer(sessionId)).send(body);
  };
  const makeMembers = (count: number): Promise<TestMember[]> =>
    Promise.all(Array.from({ length: count }, () => makeMember(two.stack.dataSource)));
  /** Creates a private server with its default channel. Its owner connects to the first backend, other members to the second. */
  const makeOwned = async (members: readonly User[] = []) => {
    const owner = await makeMember(two.stack.dataSource);
    const { body: server } = await call('post', '/servers', owner, { name: 'Ours' }).expect(201);
    await addServerMembers(two.stack.dataSource, server.id, members);
    const { body: channels } = await call('get', `/servers/${server.id}/channels`, owner).expect(200);
    return { owner, serverId: String(server.id), channelId: String(channels[0].id) };
  };
  const connect = ({ sessionId }: TestMember) => two.connect(1, sessionId);
  const open = async (client: LiveClient, channelId: string) => {
    expect(await client.request('channel:open', { channelId })).toMatchObject({ ok: true });
  };
  const removeMember = (owner: TestMember, serverId: string, { user }: TestMember) =>
    call('delete', `/servers/${serverId}/members/${user.id}`, owner).expect(200);
  const createInvite = async (owner: TestMember, serverId: string): Promise<string> => {
    const { body } = await call('post', `/servers/${serverId}/invites`, owner).expect(201);
    return `/invites/${body.code}/accept`;
  };
  /** Returns the events about servers that a client received, without the periodic ones. */
  const serverEvents = (client: LiveClient) =>
    client.received.filter(({ event }) => event.startsWith('member:') || event.startsWith('server:'));

  it('DIM-014 GAP-125 a new server appears on all devices of its owner, and for nobody else', async () => {
    const [owner, stranger] = await makeMembers(2);
    const client = await connect(owner!);
    const outside = await connect(stranger!);
    const { body: server } = await call('post', '/servers', owner!, { name: 'Ours' }).expect(201);
    await waitUntil('server:changed', () => client.payloads('server:changed').length === 1);
    expect(client.payloads('server:changed')).toEqual([server]);
    await call('patch', `/servers/${server.id}`, owner!, { name: 'Theirs' }).expect(200);
    await waitUntil('server:changed after the rename', () => client.payloads('server:changed').length === 2);
    await outside.request('waitlist:watch', {});
    expect(serverEvents(outside)).toEqual([]);
  });

  it('GAP-123 GAP-126 PER-011 publishes a join to members and the server to the new member, but nothing to strangers', async () => {
    const [member, guest, stranger] = await makeMembers(3);
    const { owner, serverId } = await makeOwned([member!.user]);
    const [inside, joining, outside] = await Promise.all([member!, guest!, stranger!].map(connect));
    // A presence request ensures that this client is registered as a member first.
    expect(await inside!.request('presence:list', { serverId })).toMatchObject({ ok: true });
    const path = await createInvite(owner, serverId);
    const { body: server } = await call('post', path, guest!).expect(200);
    await waitUntil('member:joined', () => inside!.payloads('member:joined').length === 1);
    const joined = {
      serverId,
      memberCount: 3,
      updatedAt: server.updatedAt,
      member: {
        userId: guest!.user.id,
        username: guest!.user.username,
        displayName: null,
        profileImageUrl: null,
        role: 'member',
        online: true,
        joinedAt: expect.any(String),
      },
    };
    expect(serverEvents(inside!)).toEqual([{ event: 'member:joined', payload: joined }]);
    await waitUntil('both events of the new member', () => serverEvents(joining!).length === 2);
    expect(serverEvents(joining!)).toEqual([
      { event: 'server:changed', payload: server },
      { event: 'member:joined', payload: joined },
    ]);
    // Joining again publishes nothing, so the rename is the next event.
    await call('post', path, guest!).expect(200);
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    for (const client of [inside!, joining!]) {
      await waitUntil('the marker', () => client.payloads('server:changed').at(-1)?.name === 'Marker');
      expect(client.payloads('member:joined')).toEqual([joined]);
    }
    await outside!.request('waitlist:watch', {});
    expect(serverEvents(outside!)).toEqual([]);
  });

  it('GAP-125 publishes a server’s changes to its members without each member’s own fields', async () => {
    const [member, stranger] = await makeMembers(2);
    const { owner, serverId } = await makeOwned([member!.user]);
    const inside = await connect(member!);
    const outside = await connect(stranger!);
    const { body } = await call('patch', `/servers/${serverId}`, owner, {
      name: 'Other',
      description: 'New.',
    }).expect(200);
    await waitUntil('the change', () => serverEvents(inside).length === 1);
    const shared = sharedFields(body);
    expect(serverEvents(inside)).toEqual([{ event: 'server:changed', payload: shared }]);
    // An update without differences publishes nothing.
    await call('patch', `/servers/${serverId}`, owner, { name: 'Other' }).expect(200);
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    await waitUntil('the marker', () => inside.payloads('server:changed').length === 2);
    expect(inside.payloads('server:changed')[1]).toMatchObject({ name: 'Marker' });
    await outside.request('waitlist:watch', {});
    expect(serverEvents(outside)).toEqual([]);
  });

  it('GAP-135 publishes a new role to members, and to the member the new permissions', async () => {
    const [member, other] = await makeMembers(2);
    const { owner, serverId } = await makeOwned([member!.user, other!.user]);
    const [own, watching] = await Promise.all([member!, other!].map(connect));
    await call('patch', `/servers/${serverId}/members/${member!.user.id}`, owner, {
      role: 'moderator',
    }).expect(200);
    await call('patch', `/servers/${serverId}/members/${member!.user.id}`, owner, {
      role: 'moderator',
    }).expect(200);
    const changed = {
      event: 'member:changed',
      payload: {
        userId: member!.user.id,
        username: member!.user.username,
        displayName: null,
        profileImageUrl: null,
        inServer: { serverId, role: 'moderator' },
      },
    };
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    for (const client of [own!, watching!]) {
      await waitUntil('the marker', () => client.payloads('server:changed').at(-1)?.name === 'Marker');
    }
    expect(serverEvents(watching!).slice(0, -1)).toEqual([changed]);
    const { body: servers } = await call('get', '/servers', member!);
    const seen = servers.find(({ id }: { id: string }) => id === serverId);
    expect(serverEvents(own!).slice(0, -1)).toEqual([
      changed,
      { event: 'server:changed', payload: { ...seen, name: 'Ours', updatedAt: expect.any(String) } },
    ]);
    expect(seen.membership).toEqual({ role: 'moderator' });
  });

  it('GAP-135 publishes a new owner to members, and their new roles to both owners', async () => {
    const [next, other] = await makeMembers(2);
    const { owner, serverId } = await makeOwned([next!.user, other!.user]);
    const [first, second, watching] = await Promise.all([owner, next!, other!].map(connect));
    const { body } = await call('post', `/servers/${serverId}/owner`, owner, { userId: next!.user.id });
    const shared = sharedFields(body);
    await waitUntil('both member:changed events on all clients', () =>
      [first!, second!, watching!].every((client) => client.payloads('member:changed').length === 2),
    );
    const roleOf = ({ user: { id: userId, username } }: TestMember, role: string) => ({
      userId,
      username,
      displayName: null,
      profileImageUrl: null,
      inServer: { serverId, role },
    });
    expect(serverEvents(watching!)[0]).toEqual({ event: 'server:changed', payload: shared });
    expect(watching!.payloads('server:changed')).toHaveLength(1);
    for (const client of [first!, second!, watching!]) {
      expect(client.payloads('member:changed')).toEqual(
        expect.arrayContaining([roleOf(owner, 'moderator'), roleOf(next!, 'owner')]),
      );
    }
    expect(shared.ownerId).toBe(next!.user.id);
    expect(body.membership).toEqual({ role: 'moderator' });
    await waitUntil('the new roles of both owners', () =>
      [first!, second!].every((client) => client.payloads('server:changed').length === 2),
    );
    expect(first!.payloads('server:changed')).toEqual([
      shared,
      { ...shared, membership: { role: 'moderator' } },
    ]);
    expect(second!.payloads('server:changed')).toEqual([
      shared,
      { ...shared, membership: { role: 'owner' } },
    ]);
  });

  it('PER-010 GAP-124 a member who leaves or is removed receives no further events of a private server, even with open channels', async () => {
    const [removedMember, leaver, member] = await makeMembers(3);
    const { owner, serverId, channelId } = await makeOwned([removedMember!.user, leaver!.user, member!.user]);
    const [kicked, left, remaining] = await Promise.all([removedMember!, leaver!, member!].map(connect));
    for (const client of [kicked!, left!, remaining!]) await open(client, channelId);
    await removeMember(owner, serverId, removedMember!);
    await call('post', `/servers/${serverId}/leave`, leaver!).expect(200);
    await waitUntil(
      'the departures',
      () => serverEvents(kicked!).length > 0 && serverEvents(left!).length === 2,
    );
    await call('post', `/channels/${channelId}/messages`, owner, {
      content: `@${removedMember!.user.username} @${leaver!.user.username}`,
    }).expect(201);
    await remaining!.request('typing:start', { channelId });
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    await waitUntil(
      'all events on the remaining client',
      () =>
        ['messages:created', 'typing', 'channel:activity'].every((event) =>
          remaining!.received.some(({ event: name }) => name === event),
        ) && remaining!.payloads('server:changed').length === 1,
    );
    const removed = { event: 'server:removed', payload: { serverId } };
    expect(serverEvents(kicked!)).toEqual([removed]);
    expect(serverEvents(left!)).toEqual([
      {
        event: 'member:left',
        payload: { serverId, userId: removedMember!.user.id, memberCount: 3, updatedAt: expect.any(String) },
      },
      removed,
    ]);
    expect(remaining!.payloads('member:left')).toEqual([
      { serverId, userId: removedMember!.user.id, memberCount: 3, updatedAt: expect.any(String) },
      { serverId, userId: leaver!.user.id, memberCount: 2, updatedAt: expect.any(String) },
    ]);
    for (const client of [kicked!, left!]) {
      await client.request('waitlist:watch', {});
      for (const event of ['messages:created', 'typing', 'channel:activity', 'mention']) {
        expect(client.received.map(({ event: name }) => name)).not.toContain(event);
      }
      for (const [event, payload] of [
        ['channel:open', { channelId }],
        ['message:send', { channelId, content: 'still here', nonce: 'n' }],
        ['typing:start', { channelId }],
        ['presence:list', { serverId }],
      ] as const) {
        expect(await client.request(event, payload)).toMatchObject({ ok: false, code: 'not_found' });
      }
    }
  });

  it('GAP-136 a member who left a public server still reads it like a visitor', async () => {
    const [member, other] = await makeMembers(2);
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [member!.user, other!.user],
    });
    const left = await connect(member!);
    const remaining = await connect(other!);
    await open(left, channel.id);
    await call('post', `/servers/${server.id}/leave`, member!).expect(200);
    await waitUntil('the departure', () => serverEvents(left).length === 1);
    expect(left.payloads('server:changed')).toEqual([
      expect.objectContaining({ id: server.id, membership: null, memberCount: 2, unreadCount: 0 }),
    ]);
    const message = await remaining.send(channel.id, 'still here?');
    await waitUntil('the message', () => left.messages(channel.id).length === 1);
    expect(left.messages(channel.id)).toEqual([message]);
    await waitUntil('the activity', () => remaining.payloads('channel:activity').length > 0);
    await left.request('waitlist:watch', {});
    expect(left.payloads('channel:activity')).toEqual([]);
  });

  it('GAP-136 PER-012 publishes a removal from a public server and a lifted ban to all devices of the member', async () => {
    const [moderator, member] = await makeMembers(2);
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [moderator!.user, member!.user],
    });
    await two.stack.dataSource.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
      [server.id, moderator!.user.id],
    );
    const client = await connect(member!);
    await open(client, channel.id);
    await removeMember(moderator!, server.id, member!);
    await waitUntil('the removal', () => client.payloads('server:changed').length === 1);
    await call('delete', `/servers/${server.id}/bans/${member!.user.id}`, moderator!).expect(200);
    await waitUntil('the lifted ban', () => client.payloads('server:changed').length === 2);
    expect(client.payloads('server:changed')).toEqual([
      expect.objectContaining({ id: server.id, membership: null, isBanned: true }),
      expect.objectContaining({ id: server.id, membership: null, isBanned: false }),
    ]);
  });

  it('GAP-137 publishes a deleted server to its members and readers, and ends its live events', async () => {
    const [member, reader, stranger] = await makeMembers(3);
    const { owner, serverId, channelId } = await makeOwned([member!.user]);
    await two.stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
    const [inside, reading, outside] = await Promise.all([member!, reader!, stranger!].map(connect));
    await open(inside!, channelId);
    await open(reading!, channelId);
    await call('delete', `/servers/${serverId}`, owner).expect(200);
    for (const client of [inside!, reading!]) {
      await waitUntil('the deletion', () => serverEvents(client).length === 1);
      expect(serverEvents(client)).toEqual([{ event: 'server:removed', payload: { serverId } }]);
      expect(await client.request('channel:open', { channelId })).toMatchObject({ code: 'not_found' });
    }
    await outside!.request('waitlist:watch', {});
    expect(serverEvents(outside!)).toEqual([]);
  });

  it('GAP-137 LIV-011 after many concurrent joins and departures on two backends, the latest member count is correct', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second, ...others] = await makeMembers(8);
      const leaving = others.slice(0, 2);
      const { server } = await makeServer(two.stack.dataSource, {
        members: [first!, second!, ...leaving].map(({ user }) => user),
      });
      const watching = [await two.connect(0, first!.sessionId), await two.connect(1, second!.sessionId)];
      const callServer = (path: string, { sessionId }: TestMember, index: number) =>
        two
          .api(index % 2 === 0 ? 0 : 1)
          .post(`/api/servers/${server.id}/${path}`)
          .set(...bearer(sessionId))
          .expect(200);
      await Promise.all([
        ...others.slice(2).map((person, index) => callServer('join', person, index)),
        ...leaving.map((person, index) => callServer('leave', person, index)),
      ]);
      // The owner, the two observers, and the members who stayed.
      const left = 3 + others.length - leaving.length;
      const received = (client: LiveClient) => [
        ...client.payloads('member:joined'),
        ...client.payloads('member:left'),
      ];
      for (const client of watching) {
        await waitUntil('all events', () => received(client).length === others.length);
        const moments = received(client).map(({ updatedAt }) => updatedAt);
        expect(new Set(moments).size).toBe(moments.length);
        const [last] = received(client).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
        expect(last?.memberCount).toBe(left);
      }
      expect(Object.keys(await listMemberRoles(two.stack.dataSource, server.id))).toHaveLength(left);
    }
  });

  it('PER-010 LIV-003 a removal while sending: acknowledged messages are stored, and no message follows', async () => {
    const [removedMember, member] = await makeMembers(2);
    const { owner, serverId, channelId } = await makeOwned([removedMember!.user, member!.user]);
    const sending = await connect(removedMember!);
    const reading = await connect(member!);
    await open(sending, channelId);
    await open(reading, channelId);
    let sent = 0;
    let stop = false;
    const acknowledged: string[] = [];
    const send = async (): Promise<void> => {
      while (!stop) {
        const nonce = `n${(sent += 1)}`;
        const answer = await sending.request('message:send', { channelId, content: nonce, nonce });
        if (answer['ok'] === true) acknowledged.push(nonce);
        else {
          expect(answer['code']).toBe('not_found');
          stop = true;
        }
      }
    };
    const senders = [1, 2, 3, 4].map(send);
    await waitUntil('stored messages', () => acknowledged.length > 20);
    await removeMember(owner, serverId, removedMember!);
    const { body: history } = await call('get', `/channels/${channelId}/messages?limit=100`, owner).expect(
      200,
    );
    await Promise.all(senders);
    const { body: last } = await call('post', `/channels/${channelId}/messages`, owner, { content: 'last' });
    expect(last.seq).toBe(history.at(-1).seq + 1);
    await waitUntil('the last message', () => reading.messages(channelId).at(-1)?.content === 'last');
    const stored = await two.stack.dataSource.query<{ nonce: string }[]>(
      'SELECT nonce FROM messages WHERE channel_id = $1 AND user_id = $2 ORDER BY seq',
      [channelId, removedMember!.user.id],
    );
    expect(stored.map(({ nonce }) => nonce).toSorted()).toEqual(acknowledged.toSorted());
    expect(reading.messages(channelId).map(({ seq }) => seq)).toEqual(
      Array.from({ length: last.seq }, (_, index) => index + 1),
    );
    await sending.request('waitlist:watch', {});
    expect(sending.messages(channelId).map(({ content }) => content)).not.toContain('last');
    expect(Object.keys(await listMemberRoles(two.stack.dataSource, serverId))).toHaveLength(2);
  });

  it('PER-010 GAP-134 a removal while a channel is being opened leaves it closed', async () => {
    const [removedMember] = await makeMembers(1);
    const { owner, serverId, channelId } = await makeOwned([removedMember!.user]);
    const client = await connect(removedMember!);
    const access = two.getProvider(1, AccessService);
    const originalRequireRead = access.requireChannelRead.bind(access);
    const requireRead = jest.spyOn(access, 'requireChannelRead').mockImplementationOnce(async (...args) => {
      const channel = await originalRequireRead(...args);
      await removeMember(owner, serverId, removedMember!);
      await waitUntil('the removal on the socket', () => serverEvents(client).length === 1);
      return channel;
    });
    expect(await client.request('channel:open', { channelId })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    requireRead.mockRestore();
    expect(two.getProvider(1, LiveService).hasRoom(ROOMS.channel(channelId))).toBe(false);
  });

  it('PER-010 GAP-134 a removal while connecting takes the socket out of the server’s rooms without the periodic check', async () => {
    const [removedMember, member] = await makeMembers(2);
    const { owner, serverId, channelId } = await makeOwned([removedMember!.user, member!.user]);
    const remaining = await connect(member!);
    await open(remaining, channelId);
    two.getProvider(1, ServersGateway).onApplicationShutdown();
    const sessions = two.getProvider(1, SessionsService);
    const originalFindAdmission = sessions.findAdmission.bind(sessions);
    const admitting = jest.spyOn(sessions, 'findAdmission').mockImplementationOnce(async (...call) => {
      const admission = await originalFindAdmission(...call);
      await removeMember(owner, serverId, removedMember!);
      await waitUntil('member:left', () => remaining.payloads('member:left').length === 1);
      return admission;
    });
    const connecting = await connect(removedMember!);
    admitting.mockRestore();
    // The second membership check may run before or after this.
    await connecting.request('channel:open', { channelId });
    const rooms = () =>
      [...two.getProvider(1, LiveService).sockets()].find(({ id }) => id === connecting.socket.id)?.rooms;
    await waitUntil('the socket to leave the rooms', () =>
      [ROOMS.server(serverId), ROOMS.channel(channelId)].every((room) => rooms()?.has(room) === false),
    );
    two.getProvider(1, ServersGateway).onModuleInit();
  });

  it('PER-010 GAP-134 without Redis, a removal ends delivery on another backend within 5 s', async () => {
    const [removedMember, member] = await makeMembers(2);
    const { owner, serverId, channelId } = await makeOwned([removedMember!.user, member!.user]);
    const kicked = await connect(removedMember!);
    const remaining = await connect(member!);
    await open(kicked, channelId);
    await open(remaining, channelId);
    await two.stack.killRedis();
    await removeMember(owner, serverId, removedMember!);
    const since = Date.now();
    const isDelivered = async (): Promise<boolean> => {
      const { seq } = await remaining.send(channelId, 'anyone?');
      await waitUntil('the message', () => remaining.messages(channelId).at(-1)?.seq === seq);
      // An event published before this acknowledgement would have arrived first.
      await kicked.request('channel:close', { channelId: serverId });
      return kicked.messages(channelId).at(-1)?.seq === seq;
    };
    await waitUntil('the removal to take effect', async () => !(await isDelivered()), 10_000);
    // A membership check takes longer on a busy machine.
    expect(Date.now() - since).toBeLessThan(6_000);
    expect(await isDelivered()).toBe(false);
    await two.stack.startRedis();
  });
});
