import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GROUP_LIMITS, type ServerAuditView } from '@oniverse/contracts';
import { GroupMember, MemberGroup } from '@oniverse/data';
import { makeMember, waitUntil } from '@oniverse/testing';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

describe('groups', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async () => {
    const { server, ...made } = await makeStaffedServer(two.stack.dataSource);
    return { serverId: server.id, ...made };
  };
  const create = (caller: SignedInMember, serverId: string, body: object) =>
    two.callAs(caller, 'post', `/servers/${serverId}/groups`, { color: 'accent', ...body });
  const makeGroup = async (caller: SignedInMember, serverId: string, name: string): Promise<string> =>
    (await create(caller, serverId, { name }).expect(201)).body.id;
  const list = async (caller: SignedInMember, serverId: string, query = '') =>
    (await two.callAs(caller, 'get', `/servers/${serverId}/groups${query}`).expect(200)).body;
  const add = (caller: SignedInMember, groupId: string, { user }: SignedInMember) =>
    two.callAs(caller, 'put', `/groups/${groupId}/members/${user.id}`);
  const remove = (caller: SignedInMember, groupId: string, { user }: SignedInMember) =>
    two.callAs(caller, 'delete', `/groups/${groupId}/members/${user.id}`);

  it('TLK-241 have a name, a colour and members, and are listed by name', async () => {
    const { serverId, moderator, member, other } = await setUp();
    const { body: watch } = await create(moderator, serverId, { name: ' night_watch ' }).expect(201);
    expect(watch).toEqual({
      id: expect.any(String),
      serverId,
      name: 'night_watch',
      color: 'accent',
      mentionableBy: 'staff',
      isOwn: false,
      memberCount: 0,
      hasStaff: false,
    });
    const gardeners = await makeGroup(moderator, serverId, 'gardeners');
    await add(moderator, watch.id, member).expect(200);
    await add(moderator, watch.id, member).expect(200);
    await add(moderator, watch.id, other).expect(200);
    expect(await list(other, serverId)).toEqual([
      expect.objectContaining({ id: gardeners, memberCount: 0 }),
      { ...watch, isOwn: true, memberCount: 2 },
    ]);
    expect(await list(other, serverId, `?member=${member.user.id}`)).toEqual([
      { ...watch, isOwn: true, memberCount: 2 },
    ]);
    const { body: members } = await two.callAs(moderator, 'get', `/groups/${watch.id}/members`).expect(200);
    expect(members).toEqual([
      expect.objectContaining({ userId: other.user.id }),
      {
        userId: member.user.id,
        username: member.user.username,
        displayName: member.user.displayName,
        profileImageUrl: member.user.profileImageUrl,
        addedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const { body: changed } = await two
      .callAs(moderator, 'patch', `/groups/${watch.id}`, { color: 'warm' })
      .expect(200);
    expect(changed).toEqual({ ...watch, color: 'warm', memberCount: 2 });
    await remove(moderator, watch.id, member).expect(200);
    await remove(moderator, watch.id, member).expect(404);
    await two.callAs(moderator, 'delete', `/groups/${watch.id}`).expect(200);
    expect(await list(other, serverId)).toEqual([expect.objectContaining({ id: gardeners })]);
  });

  it('TLK-241 have names of the form of an Oni ID, each once in a dimension, and are limited in number', async () => {
    const { serverId, owner } = await setUp();
    const first = await makeGroup(owner, serverId, 'first');
    await makeGroup(owner, serverId, 'second');
    for (const name of ['ab', 'night watch', 'x'.repeat(GROUP_LIMITS.name.max + 1), 'FIRST', 7])
      expect((await create(owner, serverId, { name }).expect(400)).body.fields).toHaveProperty('name');
    expect((await create(owner, serverId, { name: 'third', color: 'pink' }).expect(400)).body.fields).toEqual(
      { color: expect.any(String) },
    );
    await two.callAs(owner, 'patch', `/groups/${first}`, { name: 'second' }).expect(400);
    await two.stack.dataSource.getRepository(MemberGroup).insert(
      Array.from({ length: GROUP_LIMITS.perServer - 3 }, (_, n) => ({
        serverId,
        name: `more_${n}`,
        color: 'neutral' as const,
      })),
    );
    // Only one of two that arrive together finds room.
    const answers = await Promise.all(['one', 'two'].map(async (name) => create(owner, serverId, { name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'quota_reached' });
  });

  it('TLK-241 lose a member who leaves the dimension, and have only members of it', async () => {
    const { serverId, owner, member } = await setUp();
    const group = await makeGroup(owner, serverId, 'night_watch');
    await add(owner, group, await makeMember(two.stack.dataSource)).expect(404);
    await add(owner, group, member).expect(200);
    await two.callAs(member, 'post', `/servers/${serverId}/leave`).expect(200);
    await two.callAs(member, 'post', `/servers/${serverId}/join`).expect(200);
    expect(await list(owner, serverId)).toEqual([expect.objectContaining({ id: group, memberCount: 0 })]);
    expect(await two.stack.dataSource.getRepository(GroupMember).countBy({ groupId: group })).toBe(0);
  });

  it('TLK-242 are changed by the owner only if staff belongs to them', async () => {
    const { serverId, owner, moderator, member, other } = await setUp();
    const group = await makeGroup(moderator, serverId, 'night_watch');
    await add(moderator, group, moderator).expect(403);
    await add(moderator, group, owner).expect(403);
    await add(moderator, group, member).expect(200);
    await add(owner, group, moderator).expect(200);
    expect(await list(other, serverId)).toEqual([expect.objectContaining({ hasStaff: true })]);
    for (const request of [
      add(moderator, group, other),
      remove(moderator, group, moderator),
      remove(moderator, group, member),
      two.callAs(moderator, 'patch', `/groups/${group}`, { name: 'mine' }),
      two.callAs(moderator, 'delete', `/groups/${group}`),
    ])
      expect((await request.expect(403)).body.code).toBe('forbidden');
    await remove(owner, group, moderator).expect(200);
    await two.callAs(moderator, 'delete', `/groups/${group}`).expect(200);
  });

  it('TLK-242 have their changes in the audit log', async () => {
    const { serverId, owner, member } = await setUp();
    const group = await makeGroup(owner, serverId, 'watch');
    await add(owner, group, member).expect(200);
    // Changes nothing.
    await add(owner, group, member).expect(200);
    await two.callAs(owner, 'patch', `/groups/${group}`, { name: 'watch' }).expect(200);
    await two.callAs(owner, 'patch', `/groups/${group}`, { name: 'night_watch' }).expect(200);
    await remove(owner, group, member).expect(200);
    await two.callAs(owner, 'delete', `/groups/${group}`).expect(200);
    const { body }: { body: ServerAuditView[] } = await two
      .callAs(owner, 'get', `/servers/${serverId}/audit`)
      .expect(200);
    expect(body.map(({ kind, subject, detail }) => [kind, subject?.username, detail])).toEqual([
      ['group_deleted', undefined, { name: 'night_watch' }],
      ['group_member_removed', member.user.username, { name: 'night_watch' }],
      ['group_changed', undefined, { name: 'night_watch', formerName: 'watch' }],
      ['group_member_added', member.user.username, { name: 'watch' }],
      ['group_created', undefined, { name: 'watch' }],
    ]);
  });

  it('TLK-243 tell the members of the dimension on every backend that they changed', async () => {
    const { serverId, owner, member, other } = await setUp();
    const inside = await two.connect(1, other.sessionId);
    const hints = () => inside.payloads('groups:changed').length;
    const group = await makeGroup(owner, serverId, 'night_watch');
    for (const [count, change] of [
      [1, async () => add(owner, group, member)],
      [2, async () => two.callAs(owner, 'patch', `/groups/${group}`, { color: 'danger' })],
      [3, async () => remove(owner, group, member)],
      [4, async () => two.callAs(owner, 'delete', `/groups/${group}`)],
    ] as const) {
      await waitUntil('the hint of the change before', () => hints() === count);
      await change();
    }
    await waitUntil('the hint of the deletion', () => hints() === 5);
    expect(inside.payloads('groups:changed')).toContainEqual({ serverId });
  });

  it('SAF-021 do not show a member across a block', async () => {
    const { serverId, owner, member, other } = await setUp();
    const group = await makeGroup(owner, serverId, 'night_watch');
    await add(owner, group, member).expect(200);
    await two.callAs(other, 'put', `/blocks/${member.user.id}`).expect(200);
    expect(await list(other, serverId, `?member=${member.user.id}`)).toEqual([]);
    expect(await list(owner, serverId, `?member=${member.user.id}`)).toHaveLength(1);
  });
});
