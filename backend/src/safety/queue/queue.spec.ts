import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOOK_MS, type QueueEntry, type ServerPayload } from '@oniverse/contracts';
import { HeldMessage } from '@oniverse/data';
import { type LiveClient, makeMember, waitUntil } from '@oniverse/testing';
import { makeModerator, makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const HELD_TEXT = 'Free nitro over here.';
const QUESTION = 'What do you look for?';

describe('the queue of a dimension', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  /** A dimension that holds messages with a word, and asks a question. */
  const setUp = async () => {
    const { dataSource } = two.stack;
    const second = await makeMember(dataSource);
    const { server, channel, ...made } = await makeStaffedServer(dataSource, { others: [second] });
    await makeModerator(dataSource, server.id, second);
    const { owner } = made;
    const filters = [{ kind: 'word', text: 'nitro', action: 'hold' }];
    await two.callAs(owner, 'put', `/servers/${server.id}/filters`, { revision: 0, filters }).expect(200);
    await two.callAs(owner, 'put', `/servers/${server.id}/questions`, { questions: [QUESTION] }).expect(200);
    return { serverId: server.id, channelId: channel.id, second, ...made };
  };
  const hold = async (author: SignedInMember, channelId: string): Promise<void> => {
    await two.callAs(author, 'post', `/channels/${channelId}/messages`, { content: HELD_TEXT }).expect(403);
  };
  const report = async (
    author: SignedInMember,
    reporter: SignedInMember,
    channelId: string,
  ): Promise<void> => {
    const { body: message } = await two
      .callAs(author, 'post', `/channels/${channelId}/messages`, { content: 'Nobody asked.' })
      .expect(201);
    await two
      .callAs(reporter, 'post', '/reports', { kind: 'message', subjectId: message.id, reason: 'spam' })
      .expect(201);
  };
  const apply = async (serverId: string): Promise<SignedInMember> => {
    const applicant = await makeMember(two.stack.dataSource);
    const answers = [{ question: QUESTION, answer: 'Faint things.' }];
    await two.callAs(applicant, 'post', `/servers/${serverId}/application`, { answers }).expect(200);
    return applicant;
  };
  const call = (caller: SignedInMember, serverId: string, query = '') =>
    two.callAs(caller, 'get', `/servers/${serverId}/queue${query}`);
  const queueOf = async (caller: SignedInMember, serverId: string, query = ''): Promise<QueueEntry[]> =>
    (await call(caller, serverId, query).expect(200)).body;
  const kindsOf = (entries: readonly QueueEntry[]) => entries.map(({ kind }) => kind);
  const place = (serverId: string, entryId: string | undefined) => ({ serverId, entryId });
  const looksAt = (client: LiveClient): ServerPayload<'queue:looked'>[] => client.payloads('queue:looked');

  it('TLK-290 lists reports, held messages and applications in one order, in pages, and each kind alone', async () => {
    const { serverId, channelId, member, other, moderator } = await setUp();
    for (let round = 0; round < 3; round += 1) {
      await hold(member, channelId);
      await report(member, other, channelId);
      await apply(serverId);
      await report(member, other, channelId);
    }
    const all = await queueOf(moderator, serverId);
    const round = ['report', 'application', 'report', 'held'];
    expect(kindsOf(all)).toEqual([...round, ...round, ...round]);
    expect(all[0]).toMatchObject({ report: { username: member.user.username, reason: 'spam' } });
    expect(all[1]).toMatchObject({ application: { answers: [{ question: QUESTION }] } });
    expect(all[3]).toMatchObject({ held: { content: HELD_TEXT, userId: member.user.id } });
    const paged: QueueEntry[] = [];
    for (let page = await call(moderator, serverId, '?limit=2'); ;) {
      paged.push(...page.body);
      const cursor = page.headers['x-next-cursor'];
      if (cursor === undefined) break;
      page = await call(moderator, serverId, `?limit=2&cursor=${cursor}`).expect(200);
    }
    expect(paged).toEqual(all);
    for (const kind of ['report', 'held', 'application']) {
      const wanted = all.filter((entry) => entry.kind === kind);
      expect(await queueOf(moderator, serverId, `?kind=${kind}`)).toEqual(wanted);
    }
    await call(moderator, serverId, '?kind=none').expect(400);
    await call(member, serverId).expect(403);
  });

  it('TLK-290 shows only what the caller can decide, while it waits', async () => {
    const { serverId, channelId, owner, member, other, moderator } = await setUp();
    await report(moderator, other, channelId);
    await hold(member, channelId);
    await report(member, other, channelId);
    expect(kindsOf(await queueOf(owner, serverId))).toEqual(['report', 'held', 'report']);
    const entries = await queueOf(moderator, serverId);
    expect(kindsOf(entries)).toEqual(['report', 'held']);
    const [found, held] = entries.map(({ id }) => id);
    await two
      .callAs(moderator, 'post', `/servers/${serverId}/cases/${found}/close`, { outcome: 'none' })
      .expect(200);
    await two.callAs(moderator, 'post', `/servers/${serverId}/held-messages/${held}/decline`, {}).expect(200);
    await apply(serverId);
    const [waiting] = await queueOf(moderator, serverId);
    expect(waiting?.kind).toBe('application');
    await two
      .callAs(moderator, 'post', `/servers/${serverId}/applications/${waiting?.id}/accept`)
      .expect(200);
    expect(await queueOf(moderator, serverId)).toEqual([]);
  });

  it('TLK-291 hints at every change to its staff, on any backend, and to nobody else', async () => {
    const { serverId, channelId, owner, member, other, moderator, second } = await setUp();
    const [first, elsewhere, author, outside] = await Promise.all([
      two.connect(0, owner.sessionId),
      two.connect(1, moderator.sessionId),
      two.connect(1, second.sessionId),
      two.connect(1, member.sessionId),
    ]);
    let expected = 0;
    const changes = async (act: () => PromiseLike<unknown>): Promise<void> => {
      await act();
      expected += 1;
      await waitUntil(`hint ${expected}`, () =>
        [first, elsewhere].every((client) => client.payloads('queue:changed').length === expected),
      );
    };
    await changes(async () => hold(member, channelId));
    await changes(async () => report(member, other, channelId));
    const [found, held] = (await queueOf(owner, serverId)).map(({ id }) => id);
    const decide = (path: string, body: object) =>
      two.callAs(owner, 'post', `/servers/${serverId}${path}`, body).expect(200);
    await changes(() => decide(`/cases/${found}/hand-on`, {}));
    await changes(() => decide(`/held-messages/${held}/release`, {}));
    await changes(async () => hold(member, channelId));
    const [own] = (await two.callAs(member, 'get', '/held-messages').expect(200)).body;
    await changes(() => two.callAs(member, 'delete', `/held-messages/${own.id}`).expect(200));
    await changes(async () => apply(serverId));
    await waitUntil('all hints', () => author.payloads('queue:changed').length === expected);
    // A moderator does not learn that one of their messages was reported, or that it was decided.
    await changes(async () => report(second, other, channelId));
    const [about] = await queueOf(owner, serverId);
    await changes(() => decide(`/cases/${about?.id}/close`, { outcome: 'none' }));
    await changes(async () => hold(member, channelId));
    await waitUntil('the marker', () => author.payloads('queue:changed').length === expected - 2);
    expect(first.payloads('queue:changed').at(-1)).toEqual({ serverId });
    expect(outside.payloads('queue:changed')).toEqual([]);
  });

  it('TLK-292 says who looks at an entry to other staff on any backend, and when they leave', async () => {
    const { serverId, channelId, owner, member, moderator } = await setUp();
    await hold(member, channelId);
    const [entry] = await queueOf(owner, serverId);
    const [looking, watching, author] = await Promise.all([
      two.connect(0, moderator.sessionId),
      two.connect(1, owner.sessionId),
      two.connect(1, member.sessionId),
    ]);
    const before = Date.now();
    expect(await looking.request('queue:look', place(serverId, entry?.id))).toEqual({ ok: true });
    await waitUntil('the look', () => looksAt(watching).length === 1);
    const [look] = looksAt(watching);
    expect(look).toEqual({
      serverId,
      entryId: entry?.id,
      userId: moderator.user.id,
      username: moderator.user.username,
      until: expect.any(String),
    });
    const lastsMs = Date.parse(look!.until) - before;
    expect(lastsMs).toBeGreaterThanOrEqual(LOOK_MS);
    expect(lastsMs).toBeLessThan(2 * LOOK_MS);
    expect(await looking.request('queue:leave', place(serverId, entry?.id))).toEqual({ ok: true });
    await waitUntil('the end', () => looksAt(watching).length === 2);
    expect(Date.parse(looksAt(watching)[1]!.until)).toBeLessThanOrEqual(Date.now());
    // The answer came after what was published before.
    await author.request('waitlist:watch', {});
    await looking.request('waitlist:watch', {});
    expect([...looksAt(author), ...looksAt(looking)]).toEqual([]);
  });

  it('TLK-292 shows a look only to staff who can decide, never to the author, and to staff across a block', async () => {
    const { serverId, channelId, owner, member, other, moderator, second } = await setUp();
    await report(moderator, other, channelId);
    await hold(member, channelId);
    const [held, about] = await queueOf(owner, serverId);
    const applicant = await apply(serverId);
    const [application] = await queueOf(owner, serverId);
    await makeModerator(two.stack.dataSource, serverId, other);
    await two.callAs(second, 'put', `/blocks/${owner.user.id}`).expect(200);
    const [looking, reported, peer, author, outsider] = await Promise.all([
      two.connect(0, owner.sessionId),
      two.connect(1, moderator.sessionId),
      two.connect(1, second.sessionId),
      two.connect(1, member.sessionId),
      two.connect(1, applicant.sessionId),
    ]);
    // Only the owner decides about a moderator, so no moderator learns that there is such a report.
    expect(await looking.request('queue:look', place(serverId, about?.id))).toEqual({ ok: true });
    expect(await looking.request('queue:look', place(serverId, held?.id))).toEqual({ ok: true });
    expect(await looking.request('queue:look', place(serverId, application?.id))).toEqual({ ok: true });
    await waitUntil('the looks', () => looksAt(reported).length === 2 && looksAt(peer).length === 2);
    for (const client of [reported, peer]) {
      expect(looksAt(client)).toMatchObject([{ entryId: held?.id }, { entryId: application?.id }]);
    }
    await author.request('waitlist:watch', {});
    await outsider.request('waitlist:watch', {});
    expect([...looksAt(author), ...looksAt(outsider)]).toEqual([]);
    // A member whose message waits may have become a moderator since.
    await makeModerator(two.stack.dataSource, serverId, member);
    expect(await looking.request('queue:look', place(serverId, held?.id))).toEqual({ ok: true });
    await author.request('waitlist:watch', {});
    expect(looksAt(author)).toEqual([]);
  });

  it('TLK-292 answers no looks of others than its staff, or at what is not in its queue', async () => {
    const { serverId, channelId, owner, member, other, moderator } = await setUp();
    const elsewhere = await setUp();
    await report(moderator, other, channelId);
    const [about] = await queueOf(owner, serverId);
    const client = await two.connect(0, moderator.sessionId);
    const outside = await two.connect(0, member.sessionId);
    const far = await two.connect(0, elsewhere.owner.sessionId);
    const unknown = (await two.stack.dataSource.getRepository(HeldMessage).query('SELECT uuidv7() AS id'))[0];
    for (const event of ['queue:look', 'queue:leave']) {
      expect(await outside.request(event, place(serverId, about?.id))).toMatchObject({ code: 'forbidden' });
      expect(await client.request(event, place(serverId, about?.id))).toMatchObject({ code: 'not_found' });
      expect(await client.request(event, place(serverId, unknown.id))).toMatchObject({ code: 'not_found' });
      expect(await far.request(event, place(elsewhere.serverId, about?.id))).toMatchObject({
        code: 'not_found',
      });
      expect(await client.request(event, { serverId })).toMatchObject({ code: 'validation_failed' });
    }
  });
});
