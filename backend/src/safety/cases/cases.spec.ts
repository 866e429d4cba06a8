import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerCaseDetail, ServerCaseOutcome, ServerCaseView } from '@oniverse/contracts';
import { Case, Message, OutboxRow, ServerRemoval, type User } from '@oniverse/data';
import { makeMember, makeServer, makeSession, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

interface Member {
  user: User;
  sessionId: string;
}
interface Caller {
  sessionId: string;
}

describe('cases about messages of a dimension', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const db = () => stack.dataSource;
  const as = ({ sessionId }: Caller, method: 'get' | 'post' | 'delete', path: string, body?: object) => {
    const request = backend.api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const report = async (member: Caller, kind: string, subjectId: string, note?: string) =>
    as(member, 'post', '/reports', { kind, subjectId, reason: 'harassment', note }).expect(201);
  const list = async (member: Caller, serverId: string, query = ''): Promise<ServerCaseView[]> =>
    (await as(member, 'get', `/servers/${serverId}/cases${query}`).expect(200)).body;
  const sessionOf = async ({ id }: User): Promise<Caller> => ({ sessionId: await makeSession(db(), id) });

  /** Inserts the only message of a channel. */
  const write = async (channelId: string, userId: string): Promise<string> => {
    await db().query('UPDATE channels SET last_seq = 1, last_rev = 1 WHERE id = $1', [channelId]);
    const message = { channelId, userId, seq: 1, rev: 1, content: 'Nobody asked.', nonce: 'one' };
    return (await db().getRepository(Message).save(message)).id;
  };
  const makeModerator = async (serverId: string): Promise<Member> => {
    const moderator = await makeMember(db());
    await db().query(`INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`, [
      serverId,
      moderator.user.id,
    ]);
    return moderator;
  };
  /** A dimension with a moderator, and a reported message of a member. */
  const makeCase = async () => {
    const [author, reader] = [await makeMember(db()), await makeMember(db())];
    const place = await makeServer(db(), { isPublic: false, members: [author.user, reader.user] });
    const serverId = place.server.id;
    const messageId = await write(place.channel.id, author.user.id);
    const moderator = await makeModerator(serverId);
    await report(reader, 'message', messageId, 'Look.');
    const [{ id, number } = { id: '', number: 0 }] = await list(moderator, serverId);
    const path = `/servers/${serverId}/cases/${id}`;
    const close = (caller: Caller, outcome: ServerCaseOutcome, reason?: string) =>
      as(caller, 'post', `${path}/close`, { outcome, reason });
    return { ...place, author, reader, moderator, serverId, messageId, id, number, path, close };
  };

  it('SAF-310 SAF-340 are listed to its staff without the reporters, with each snapshot', async () => {
    const { server, author, reader, moderator, messageId, path } = await makeCase();
    const second = await makeMember(db());
    await db().query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      second.user.id,
    ]);
    await db().query(`UPDATE messages SET content = 'I meant the lamps.' WHERE id = $1`, [messageId]);
    await report(second, 'message', messageId);
    expect(await list(moderator, server.id)).toMatchObject([
      {
        kind: 'message',
        title: server.name,
        channelName: 'general',
        username: author.user.username,
        reports: 2,
        isHandedOn: false,
        closing: null,
      },
    ]);
    const { body } = await as(moderator, 'get', path).expect(200);
    const detail: ServerCaseDetail = body;
    expect(detail.snapshot?.text).toBe('Nobody asked.');
    expect(detail.given.map(({ note, snapshot }) => [note, snapshot?.text])).toEqual([
      ['Look.', undefined],
      [null, 'I meant the lamps.'],
    ]);
    for (const { user } of [reader, second]) expect(JSON.stringify(detail)).not.toContain(user.username);
  });

  it('SAF-311 about the owner are for nobody in it, about a moderator for the owner, and not about itself', async () => {
    const reader = await makeMember(db());
    const { server, channel, owner } = await makeServer(db(), { members: [reader.user] });
    const moderators = [await makeModerator(server.id), await makeModerator(server.id)] as const;
    await report(reader, 'message', await write(channel.id, moderators[0].user.id));
    await report(reader, 'dimension', server.id);
    await report(reader, 'member', owner.id);
    const asOwner = await sessionOf(owner);
    const [{ id, username } = { id: '', username: '' }, ...others] = await list(asOwner, server.id);
    expect([username, others]).toEqual([moderators[0].user.username, []]);
    for (const moderator of moderators) {
      expect(await list(moderator, server.id)).toEqual([]);
      const path = `/servers/${server.id}/cases/${id}`;
      await as(moderator, 'get', path).expect(404);
      await as(moderator, 'post', `${path}/close`, { outcome: 'none' }).expect(404);
      await as(moderator, 'post', `${path}/hand-on`).expect(404);
    }
    await db().query('UPDATE cases SET about_user_id = $2 WHERE id = $1', [id, owner.id]);
    expect(await list(asOwner, server.id)).toEqual([]);
  });

  it('SAF-312 end with the deletion of the message, which the reporters and the audit log learn', async () => {
    const { author, reader, moderator, serverId, messageId, id, number, close } = await makeCase();
    const { body } = await close(moderator, 'removed', 'Rude.').expect(200);
    expect(body).toMatchObject({
      closing: { outcome: 'removed', reason: 'Rude.', username: moderator.user.username },
      isDeleted: true,
    });
    expect((await close(moderator, 'none').expect(409)).body.code).toBe('case_closed');
    expect(await list(moderator, serverId)).toEqual([]);
    expect(await list(moderator, serverId, '?state=closed')).toHaveLength(1);
    const { body: own } = await as(reader, 'get', '/reports').expect(200);
    expect(own).toMatchObject([{ result: 'removed', closedAt: expect.any(String) }]);
    expect(
      await db()
        .getRepository(OutboxRow)
        .countBy({ topic: 'notify', subject: `report:${id}` }),
    ).toBe(1);
    expect((await db().getRepository(Message).findOneByOrFail({ id: messageId })).content).toBe('');
    const { body: log } = await as(moderator, 'get', `/servers/${serverId}/audit`).expect(200);
    expect(log).toMatchObject([
      { kind: 'message_deleted' },
      {
        kind: 'report_handled',
        actor: { username: moderator.user.username },
        subject: { username: author.user.username },
        detail: { reason: 'Rude.', case: String(number) },
      },
    ]);
  });

  it('SAF-312 can be dismissed, which leaves the message', async () => {
    const { reader, moderator, messageId, close } = await makeCase();
    await close(moderator, 'none').expect(200);
    expect((await db().getRepository(Message).findOneByOrFail({ id: messageId })).deletedAt).toBeNull();
    expect((await as(reader, 'get', '/reports').expect(200)).body).toMatchObject([{ result: 'none' }]);
  });

  it('SAF-312 can end after the author deleted the message', async () => {
    const { author, owner, messageId, close } = await makeCase();
    await as(author, 'delete', `/messages/${messageId}`).expect(200);
    await close(await sessionOf(owner), 'removed').expect(200);
  });

  it.each([
    ['member_removed', false],
    ['member_banned', true],
  ] as const)('SAF-314 can end with %s, also for an author who left', async (outcome, isBan) => {
    for (const hasLeft of [false, true]) {
      const { author, reader, moderator, serverId, close } = await makeCase();
      if (hasLeft) await as(author, 'post', `/servers/${serverId}/leave`).expect(200);
      await close(moderator, outcome).expect(200);
      await as(author, 'get', `/servers/${serverId}`).expect(404);
      expect(
        await db().getRepository(ServerRemoval).findOneByOrFail({ serverId, userId: author.user.id }),
      ).toMatchObject({ isBan });
      expect((await as(reader, 'get', '/reports').expect(200)).body).toMatchObject([{ result: 'acted' }]);
      const { body: log } = await as(moderator, 'get', `/servers/${serverId}/audit`).expect(200);
      expect(log).toMatchObject([{ kind: outcome }, { kind: 'message_deleted' }, { kind: 'report_handled' }]);
    }
  });

  it('SAF-314 a newer invite ends a removal, but not a ban', async () => {
    for (const [outcome, status] of [
      ['member_removed', 200],
      ['member_banned', 403],
    ] as const) {
      const { author, owner, moderator, serverId, close } = await makeCase();
      await close(moderator, outcome).expect(200);
      const { body: invite } = await as(await sessionOf(owner), 'post', `/servers/${serverId}/invites`, {});
      await as(author, 'post', `/invites/${invite.code}/accept`).expect(status);
      if (status === 200) continue;
      await as(moderator, 'delete', `/servers/${serverId}/bans/${author.user.id}`).expect(200);
      await as(author, 'post', `/invites/${invite.code}/accept`).expect(200);
    }
  });

  it('SAF-315 can be handed on to the operators, once, and are then out of the queue', async () => {
    const { reader, moderator, serverId, id, path, close } = await makeCase();
    const { body } = await as(moderator, 'post', `${path}/hand-on`).expect(200);
    expect(body).toMatchObject({ isHandedOn: true, closing: null });
    expect(await list(moderator, serverId)).toEqual([]);
    expect(await list(moderator, serverId, '?state=closed')).toMatchObject([{ isHandedOn: true }]);
    for (const again of [as(moderator, 'post', `${path}/hand-on`), close(moderator, 'none')]) {
      expect((await again.expect(409)).body.code).toBe('case_closed');
    }
    expect(await db().getRepository(Case).findOneByOrFail({ id })).toMatchObject({ state: 'open' });
    expect((await as(reader, 'get', '/reports').expect(200)).body).toMatchObject([{ result: null }]);
  });

  it('SAF-313 are closed to a member who stopped being a moderator, and to staff of another dimension', async () => {
    const { moderator, serverId, id, path, close } = await makeCase();
    const other = await makeServer(db());
    const asOther = await sessionOf(other.owner);
    await as(asOther, 'get', `/servers/${other.server.id}/cases/${id}`).expect(404);
    await as(asOther, 'get', path).expect(404);
    await db().query(`UPDATE server_members SET role = 'member' WHERE user_id = $1`, [moderator.user.id]);
    await as(moderator, 'get', `/servers/${serverId}/cases`).expect(403);
    await close(moderator, 'none').expect(403);
    await as(moderator, 'post', `${path}/hand-on`).expect(403);
  });

  it('SAF-312 are closed once when two moderators decide at the same time', async () => {
    const { owner, moderator, close } = await makeCase();
    const callers = [moderator, await sessionOf(owner)];
    const answers = await Promise.all(callers.map((caller) => close(caller, 'removed')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
