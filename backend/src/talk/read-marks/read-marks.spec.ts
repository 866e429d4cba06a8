import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@oniverse/data';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';

describe('read marks and unread counts', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const read = (backend: 0 | 1, sessionId: string, channelId: string, seq: unknown) =>
    two
      .api(backend)
      .put(`/api/channels/${channelId}/read`)
      .set(...bearer(sessionId))
      .send({ seq });
  const counts = async (sessionId: string, serverId: string) => {
    const as = bearer(sessionId);
    const servers = await two
      .api(0)
      .get('/api/servers')
      .set(...as)
      .expect(200);
    const channels = await two
      .api(1)
      .get(`/api/servers/${serverId}/channels`)
      .set(...as)
      .expect(200);
    const server = servers.body.find(({ id }: { id: string }) => id === serverId);
    return {
      server: { unread: server.unreadCount, mentions: server.mentionCount },
      channels: channels.body.map(
        (channel: { readSeq: number; unreadCount: number; mentionCount: number }) => ({
          read: channel.readSeq,
          unread: channel.unreadCount,
          mentions: channel.mentionCount,
        }),
      ),
    };
  };

  it('GAP-131 counts messages of others as unread until the mark passes them, and never moves the mark back', async () => {
    const [me, other] = await Promise.all([1, 2].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, { members: [me!.user, other!.user] });
    const mine = await two.connect(0, me!.sessionId);
    const others = await two.connect(1, other!.sessionId);
    await others.send(channel.id, 'one');
    await mine.send(channel.id, 'two');
    await others.send(channel.id, `three for @${me!.user.username} and @nobody_here`);
    await waitUntil('the mention to arrive', () => mine.payloads('mention').length === 1);
    expect(mine.payloads('mention')).toEqual([
      { serverId: server.id, channelId: channel.id, seq: 3, userId: other!.user.id },
    ]);
    expect(await counts(me!.sessionId, server.id)).toEqual({
      server: { unread: 2, mentions: 1 },
      channels: [{ read: 0, unread: 2, mentions: 1 }],
    });
    await read(0, me!.sessionId, channel.id, 1).expect(200, { ok: true });
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 1, mentions: 1 });
    // A mark beyond the end is set to the end, and an earlier one is ignored.
    await read(1, me!.sessionId, channel.id, 2_000_000_000).expect(200);
    await read(0, me!.sessionId, channel.id, 1).expect(200);
    expect(await counts(me!.sessionId, server.id)).toEqual({
      server: { unread: 0, mentions: 0 },
      channels: [{ read: 3, unread: 0, mentions: 0 }],
    });
    await others.send(channel.id, 'four');
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 1, mentions: 0 });
    expect(others.payloads('mention')).toEqual([]);
  });

  it('GAP-131 marks everything as read on every join and reports nothing unread to readers', async () => {
    const [me, other] = await Promise.all([1, 2].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, { members: [other!.user] });
    const others = await two.connect(1, other!.sessionId);
    await others.send(channel.id, `before @${me!.user.username}`);
    expect(await counts(me!.sessionId, server.id)).toEqual({
      server: { unread: 0, mentions: 0 },
      channels: [{ read: 1, unread: 0, mentions: 0 }],
    });
    await read(0, me!.sessionId, channel.id, 1).expect(403);
    const membership = (action: 'join' | 'leave') =>
      two
        .api(0)
        .post(`/api/servers/${server.id}/${action}`)
        .set(...bearer(me!.sessionId))
        .expect(200);
    const joined = await membership('join');
    expect(joined.body).toMatchObject({ unreadCount: 0, mentionCount: 0 });
    await others.send(channel.id, `after @${me!.user.username}`);
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 1, mentions: 1 });
    await membership('leave');
    await others.send(channel.id, `away @${me!.user.username}`);
    await membership('join');
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 0, mentions: 0 });
  });

  it('GAP-131 does not count deleted messages as unread', async () => {
    const [me, other] = await Promise.all([1, 2].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, { members: [me!.user, other!.user] });
    const others = await two.connect(1, other!.sessionId);
    const { id } = await others.send(channel.id, 'one');
    await others.send(channel.id, 'two');
    await two
      .api(0)
      .delete(`/api/messages/${id}`)
      .set(...bearer(other!.sessionId))
      .expect(200, { ok: true });
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 1, mentions: 0 });
  });

  it('NXT-469 leaves out messages and mentions of hidden members everywhere', async () => {
    const [me, other, blocked, muted] = await Promise.all(
      [1, 2, 3, 4].map(() => makeMember(two.stack.dataSource)),
    );
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [me!, other!, blocked!, muted!].map(({ user }) => user),
    });
    for (const { sessionId, user } of [blocked!, muted!, other!]) {
      const { id } = await (await two.connect(1, sessionId)).send(channel.id, `@${me!.user.username}`);
      await (await two.connect(1, sessionId)).send(channel.id, 'and more');
      if (user === muted!.user) {
        await two.callAs(muted!, 'delete', `/messages/${id}`).expect(200);
      }
    }
    const path = `/channels/${channel.id}/mentions`;
    expect((await counts(me!.sessionId, server.id)).server).toEqual({ unread: 5, mentions: 2 });
    await two.callAs(me!, 'put', `/blocks/${blocked!.user.id}`).expect(200);
    await two.callAs(me!, 'put', `/mutes/${muted!.user.id}`).expect(200);
    expect(await counts(me!.sessionId, server.id)).toEqual({
      server: { unread: 2, mentions: 1 },
      channels: [{ read: 0, unread: 2, mentions: 1 }],
    });
    expect((await two.callAs(me!, 'get', path).expect(200)).body).toHaveLength(1);
    // The blocked member still sees the reader's messages, so those count.
    const before = (await counts(blocked!.sessionId, server.id)).server.unread;
    await (await two.connect(1, me!.sessionId)).send(channel.id, 'Clear skies.');
    expect((await counts(blocked!.sessionId, server.id)).server.unread).toBe(before + 1);
  });

  it('API-063 rejects invalid marks, and answers 404 for unknown and private channels', async () => {
    const me = await makeMember(two.stack.dataSource);
    const { channel } = await makeServer(two.stack.dataSource, { members: [me.user] });
    const hidden = await makeServer(two.stack.dataSource, { isPublic: false });
    for (const seq of [-1, 0.5, '1', null, undefined, 2 ** 31]) {
      await read(0, me.sessionId, channel.id, seq).expect(400);
    }
    await read(0, me.sessionId, hidden.channel.id, 0).expect(404);
    await read(0, me.sessionId, '019abb00-0000-7000-8000-0000000000ff', 0).expect(404);
  });

  it('GAP-131 equals a simple model after 500 random sends, edits, deletions, mentions and reads on two backends', async () => {
    const members = await Promise.all([1, 2, 3].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: members.map(({ user }) => user),
    });
    const second: { id: string }[] = await two.stack.dataSource.query(
      `INSERT INTO channels (server_id, name) VALUES ($1, 'second') RETURNING id`,
      [server.id],
    );
    const channelIds = [channel.id, String(second[0]?.id)];
    const sockets = await Promise.all(
      members.map(({ sessionId }, index) => two.connect(index % 2 === 0 ? 0 : 1, sessionId)),
    );
    const sent: { id: string; author: number; mentioned: User | undefined; isDeleted: boolean }[][] = [
      [],
      [],
    ];
    const marks = members.map(() => [0, 0]);
    // Reproducible steps from a linear congruential generator (Numerical Recipes, section 7.1).
    let state = 20_261_121;
    const pick = (count: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    for (let step = 0; step < 500; step += 1) {
      const memberIndex = pick(members.length);
      const channelIndex = pick(2);
      const action = pick(6);
      const mentioned = pick(3) === 0 ? members[pick(members.length)]?.user : undefined;
      const content = mentioned ? `hey @${mentioned.username} ${step}` : `step ${step}`;
      const message = sent[channelIndex]![pick(sent[channelIndex]!.length)];
      if (action < 3) {
        const { id } = await sockets[memberIndex]!.send(channelIds[channelIndex]!, content);
        sent[channelIndex]!.push({ id, author: memberIndex, mentioned, isDeleted: false });
      } else if (action < 5 && message) {
        const isDeletion = pick(3) === 0;
        const api = two.api(pick(2) === 0 ? 0 : 1);
        const path = `/api/messages/${message.id}`;
        await (isDeletion ? api.delete(path) : api.patch(path).send({ content }))
          .set(...bearer(members[message.author]!.sessionId))
          .expect(message.isDeleted ? 404 : 200);
        if (isDeletion) message.isDeleted = true;
        else message.mentioned = mentioned;
      } else {
        const seq = pick(sent[channelIndex]!.length + 3);
        await read(
          pick(2) === 0 ? 0 : 1,
          members[memberIndex]!.sessionId,
          channelIds[channelIndex]!,
          seq,
        ).expect(200);
        marks[memberIndex]![channelIndex] = Math.max(
          marks[memberIndex]![channelIndex]!,
          Math.min(seq, sent[channelIndex]!.length),
        );
      }
    }
    for (const [memberIndex, { user, sessionId }] of members.entries()) {
      const channels = sent.map((messages, channelIndex) => {
        const mark = marks[memberIndex]![channelIndex]!;
        const unread = messages
          .slice(mark)
          .filter(({ author, isDeleted }) => author !== memberIndex && !isDeleted);
        return {
          read: mark,
          unread: unread.length,
          mentions: unread.filter(({ mentioned }) => mentioned?.id === user.id).length,
        };
      });
      expect(await counts(sessionId, server.id)).toEqual({
        server: {
          unread: channels.reduce((sum, { unread }) => sum + unread, 0),
          mentions: channels.reduce((sum, { mentions }) => sum + mentions, 0),
        },
        channels,
      });
    }
  });
});
