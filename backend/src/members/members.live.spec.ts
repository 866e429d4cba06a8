import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import { type LiveClient, makeMember, makeServer, until } from '@oniverse/testing';
import { AccessService } from '../access/access.service.js';
import { ServersGateway } from '../servers/servers.gateway.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { bearer } from '../testing/backend-under-test.js';
import { enlist, memberships } from '../testing/dimensions.js';
import { TwoBackends } from '../testing/two-backends.js';

type Person = Awaited<ReturnType<typeof makeMember>>;

describe('what members of a dimension are told, on several backends', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
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
  const people = (count: number): Promise<Person[]> =>
    Promise.all(Array.from({ length: count }, () => makeMember(two.stack.dataSource)));
  /** A private server with its default channel; its owner asks the first backend, others are connected to the second. */
  const makeOwned = async (members: readonly User[] = []) => {
    const owner = await makeMember(two.stack.dataSource);
    const { body: server } = await call('post', '/servers', owner, { name: 'Ours' }).expect(201);
    await enlist(two.stack.dataSource, server.id, members);
    const { body: channels } = await call('get', `/servers/${server.id}/channels`, owner).expect(200);
    return { owner, serverId: String(server.id), channelId: String(channels[0].id) };
  };
  const connect = ({ sessionId }: Person) => two.connect(1, sessionId);
  const open = async (client: LiveClient, channelId: string) => {
    expect(await client.ask('channel:open', { channelId })).toMatchObject({ ok: true });
  };
  const kick = (owner: Person, serverId: string, { user }: Person) =>
    call('delete', `/servers/${serverId}/members/${user.id}`, owner).expect(200);
  const invited = async (owner: Person, serverId: string): Promise<string> => {
    const { body } = await call('post', `/servers/${serverId}/invites`, owner).expect(201);
    return `/invites/${body.code}/accept`;
  };
  /** Everything of dimensions that a client was told, but for what comes by the clock. */
  const news = (client: LiveClient) =>
    client.told.filter(({ event }) => event.startsWith('member:') || event.startsWith('server:'));

  it('DIM-014 GAP-125 a server that was made is there on all devices of its owner, and for nobody else', async () => {
    const [owner, stranger] = await people(2);
    const client = await connect(owner!);
    const outside = await connect(stranger!);
    const { body: server } = await call('post', '/servers', owner!, { name: 'Ours' }).expect(201);
    await until('the server to be told', () => client.payloads('server:changed').length === 1);
    expect(client.payloads('server:changed')).toEqual([server]);
    // What is told to the server's members is heard at once.
    await call('patch', `/servers/${server.id}`, owner!, { name: 'Theirs' }).expect(200);
    await until('the rename to be told', () => client.payloads('server:changed').length === 2);
    await outside.ask('waitlist:watch', {});
    expect(news(outside)).toEqual([]);
  });

  it('GAP-123 GAP-126 PER-011 members learn who joined; the new one learns of the server; strangers of nothing', async () => {
    const [member, guest, stranger] = await people(3);
    const { owner, serverId } = await makeOwned([member!.user]);
    const [inside, joining, outside] = await Promise.all([member!, guest!, stranger!].map(connect));
    // Whoever is asked for presence has first put down who came.
    expect(await inside!.ask('presence:list', { serverId })).toMatchObject({ ok: true });
    const path = await invited(owner, serverId);
    const { body: server } = await call('post', path, guest!).expect(200);
    await until('the member to be told', () => inside!.payloads('member:joined').length === 1);
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
    expect(news(inside!)).toEqual([{ event: 'member:joined', payload: joined }]);
    await until('the new one to be told', () => news(joining!).length === 2);
    expect(news(joining!)).toEqual([
      { event: 'server:changed', payload: server },
      { event: 'member:joined', payload: joined },
    ]);
    // Again changes nothing, so nothing is told: the rename is what comes next.
    await call('post', path, guest!).expect(200);
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    for (const client of [inside!, joining!]) {
      await until('the marker', () => client.payloads('server:changed').at(-1)?.name === 'Marker');
      expect(client.payloads('member:joined')).toEqual([joined]);
    }
    await outside!.ask('waitlist:watch', {});
    expect(news(outside!)).toEqual([]);
  });

  it('GAP-125 a change of the server is told to its members, without what is each one’s own', async () => {
    const [member, stranger] = await people(2);
    const { owner, serverId } = await makeOwned([member!.user]);
    const inside = await connect(member!);
    const outside = await connect(stranger!);
    const { body } = await call('patch', `/servers/${serverId}`, owner, {
      name: 'Other',
      description: 'New.',
    }).expect(200);
    await until('the change to be told', () => news(inside).length === 1);
    const { membership: _membership, unreadCount: _unread, mentionCount: _mentions, ...shared } = body;
    expect(news(inside)).toEqual([{ event: 'server:changed', payload: shared }]);
    // A change of nothing is no news.
    await call('patch', `/servers/${serverId}`, owner, { name: 'Other' }).expect(200);
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    await until('the marker', () => inside.payloads('server:changed').length === 2);
    expect(inside.payloads('server:changed')[1]).toMatchObject({ name: 'Marker' });
    await outside.ask('waitlist:watch', {});
    expect(news(outside)).toEqual([]);
  });

  it('GAP-135 a role is told to members, and to the member as what one is in the server now', async () => {
    const [member, other] = await people(2);
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
      await until('the marker', () => client.payloads('server:changed').at(-1)?.name === 'Marker');
    }
    expect(news(watching!).slice(0, -1)).toEqual([changed]);
    const { body: servers } = await call('get', '/servers', member!);
    const seen = servers.find(({ id }: { id: string }) => id === serverId);
    expect(news(own!).slice(0, -1)).toEqual([
      changed,
      { event: 'server:changed', payload: { ...seen, name: 'Ours', updatedAt: expect.any(String) } },
    ]);
    expect(seen.membership).toEqual({ role: 'moderator' });
  });

  it('GAP-135 a new owner is told to members, and to the two whose part it is', async () => {
    const [next, other] = await people(2);
    const { owner, serverId } = await makeOwned([next!.user, other!.user]);
    const [first, second, watching] = await Promise.all([owner, next!, other!].map(connect));
    const { body } = await call('post', `/servers/${serverId}/owner`, owner, { userId: next!.user.id });
    const { membership: _membership, unreadCount: _unread, mentionCount: _mentions, ...shared } = body;
    await until('all to be told', () =>
      [first!, second!, watching!].every((client) => client.payloads('member:changed').length === 2),
    );
    const roleOf = ({ user: { id: userId, username } }: Person, role: string) => ({
      userId,
      username,
      displayName: null,
      profileImageUrl: null,
      inServer: { serverId, role },
    });
    expect(news(watching!)[0]).toEqual({ event: 'server:changed', payload: shared });
    expect(watching!.payloads('server:changed')).toHaveLength(1);
    for (const client of [first!, second!, watching!]) {
      expect(client.payloads('member:changed')).toEqual(
        expect.arrayContaining([roleOf(owner, 'moderator'), roleOf(next!, 'owner')]),
      );
    }
    expect(shared.ownerId).toBe(next!.user.id);
    expect(body.membership).toEqual({ role: 'moderator' });
    await until('both to be told of their part', () =>
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

  it('PER-010 GAP-124 who leaves or is removed hears nothing of a private server any more, with its channels open', async () => {
    const [gone, leaver, member] = await people(3);
    const { owner, serverId, channelId } = await makeOwned([gone!.user, leaver!.user, member!.user]);
    const [kicked, left, stays] = await Promise.all([gone!, leaver!, member!].map(connect));
    for (const client of [kicked!, left!, stays!]) await open(client, channelId);
    await kick(owner, serverId, gone!);
    await call('post', `/servers/${serverId}/leave`, leaver!).expect(200);
    await until('both to be told', () => news(kicked!).length > 0 && news(left!).length === 2);
    // All that may follow: a message, typing, activity, presence, a change.
    await call('post', `/channels/${channelId}/messages`, owner, {
      content: `@${gone!.user.username} @${leaver!.user.username}`,
    }).expect(201);
    await stays!.ask('typing:start', { channelId });
    await call('patch', `/servers/${serverId}`, owner, { name: 'Marker' }).expect(200);
    await until(
      'the member to hear all of it',
      () =>
        ['messages:created', 'typing', 'channel:activity'].every((event) =>
          stays!.told.some((told) => told.event === event),
        ) && stays!.payloads('server:changed').length === 1,
    );
    const removed = { event: 'server:removed', payload: { serverId } };
    expect(news(kicked!)).toEqual([removed]);
    expect(news(left!)).toEqual([
      {
        event: 'member:left',
        payload: { serverId, userId: gone!.user.id, memberCount: 3, updatedAt: expect.any(String) },
      },
      removed,
    ]);
    expect(stays!.payloads('member:left')).toEqual([
      { serverId, userId: gone!.user.id, memberCount: 3, updatedAt: expect.any(String) },
      { serverId, userId: leaver!.user.id, memberCount: 2, updatedAt: expect.any(String) },
    ]);
    for (const client of [kicked!, left!]) {
      await client.ask('waitlist:watch', {});
      for (const event of ['messages:created', 'typing', 'channel:activity', 'mention']) {
        expect(client.told.map((told) => told.event)).not.toContain(event);
      }
      for (const [event, payload] of [
        ['channel:open', { channelId }],
        ['message:send', { channelId, content: 'still here', nonce: 'n' }],
        ['typing:start', { channelId }],
        ['presence:list', { serverId }],
      ] as const) {
        expect(await client.ask(event, payload)).toMatchObject({ ok: false, code: 'not_found' });
      }
    }
  });

  it('GAP-136 who is out of a public server still reads it, as one who has not joined', async () => {
    const [member, other] = await people(2);
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [member!.user, other!.user],
    });
    const left = await connect(member!);
    const stays = await connect(other!);
    await open(left, channel.id);
    await call('post', `/servers/${server.id}/leave`, member!).expect(200);
    await until('the departure to be told', () => news(left).length === 1);
    expect(left.payloads('server:changed')).toEqual([
      expect.objectContaining({ id: server.id, membership: null, memberCount: 2, unreadCount: 0 }),
    ]);
    const message = await stays.send(channel.id, 'still here?');
    await until('the message', () => left.messages(channel.id).length === 1);
    expect(left.messages(channel.id)).toEqual([message]);
    await until('the activity', () => stays.payloads('channel:activity').length > 0);
    await left.ask('waitlist:watch', {});
    expect(left.payloads('channel:activity')).toEqual([]);
  });

  it('GAP-137 that a server is gone is told to its members and to who reads it, and ends what comes of it', async () => {
    const [member, reader, stranger] = await people(3);
    const { owner, serverId, channelId } = await makeOwned([member!.user]);
    await two.stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
    const [inside, reading, outside] = await Promise.all([member!, reader!, stranger!].map(connect));
    await open(inside!, channelId);
    await open(reading!, channelId);
    await call('delete', `/servers/${serverId}`, owner).expect(200);
    for (const client of [inside!, reading!]) {
      await until('the end to be told', () => news(client).length === 1);
      expect(news(client)).toEqual([{ event: 'server:removed', payload: { serverId } }]);
      expect(await client.ask('channel:open', { channelId })).toMatchObject({ code: 'not_found' });
    }
    await outside!.ask('waitlist:watch', {});
    expect(news(outside!)).toEqual([]);
  });

  it('GAP-137 LIV-011 of many who join and leave at once on two backends, the count that was told last by its moment is right', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second, ...others] = await people(8);
      const leaving = others.slice(0, 2);
      const { server } = await makeServer(two.stack.dataSource, {
        members: [first!, second!, ...leaving].map(({ user }) => user),
      });
      const watching = [await two.connect(0, first!.sessionId), await two.connect(1, second!.sessionId)];
      const act = (path: string, { sessionId }: Person, index: number) =>
        two
          .api(index % 2 === 0 ? 0 : 1)
          .post(`/api/servers/${server.id}/${path}`)
          .set(...bearer(sessionId))
          .expect(200);
      await Promise.all([
        ...others.slice(2).map((person, index) => act('join', person, index)),
        ...leaving.map((person, index) => act('leave', person, index)),
      ]);
      // The owner, the two who watch, and those who came.
      const left = 3 + others.length - leaving.length;
      const told = (client: LiveClient) => [
        ...client.payloads('member:joined'),
        ...client.payloads('member:left'),
      ];
      for (const client of watching) {
        await until('all of it to be told', () => told(client).length === others.length);
        const moments = told(client).map(({ updatedAt }) => updatedAt);
        expect(new Set(moments).size).toBe(moments.length);
        const [last] = told(client).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
        expect(last?.memberCount).toBe(left);
      }
      expect(Object.keys(await memberships(two.stack.dataSource, server.id))).toHaveLength(left);
    }
  });

  it('PER-010 LIV-003 removed while sending: what was acknowledged is there, and nothing comes after', async () => {
    const [gone, member] = await people(2);
    const { owner, serverId, channelId } = await makeOwned([gone!.user, member!.user]);
    const sending = await connect(gone!);
    const reading = await connect(member!);
    await open(sending, channelId);
    await open(reading, channelId);
    let sent = 0;
    let stop = false;
    const acknowledged: string[] = [];
    const send = async (): Promise<void> => {
      while (!stop) {
        const nonce = `n${(sent += 1)}`;
        const answer = await sending.ask('message:send', { channelId, content: nonce, nonce });
        if (answer['ok'] === true) acknowledged.push(nonce);
        else {
          expect(answer['code']).toBe('not_found');
          stop = true;
        }
      }
    };
    const lanes = [1, 2, 3, 4].map(send);
    await until('some to be stored', () => acknowledged.length > 20);
    await kick(owner, serverId, gone!);
    // From here on nothing more of theirs is stored.
    const { body: history } = await call('get', `/channels/${channelId}/messages?limit=100`, owner).expect(
      200,
    );
    await Promise.all(lanes);
    const { body: last } = await call('post', `/channels/${channelId}/messages`, owner, { content: 'last' });
    expect(last.seq).toBe(history.at(-1).seq + 1);
    await until('the last to be delivered', () => reading.messages(channelId).at(-1)?.content === 'last');
    const stored = await two.stack.dataSource.query<{ nonce: string }[]>(
      'SELECT nonce FROM messages WHERE channel_id = $1 AND user_id = $2 ORDER BY seq',
      [channelId, gone!.user.id],
    );
    expect(stored.map(({ nonce }) => nonce).toSorted()).toEqual(acknowledged.toSorted());
    expect(reading.messages(channelId).map(({ seq }) => seq)).toEqual(
      Array.from({ length: last.seq }, (_, index) => index + 1),
    );
    await sending.ask('waitlist:watch', {});
    expect(sending.messages(channelId).map(({ content }) => content)).not.toContain('last');
    expect(Object.keys(await memberships(two.stack.dataSource, serverId))).toHaveLength(2);
  });

  it('PER-010 GAP-134 removed while opening a channel: it is not open', async () => {
    const [gone] = await people(1);
    const { owner, serverId, channelId } = await makeOwned([gone!.user]);
    const opening = await connect(gone!);
    const access = two.service(1, AccessService);
    const ask = access.requireChannelRead.bind(access);
    const asking = jest.spyOn(access, 'requireChannelRead').mockImplementationOnce(async (...asked) => {
      const channel = await ask(...asked);
      await kick(owner, serverId, gone!);
      await until('the removal to have reached the socket', () => news(opening).length === 1);
      return channel;
    });
    expect(await opening.ask('channel:open', { channelId })).toMatchObject({ ok: false, code: 'not_found' });
    asking.mockRestore();
    expect(two.service(1, LiveService).hasRoom(ROOMS.channel(channelId))).toBe(false);
  });

  it('PER-010 GAP-134 removed while connecting: the socket is out of the server and its channels without the clock', async () => {
    const [gone, member] = await people(2);
    const { owner, serverId, channelId } = await makeOwned([gone!.user, member!.user]);
    const stays = await connect(member!);
    await open(stays, channelId);
    two.service(1, ServersGateway).onApplicationShutdown();
    const sessions = two.service(1, SessionsService);
    const admit = sessions.admit.bind(sessions);
    const admitting = jest.spyOn(sessions, 'admit').mockImplementationOnce(async (sessionId) => {
      const admission = await admit(sessionId);
      await kick(owner, serverId, gone!);
      await until('the removal to be told', () => stays.payloads('member:left').length === 1);
      return admission;
    });
    const coming = await connect(gone!);
    admitting.mockRestore();
    // Whether this is before or after the second look.
    await coming.ask('channel:open', { channelId });
    const rooms = () =>
      [...two.service(1, LiveService).sockets()].find(({ id }) => id === coming.socket.id)?.rooms;
    await until('the socket to be out', () =>
      [ROOMS.server(serverId), ROOMS.channel(channelId)].every((room) => rooms()?.has(room) === false),
    );
    two.service(1, ServersGateway).onModuleInit();
  });

  it('PER-010 GAP-134 without Redis a removal ends delivery within 5 s, on the other backend', async () => {
    const [gone, member] = await people(2);
    const { owner, serverId, channelId } = await makeOwned([gone!.user, member!.user]);
    const kicked = await connect(gone!);
    const stays = await connect(member!);
    await open(kicked, channelId);
    await open(stays, channelId);
    await two.stack.killRedis();
    await kick(owner, serverId, gone!);
    const since = Date.now();
    const isHeard = async (): Promise<boolean> => {
      const { seq } = await stays.send(channelId, 'anyone?');
      await until('the message', () => stays.messages(channelId).at(-1)?.seq === seq);
      // What was told before this answer would have come before it.
      await kicked.ask('channel:close', { channelId: serverId });
      return kicked.messages(channelId).at(-1)?.seq === seq;
    };
    await until('the removal to be noticed', async () => !(await isHeard()), 10_000);
    // A reading of memberships takes its time where the machine has other work.
    expect(Date.now() - since).toBeLessThan(6_000);
    expect(await isHeard()).toBe(false);
    await two.stack.startRedis();
  });
});
