import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type MessageView,
  PINS_PER_CHANNEL,
  QUOTA_MESSAGES,
  type ServerAuditView,
} from '@oniverse/contracts';
import { ServerRemoval } from '@oniverse/data';
import { makeMember, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

describe('pinned messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async () => makeStaffedServer(two.stack.dataSource);
  const send = async (
    caller: SignedInMember,
    channelId: string,
    content = 'Clear skies.',
  ): Promise<MessageView> =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  const pin = (caller: SignedInMember, { id }: { id: string }) =>
    two.callAs(caller, 'put', `/messages/${id}/pin`);
  const unpin = (caller: SignedInMember, { id }: { id: string }) =>
    two.callAs(caller, 'delete', `/messages/${id}/pin`);
  const pinned = async (caller: SignedInMember, channelId: string, query = ''): Promise<MessageView[]> =>
    (await two.callAs(caller, 'get', `/channels/${channelId}/pins${query}`).expect(200)).body;
  const contents = (messages: readonly MessageView[]) => messages.map(({ content }) => content);
  const follow = async (backend: 0 | 1, { sessionId }: SignedInMember, channelId: string) => {
    const client = await two.connect(backend, sessionId);
    await client.request('channel:open', { channelId });
    return client;
  };

  it('TLK-220 are pinned and unpinned by staff, each once, and listed for every reader, the last pinned first', async () => {
    const { server, channel, owner, moderator, member } = await setUp();
    const [first, second] = [
      await send(member, channel.id, 'First'),
      await send(owner, channel.id, 'Second'),
    ];
    await two.callAs(member, 'put', `/messages/${second.id}/reactions/%E2%9C%A8`).expect(200);
    const { body: ofOwner } = await pin(owner, second).expect(200);
    expect(ofOwner).toMatchObject({ content: 'Second', rev: 4, pinnedAt: expect.stringMatching(/Z$/) });
    const { body: ofModerator } = await pin(moderator, first).expect(200);
    expect((await pin(owner, first).expect(200)).body).toEqual(ofModerator);
    const guest = await makeMember(two.stack.dataSource);
    const banned = await makeMember(two.stack.dataSource);
    await two.stack.dataSource
      .getRepository(ServerRemoval)
      .insert({ serverId: server.id, userId: banned.user.id });
    for (const reader of [owner, member, guest, banned]) {
      expect(contents(await pinned(reader, channel.id))).toEqual(['First', 'Second']);
      const refused = reader !== owner && (await pin(reader, first).expect(403));
      expect(refused === false || refused.body.code === 'forbidden').toBe(true);
    }
    const [, listed] = await pinned(member, channel.id);
    expect(listed).toMatchObject({ pinnedAt: ofOwner.pinnedAt, reactions: [{ emoji: '✨', isMine: true }] });
    const page = await two
      .api(1)
      .get(`/api/channels/${channel.id}/pins?limit=1`)
      .set(...bearer(member.sessionId))
      .expect(200);
    expect(contents(page.body)).toEqual(['First']);
    const cursor = String(page.headers['x-next-cursor']);
    expect(contents(await pinned(member, channel.id, `?limit=1&cursor=${cursor}`))).toEqual(['Second']);
    await unpin(member, second).expect(403);
    const { body: unpinned } = await unpin(moderator, second).expect(200);
    expect(unpinned).not.toHaveProperty('pinnedAt');
    expect((await unpin(owner, second).expect(200)).body).toMatchObject({ rev: unpinned.rev });
    expect(contents(await pinned(member, channel.id))).toEqual(['First']);
    const log: ServerAuditView[] = (await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200))
      .body;
    expect(
      log.map(({ kind, actor, subject, channelId }) => [kind, actor?.username, subject?.username, channelId]),
    ).toEqual([
      ['message_unpinned', moderator.user.username, owner.user.username, channel.id],
      ['message_pinned', moderator.user.username, member.user.username, channel.id],
      ['message_pinned', owner.user.username, owner.user.username, channel.id],
    ]);
  });

  it('TLK-220 are listed in their thread, and not in its channel', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const start = await send(member, channel.id);
    const { body: reply } = await two
      .callAs(member, 'post', `/messages/${start.id}/thread`, { content: 'A reply.' })
      .expect(201);
    await pin(moderator, reply).expect(200);
    await pin(moderator, start).expect(200);
    expect(contents(await pinned(owner, reply.channelId))).toEqual(['A reply.']);
    expect(contents(await pinned(owner, channel.id))).toEqual(['Clear skies.']);
  });

  it('TLK-221 change with the revisions of their messages, live on every backend and for a client that was away', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const [message, other] = [await send(member, channel.id), await send(member, channel.id)];
    const clients = [await follow(0, owner, channel.id), await follow(1, member, channel.id)];
    const { pinnedAt } = (await pin(moderator, message).expect(200)).body;
    await two.callAs(member, 'patch', `/messages/${message.id}`, { content: 'Clouds.' }).expect(200);
    await pin(moderator, other).expect(200);
    await unpin(moderator, other).expect(200);
    for (const client of clients) {
      await waitUntil('the changes', () => client.payloads('message:edited').length === 4);
      expect(
        client
          .payloads('message:edited')
          .map((event) => [event.seq, event.rev, event.pinnedAt !== undefined]),
      ).toEqual([
        [1, 3, true],
        [1, 4, true],
        [2, 5, true],
        [2, 6, false],
      ]);
    }
    const away = await two.connect(1, member.sessionId);
    const resumed = await away.request('channel:open', { channelId: channel.id, from: 1, after: 2, rev: 2 });
    expect(resumed).toMatchObject({
      changed: [
        { seq: 1, content: 'Clouds.', pinnedAt },
        { seq: 2, rev: 6 },
      ],
    });
    expect(JSON.stringify(resumed).match(/pinnedAt/gu)).toHaveLength(1);
    expect(await pinned(owner, channel.id)).toMatchObject([{ content: 'Clouds.', pinnedAt }]);
  });

  it('TLK-221 end with the deletion of their messages, and outlast the account of the author', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const [deleted, kept] = [await send(member, channel.id), await send(member, channel.id, 'Kept')];
    await pin(owner, deleted).expect(200);
    await pin(owner, kept).expect(200);
    await two.callAs(member, 'delete', `/messages/${deleted.id}`).expect(200);
    expect(contents(await pinned(owner, channel.id))).toEqual(['Kept']);
    await pin(owner, deleted).expect(404);
    expect(
      await two.stack.dataSource.query('SELECT seq FROM pins WHERE channel_id = $1', [channel.id]),
    ).toEqual([{ seq: 2 }]);
    await two.stack.dataSource.query('DELETE FROM users WHERE id = $1', [member.user.id]);
    expect(await pinned(moderator, channel.id)).toMatchObject([{ content: 'Kept', author: null }]);
  });

  it('TLK-222 are at most 50 in a channel, also when two are pinned at once on two backends', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const { dataSource } = two.stack;
    const messages: { id: string }[] = await dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'hello', n::text FROM generate_series(1, $3::integer) n RETURNING id`,
      [channel.id, member.user.id, PINS_PER_CHANNEL + 2],
    );
    await dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
      channel.id,
      messages.length,
    ]);
    // The previous release leaves the pin of a message that it deletes.
    await dataSource.query(
      'INSERT INTO pins (channel_id, seq) SELECT $1, seq FROM generate_series(1, $2::integer) seq',
      [channel.id, PINS_PER_CHANNEL],
    );
    await dataSource.query(
      `UPDATE messages SET deleted_at = now(), content = '' WHERE channel_id = $1 AND seq = 1`,
      [channel.id],
    );
    const attempts = await Promise.all(
      messages.slice(-2).map(async ({ id }, index) =>
        two
          .api(index === 0 ? 0 : 1)
          .put(`/api/messages/${id}/pin`)
          .set(...bearer((index === 0 ? owner : moderator).sessionId)),
      ),
    );
    expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(attempts.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'quota_reached',
      message: QUOTA_MESSAGES.pinsPerChannel({ quota: PINS_PER_CHANNEL }).message,
    });
    expect(await pinned(member, channel.id)).toHaveLength(PINS_PER_CHANNEL);
  });
});
