import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Filter, FILTER_LIMITS, type FilterAction, type ServerAuditView } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import { makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { FiltersRepository } from './filters.repository.js';

interface Member {
  user: User;
  sessionId: string;
}

const word = (text: string, action: FilterAction = 'refuse'): Filter => ({ kind: 'word', text, action });

describe('filters of a dimension', () => {
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
    const made = await makeServer(dataSource, { isPublic, members: [member.user] });
    const owner = { user: made.owner, sessionId: await makeSession(dataSource, made.owner.id) };
    return { ...made, owner, member };
  };
  const filtersOf = async (caller: Member, serverId: string) =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/filters`).expect(200)).body;
  const put = (caller: Member, serverId: string, filters: unknown, more: object = {}) =>
    two.callAs(caller, 'put', `/servers/${serverId}/filters`, { revision: 0, filters, ...more });
  const send = (caller: Member, channelId: string, content: string, more: object = {}, backend: 0 | 1 = 0) =>
    two
      .api(backend)
      .post(`/api/channels/${channelId}/messages`)
      .set(...bearer(caller.sessionId))
      .send({ content, ...more });
  const audit = async (caller: Member, serverId: string): Promise<ServerAuditView[]> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/audit`).expect(200)).body;

  it('TLK-270 are read and replaced by staff as a whole, and are recorded', async () => {
    const { server, owner, member } = await setUp();
    expect(await filtersOf(owner, server.id)).toEqual({ revision: 0, maxMentions: null, filters: [] });
    const filters = [word(' nitro '), { ...word('n.tro', 'warn'), kind: 'pattern' }, word('nitro', 'hold')];
    const { body: first } = await put(owner, server.id, filters, { maxMentions: 3 }).expect(200);
    expect(first).toEqual({ revision: 1, maxMentions: 3, filters: [word('nitro'), filters[1]] });
    expect(await filtersOf(owner, server.id)).toEqual(first);
    expect((await put(owner, server.id, []).expect(412)).body.code).toBe('precondition_failed');
    const { body: second } = await put(owner, server.id, [], { revision: 1, maxMentions: null }).expect(200);
    expect(second).toEqual({ revision: 2, maxMentions: null, filters: [] });
    await put(member, server.id, [], { revision: 2 }).expect(403);
    const entries = await audit(owner, server.id);
    expect(entries).toMatchObject([
      { kind: 'filters_changed', actor: { username: owner.user.username }, detail: {} },
      { kind: 'filters_changed' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('nitro');
  });

  it('TLK-270 are changed by one of two members of staff who began with the same set', async () => {
    const { server, owner } = await setUp();
    const answers = await Promise.all([1, 2].map(async (n) => put(owner, server.id, [word(`word ${n}`)])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('TLK-270 TLK-272 are refused beyond their limits, if they are empty, and if they cannot be used', async () => {
    const { server, owner } = await setUp();
    const { count, text, mentions } = FILTER_LIMITS;
    const numbered = (length: number) => Array.from({ length }, (_, n) => word(`word ${n}`));
    for (const [filters, reason] of [
      [numbered(count + 1), 'tooManyFilters'],
      [[word('x'.repeat(text.max + 1))], 'filterTooLong'],
      [[word(' ')], 'filterRequired'],
      [[word('\u0640')], 'emptyFilter'],
      [[{ ...word('x'), action: 'delete' }], 'badFilters'],
      [[{ ...word('x'), kind: 'regex' }], 'badFilters'],
      [[{ ...word('x'), more: 1 }], 'badFilters'],
      [['x'], 'badFilters'],
      [{ 0: word('x') }, 'badFilters'],
      [[{ ...word('(a'), kind: 'pattern' }], 'invalidPattern'],
    ] as const) {
      const refused = await put(owner, server.id, filters).expect(400);
      expect(refused.body.fieldReasons.filters.reason).toBe(reason);
    }
    const named = await put(owner, server.id, [{ ...word('(a'), kind: 'pattern' }]).expect(400);
    expect(named.body.fields.filters).toContain('(a');
    await put(owner, server.id, [], { maxMentions: mentions.max + 1 }).expect(400);
    expect(await filtersOf(owner, server.id)).toMatchObject({ revision: 0 });
    const most = numbered(count).map((filter, n) => word(filter.text.padEnd(text.max, `${n}`)));
    await put(owner, server.id, most, { maxMentions: mentions.max }).expect(200);
  });

  it('TLK-273 refuse what matches by every way to send, and every name of a channel, to members', async () => {
    const { server, channel, owner, member } = await setUp();
    const { body: message } = await send(member, channel.id, 'Before').expect(201);
    await put(owner, server.id, [word('nitro')]).expect(200);
    const refusal = { code: 'filtered', reason: 'filtered' };
    const client = await two.connect(0, member.sessionId);
    const request = { channelId: channel.id, content: 'Free NITRO', nonce: 'one' };
    expect(await client.request('message:send', request)).toMatchObject({ ok: false, ...refusal });
    for (const [caller, method, path, body] of [
      [member, 'post', `/channels/${channel.id}/messages`, { content: 'n\u00EDtro', acceptsWarning: true }],
      [owner, 'post', `/channels/${channel.id}/messages`, { content: 'nitro' }],
      [member, 'post', `/messages/${message.id}/thread`, { content: 'nitro' }],
      [member, 'patch', `/messages/${message.id}`, { content: 'nitro', acceptsWarning: true }],
      [owner, 'post', `/servers/${server.id}/channels`, { name: 'nitro here' }],
      [owner, 'patch', `/channels/${channel.id}`, { name: 'NITRO' }],
    ] as const) {
      expect((await two.callAs(caller, method, path, body).expect(403)).body).toMatchObject(refusal);
    }
    const { body: reply } = await two
      .callAs(member, 'post', `/messages/${message.id}/thread`, { content: 'nitrogen' })
      .expect(201);
    await send(member, reply.channelId, 'nitro').expect(403);
    const [{ count }] = await two.stack.dataSource.query(
      `SELECT count(*)::integer AS count FROM messages m JOIN channels c ON c.id = m.channel_id
        WHERE coalesce(c.server_id, c.parent_server_id) = $1`,
      [server.id],
    );
    expect(count).toBe(2);
    await two.callAs(owner, 'patch', `/channels/${channel.id}`, { description: 'nitro' }).expect(200);
  });

  it('TLK-273 leave no thread behind for a first reply that is refused', async () => {
    const { server, channel, owner, member } = await setUp();
    const { body: message } = await send(member, channel.id, 'Before').expect(201);
    await put(owner, server.id, [word('nitro')]).expect(200);
    await two.callAs(member, 'post', `/messages/${message.id}/thread`, { content: 'nitro' }).expect(403);
    const threads = await two.stack.dataSource.query('SELECT FROM channels WHERE parent_id = $1', [
      channel.id,
    ]);
    expect(threads).toEqual([]);
  });

  it('TLK-273 warn until the author insists, also in edits', async () => {
    const { server, channel, owner, member } = await setUp();
    await put(owner, server.id, [word('nitro', 'warn')]).expect(200);
    expect((await send(member, channel.id, 'nitro', { nonce: 'one' }).expect(403)).body.code).toBe(
      'filter_warning',
    );
    const insisting = { nonce: 'one', acceptsWarning: true };
    const { body: sent } = await send(member, channel.id, 'nitro', insisting).expect(201);
    expect((await send(member, channel.id, 'nitro', { nonce: 'one' }).expect(200)).body.id).toBe(sent.id);
    const edit = (body: object) => two.callAs(member, 'patch', `/messages/${sent.id}`, body);
    expect((await edit({ content: 'nitro!' }).expect(403)).body.code).toBe('filter_warning');
    await edit({ content: 'nitro' }).expect(200);
    await edit({ content: 'nitro!', acceptsWarning: true }).expect(200);
    await two.callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'nitro' }).expect(201);
  });

  it('TLK-273 answer what was stored before for its nonce', async () => {
    const { server, channel, owner, member } = await setUp();
    const { body: sent } = await send(member, channel.id, 'nitro', { nonce: 'one' }).expect(201);
    await put(owner, server.id, [word('nitro')]).expect(200);
    expect((await send(member, channel.id, 'nitro', { nonce: 'one' }).expect(200)).body.id).toBe(sent.id);
    await send(member, channel.id, 'nitro', { nonce: 'two' }).expect(403);
  });

  it('TLK-273 refuse more mentions than staff allow in one message, also in edits', async () => {
    const { server, channel, owner, member } = await setUp();
    await put(owner, server.id, [], { maxMentions: 1 }).expect(200);
    const { body: sent } = await send(member, channel.id, '@vesper @vesper `@pell`').expect(201);
    const refused = await send(owner, channel.id, '@vesper @pell').expect(403);
    expect(refused.body).toMatchObject({ code: 'filtered', reason: 'tooManyMentions', params: { max: 1 } });
    await two.callAs(member, 'patch', `/messages/${sent.id}`, { content: '@vesper @pell' }).expect(403);
  });

  it('TLK-273 tell nothing to those who may not write', async () => {
    const { server, channel, owner } = await setUp({ isPublic: false });
    const stranger = await makeMember(two.stack.dataSource);
    await put(owner, server.id, [word('nitro', 'hold'), word('free')]).expect(200);
    for (const content of ['nitro', 'free', 'fine']) await send(stranger, channel.id, content).expect(404);
    await two.stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [server.id]);
    for (const content of ['nitro', 'free', 'fine']) {
      expect((await send(stranger, channel.id, content).expect(403)).body.code).toBe('not_a_member');
    }
  });

  describe('on another backend', () => {
    /** Waits until the second backend refuses a message. Each attempt has another nonce. */
    const waitUntilRefused = async (caller: Member, channelId: string, content: string) =>
      waitUntil('the other backend to refuse it', async () => {
        const { status } = await send(caller, channelId, content, {}, 1);
        return status === 403;
      });

    it('TLK-274 hold within a second by a hint', async () => {
      const { server, channel, owner, member } = await setUp();
      const comparison = jest
        .spyOn(two.getProvider(1, FiltersRepository), 'listChanged')
        .mockResolvedValue(new Map());
      await send(member, channel.id, 'nitro', {}, 1).expect(201);
      await put(owner, server.id, [word('nitro')]).expect(200);
      const startedAt = Date.now();
      await waitUntilRefused(member, channel.id, 'nitro');
      expect(Date.now() - startedAt).toBeLessThan(1_000);
      comparison.mockRestore();
    });

    it('TLK-274 hold within seconds if the hint is lost', async () => {
      const { server, channel, member } = await setUp();
      await send(member, channel.id, 'nitro', {}, 1).expect(201);
      await two.stack.dataSource.query(
        `INSERT INTO server_filters (server_id, revision, filters, changed_at) VALUES ($1, 1, $2, now())`,
        [server.id, JSON.stringify([word('nitro')])],
      );
      await waitUntilRefused(member, channel.id, 'nitro');
    });
  });

  it('TLK-274 cost a message no query once they are loaded, which the opening of a channel does', async () => {
    const { server, channel, owner, member } = await setUp();
    const other = await setUp();
    await put(owner, server.id, [word('nitro')]).expect(200);
    const repository = two.getProvider(1, FiltersRepository);
    const client = await two.connect(1, member.sessionId);
    const otherClient = await two.connect(1, other.member.sessionId);
    await client.request('channel:open', { channelId: channel.id });
    await otherClient.request('channel:open', { channelId: other.channel.id });
    const finding = jest.spyOn(repository, 'find');
    const locating = jest.spyOn(repository, 'findPlace');
    await client.send(channel.id, 'Hello.');
    await otherClient.send(other.channel.id, 'Hello.');
    await send(member, channel.id, 'nitro', {}, 1).expect(403);
    expect([finding.mock.calls, locating.mock.calls]).toEqual([[], []]);
    finding.mockRestore();
    locating.mockRestore();
  });
});
