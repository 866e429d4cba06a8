import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageView, ServerAuditView } from '@oniverse/contracts';
import {
  LinkPreview,
  lockChannelOfMessage,
  MESSAGE_REVISED_TOPIC,
  MessageLink,
  newObjectPath,
  OUTBOX_TOPICS,
  OutboxRow,
  StoredObject,
  TOUCH,
} from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, waitUntil } from '@oniverse/testing';
import { ErasureRepository } from '../../safety/erasure/erasure.repository.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const ADDRESS = 'https://skywatch.example/taurids';
const OTHER = 'https://skywatch.example/leonids';
/** The kind of a packet of socket.io's adapter. */
const SERVER_SIDE_EMIT = 6;

describe('link previews', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async () => makeStaffedServer(two.stack.dataSource);
  const send = async (caller: SignedInMember, channelId: string, content: string): Promise<MessageView> =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  const edit = (caller: SignedInMember, { id }: { id: string }, content: string) =>
    two.callAs(caller, 'patch', `/messages/${id}`, { content });
  const remove = (caller: SignedInMember, { id }: { id: string }, place: number | string = 1) =>
    two.callAs(caller, 'delete', `/messages/${id}/links/${place}`);
  const latest = async (caller: SignedInMember, channelId: string): Promise<MessageView | undefined> => {
    const { body }: { body: MessageView[] } = await two
      .callAs(caller, 'get', `/channels/${channelId}/messages`)
      .expect(200);
    return body.at(-1);
  };
  /** Returns the messages with a job in the outbox. */
  const pending = async (): Promise<string[]> => {
    const rows = await two.stack.dataSource
      .getRepository(OutboxRow)
      .findBy({ topic: OUTBOX_TOPICS.previewLinks });
    return rows.map(({ subject }) => subject);
  };
  /** Stores previews as a worker does, and hints at them. */
  const preview = async (message: MessageView, ...addresses: readonly string[]): Promise<void> => {
    const rev = await two.stack.dataSource.transaction(async (manager) => {
      await lockChannelOfMessage(manager, message.id);
      for (const [index, address] of addresses.entries()) {
        const { id: previewId } = await manager.getRepository(LinkPreview).save({
          addressHash: address,
          state: 'found',
          title: `Title ${index + 1}`,
          expiresAt: new Date(),
        });
        await manager
          .getRepository(MessageLink)
          .insert({ channelId: message.channelId, seq: message.seq, place: index + 1, address, previewId });
      }
      const rows: { rev: number }[] = await manager.query(`WITH ${TOUCH} SELECT rev FROM changed`, [
        message.id,
      ]);
      return rows[0]?.rev;
    });
    await two.stack.withRedis((redis) =>
      redis.publish(
        `socket.io:${redis.options.db}-request#/#`,
        JSON.stringify({
          uid: 'worker',
          type: SERVER_SIDE_EMIT,
          data: [MESSAGE_REVISED_TOPIC, { channelId: message.channelId, rev }],
        }),
      ),
    );
  };
  const shown = (...addresses: readonly string[]) =>
    addresses.map((address, index) => ({ place: index + 1, address, title: `Title ${index + 1}` }));

  it('TLK-310 TLK-323 are enqueued with a message that has links, once, and with no other', async () => {
    const { channel, member } = await setUp();
    const before = await pending();
    await send(member, channel.id, 'No link, and `http://code.example/` neither.');
    const message = await send(member, channel.id, `See ${ADDRESS}`);
    const { body: reply } = await two
      .callAs(member, 'post', `/messages/${message.id}/thread`, { content: OTHER })
      .expect(201);
    const body = { content: ADDRESS, nonce: 'once' };
    const repeated = await two.callAs(member, 'post', `/channels/${channel.id}/messages`, body).expect(201);
    await two.callAs(member, 'post', `/channels/${channel.id}/messages`, body).expect(200);
    const added = (await pending()).filter((subject) => !before.includes(subject));
    expect(added).toHaveLength(3);
    expect(new Set(added)).toEqual(new Set([message.id, reply.id, repeated.body.id]));
  });

  it('TLK-316 reach every open client on every backend, and one that was away', async () => {
    const { channel, owner, member } = await setUp();
    const clients = [await two.connect(0, owner.sessionId), await two.connect(1, member.sessionId)];
    for (const client of clients) await client.request('channel:open', { channelId: channel.id });
    const message = await send(member, channel.id, ADDRESS);
    expect(message).not.toHaveProperty('links');
    await preview(message, ADDRESS);
    for (const client of clients) {
      await waitUntil('the preview', () => client.payloads('message:edited').length > 0);
      expect(client.payloads('message:edited')).toMatchObject([
        { id: message.id, rev: 2, links: shown(ADDRESS) },
      ]);
    }
    const away = await two.connect(1, owner.sessionId);
    expect(
      await away.request('channel:open', { channelId: channel.id, from: 1, after: 1, rev: 1 }),
    ).toMatchObject({ changed: [{ links: shown(ADDRESS) }] });
    expect(await latest(owner, channel.id)).toMatchObject({ links: shown(ADDRESS) });
  });

  it('TLK-317 TLK-323 follow an edit: the dropped ones go at once, and only changed links are enqueued', async () => {
    const { channel, member } = await setUp();
    const message = await send(member, channel.id, `${ADDRESS} ${OTHER}`);
    await preview(message, ADDRESS, OTHER);
    const clear = () => two.stack.dataSource.getRepository(OutboxRow).delete({ subject: message.id });
    await clear();
    await edit(member, message, `Still ${ADDRESS} and ${OTHER}`).expect(200);
    expect(await pending()).not.toContain(message.id);
    const { body: changed } = await edit(member, message, `Only ${OTHER}`).expect(200);
    expect(changed.links).toMatchObject([{ address: OTHER }]);
    expect(await pending()).toContain(message.id);
    await clear();
    const { body: plain } = await edit(member, message, 'None').expect(200);
    expect(plain).not.toHaveProperty('links');
    expect(await pending()).not.toContain(message.id);
    await edit(member, message, `New ${ADDRESS}`).expect(200);
    expect(await pending()).toContain(message.id);
  });

  it('TLK-317 end with the deletion of the message, and with the account of its author', async () => {
    const { channel, owner, moderator, member } = await setUp();
    const [deleted, kept] = [
      await send(member, channel.id, ADDRESS),
      await send(member, channel.id, ADDRESS),
    ];
    const others = await send(owner, channel.id, OTHER);
    for (const message of [deleted, kept]) await preview(message, ADDRESS);
    await preview(others, OTHER);
    await two.callAs(moderator, 'delete', `/messages/${deleted.id}`).expect(200);
    const links = two.stack.dataSource.getRepository(MessageLink);
    const seqs = async () =>
      (await links.findBy({ channelId: channel.id })).map(({ seq }) => seq).toSorted((a, b) => a - b);
    expect(await seqs()).toEqual([kept.seq, others.seq]);
    const erasure = two.getProvider(0, ErasureRepository);
    await two.stack.dataSource.transaction((manager) => erasure.deleteContent(manager, member.user.id));
    expect(await seqs()).toEqual([others.seq]);
  });

  it('TLK-318 are removed by the author and by staff, each once, and recorded for staff', async () => {
    const { server, channel, owner, moderator, member, other } = await setUp();
    const message = await send(member, channel.id, `${ADDRESS} ${OTHER}`);
    await preview(message, ADDRESS, OTHER);
    const client = await two.connect(1, owner.sessionId);
    await client.request('channel:open', { channelId: channel.id });
    await remove(other, message).expect(403);
    await remove(await makeMember(two.stack.dataSource), message).expect(403);
    const { body: first } = await remove(member, message).expect(200);
    expect(first).toMatchObject({ rev: 3, content: message.content });
    expect(first.links).toMatchObject([{ place: 2, address: OTHER }]);
    expect((await remove(member, message).expect(200)).body).toMatchObject({ rev: 3 });
    const { body: second } = await remove(moderator, message, 2).expect(200);
    expect(second).not.toHaveProperty('links');
    await waitUntil('both changes', () => client.payloads('message:edited').length === 2);
    for (const place of ['0', '4', '1.5', 'x', '%20']) await remove(member, message, place).expect(404);
    const log: ServerAuditView[] = (await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200))
      .body;
    expect(log.map(({ kind, actor, subject }) => [kind, actor?.username, subject?.username])).toEqual([
      ['link_preview_removed', moderator.user.username, member.user.username],
    ]);
  });

  it('TLK-319 are switched off by the owner for a dimension, live for all members, and recorded', async () => {
    const { server, channel, owner, moderator, member } = await setUp();
    const message = await send(member, channel.id, ADDRESS);
    await preview(message, ADDRESS);
    const client = await two.connect(1, member.sessionId);
    await two.callAs(moderator, 'patch', `/servers/${server.id}`, { hasLinkPreviews: false }).expect(403);
    const { body } = await two
      .callAs(owner, 'patch', `/servers/${server.id}`, { hasLinkPreviews: false })
      .expect(200);
    expect(body).toMatchObject({ hasLinkPreviews: false, name: server.name });
    await waitUntil('the change', () => client.payloads('server:changed').length > 0);
    expect(client.payloads('server:changed')).toMatchObject([{ id: server.id, hasLinkPreviews: false }]);
    expect(await latest(member, channel.id)).not.toHaveProperty('links');
    await two.callAs(owner, 'patch', `/servers/${server.id}`, { hasLinkPreviews: true }).expect(200);
    expect(await latest(member, channel.id)).toMatchObject({ links: shown(ADDRESS) });
    const log: ServerAuditView[] = (await two.callAs(owner, 'get', `/servers/${server.id}/audit`).expect(200))
      .body;
    expect(log.map(({ kind, detail }) => [kind, detail.hasLinkPreviews])).toEqual([
      ['server_changed', true],
      ['server_changed', false],
    ]);
  });

  it('TLK-314 have pictures that every signed-in member can read, and nobody else', async () => {
    const path = newObjectPath();
    const bytes = Buffer.from('a small picture');
    await two.stack.dataSource.getRepository(StoredObject).insert({
      path,
      state: 'used',
      contentType: 'image/webp',
      size: bytes.length,
      sha256: 'f'.repeat(64),
    });
    await new ObjectStore(two.stack.config().objectStore).put(
      path.slice(1),
      (async function* () {
        yield bytes;
      })(),
      { size: bytes.length, contentType: 'image/webp' },
    );
    const reader = await makeMember(two.stack.dataSource);
    const read = () => two.api(0).get(path).set('authorization', `Bearer ${reader.sessionId}`);
    await read().expect(404);
    await two.stack.dataSource
      .getRepository(LinkPreview)
      .insert({ addressHash: path, state: 'found', picturePath: path, expiresAt: new Date() });
    const { body, headers } = await read().buffer(true).expect(200);
    expect(Buffer.from(body).toString()).toBe('a small picture');
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
    await two.api(0).get(path).expect(404);
  });
});
