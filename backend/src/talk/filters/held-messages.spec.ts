import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  HELD_MESSAGE_LIMITS,
  type HeldMessageView,
  type OwnHeldMessage,
  type ServerAuditView,
} from '@oniverse/contracts';
import { HeldMessage } from '@oniverse/data';
import { waitUntil } from '@oniverse/testing';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const CONTENT = 'Free nitro over here.';

describe('held messages', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  /** A dimension that holds messages with a word. */
  const setUp = async (given?: { isPublic: boolean }) => {
    const made = await makeStaffedServer(two.stack.dataSource, given);
    const filters = [{ kind: 'word', text: 'nitro', action: 'hold' }];
    await two
      .callAs(made.owner, 'put', `/servers/${made.server.id}/filters`, { revision: 0, filters })
      .expect(200);
    return made;
  };
  const send = (caller: SignedInMember, channelId: string, body: object = {}) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content: CONTENT, ...body });
  const hold = async (
    caller: SignedInMember,
    channelId: string,
    body: object = {},
  ): Promise<OwnHeldMessage> => {
    expect((await send(caller, channelId, body).expect(403)).body.code).toBe('held_for_review');
    const [newest] = await ownOf(caller);
    return newest!;
  };
  const ownOf = async (caller: SignedInMember): Promise<OwnHeldMessage[]> =>
    (await two.callAs(caller, 'get', '/held-messages').expect(200)).body;
  const waitingFor = async (
    caller: SignedInMember,
    serverId: string,
    query = '',
  ): Promise<HeldMessageView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/queue?kind=held${query}`).expect(200)).body.map(
      ({ held }: { held: HeldMessageView }) => held,
    );
  const release = (caller: SignedInMember, serverId: string, id: string) =>
    two.callAs(caller, 'post', `/servers/${serverId}/held-messages/${id}/release`);
  const decline = (caller: SignedInMember, serverId: string, id: string, body: object = {}) =>
    two.callAs(caller, 'post', `/servers/${serverId}/held-messages/${id}/decline`, body);
  const withdraw = (caller: SignedInMember, id: string) =>
    two.callAs(caller, 'delete', `/held-messages/${id}`);
  const messagesOf = async (caller: SignedInMember, channelId: string) =>
    (await two.callAs(caller, 'get', `/channels/${channelId}/messages`).expect(200)).body;
  const audit = async (caller: SignedInMember, serverId: string): Promise<ServerAuditView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/audit`).expect(200)).body;

  it('TLK-275 are seen by staff and their author alone, and on all devices of the author', async () => {
    const { server, channel, owner, member, other, moderator } = await setUp();
    const device = await two.connect(1, member.sessionId);
    const reader = await two.connect(1, other.sessionId);
    await reader.request('channel:open', { channelId: channel.id });
    const client = await two.connect(0, member.sessionId);
    const answer = await client.request('message:send', {
      channelId: channel.id,
      content: CONTENT,
      nonce: 'one',
    });
    expect(answer).toMatchObject({ ok: false, code: 'held_for_review', reason: 'heldForReview' });
    await waitUntil('the hint', () => device.payloads('held-messages:changed').length === 1);
    const { id } = await hold(member, channel.id, { nonce: 'one' });
    const createdAt = expect.stringMatching(/Z$/);
    const shared = { id, channelId: channel.id, content: CONTENT, createdAt };
    expect(await ownOf(member)).toEqual([{ ...shared, threadOf: null, state: 'held', word: null }]);
    const { username, displayName, profileImageUrl } = member.user;
    const view = { ...shared, channelName: channel.name, userId: member.user.id };
    for (const caller of [owner, moderator]) {
      expect(await waitingFor(caller, server.id)).toEqual([
        { ...view, username, displayName, profileImageUrl },
      ]);
    }
    expect(await ownOf(other)).toEqual([]);
    await two.callAs(member, 'get', `/servers/${server.id}/queue?kind=held`).expect(403);
    await withdraw(other, id).expect(404);
    await withdraw(owner, id).expect(404);
    expect(await messagesOf(other, channel.id)).toEqual([]);
    const marker = await send(other, channel.id, { content: 'marker' }).expect(201);
    await waitUntil('the marker', () => reader.payloads('messages:created').length > 0);
    expect(reader.payloads('messages:created').flatMap(({ messages }) => messages)).toEqual([marker.body]);
    expect(reader.payloads('held-messages:changed')).toEqual([]);
  });

  it('TLK-275 are at most 20 of a member in a dimension, and one for a nonce', async () => {
    const { server, channel, member, moderator } = await setUp();
    const { waiting } = HELD_MESSAGE_LIMITS;
    await Promise.all(
      Array.from({ length: waiting + 3 }, async (_, n) => send(member, channel.id, { nonce: `n${n}` })),
    );
    const held = await waitingFor(moderator, server.id);
    expect(held).toHaveLength(waiting);
    const refused = await send(member, channel.id, { nonce: 'more' }).expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', reason: 'tooManyHeld' });
    const [first] = await two.stack.dataSource.getRepository(HeldMessage).findBy({ userId: member.user.id });
    expect((await send(member, channel.id, { nonce: first!.nonce }).expect(403)).body.code).toBe(
      'held_for_review',
    );
    await decline(moderator, server.id, first!.id).expect(200);
    expect((await send(member, channel.id, { nonce: first!.nonce }).expect(403)).body.code).toBe(
      'held_for_review',
    );
    await hold(member, channel.id, { nonce: 'more' });
    const pages = await waitingFor(moderator, server.id, `&limit=5&cursor=${held[4]!.id}`);
    expect(pages.map(({ id }) => id)).toEqual(
      held
        .slice(5, 11)
        .map(({ id }) => id)
        .filter((id) => id !== first!.id)
        .slice(0, 5),
    );
  });

  it('TLK-275 take the draft that was sent, and no newer one', async () => {
    const { channel, member } = await setUp();
    const save = async (content: string) =>
      (await two.callAs(member, 'put', `/channels/${channel.id}/draft`, { content }).expect(200)).body;
    const draftsOf = async () => (await two.callAs(member, 'get', '/drafts').expect(200)).body;
    const device = await two.connect(1, member.sessionId);
    const { rev } = await save(CONTENT);
    await hold(member, channel.id, { nonce: 'one', draftRev: rev });
    expect(await draftsOf()).toEqual([]);
    await waitUntil('the deletion', () => device.payloads('draft:changed').length === 2);
    expect(device.payloads('draft:changed')[1]).toMatchObject({ channelId: channel.id, content: '' });
    const newer = await save('And another thing');
    await hold(member, channel.id, { nonce: 'two', draftRev: rev });
    expect(await draftsOf()).toEqual([newer]);
  });

  it('TLK-275 hold first replies in their threads, refuse edits, and warn staff', async () => {
    const { channel, owner, member, moderator } = await setUp();
    const { body: message } = await send(member, channel.id, { content: 'Before' }).expect(201);
    const started = await two
      .callAs(member, 'post', `/messages/${message.id}/thread`, { content: CONTENT })
      .expect(403);
    expect(started.body.code).toBe('held_for_review');
    expect(await ownOf(member)).toMatchObject([{ threadOf: message.id }]);
    const edited = await two
      .callAs(member, 'patch', `/messages/${message.id}`, { content: CONTENT })
      .expect(403);
    expect(edited.body.code).toBe('filtered');
    for (const caller of [owner, moderator]) {
      expect((await send(caller, channel.id).expect(403)).body.code).toBe('filter_warning');
      await send(caller, channel.id, { acceptsWarning: true }).expect(201);
      expect(await ownOf(caller)).toEqual([]);
    }
    await two.callAs(owner, 'patch', `/channels/${channel.id}`, { name: 'nitro' }).expect(403);
  });

  it('TLK-276 become new messages when staff release them, once, without another draft', async () => {
    const { server, channel, member, moderator, other } = await setUp();
    const { body: answered } = await send(other, channel.id, { content: 'First' }).expect(201);
    const { id } = await hold(member, channel.id, { nonce: 'one', replyToSeq: answered.seq });
    await send(other, channel.id, { content: 'Second' }).expect(201);
    const { body: draft } = await two
      .callAs(member, 'put', `/channels/${channel.id}/draft`, { content: 'Still writing' })
      .expect(200);
    const reader = await two.connect(1, other.sessionId);
    await reader.request('channel:open', { channelId: channel.id });
    await release(member, server.id, id).expect(403);
    const answers = await Promise.all([release(moderator, server.id, id), release(moderator, server.id, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    await waitUntil('the message', () => reader.payloads('messages:created').length > 0);
    const released = { userId: member.user.id, content: CONTENT, nonce: 'one', seq: 3 };
    expect(reader.payloads('messages:created')).toMatchObject([{ messages: [released] }]);
    expect((await messagesOf(other, channel.id))[2]).toMatchObject({
      ...released,
      replyTo: { seq: answered.seq },
    });
    expect(await ownOf(member)).toEqual([]);
    expect((await send(member, channel.id, { nonce: 'one' }).expect(200)).body.seq).toBe(3);
    expect((await two.callAs(member, 'get', '/drafts').expect(200)).body).toEqual([draft]);
    const entries = await audit(moderator, server.id);
    expect(entries[0]).toMatchObject({
      kind: 'held_message_released',
      subject: { username: member.user.username },
      channelId: channel.id,
      detail: {},
    });
    expect(JSON.stringify(entries)).not.toContain(CONTENT);
  });

  it('TLK-276 are released once after a crash between the message and the end of the decision', async () => {
    const { server, channel, member, moderator } = await setUp();
    const { id } = await hold(member, channel.id, { nonce: 'one' });
    const held = two.stack.dataSource.getRepository(HeldMessage);
    const row = await held.findOneByOrFail({ id });
    await release(moderator, server.id, id).expect(200);
    await held.insert(row);
    await release(moderator, server.id, id).expect(200);
    expect(await messagesOf(member, channel.id)).toHaveLength(1);
    expect(await ownOf(member)).toEqual([]);
  });

  it('TLK-276 stay held if their author may no longer write, and can be declined', async () => {
    const { server, channel, member, moderator } = await setUp();
    const { id } = await hold(member, channel.id);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    const refused = await release(moderator, server.id, id).expect(403);
    expect(refused.body).toMatchObject({ code: 'forbidden', reason: 'authorCannotWrite' });
    expect(await waitingFor(moderator, server.id)).toHaveLength(1);
    expect(await messagesOf(moderator, channel.id)).toEqual([]);
    await decline(moderator, server.id, id).expect(200);
  });

  it('TLK-276 stay held while their author waits in slow mode', async () => {
    const { server, channel, member, moderator } = await setUp();
    const { id } = await hold(member, channel.id);
    await two.callAs(moderator, 'patch', `/channels/${channel.id}`, { slowModeSeconds: 60 }).expect(200);
    await two.callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Plain.' }).expect(201);
    const refused = await release(moderator, server.id, id).expect(429);
    expect(refused.body).toMatchObject({ code: 'slow_mode' });
    await two.stack.dataSource.query(`UPDATE slow_mode_marks SET written_at = now() - interval '1 hour'`);
    await release(moderator, server.id, id).expect(200);
  });

  it('TLK-276 are declined with a word that their author reads and dismisses', async () => {
    const { server, channel, member, moderator } = await setUp();
    const { id } = await hold(member, channel.id);
    const device = await two.connect(1, member.sessionId);
    const { max } = HELD_MESSAGE_LIMITS.word;
    await decline(moderator, server.id, id, { word: 'x'.repeat(max + 1) }).expect(400);
    await decline(member, server.id, id).expect(403);
    await decline(moderator, server.id, id, { word: ' No advertising. ' }).expect(200);
    await waitUntil('the hint', () => device.payloads('held-messages:changed').length === 1);
    expect(await ownOf(member)).toMatchObject([{ id, state: 'declined', word: 'No advertising.' }]);
    expect(await waitingFor(moderator, server.id)).toEqual([]);
    await decline(moderator, server.id, id).expect(404);
    await release(moderator, server.id, id).expect(404);
    expect((await audit(moderator, server.id))[0]).toMatchObject({
      kind: 'held_message_declined',
      detail: { reason: 'No advertising.' },
    });
    await withdraw(member, id).expect(200);
    expect(await ownOf(member)).toEqual([]);
  });

  it('TLK-276 are withdrawn by their author before staff decide, and not decided elsewhere', async () => {
    const { server, channel, member, moderator } = await setUp();
    const other = await setUp();
    const { id } = await hold(member, channel.id);
    await release(other.owner, other.server.id, id).expect(404);
    await withdraw(member, id).expect(200);
    await withdraw(member, id).expect(404);
    await release(moderator, server.id, id).expect(404);
    expect(await messagesOf(member, channel.id)).toEqual([]);
  });
});
