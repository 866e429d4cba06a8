import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_NAMED_MARKS } from '@oniverse/contracts';
import { Notification } from '@oniverse/data';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('read marks on several devices', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const makeUnread = async (member: Member, author: Member, { isPublic = true, channels = 1 } = {}) => {
    const made = await makeServer(two.stack.dataSource, { isPublic, members: [member.user, author.user] });
    await two.stack.dataSource.query(
      `INSERT INTO channels (server_id, name, last_seq, last_rev) SELECT $1, 'c' || n, 3, 3 FROM generate_series(2, $2::integer) n`,
      [made.server.id, channels],
    );
    await two
      .callAs(author, 'post', `/channels/${made.channel.id}/messages`, { content: 'Clear skies.' })
      .expect(201);
    return made;
  };
  const setUp = async (options = {}) => {
    const member = await makeMember(two.stack.dataSource);
    const author = await makeMember(two.stack.dataSource);
    return { ...(await makeUnread(member, author, options)), member, author };
  };
  const unreadOf = async (caller: Member): Promise<number> => {
    const { body } = await two.callAs(caller, 'get', '/servers').expect(200);
    return body.reduce((sum: number, { unreadCount }: { unreadCount: number }) => sum + unreadCount, 0);
  };

  it('TLK-107 move at once on the other devices of their member, and on no others', async () => {
    const { member, author, server, channel } = await setUp();
    const own = await two.connect(1, member.sessionId);
    const others = await two.connect(1, author.sessionId);
    const read = (caller: Member, seq: number) =>
      two.callAs(caller, 'put', `/channels/${channel.id}/read`, { seq }).expect(200);
    await read(member, 1);
    // Nothing moves.
    await read(member, 1);
    await read(author, 1);
    const marks = [{ serverId: server.id, channelId: channel.id, seq: 1 }];
    await waitUntil('both marks', () =>
      [own, others].every((client) => client.payloads('read-marks:changed').length > 0),
    );
    expect(own.payloads('read-marks:changed')).toEqual([{ marks }]);
    expect(others.payloads('read-marks:changed')).toEqual([{ marks }]);
  });

  it('TLK-106 marks the channels of one dimension with one event', async () => {
    const { member, author, server } = await setUp({ channels: 3 });
    await makeUnread(member, author);
    const own = await two.connect(1, member.sessionId);
    expect(await unreadOf(member)).toBe(8);
    await two.callAs(member, 'post', `/servers/${server.id}/read`).expect(200, { ok: true });
    expect(await unreadOf(member)).toBe(1);
    await two.callAs(member, 'post', `/servers/${server.id}/read`).expect(200);
    await two.callAs(member, 'post', '/home/read').expect(200);
    await waitUntil('both events', () => own.payloads('read-marks:changed').length === 2);
    expect(own.payloads('read-marks:changed').map(({ marks }) => marks?.length)).toEqual([3, 1]);
    expect(await unreadOf(member)).toBe(0);
  });

  it('TLK-106 names no channels in the event if there are too many', async () => {
    const { member, server } = await setUp({ channels: MAX_NAMED_MARKS + 1 });
    const own = await two.connect(0, member.sessionId);
    await two.callAs(member, 'post', `/servers/${server.id}/read`).expect(200);
    await waitUntil('the event', () => own.payloads('read-marks:changed').length > 0);
    expect(own.payloads('read-marks:changed')).toEqual([{ marks: null }]);
  });

  it('TLK-106 is for members, and hides private dimensions from others', async () => {
    const open = await setUp();
    const hidden = await setUp({ isPublic: false });
    const stranger = await makeMember(two.stack.dataSource);
    await two.callAs(stranger, 'post', `/servers/${open.server.id}/read`).expect(403);
    await two.callAs(stranger, 'post', `/servers/${hidden.server.id}/read`).expect(404);
    await two.callAs(stranger, 'get', `/channels/${hidden.channel.id}/mentions`).expect(404);
  });

  it('TLK-102 marks entries about the messages as read, up to the mark', async () => {
    const { member, author, server, channel } = await setUp();
    const own = await two.connect(1, member.sessionId);
    const entries = two.stack.dataSource.getRepository(Notification);
    for (const seq of [1, 2]) {
      await two.callAs(author, 'post', `/channels/${channel.id}/messages`, { content: 'x' }).expect(201);
      await entries.insert({
        recipientId: member.user.id,
        actorId: author.user.id,
        kind: 'message',
        cause: `messages:${seq}`,
        groupKey: 'messages',
        isHead: seq === 2,
        channelId: channel.id,
        messageSeq: seq,
        serverId: server.id,
      });
    }
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: 1 }).expect(200);
    const unread = await entries.findBy({ recipientId: member.user.id });
    expect(unread.filter(({ readAt }) => readAt === null)).toMatchObject([{ messageSeq: 2 }]);
    const { body } = await two.callAs(member, 'get', '/notifications').expect(200);
    expect(body).toMatchObject([
      {
        kind: 'message',
        isUnread: true,
        members: [{ userId: author.user.id }],
        message: { channelId: channel.id, channelName: 'general', seq: 2, excerpt: 'x' },
        server: { id: server.id },
      },
    ]);
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: 3 }).expect(200);
    await waitUntil('the state', () => own.payloads('notifications:changed').length === 2);
    expect(own.payloads('notifications:changed')).toEqual([{ isUnread: true }, { isUnread: false }]);
  });

  it('NXT-467 marks mentions in the night log as read, with their channel or with everything', async () => {
    const { member, author, server, channel } = await setUp();
    const entries = two.stack.dataSource.getRepository(Notification);
    const addMention = async () => {
      const content = `@${member.user.username}`;
      const { body } = await two
        .callAs(author, 'post', `/channels/${channel.id}/messages`, { content })
        .expect(201);
      await entries.insert({
        recipientId: member.user.id,
        actorId: author.user.id,
        kind: 'mention',
        cause: `mention:${channel.id}:${body.seq}`,
        groupKey: `mention:${body.seq}`,
        channelId: channel.id,
        seq: body.seq,
        serverId: server.id,
      });
      return body.seq;
    };
    const isUnread = async () =>
      (await two.callAs(member, 'get', '/notifications/state').expect(200)).body.isUnread;
    const seq = await addMention();
    expect(await isUnread()).toBe(true);
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: seq - 1 }).expect(200);
    expect(await isUnread()).toBe(true);
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq }).expect(200);
    expect(await isUnread()).toBe(false);
    await addMention();
    await entries.insert({
      recipientId: member.user.id,
      actorId: author.user.id,
      kind: 'invite',
      cause: 'invite',
      groupKey: 'invite',
      serverId: server.id,
    });
    expect(await isUnread()).toBe(true);
    const own = await two.connect(1, member.sessionId);
    await two.callAs(member, 'post', '/home/read').expect(200);
    expect(await isUnread()).toBe(false);
    await waitUntil('the state', () => own.payloads('notifications:changed').length > 0);
    expect(own.payloads('notifications:changed').at(-1)).toEqual({ isUnread: false });
  });

  it('TLK-105 lists mentions of the reader, however far back, from any position', async () => {
    const { member, author, channel } = await setUp();
    const path = `/channels/${channel.id}`;
    for (const content of [`@${member.user.username}`, 'nobody', `and @${member.user.username}`]) {
      await two.callAs(author, 'post', `${path}/messages`, { content }).expect(201);
    }
    const seqs = async (caller: Member, query = '') =>
      (await two.callAs(caller, 'get', `${path}/mentions${query}`).expect(200)).body;
    expect(await seqs(member)).toEqual([{ seq: 2 }, { seq: 4 }]);
    expect(await seqs(member, '?limit=1')).toEqual([{ seq: 2 }]);
    expect(await seqs(member, '?after=2')).toEqual([{ seq: 4 }]);
    expect(await seqs(author)).toEqual([]);
    await two.callAs(member, 'get', `${path}/mentions?after=x`).expect(400);
  });
});
