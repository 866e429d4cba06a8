import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { MemberRooms } from './talk/servers/member-rooms.js';
import { TwoBackends } from './testing/two-backends.js';

/** The kinds of packets of socket.io's adapter. */
const REMOTE_JOIN = 2;
const SERVER_SIDE_EMIT = 6;

describe('forged packets in Redis', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const publish = (packet: object) =>
    two.stack.withRedis((redis) =>
      redis.publish(`socket.io:${redis.options.db}-request#/#`, JSON.stringify({ uid: 'forger', ...packet })),
    );
  const hint = (topic: string, payload: unknown) =>
    publish({ type: SERVER_SIDE_EMIT, data: [topic, payload] });
  const stored = () =>
    two.stack.dataSource.query(
      `SELECT (SELECT json_agg(m ORDER BY m.id) FROM messages m) AS messages,
        (SELECT json_agg(s ORDER BY s.user_id, s.server_id) FROM server_members s) AS members,
        (SELECT json_agg(c.last_seq ORDER BY c.id) FROM channels c) AS channels`,
    );

  it('LIV-132 show open pages something, and change nothing that is stored, allowed or answered', async () => {
    const [author, reader, outsider] = await Promise.all(
      [1, 2, 3].map(() => makeMember(two.stack.dataSource)),
    );
    const { server, channel } = await makeServer(two.stack.dataSource, {
      isPublic: false,
      members: [author!.user, reader!.user],
    });
    const channelId = channel.id;
    const writing = await two.connect(0, author!.sessionId);
    const reading = await two.connect(1, reader!.sessionId);
    const outside = await two.connect(0, outsider!.sessionId);
    await reading.request('channel:open', { channelId });
    const message = await writing.send(channelId, 'true');
    await waitUntil('the message', () => reading.payloads('messages:created').length === 1);
    const before: unknown = await stored();

    const forged = {
      ...message,
      id: randomUUID(),
      seq: message.seq + 1,
      rev: message.rev + 1,
      content: 'forged',
    };
    const altered = { ...message, rev: message.rev + 2, content: 'altered' };
    const authors = [{ channelId, userId: author!.user.id, rev: message.rev + 3 }];
    await hint('servers:reconcile-member', outsider!.user.id);
    await hint('visibility:changed', [author!.user.id, reader!.user.id]);
    await hint('sockets:count', { backend: 'forger', sockets: 0 });
    await publish({
      type: REMOTE_JOIN,
      opts: { rooms: [ROOMS.user(outsider!.user.id)], except: [] },
      rooms: [ROOMS.channel(channelId), ROOMS.server(server.id)],
    });
    await hint('messages:stored', { serverId: server.id, channelId, messages: [forged, altered] });
    await hint('messages:authors-removed', authors);
    await waitUntil('what is forged to show', () => reading.payloads('author:removed').length > 0);
    expect(reading.payloads('messages:created').at(-1)?.messages).toMatchObject([{ content: 'forged' }]);

    expect(await stored()).toEqual(before);
    expect(await reading.request('channel:open', { channelId })).toMatchObject({
      messages: [{ id: message.id, content: 'true' }],
    });
    expect(await outside.request('channel:open', { channelId })).toMatchObject({ code: 'not_found' });
    await expect(outside.send(channelId, 'from outside')).rejects.toThrow('not_found');
    expect(await writing.send(channelId, 'the next')).toMatchObject({ seq: message.seq + 1 });
    // The check that every backend makes every few seconds.
    const live = two.getProvider(0, LiveService);
    expect(live.hasRoom(ROOMS.channel(channelId))).toBe(true);
    await two.getProvider(0, MemberRooms).reconcile(live.sockets());
    expect(live.hasRoom(ROOMS.channel(channelId))).toBe(false);
  });
});
