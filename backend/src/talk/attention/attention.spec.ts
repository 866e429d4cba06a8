import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttentionView, ChannelView, HomeView, ServerView } from '@oniverse/contracts';
import { type LiveClient, makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { recordStatements } from '../../testing/statements.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('what members want to hear of', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true } = {}) => {
    const { dataSource } = two.stack;
    const member = await makeMember(dataSource);
    const author = await makeMember(dataSource);
    const made = await makeServer(dataSource, { isPublic, members: [member.user, author.user] });
    return { ...made, member, author };
  };
  const setServer = (caller: Member, { id }: { id: string }, level: unknown) =>
    two.callAs(caller, 'put', `/servers/${id}/attention`, { level });
  const setChannel = (caller: Member, { id }: { id: string }, level: unknown) =>
    two.callAs(caller, 'put', `/channels/${id}/attention`, { level });
  const levelsOf = async (caller: Member): Promise<AttentionView> =>
    (await two.callAs(caller, 'get', '/attention').expect(200)).body;
  const write = async (caller: Member, { id }: { id: string }, content = 'Clear skies.'): Promise<void> => {
    await two.callAs(caller, 'post', `/channels/${id}/messages`, { content }).expect(201);
  };
  const sumsOf = async (caller: Member, serverId: string) => {
    const servers: ServerView[] = (await two.callAs(caller, 'get', '/servers').expect(200)).body;
    const server = servers.find(({ id }) => id === serverId);
    return { unread: server?.unreadCount, mentions: server?.mentionCount };
  };
  const homeChannels = async (caller: Member): Promise<number> => {
    const home: HomeView = (await two.callAs(caller, 'get', '/home').expect(200)).body;
    return home.channels.length;
  };
  const changes = (client: LiveClient) => client.payloads('attention:changed').length;

  it('TLK-100 TLK-103 lists levels other than the default, and publishes changes to the own devices alone, on every backend', async () => {
    const { member, author, server, channel } = await setUp();
    const [own, other] = [await two.connect(1, member.sessionId), await two.connect(1, author.sessionId)];
    await setServer(member, server, 'nothing').expect(200, { ok: true });
    await setChannel(member, channel, 'all').expect(200, { ok: true });
    await waitUntil('both changes', () => changes(own) === 2);
    const place = { serverId: server.id, serverName: server.name, isPublic: true };
    expect(await levelsOf(member)).toEqual({
      servers: [{ ...place, level: 'nothing' }],
      channels: [{ ...place, channelId: channel.id, channelName: 'general', level: 'all' }],
    });
    expect(await levelsOf(author)).toEqual({ servers: [], channels: [] });
    await setServer(member, server, 'mentions').expect(200);
    await setChannel(member, channel, 'dimension').expect(200);
    expect(await levelsOf(member)).toEqual({ servers: [], channels: [] });
    await setServer(author, server, 'all').expect(200);
    await waitUntil('the marker', () => changes(other) === 1);
    expect(changes(own)).toBe(4);
  });

  it('TLK-101 leaves channels of which the member hears nothing out of the sums, but not out of the channel', async () => {
    const { member, author, server, channel } = await setUp();
    const sessionId = await makeSession(two.stack.dataSource, server.ownerId);
    const { body: second } = await two
      .callAs({ sessionId }, 'post', `/servers/${server.id}/channels`, { name: 'second' })
      .expect(201);
    await write(author, channel, `Look up, @${member.user.username}.`);
    await write(author, second);
    expect(await sumsOf(member, server.id)).toEqual({ unread: 2, mentions: 1 });
    await setChannel(member, channel, 'nothing').expect(200);
    expect(await sumsOf(member, server.id)).toEqual({ unread: 1, mentions: 0 });
    expect(await homeChannels(member)).toBe(1);
    const channels: ChannelView[] = (
      await two.callAs(member, 'get', `/servers/${server.id}/channels`).expect(200)
    ).body;
    expect(channels.find(({ id }) => id === channel.id)).toMatchObject({ unreadCount: 1, mentionCount: 1 });
    await setServer(member, server, 'nothing').expect(200);
    expect(await sumsOf(member, server.id)).toEqual({ unread: 0, mentions: 0 });
    await setChannel(member, channel, 'mentions').expect(200);
    expect(await sumsOf(member, server.id)).toEqual({ unread: 1, mentions: 1 });
    expect(await sumsOf(author, server.id)).toEqual({ unread: 0, mentions: 0 });
  });

  it.each(['everything', '', null, 1, undefined])('TLK-100 refuses the level %j', async (level) => {
    const { member, server, channel } = await setUp();
    await setServer(member, server, level).expect(400);
    await setChannel(member, channel, level).expect(400);
    await setServer(member, server, 'dimension').expect(400);
  });

  it('TLK-100 is for members, and hides private dimensions from others', async () => {
    const open = await setUp();
    const hidden = await setUp({ isPublic: false });
    const stranger = await makeMember(two.stack.dataSource);
    await setServer(stranger, open.server, 'all').expect(403);
    await setChannel(stranger, open.channel, 'all').expect(403);
    await setServer(stranger, hidden.server, 'all').expect(404);
    await setChannel(stranger, hidden.channel, 'all').expect(404);
  });

  it('TLK-100 ends with the membership', async () => {
    const { member, server, channel } = await setUp();
    await setServer(member, server, 'nothing').expect(200);
    await setChannel(member, channel, 'all').expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    await two.callAs(member, 'post', `/servers/${server.id}/join`).expect(200);
    expect(await levelsOf(member)).toEqual({ servers: [], channels: [] });
  });

  it('TLK-100 reads the levels of any number of channels in two statements', async () => {
    const backend = await BackendUnderTest.start(two.stack.config());
    try {
      const { member, server } = await setUp();
      await two.stack.dataSource.query(
        `WITH added AS (INSERT INTO channels (server_id, name) SELECT $1, 'c' || n FROM generate_series(1, 30) n RETURNING id)
         INSERT INTO channel_attention (user_id, channel_id, level) SELECT $2, id, 'nothing' FROM added`,
        [server.id, member.user.id],
      );
      const { answer, statements } = await recordStatements(backend.app, async () =>
        backend.api.get('/api/attention').set(...bearer(member.sessionId)),
      );
      expect(answer.body.channels).toHaveLength(30);
      expect(statements.filter(({ sql }) => sql.includes('_attention'))).toHaveLength(2);
    } finally {
      await backend.stop();
    }
  });
});
