import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageView, ServerCaseDetail } from '@oniverse/contracts';
import { Attachment, Channel, Message, OUTBOX_TOPICS, OutboxRow, StoredObject } from '@oniverse/data';
import { GOOD_PASSWORD, makeMember, registration, waitUntil } from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const PICTURE = { kind: 'picture', name: 'path.png', width: 1_600, height: 900, blurhash: 'LEHV6n' } as const;

describe('attachments of messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const upload = ({ user }: SignedInMember, values: Partial<Attachment> = {}) =>
    makeAttachment(db(), user.id, values);
  const send = (caller: SignedInMember, channelId: string, body: object) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, body);
  const sendFile = async (
    caller: SignedInMember,
    channelId: string,
    body: object = {},
  ): Promise<{ message: MessageView; id: string; path: string }> => {
    const { id, path } = await upload(caller);
    const { body: message } = await send(caller, channelId, { attachments: [{ id }], ...body }).expect(201);
    return { message, id, path };
  };
  /** Reads the first bytes, so that no body of a stored object is needed. */
  const statusFor = async (path: string, caller?: SignedInMember): Promise<number> => {
    const request = two.api(1).head(path);
    return (await (caller ? request.set(...bearer(caller.sessionId)) : request)).status;
  };
  const stateOf = async (path: string) => (await db().getRepository(StoredObject).findOneBy({ path }))?.state;

  it('TLK-356 are stored with their message, in order, and arrive with it everywhere', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    const picture = await upload(member, PICTURE);
    const notes = await upload(member);
    const reader = await two.connect(1, other.sessionId);
    await reader.request('channel:open', { channelId: channel.id });
    const sender = await two.connect(0, member.sessionId);
    const attachments = [{ id: notes.id }, { id: picture.id, alt: 'The first\npath' }];
    const request = { channelId: channel.id, nonce: 'one', attachments };
    const answer = await sender.request('message:send', request);
    const views = [
      { id: notes.id, kind: 'file', path: notes.path, name: 'notes.txt', size: 8, alt: '' },
      { ...PICTURE, id: picture.id, path: picture.path, size: 8, alt: 'The first path' },
    ];
    expect(answer).toMatchObject({ ok: true, message: { content: '', attachments: views } });
    await waitUntil('the packet', () => reader.payloads('messages:created').length === 1);
    expect(reader.payloads('messages:created')[0]?.messages).toMatchObject([{ attachments: views }]);
    const late = await two.connect(1, other.sessionId);
    expect(await late.request('channel:open', { channelId: channel.id })).toMatchObject({
      messages: [{ attachments: views }],
    });
    const { body: history } = await two.callAs(other, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history).toMatchObject([{ attachments: views }]);
    expect(await sender.request('message:send', request)).toMatchObject({
      ok: true,
      message: { seq: 1, attachments: views },
    });
    expect(await stateOf(picture.path)).toBe('used');
    expect(await db().getRepository(Attachment).findOneBy({ id: notes.id })).toMatchObject({
      channelId: channel.id,
      listedIn: channel.id,
      place: 1,
    });
  });

  it('TLK-356 are stored with links, also beside a nonce that was used', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    await send(other, channel.id, { content: 'First.', nonce: 'used' }).expect(201);
    const files = [await upload(member), await upload(member)];
    const sent = await Promise.all([
      ...files.map(({ id }, index) =>
        send(member, channel.id, {
          content: `See https://skywatch.example/${index}`,
          attachments: [{ id }],
        }),
      ),
      send(other, channel.id, { content: 'First.', nonce: 'used' }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 200]);
    expect(sent.map(({ body }) => body.attachments?.[0]?.id)).toEqual([
      ...files.map(({ id }) => id),
      undefined,
    ]);
    const previews = db().getRepository(OutboxRow).findBy({ topic: OUTBOX_TOPICS.previewLinks });
    expect((await previews).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(sent.slice(0, 2).map(({ body }) => body.id)),
    );
  });

  it('TLK-357 are read by those who read the channel, and by nobody after a deletion', async () => {
    const { server, channel, member, other, moderator } = await makeStaffedServer(db(), { isPublic: false });
    const stranger = await makeMember(db());
    const { message, path } = await sendFile(member, channel.id);
    expect(await statusFor(path, other)).toBe(200);
    expect(await statusFor(path, member)).toBe(200);
    expect(await statusFor(path, stranger)).toBe(404);
    expect(await statusFor(path)).toBe(404);
    await two.callAs(other, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await statusFor(path, other)).toBe(404);
    const { headers } = await two
      .api(0)
      .head(path)
      .set(...bearer(moderator.sessionId));
    await two.callAs(moderator, 'delete', `/messages/${message.id}`).expect(200);
    for (const caller of [member, moderator]) {
      const cached = two
        .api(1)
        .get(path)
        .set(...bearer(caller.sessionId))
        .set('if-none-match', String(headers['etag']));
      await cached.expect(404);
    }
    expect(await stateOf(path)).toBe('discarded');
    const { body: history } = await two.callAs(member, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history[0]).not.toHaveProperty('attachments');
  });

  it('TLK-357 are read by the readers of a private channel and its threads alone', async () => {
    const { server, member, other, moderator } = await makeStaffedServer(db());
    const attic = await db()
      .getRepository(Channel)
      .save({ serverId: server.id, name: 'attic', isPrivate: true });
    const { message, path } = await sendFile(moderator, attic.id);
    const { id } = await upload(moderator);
    const { body: reply } = await two
      .callAs(moderator, 'post', `/messages/${message.id}/thread`, { attachments: [{ id }] })
      .expect(201);
    expect(reply).toMatchObject({ content: '', attachments: [{ id }] });
    expect(await db().getRepository(Attachment).findOneBy({ id })).toMatchObject({ listedIn: attic.id });
    for (const file of [path, reply.attachments[0].path]) {
      expect(await statusFor(file, moderator)).toBe(200);
      expect(await statusFor(file, member)).toBe(404);
      expect(await statusFor(file, other)).toBe(404);
    }
    await db().getRepository(Channel).delete({ id: attic.id });
    expect(await stateOf(path)).toBe('discarded');
    expect(await stateOf(reply.attachments[0].path)).toBe('discarded');
  });

  it('TLK-365 are played and stored by an address without the session, which shows what its member may see', async () => {
    const { server, channel, member, other } = await makeStaffedServer(db(), { isPublic: false });
    const stranger = await makeMember(db());
    const { path } = await sendFile(member, channel.id);
    const { path: second } = await sendFile(member, channel.id);
    const addressFor = (caller: SignedInMember) => two.callAs(caller, 'post', `/${path.slice(1)}/address`);
    await addressFor(stranger).expect(404);
    const { body } = await addressFor(other).expect(200);
    expect(body).toEqual({
      url: expect.stringMatching(/^\/objects\/[\w-]+\?pass=[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    expect(await statusFor(body.url)).toBe(200);
    expect(await statusFor(body.url.replace(path, second))).toBe(404);
    expect(await statusFor(`${path}?pass=none`)).toBe(404);
    const { body: own } = await addressFor(member).expect(200);
    await two.callAs(member, 'post', '/auth/logout').expect(200);
    expect(await statusFor(own.url)).toBe(404);
    await two.callAs(other, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await statusFor(body.url)).toBe(404);
    await db().query('DELETE FROM object_passes');
  });

  it('TLK-358 are uploads of the author that are ready, each used once', async () => {
    const { channel, member, other } = await makeStaffedServer(db());
    const refusal = async (attachments: object[], caller = member) =>
      (await send(caller, channel.id, { content: 'Here.', attachments }).expect(409)).body;
    const foreign = await upload(other);
    const early = await upload(member, { kind: 'picture', readyAt: null });
    const { id: used } = await sendFile(member, channel.id);
    for (const { id } of [foreign, early, { id: used }]) {
      expect(await refusal([{ id }])).toMatchObject({ code: 'already_used', reason: 'attachmentGone' });
    }
    const { id } = await upload(member);
    await refusal([{ id }, { id: foreign.id }]);
    // Two messages at once: one of them claims it, and what is sent beside them is stored.
    const sent = await Promise.all([
      send(member, channel.id, { content: 'One.', attachments: [{ id }] }),
      send(member, channel.id, { content: 'Two.', attachments: [{ id }] }),
      send(other, channel.id, { content: 'Three.' }),
    ]);
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await db().getRepository(Message).countBy({ channelId: channel.id })).toBe(3);
  });

  it.each([
    [{}, 'emptyMessage'],
    [{ content: ' ', attachments: [] }, 'emptyMessage'],
    [{ attachments: 'all' }, 'badAttachments'],
    [{ attachments: [{ id: 'one' }] }, 'badAttachments'],
    [{ attachments: [{ id: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12', name: 'x' }] }, 'badAttachments'],
    [
      {
        attachments: Array.from({ length: 11 }, (_, n) => ({
          id: `019abb00-7f3c-7d2e-9a41-3b5c8d0e6f${n + 10}`,
        })),
      },
      'tooManyAttachments',
    ],
    [{ attachments: [{ id: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12', alt: 'x'.repeat(1_001) }] }, 'altTooLong'],
  ])('TLK-358 refuse a message with %j', async (body, reason) => {
    const { channel, member } = await makeStaffedServer(db());
    const refused = await send(member, channel.id, body).expect(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      fields: { [reason === 'emptyMessage' ? 'content' : 'attachments']: expect.anything() },
    });
  });

  it('TLK-359 wait with a held message, whose staff alone read them', async () => {
    const { server, channel, owner, moderator, member, other } = await makeStaffedServer(db());
    const filters = [{ kind: 'word', text: 'nitro', action: 'hold' }];
    await two.callAs(owner, 'put', `/servers/${server.id}/filters`, { revision: 0, filters }).expect(200);
    const [byName, byAlt, withdrawn] = [
      await upload(member, { name: 'free nitro.txt' }),
      await upload(member),
      await upload(member),
    ];
    const hold = async (id: string, body: object) =>
      expect((await send(member, channel.id, { attachments: [{ id, ...body }] }).expect(403)).body.code).toBe(
        'held_for_review',
      );
    await hold(byName.id, {});
    await hold(byAlt.id, { alt: 'Nitro' });
    await hold(withdrawn.id, { alt: 'more nitro' });
    const { body: own } = await two.callAs(member, 'get', '/held-messages').expect(200);
    expect(own.map(({ attachments }: MessageView) => attachments?.[0]?.id)).toEqual(
      [withdrawn, byAlt, byName].map(({ id }) => id),
    );
    const { body: queue } = await two
      .callAs(moderator, 'get', `/servers/${server.id}/queue?kind=held`)
      .expect(200);
    expect(queue.at(-1)).toMatchObject({ held: { attachments: [{ id: byName.id, path: byName.path }] } });
    expect(await statusFor(byName.path, moderator)).toBe(200);
    expect(await statusFor(byName.path, other)).toBe(404);
    await two.callAs(member, 'delete', `/held-messages/${own[0].id}`).expect(200);
    expect(await stateOf(withdrawn.path)).toBe('discarded');
    await two
      .callAs(moderator, 'post', `/servers/${server.id}/held-messages/${own[1].id}/release`)
      .expect(200);
    const { body: history } = await two.callAs(other, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history).toMatchObject([{ content: '', attachments: [{ id: byAlt.id, alt: 'Nitro' }] }]);
    expect(await statusFor(byAlt.path, other)).toBe(200);
  });

  it('TLK-360 stay for the staff who handle a report, when the message is deleted', async () => {
    const { server, channel, owner, moderator, member, other } = await makeStaffedServer(db());
    const { message, id, path } = await sendFile(member, channel.id);
    const reported = { kind: 'message', subjectId: message.id, reason: 'harassment' };
    await two.callAs(other, 'post', '/reports', reported).expect(201);
    await two.callAs(member, 'delete', `/messages/${message.id}`).expect(200);
    expect(await stateOf(path)).toBe('kept');
    const { body: cases } = await two.callAs(moderator, 'get', `/servers/${server.id}/cases`).expect(200);
    const { body: detail }: { body: ServerCaseDetail } = await two
      .callAs(moderator, 'get', `/servers/${server.id}/cases/${cases[0].id}`)
      .expect(200);
    expect(detail.snapshot).toMatchObject({ text: '', files: [{ id, path, name: 'notes.txt' }] });
    for (const staff of [owner, moderator]) expect(await statusFor(path, staff)).toBe(200);
    for (const reader of [member, other]) expect(await statusFor(path, reader)).toBe(404);
    // As the erasure of the account leaves it.
    await two.stack.dataSource.query('DELETE FROM users WHERE id = $1', [member.user.id]);
    expect(await statusFor(path, moderator)).toBe(200);
  });

  it('TLK-361 end with the account of their author', async () => {
    const { channel } = await makeStaffedServer(db());
    const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const author = { user: body.user, sessionId: body.sessionId };
    await two.callAs(author, 'post', `/servers/${channel.serverId}/join`).expect(200);
    const { path, message } = await sendFile(author, channel.id, { content: 'Here.' });
    await two.callAs(author, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    expect(await stateOf(path)).toBe('discarded');
    const reader = await makeMember(db());
    const { body: history } = await two.callAs(reader, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history).toMatchObject([{ id: message.id, content: 'Here.', userId: null }]);
    expect(history[0]).not.toHaveProperty('attachments');
  });
});
