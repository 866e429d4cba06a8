import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CategoryView,
  channelOrderOf,
  type ChannelView,
  type ServerAuditView,
} from '@oniverse/contracts';
import { type LiveClient, makeMember, waitUntil } from '@oniverse/testing';
import { makeStaffedServer } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

interface Caller {
  sessionId: string;
}

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

describe('the order of channels', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  /** A dimension with the channels general, a, b and c. */
  const setUp = async ({ isPublic = true } = {}) => {
    const { server, channel, owner, moderator, member } = await makeStaffedServer(two.stack.dataSource, {
      isPublic,
    });
    const { id: a } = await createChannel(owner, server.id, 'a');
    const { id: b } = await createChannel(owner, server.id, 'b');
    const { id: c } = await createChannel(owner, server.id, 'c');
    const ids: [string, string, string, string] = [channel.id, a, b, c];
    return { serverId: server.id, ids, owner, moderator, member };
  };
  const createChannel = async (caller: Caller, serverId: string, name: string): Promise<ChannelView> =>
    (await two.callAs(caller, 'post', `/servers/${serverId}/channels`, { name }).expect(201)).body;
  const createCategory = (caller: Caller, serverId: string, name: string) =>
    two.callAs(caller, 'post', `/servers/${serverId}/categories`, { name });
  const made = async (caller: Caller, serverId: string, name: string): Promise<CategoryView> =>
    (await createCategory(caller, serverId, name).expect(201)).body;
  const channelsOf = async (caller: Caller, serverId: string): Promise<ChannelView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/channels`).expect(200)).body;
  const categoriesOf = async (caller: Caller, serverId: string): Promise<CategoryView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/categories`).expect(200)).body;
  const orderOf = async (caller: Caller, serverId: string) =>
    channelOrderOf(await channelsOf(caller, serverId), await categoriesOf(caller, serverId));
  const put = (caller: Caller, serverId: string, before: string[], after: string[]) =>
    two.callAs(caller, 'put', `/servers/${serverId}/channel-order`, { before, after });
  const changesSeenBy = (client: LiveClient) => client.payloads('server:changed').length;

  it('TLK-205 is stored as a whole, and is the order of every member’s list', async () => {
    const { serverId, ids, moderator, member } = await setUp();
    const [general, a, b, c] = ids;
    const events = await made(moderator, serverId, 'Events');
    const archive = await made(moderator, serverId, 'Archive');
    const before = [general, a, b, c, events.id, archive.id];
    expect(await orderOf(moderator, serverId)).toEqual(before);
    const after = [c, general, archive.id, events.id, b, a];
    const { body: answered } = await put(moderator, serverId, before, after).expect(200);
    const listed = await channelsOf(member, serverId);
    expect(answered).toEqual(listed);
    expect(listed.map(({ id, category }) => [id, category])).toEqual([
      [c, null],
      [general, null],
      [b, events],
      [a, events],
    ]);
    expect(await orderOf(moderator, serverId)).toEqual(after);
    // Another one comes last, in no category.
    const { id: late } = await createChannel(moderator, serverId, 'late');
    expect(await orderOf(moderator, serverId)).toEqual([c, general, late, archive.id, events.id, b, a]);
  });

  it('TLK-205 answers a change from an older order with a conflict, and stores nothing of it', async () => {
    const { serverId, ids, owner, moderator } = await setUp();
    const [general, a, b, c] = ids;
    await put(owner, serverId, ids, [a, general, b, c]).expect(200);
    const refused = await put(moderator, serverId, ids, [c, b, a, general]).expect(412);
    expect(refused.body).toMatchObject({ code: 'precondition_failed', reason: 'orderChanged' });
    const late = await createChannel(owner, serverId, 'late');
    await put(moderator, serverId, [a, general, b, c], [b, a, general, c]).expect(412);
    expect(await orderOf(owner, serverId)).toEqual([a, general, b, c, late.id]);
    // Of two from the same order, the first is stored.
    const same = [a, general, b, c, late.id];
    const statuses = await Promise.all(
      [
        [b, a, general, c, late.id],
        [c, a, general, b, late.id],
      ].map(async (after) => (await put(owner, serverId, same, after)).status),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 412]);
    for (const [before, after] of [
      [same, same.slice(1)],
      [same, [...same.slice(1), UNKNOWN]],
      [same, [...same.slice(1), same[1]!]],
      [same, ['x']],
      [same, 'x'],
    ] as const) {
      const { body, status } = await two.callAs(owner, 'put', `/servers/${serverId}/channel-order`, {
        before,
        after,
      });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['after']]);
    }
    await put(owner, serverId, [...same, UNKNOWN], [UNKNOWN, ...same]).expect(412);
  });

  it('TLK-205 is in the audit log, and reaches members with one event', async () => {
    const { serverId, ids, moderator, member } = await setUp({ isPublic: false });
    const inside = await two.connect(1, member.sessionId);
    const events = await made(moderator, serverId, 'Events');
    const rename = (name: string) =>
      two.callAs(moderator, 'patch', `/categories/${events.id}`, { name }).expect(200);
    await rename('Events');
    expect((await rename(' Fairs ')).body).toEqual({ id: events.id, name: 'Fairs' });
    const before = [...ids, events.id];
    await put(moderator, serverId, before, before).expect(200);
    await put(moderator, serverId, before, [events.id, ...ids]).expect(200);
    await two.callAs(moderator, 'delete', `/categories/${events.id}`).expect(200, { ok: true });
    await waitUntil('four changes', () => changesSeenBy(inside) === 4);
    const log: ServerAuditView[] = (await two.callAs(moderator, 'get', `/servers/${serverId}/audit`)).body;
    expect(log.slice(0, 4).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['category_deleted', { name: 'Fairs' }],
      ['channels_ordered', {}],
      ['category_changed', { name: 'Fairs', formerName: 'Events' }],
      ['category_created', { name: 'Events' }],
    ]);
  });

  it('TLK-206 keeps the channels of a deleted category, without one', async () => {
    const { serverId, ids, owner } = await setUp();
    const [general, a, b, c] = ids;
    const events = await made(owner, serverId, 'Events');
    await put(owner, serverId, [...ids, events.id], [general, c, events.id, b, a]).expect(200);
    await two.callAs(owner, 'delete', `/categories/${events.id}`).expect(200);
    expect((await channelsOf(owner, serverId)).map(({ id, category }) => [id, category])).toEqual([
      [general, null],
      [c, null],
      [b, null],
      [a, null],
    ]);
    await two.callAs(owner, 'delete', `/categories/${events.id}`).expect(404);
    await two.callAs(owner, 'patch', `/categories/${events.id}`, { name: 'x' }).expect(404);
  });

  it('TLK-206 has up to 50 categories with names of up to 50 characters', async () => {
    const { serverId, owner } = await setUp();
    for (const name of ['', ' ', 'x'.repeat(51)]) await createCategory(owner, serverId, name).expect(400);
    await createCategory(owner, serverId, '🎪'.repeat(50)).expect(201);
    await two.stack.dataSource.query(
      `INSERT INTO channel_categories (server_id, name, position) SELECT $1, 'x', n FROM generate_series(2, 49) n`,
      [serverId],
    );
    await createCategory(owner, serverId, 'The last').expect(201);
    const refused = await createCategory(owner, serverId, 'One more').expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', reason: 'quota.categoriesPerServer' });
    expect((await categoriesOf(owner, serverId)).at(-1)).toMatchObject({ name: 'The last' });
  });

  it('TLK-206 tells nobody outside of a private dimension whether it or its categories exist', async () => {
    const { serverId, ids, owner } = await setUp({ isPublic: false });
    const events = await made(owner, serverId, 'Events');
    const stranger = await makeMember(two.stack.dataSource);
    for (const [method, path, body] of [
      ['get', `/servers/${serverId}/categories`, undefined],
      ['post', `/servers/${serverId}/categories`, { name: 'x' }],
      ['put', `/servers/${serverId}/channel-order`, { before: ids, after: ids }],
      ['patch', `/categories/${events.id}`, { name: 'x' }],
      ['delete', `/categories/${events.id}`, undefined],
    ] as const) {
      const { status } = await two.callAs(stranger, method, path, body);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('TLK-205 waits for messages that are stored in several channels, and for none twice', async () => {
    const { serverId, ids, owner, member } = await setUp();
    const order = async (before: string[], after: string[]) =>
      (await put(owner, serverId, before, after)).status;
    const send = async (channelId: string, n: number) =>
      (await two.callAs(member, 'post', `/channels/${channelId}/messages`, { content: String(n) })).status;
    const reversed = ids.toReversed();
    const [ordered, ...sent] = await Promise.all([
      order(ids, reversed),
      ...ids.flatMap((id) => [send(id, 1), send(id, 2)]),
    ]);
    expect([ordered, ...new Set(sent)]).toEqual([200, 201]);
  });
});
