import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AccountActivity,
  LogLevelFollower,
  newObjectPath,
  OpsAuditEntry,
  Server,
  ServerMember,
  Session,
  SiteSettingRow,
  StaffAuditEntry,
  StoredObject,
  storeKeyOf,
  User,
  WaitlistEntry,
} from '@oniverse/data';
import { createLogger, connectRedis, ErasureRecords, ObjectStore } from '@oniverse/platform';
import { openQueue } from '@oniverse/platform/worker';
import { makeMember, makeServer, makeSession, TestStack, uniqueName } from '@oniverse/testing';
import { OpsRunner } from '../test/ops-run.js';
import { Like } from 'typeorm';
import { findOrphans, type Orphan } from './objects/orphans.js';

const UNKNOWN_ID = '019abb00-0000-7000-8000-0000000000ff';
const HOUR_MS = 60 * 60 * 1_000;

describe('the commands of operators', () => {
  let stack: TestStack;
  let ops: OpsRunner;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
    await store.ensureBucket();
    ops = new OpsRunner({ ...stack.env(), OPS_USER: 'ada' });
  });

  afterAll(async () => {
    await ops.stop();
    await stack.stop();
  });

  const rows = <T extends object>(entity: new () => T) => stack.dataSource.getRepository(entity);
  const newestAudit = async () => rows(OpsAuditEntry).findOneOrFail({ where: {}, order: { id: 'DESC' } });

  describe('in general', () => {
    it('OPS-002 print one JSON document, lists with a cursor that continues them', async () => {
      const names: string[] = [];
      for (let count = 0; count < 3; count += 1)
        names.unshift((await makeMember(stack.dataSource)).user.username);
      const first = await ops.answer('members:find', '--limit', '2');
      expect(first.items).toMatchObject([{ username: names[0] }, { username: names[1] }]);
      const next = await ops.answer('members:find', '--limit', '1', '--cursor', first.cursor);
      expect(next.items).toMatchObject([{ username: names[2] }]);
      const { stdout } = await ops.run(['members:find', names[0] ?? '']);
      expect(stdout).toMatch(new RegExp(`^id=\\S+  userId=|username=${names[0]}`, 'mu'));
      expect(await ops.answer('registration:show')).toEqual({ mode: 'open' });
    });

    it('OPS-002 fail with a code: 2 for a wrong use, 3 for what is not found', async () => {
      const wrong = await ops.run(['members:find', '--limit', '0', '--json']);
      expect([wrong.code, wrong.stdout]).toEqual([2, '']);
      expect(JSON.parse(wrong.stderr)).toEqual({
        error: { code: 'usage', message: expect.stringContaining('from 1 to 1000') },
      });
      expect(await ops.run(['members:fnd'])).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('members:find'),
      });
      expect(await ops.run(['members:show', 'nobody_here'])).toEqual({
        code: 3,
        stdout: '',
        stderr: 'No member has the Oni ID nobody_here.\n',
      });
    });

    it('OPS-003 have their former names, with a hint', async () => {
      const { code, stdout, stderr } = await ops.run(['reports', 'list', '--json']);
      expect([code, stdout]).toEqual([0, '{"items":[],"cursor":null}\n']);
      expect(stderr).toContain('`reports list` is now `reports:list`.');
    });

    it('OPS-004 ask before dangerous ones, and refuse those without a terminal unless they are confirmed', async () => {
      const { server } = await makeServer(stack.dataSource);
      const exists = async () => rows(Server).existsBy({ id: server.id });
      const command = ['servers:delete', server.id];
      expect(await ops.run(command)).toMatchObject({ code: 4, stderr: expect.stringContaining('--yes') });
      expect(await ops.run(command, 'yes')).toMatchObject({ code: 4 });
      expect([await exists(), await newestAudit()]).toMatchObject([true, { outcome: 'refused' }]);
      expect(await ops.run(command, server.id)).toMatchObject({
        code: 0,
        stdout: `The dimension ${server.name} is deleted.\n`,
        stderr: expect.stringContaining(`Type ${server.id} to go on: `),
      });
      expect(await exists()).toBe(false);
    });

    it('OPS-005 are in the audit log: who, when, what with which arguments, and how it ended', async () => {
      const { user } = await makeMember(stack.dataSource);
      await ops.answer('members:end-sessions', user.username.toUpperCase());
      expect(await newestAudit()).toMatchObject({
        operator: 'ada',
        command: 'members:end-sessions',
        arguments: {},
        subjectId: user.id,
        outcome: 'done',
        reason: null,
        endedAt: expect.any(Date),
      });
      await ops.run(['members:find', 'vesper@example.org', '--limit', '7']);
      expect(await newestAudit()).toMatchObject({ arguments: { text: '…', limit: 7 }, outcome: 'done' });
      await ops.run(['members:erase', 'nobody_here', '--yes']);
      expect(await newestAudit()).toMatchObject({
        command: 'members:erase',
        arguments: {},
        outcome: 'failed',
        reason: 'not_found',
      });
      const { items } = await ops.answer('audit:list', '--limit', '4');
      expect(items).toMatchObject([
        { command: 'audit:list', outcome: null },
        { command: 'members:erase', member: null },
        { command: 'members:find' },
        { command: 'members:end-sessions', member: user.username, operator: 'ada' },
      ]);
    });
  });

  it('OPS-007 find and show members as the console does, whose audit log has the look', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { items } = await ops.answer('members:find', user.username.slice(0, -1));
    expect(items).toMatchObject([{ id: user.id, username: user.username }]);
    expect(await ops.answer('members:show', user.username)).toMatchObject({
      id: user.id,
      openSessions: [expect.anything()],
      newestCases: [],
    });
    expect(await rows(StaffAuditEntry).findBy({ subjectId: user.id })).toMatchObject([
      { kind: 'member_viewed', actorId: null, isByOperators: true },
    ]);
  });

  it('OPS-007 show what members store, and give a member limits', async () => {
    const { user } = await makeMember(stack.dataSource);
    const limited = await ops.answer('members:storage', user.username, '--pictures', '7');
    expect(limited).toMatchObject({ pictureLimit: 7 * 1_024 ** 2, hasOwnPictureLimit: true });
    const { items } = await ops.answer('members:storage', user.username);
    expect(items).toMatchObject([{ username: user.username, hasOwnPictureLimit: true }]);
    const reset = await ops.answer('members:storage', user.username, '--pictures', 'default');
    expect(reset).toMatchObject({ hasOwnPictureLimit: false });
    expect(await ops.run(['members:storage', '--files', '5'])).toMatchObject({ code: 2 });
  });

  it('OPS-008 erase a member as their own erasure does, and then name them nowhere', async () => {
    const { user } = await makeMember(stack.dataSource);
    await ops.answer('members:erase', user.username, '--yes');
    expect(await rows(User).existsBy({ id: user.id })).toBe(false);
    const erased = (await new ErasureRecords(store).list()).map(({ userId }) => userId);
    expect(erased).toContain(user.id);
    expect(await newestAudit()).toMatchObject({ command: 'members:erase', subjectId: null, outcome: 'done' });
  });

  it('OPS-009 print an address of the export of a member, which their activity has', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { url } = await ops.answer('members:export', user.username);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/exports\/[\w-]{43}$/u);
    expect(await rows(AccountActivity).findBy({ userId: user.id })).toMatchObject([
      { kind: 'exported', detail: 'by the operator' },
    ]);
  });

  it('OPS-010 list open sessions, and end those of a member or of all', async () => {
    const { user } = await makeMember(stack.dataSource);
    await makeSession(stack.dataSource, user.id);
    const { items } = await ops.answer('sessions:list', user.username);
    expect(items).toMatchObject([{ member: user.username }, { member: user.username }]);
    const page = await ops.answer('sessions:list', user.username, '--limit', '1');
    expect(await ops.answer('sessions:list', user.username, '--cursor', page.cursor)).toMatchObject({
      items: [{ id: items[1].id }],
      cursor: null,
    });
    expect(await ops.answer('sessions:end', user.username)).toEqual({ ended: 2 });
    expect(await ops.run(['sessions:end'])).toMatchObject({ code: 2 });
    expect(await ops.run(['sessions:end', '--all'])).toMatchObject({ code: 4 });
    await ops.answer('sessions:end', '--all', '--yes');
    expect(await rows(Session).count()).toBe(0);
  });

  it('OPS-011 find and show dimensions, also private ones', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { server, owner } = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    const name = uniqueName('Quay');
    await rows(Server).update({ id: server.id }, { name });
    const { items } = await ops.answer('servers:find', name.toLowerCase());
    expect(items).toMatchObject([{ id: server.id, owner: owner.username, isPublic: false }]);
    expect(await ops.answer('servers:show', server.id)).toMatchObject({ name, memberCount: 2, channels: 1 });
    expect(await ops.run(['servers:show', UNKNOWN_ID])).toMatchObject({ code: 3 });
  });

  it('OPS-012 transfer a dimension to one of its members', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { user: stranger } = await makeMember(stack.dataSource);
    const { server, owner } = await makeServer(stack.dataSource, { members: [user] });
    const transfer = (username: string) => ops.run(['servers:transfer', server.id, username, '--yes']);
    expect(await transfer(stranger.username)).toMatchObject({ code: 3 });
    expect(await transfer(user.username)).toMatchObject({ code: 0 });
    expect(await rows(Server).findOneByOrFail({ id: server.id })).toMatchObject({ ownerId: user.id });
    const former = { serverId: server.id, userId: owner.id };
    expect(await rows(ServerMember).findOneByOrFail(former)).toMatchObject({ role: 'moderator' });
  });

  it('OPS-013 list, export and invite the waitlist', async () => {
    const { id } = await rows(WaitlistEntry).save({
      email: 'a,b"c@example.org',
      oniId: null,
      source: 'site',
    });
    const { items } = await ops.answer('waitlist:list');
    expect(items).toMatchObject([{ id, email: 'a,b"c@example.org' }]);
    const { stdout } = await ops.run(['waitlist:export']);
    expect(stdout.split('\r\n')).toEqual([
      'id,email,oniId,createdAt,invitedAt,inviteExpiresAt,joinedAt',
      expect.stringContaining(`${id},"a,b""c@example.org",,2`),
      '',
    ]);
    expect(await ops.answer('waitlist:export')).toMatchObject({ items: [{ id }], cursor: null });
    expect(await ops.answer('waitlist:invite', id)).toMatchObject({
      isMailed: false,
      url: expect.stringContaining('/auth#'),
    });
    expect(await ops.run(['waitlist:invite', UNKNOWN_ID])).toMatchObject({ code: 3 });
  });

  it('OPS-014 set who may register, and print invitations', async () => {
    for (const mode of ['invite', 'closed', 'open']) {
      expect(await ops.answer(`registration:${mode}`)).toEqual({ mode });
      expect(await rows(SiteSettingRow).findOneByOrFail({ name: 'registration' })).toMatchObject({
        value: mode,
      });
    }
    const { url } = await ops.answer('registration:create-invite');
    expect(url).toContain('/auth#');
    expect((await ops.answer('registration:list-invites')).items).toHaveLength(2);
  });

  it('OPS-015 list, retry and drop jobs of the workers', async () => {
    const redis = connectRedis(stack.config().redis, 'queue', createLogger('test', 'silent'));
    const queue = openQueue(redis, 'bulk', () => undefined);
    try {
      const { id = '' } = await queue.add('purge-tags', { subject: 'all' });
      const listed = await ops.answer('jobs:list', '--state', 'waiting', '--queue', 'bulk');
      expect(listed).toMatchObject({
        items: [{ queue: 'bulk', id, name: 'purge-tags', subject: 'all', reason: null }],
        cursor: null,
      });
      await queue.add('purge-tags', { subject: 'next' });
      const page = await ops.answer('jobs:list', '--state', 'waiting', '--limit', '1');
      expect([page.items[0].subject, page.cursor]).toEqual(['next', 'bulk/1']);
      const rest = await ops.answer('jobs:list', '--state', 'waiting', '--cursor', page.cursor);
      expect(rest).toMatchObject({ items: [{ id }], cursor: null });
      expect(await ops.run(['jobs:retry', `bulk/${id}`])).toMatchObject({ code: 1 });
      expect(await ops.answer('jobs:retry', '--all')).toEqual({ retried: 0 });
      await ops.answer('jobs:drop', `bulk/${id}`, '--yes');
      expect(await ops.run(['jobs:drop', `bulk/${id}`, '--yes'])).toMatchObject({ code: 3 });
      expect(await queue.getWaitingCount()).toBe(1);
    } finally {
      await queue.close();
      redis.disconnect();
    }
  });

  it('OPS-016 find objects without a row, and rows without an object, and sum what is stored', async () => {
    const { user } = await makeMember(stack.dataSource);
    const type = { size: 1, contentType: 'image/png' };
    const put = async (path: string) => store.put(storeKeyOf(path), Readable.from([Buffer.from('x')]), type);
    const insert = async (path: string) =>
      rows(StoredObject).insert({ path, userId: user.id, state: 'used', size: 5, sha256: 'x' });
    const [unnamed, missing, ...complete] = Array.from({ length: 8 }, newObjectPath);
    if (unnamed === undefined || missing === undefined) throw new Error('too few paths');
    for (const path of complete) await put(path);
    for (const path of [missing, ...complete]) await insert(path);
    await put(unnamed);
    // A recent object may be one whose row is about to be written.
    expect(await ops.answer('objects:orphans')).toEqual({
      items: [{ kind: 'no_object', key: storeKeyOf(missing), bytes: null, storedAt: null }],
      cursor: null,
    });
    const later = findOrphans(stack.dataSource, store, Date.now() + 2 * HOUR_MS);
    const found: Orphan[] = await Readable.from(later).toArray();
    expect(found.filter(({ kind }) => kind === 'no_row')).toMatchObject([
      { key: storeKeyOf(unnamed), bytes: 1 },
    ]);
    expect((await ops.answer('objects:usage', user.username)).items).toEqual([
      { kind: 'other', objects: 7, bytes: 35 },
    ]);
  });

  it('OPS-017 make, list and delete announcements', async () => {
    const made = await ops.answer(
      'announcements:create',
      '--title',
      ' Tonight ',
      '--until',
      '2100-01-01T00:00Z',
    );
    expect(made).toMatchObject({ title: 'Tonight', endsAt: '2100-01-01T00:00:00.000Z' });
    expect((await ops.answer('announcements:list')).items).toMatchObject([{ id: made.id, createdBy: null }]);
    await ops.answer('announcements:delete', made.id);
    expect((await ops.answer('announcements:list')).items).toEqual([]);
    const past = ['announcements:create', '--title', 'Past', '--until', '2001-01-01'];
    expect(await ops.run(past)).toMatchObject({ code: 1, stderr: expect.stringContaining('not over yet') });
  });

  it('OPS-075 set the level of the logs that servers follow, or that of their configuration again', async () => {
    const logger = { level: 'warn' };
    const follower = new LogLevelFollower(stack.dataSource, logger);
    for (const [given, level] of [
      ['debug', 'debug'],
      ['configured', 'warn'],
    ] as const) {
      await ops.answer('logs:level', given);
      await follower.follow();
      expect(logger.level).toBe(level);
    }
    expect(await ops.run(['logs:level', 'loud'])).toMatchObject({ code: 2 });
  });

  it('OPS-050 start, show and end a maintenance', async () => {
    expect(await ops.answer('maintenance:show')).toEqual({ state: 'none' });
    await ops.answer('maintenance:start', '--minutes', '20', '--text', 'Upgrade.');
    expect(await ops.answer('maintenance:show')).toMatchObject({ state: 'running', text: 'Upgrade.' });
    expect(await ops.answer('maintenance:end')).toEqual({ state: 'none' });
  });

  it('OPS-101 OPS-102 prepare private members of a load, and erase nobody else', async () => {
    const { user } = await makeMember(stack.dataSource, { username: uniqueName('load') });
    const { dimensions } = await ops.answer('load:prepare', '--members', '5', '--channels', '12', '--yes');
    expect(dimensions).toMatchObject([
      { channelIds: { length: 6 }, members: { length: 3 } },
      { channelIds: { length: 6 }, members: { length: 2 } },
    ]);
    const members = await rows(User).findBy({ username: Like('load\\_%'), password: '!', isPublic: false });
    expect(members).toHaveLength(5);
    const [{ serverId }] = dimensions;
    expect(await rows(Server).findOneByOrFail({ id: serverId })).toMatchObject({
      isPublic: false,
      memberCount: 3,
    });
    expect(await ops.answer('load:clear', '--yes')).toEqual({ members: 5, dimensions: 2 });
    expect(await rows(Server).existsBy({ id: serverId })).toBe(false);
    expect(await rows(User).findBy({ username: Like('load\\_%') })).toMatchObject([{ id: user.id }]);
  });
});
