import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GROUP_LIMITS, type MessageView, MENTIONS, type ServerAuditView } from '@oniverse/contracts';
import {
  GroupMember,
  MemberGroup,
  MemberUsage,
  Mention,
  notifyEntry,
  OutboxRow,
  TimeOut,
  User,
} from '@oniverse/data';
import { makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('mentions of groups', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const insertGroup = async (
    serverId: string,
    members: readonly User[],
    given: Partial<MemberGroup> = {},
  ): Promise<MemberGroup> => {
    const group = await two.stack.dataSource
      .getRepository(MemberGroup)
      .save({ serverId, name: 'night_watch', color: 'accent' as const, ...given });
    for (const { id: userId } of members)
      await two.stack.dataSource.getRepository(GroupMember).insert({ groupId: group.id, serverId, userId });
    return group;
  };
  /** A dimension with a group of two of its members, which all members may mention. */
  const setUp = async (given: Partial<MemberGroup> = { mentionableBy: 'members' }) => {
    const { dataSource } = two.stack;
    const author = await makeMember(dataSource);
    const [first, second, other] = [
      await makeMember(dataSource),
      await makeMember(dataSource),
      await makeMember(dataSource),
    ];
    const members = [author, first, second, other].map(({ user }) => user);
    const { owner: user, server, channel } = await makeServer(dataSource, { members });
    const owner = { user, sessionId: await makeSession(dataSource, user.id) };
    const group = await insertGroup(server.id, [author.user, first.user, second.user], given);
    return { owner, author, first, second, other, server, channel, group };
  };
  const send = async (
    member: Pick<Member, 'sessionId'>,
    channelId: string,
    content: string,
    body: object = {},
  ): Promise<MessageView> => {
    const answer = await two.callAs(member, 'post', `/channels/${channelId}/messages`, { content, ...body });
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  const edit = async (member: Pick<Member, 'sessionId'>, { id }: MessageView, content: string) =>
    two.callAs(member, 'patch', `/messages/${id}`, { content }).expect(200);
  const mentionedBy = async ({ channelId, seq }: MessageView): Promise<string[]> =>
    (await two.stack.dataSource.getRepository(Mention).findBy({ channelId, seq }))
      .map(({ userId }) => userId)
      .toSorted();
  const idsOf = (...members: readonly { user: User }[]): string[] =>
    members.map(({ user }) => user.id).toSorted();
  const usageOf = async ({ user }: { user: User }) => {
    const { mentions, groupMentions } = await two.stack.dataSource
      .getRepository(MemberUsage)
      .findOneByOrFail({ userId: user.id });
    return { mentions, groupMentions };
  };

  it('TLK-248 mention its members but the sender, as of a mention of each', async () => {
    const { author, first, second, other, channel, server } = await setUp();
    const [ofFirst, ofOther] = [await two.connect(1, first.sessionId), await two.connect(1, other.sessionId)];
    const sent = await send(author, channel.id, '@Night_Watch the comet! @night_watch');
    expect(await mentionedBy(sent)).toEqual(idsOf(first, second));
    const { subject } = notifyEntry({ kind: 'mention', channelId: channel.id, seq: sent.seq });
    expect(await two.stack.dataSource.getRepository(OutboxRow).countBy({ subject })).toBe(1);
    const { body } = await two.callAs(second, 'get', `/servers/${server.id}/channels`).expect(200);
    expect(body).toMatchObject([{ mentionCount: 1 }]);
    await send(author, channel.id, `@${other.user.username} a marker`);
    await waitUntil('the mention', () => ofFirst.payloads('mention').length === 1);
    await waitUntil('the marker', () => ofOther.payloads('mention').length === 1);
    expect(ofFirst.payloads('mention')).toEqual([
      { serverId: server.id, channelId: channel.id, seq: sent.seq, userId: author.user.id },
    ]);
    expect(ofOther.payloads('mention')).toMatchObject([{ seq: sent.seq + 1 }]);
  });

  it('TLK-248 leave out members who may not read the channel', async () => {
    const { owner, first, server } = await setUp();
    const { body: attic } = await two
      .callAs(owner, 'post', `/servers/${server.id}/channels`, { name: 'attic', isPrivate: true })
      .expect(201);
    await two.callAs(owner, 'put', `/channels/${attic.id}/members/${first.user.id}`).expect(200);
    const sent = await send(owner, attic.id, '@night_watch');
    expect(await mentionedBy(sent)).toEqual(idsOf(first));
    await edit(owner, sent, '@night_watch again');
    expect(await mentionedBy(sent)).toEqual(idsOf(first));
  });

  it('TLK-248 leave out who blocked or muted the sender, and who left the dimension', async () => {
    const { owner, author, first, second, other, channel, server, group } = await setUp();
    await two.stack.dataSource
      .getRepository(GroupMember)
      .insert({ groupId: group.id, serverId: server.id, userId: other.user.id });
    await two.callAs(first, 'put', `/blocks/${author.user.id}`).expect(200);
    await two.callAs(second, 'put', `/mutes/${author.user.id}`).expect(200);
    expect(await mentionedBy(await send(author, channel.id, '@night_watch'))).toEqual(idsOf(other));
    await two.callAs(other, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await mentionedBy(await send(author, channel.id, '@night_watch'))).toEqual([]);
    expect(await mentionedBy(await send(owner, channel.id, '@night_watch'))).toEqual(
      idsOf(author, first, second),
    );
  });

  it('TLK-248 exist in the dimension of the group only', async () => {
    const { author } = await setUp();
    const { channel } = await makeServer(two.stack.dataSource, { members: [author.user] });
    expect(await mentionedBy(await send(author, channel.id, '@night_watch'))).toEqual([]);
  });

  it('TLK-248 in a thread let its members follow the thread', async () => {
    const { author, first, second, other, channel } = await setUp();
    const start = await send(other, channel.id, 'Clear skies.');
    const { body: reply } = await two
      .callAs(author, 'post', `/messages/${start.id}/thread`, { content: '@night_watch look', nonce: 'r' })
      .expect(201);
    expect(await mentionedBy(reply)).toEqual(idsOf(first, second, other));
    const { body: threads } = await two.callAs(second, 'get', '/threads').expect(200);
    expect(threads).toMatchObject([{ id: reply.channelId, unreadCount: 1 }]);
  });

  it('TLK-248 are stored once for a repeated nonce', async () => {
    const { author, first, second, channel } = await setUp();
    const client = await two.connect(0, author.sessionId);
    const sent = await client.send(channel.id, '@night_watch', 'again');
    const [repeated, next] = await Promise.all([
      client.send(channel.id, '@night_watch', 'again'),
      client.send(channel.id, '@night_watch', 'next'),
    ]);
    expect(repeated.seq).toBe(sent.seq);
    expect(await mentionedBy(next)).toEqual(idsOf(first, second));
    expect(await usageOf(author)).toEqual({ mentions: 2, groupMentions: 2 });
  });

  it('TLK-248 come and go with an edit, which notifies nobody twice', async () => {
    const { author, first, second, other, channel, group, server } = await setUp();
    const ofFirst = await two.connect(1, first.sessionId);
    const sent = await send(author, channel.id, `@${first.user.username}`);
    await edit(author, sent, 'All: @night_watch');
    expect(await mentionedBy(sent)).toEqual(idsOf(first, second));
    await edit(author, sent, 'All of you: @night_watch');
    expect(await usageOf(author)).toEqual({ mentions: 2, groupMentions: 1 });
    await insertGroup(server.id, [other.user], { name: 'lookouts', mentionableBy: 'members' });
    await edit(author, sent, '@lookouts');
    expect(await mentionedBy(sent)).toEqual(idsOf(other));
    await two.stack.dataSource.getRepository(MemberGroup).delete({ id: group.id });
    await send(author, channel.id, `@night_watch is gone, @${first.user.username} is not`);
    await waitUntil('the marker', () => ofFirst.payloads('mention').length === 2);
    expect(ofFirst.payloads('mention').map(({ seq }) => seq)).toEqual([sent.seq, sent.seq + 1]);
  });

  it('TLK-249 are for staff only until staff lets members mention the group, which the audit log has', async () => {
    const { owner, author, first, second, channel, group, server } = await setUp({});
    expect(await mentionedBy(await send(author, channel.id, '@night_watch'))).toEqual([]);
    expect(await mentionedBy(await send(owner, channel.id, '@night_watch'))).toEqual(
      idsOf(author, first, second),
    );
    await two.callAs(author, 'patch', `/groups/${group.id}`, { mentionableBy: 'members' }).expect(403);
    await two.callAs(owner, 'patch', `/groups/${group.id}`, { mentionableBy: 'everyone' }).expect(400);
    const { body } = await two
      .callAs(owner, 'patch', `/groups/${group.id}`, { mentionableBy: 'members' })
      .expect(200);
    expect(body).toMatchObject({ name: 'night_watch', mentionableBy: 'members', isOwn: false });
    expect((await two.callAs(first, 'get', `/servers/${server.id}/groups`).expect(200)).body).toEqual([
      { ...body, isOwn: true },
    ]);
    expect(await mentionedBy(await send(author, channel.id, '@night_watch'))).toEqual(idsOf(first, second));
    const { body: audit }: { body: ServerAuditView[] } = await two
      .callAs(owner, 'get', `/servers/${server.id}/audit`)
      .expect(200);
    expect(audit.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['group_changed', { name: 'night_watch', mentionableBy: 'members' }],
    ]);
  });

  it('TLK-249 are not for a member who is timed out, neither in messages nor in edits', async () => {
    const { author, channel, server } = await setUp();
    const sent = await send(author, channel.id, 'Soon.');
    await two.stack.dataSource.getRepository(TimeOut).insert({
      serverId: server.id,
      userId: author.user.id,
      until: new Date(Date.now() + 3_600_000),
      reason: 'Enough.',
    });
    await two
      .callAs(author, 'post', `/channels/${channel.id}/messages`, { content: '@night_watch' })
      .expect(403);
    await two.callAs(author, 'patch', `/messages/${sent.id}`, { content: '@night_watch' }).expect(403);
    expect(await mentionedBy(sent)).toEqual([]);
  });

  it('TLK-249 have precedence over an Oni ID, which no new group gets of a member', async () => {
    const { owner, author, first, other, channel, server } = await setUp();
    const name = other.user.username;
    const body = { name, color: 'warm' };
    const { body: refusal } = await two
      .callAs(owner, 'post', `/servers/${server.id}/groups`, body)
      .expect(400);
    expect(refusal.fields).toHaveProperty('name');
    // The member took the Oni ID afterwards.
    await insertGroup(server.id, [first.user], { name });
    const sent = await send(owner, channel.id, `@${name}`);
    expect(await mentionedBy(sent)).toEqual(idsOf(first));
    // Also for those who may not mention the group, so that the name means one thing to all readers.
    expect(await mentionedBy(await send(author, channel.id, `@${name}`))).toEqual([]);
    // An answer names its author by the message.
    const question = await send(other, channel.id, 'Which sock?');
    const answer = await send(owner, channel.id, 'Wool.', { replyToSeq: question.seq });
    expect(await mentionedBy(answer)).toEqual(idsOf(other));
    await edit(owner, answer, 'Wool!');
    expect(await mentionedBy(answer)).toEqual(idsOf(other));
  });

  it('TLK-250 count as one of a text and of a day, and are at most 20 of a day', async () => {
    const { owner, author, first, second, other, channel, server } = await setUp();
    const names = Array.from({ length: MENTIONS.perText }, (_, n) => `group_${n}`);
    for (const [n, name] of names.entries()) {
      const members = n === 0 ? [first.user, second.user] : n === 9 ? [other.user] : [first.user];
      await insertGroup(server.id, members, { name, mentionableBy: 'members' });
    }
    const text = names.map((name) => `@${name}`).join(' ');
    expect(await mentionedBy(await send(author, channel.id, text))).toEqual(idsOf(first, second, other));
    // The groups between them reach nobody else.
    expect(await usageOf(author)).toEqual({ mentions: 2, groupMentions: 2 });
    const late = await send(author, channel.id, `@${owner.user.username} ${text}`);
    expect(await mentionedBy(late)).toEqual(idsOf(owner, first, second));
    expect(await usageOf(author)).toEqual({ mentions: 4, groupMentions: 3 });

    const usage = two.stack.dataSource.getRepository(MemberUsage);
    const setUsage = async (values: Partial<MemberUsage>) => usage.update({ userId: author.user.id }, values);
    await setUsage({ mentions: 30, groupMentions: GROUP_LIMITS.mentionsPerDay - 1 });
    const last = await send(author, channel.id, '@group_0 @group_9');
    expect(await mentionedBy(last)).toEqual(idsOf(first, second));
    const beyond = await send(author, channel.id, `@group_0 @${other.user.username}`);
    expect(await mentionedBy(beyond)).toEqual(idsOf(other));
    await edit(author, beyond, `@group_0 @${other.user.username} again`);
    expect(await mentionedBy(beyond)).toEqual(idsOf(other));
    expect(await usageOf(author)).toMatchObject({ groupMentions: GROUP_LIMITS.mentionsPerDay });
    await setUsage({ mentionedOn: '2020-01-01' });
    expect(await mentionedBy(await send(author, channel.id, '@group_9'))).toEqual(idsOf(other));
    expect(await usageOf(author)).toEqual({ mentions: 1, groupMentions: 1 });
    await setUsage({ mentions: MENTIONS.perDay });
    expect(await mentionedBy(await send(author, channel.id, '@group_9'))).toEqual([]);
  });

  it('TLK-250 reach the 1,000 members who were added first', async () => {
    const { dataSource } = two.stack;
    const { author, channel, server, group } = await setUp();
    await dataSource.query(
      `WITH made AS (
         INSERT INTO users (username, email, password)
         SELECT 'many_' || n, 'many_' || n || '@example.org', '!' FROM generate_series(1, $3::integer) n RETURNING id
       ), joined AS (
         INSERT INTO server_members (server_id, user_id, role) SELECT $2, id, 'member' FROM made RETURNING user_id
       )
       INSERT INTO group_members (group_id, server_id, user_id) SELECT $1, $2, user_id FROM joined`,
      [group.id, server.id, GROUP_LIMITS.mentioned],
    );
    const sent = await send(author, channel.id, '@night_watch');
    const mentioned = await mentionedBy(sent);
    expect(mentioned).toHaveLength(GROUP_LIMITS.mentioned);
    await edit(author, sent, '@night_watch again');
    expect(await mentionedBy(sent)).toEqual(mentioned);
    expect(await usageOf(author)).toEqual({ mentions: 1, groupMentions: 1 });
  });
});
