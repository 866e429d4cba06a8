import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  APPLICATION_LIMITS,
  type ApplicationView,
  type OwnApplication,
  type ServerAuditView,
  type ServerView,
} from '@oniverse/contracts';
import { Application, OutboxRow, Server } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import { type LiveClient, makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { makeModerator, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const QUESTIONS = ['What do you look for?', 'Where from?'];
const ANSWERS = QUESTIONS.map((question, n) => ({ question, answer: `Answer ${n}.` }));
const HOUR_MS = 3_600_000;

describe('questions and applications', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true, questions = QUESTIONS } = {}) => {
    const { dataSource } = two.stack;
    const [member, moderator, applicant, other] = await Promise.all(
      [1, 2, 3, 4].map(async () => makeMember(dataSource)),
    );
    const made = await makeServer(dataSource, { isPublic, members: [member!.user, moderator!.user] });
    await makeModerator(dataSource, made.server.id, moderator!);
    await dataSource.getRepository(Server).update({ id: made.server.id }, { questions });
    const owner = { user: made.owner, sessionId: await makeSession(dataSource, made.owner.id) };
    return {
      ...made,
      owner,
      member: member!,
      moderator: moderator!,
      applicant: applicant!,
      other: other!,
    };
  };
  const ask = (caller: SignedInMember, serverId: string, questions: readonly string[]) =>
    two.callAs(caller, 'put', `/servers/${serverId}/questions`, { questions });
  const apply = (caller: SignedInMember, serverId: string, answers: readonly object[] = ANSWERS) =>
    two.callAs(caller, 'post', `/servers/${serverId}/application`, { answers });
  const withdraw = (caller: SignedInMember, serverId: string) =>
    two.callAs(caller, 'delete', `/servers/${serverId}/application`);
  const viewOf = async (caller: SignedInMember, serverId: string): Promise<ServerView> =>
    (await two.callAs(caller, 'get', `/servers/${serverId}`).expect(200)).body;
  const waitingFor = async (
    caller: SignedInMember,
    serverId: string,
    query = '',
  ): Promise<ApplicationView[]> =>
    (
      await two.callAs(caller, 'get', `/servers/${serverId}/queue?kind=application${query}`).expect(200)
    ).body.map(({ application }: { application: ApplicationView }) => application);
  const decide = (
    caller: SignedInMember,
    serverId: string,
    id: string,
    decision: 'accept' | 'decline',
    body: object = {},
  ) => two.callAs(caller, 'post', `/servers/${serverId}/applications/${id}/${decision}`, body);
  const idOf = async ({ user }: SignedInMember, serverId: string): Promise<string> =>
    (await two.stack.dataSource.getRepository(Application).findOneByOrFail({ serverId, userId: user.id })).id;
  const audit = async (caller: SignedInMember, serverId: string): Promise<Partial<ServerAuditView>[]> => {
    const entries: ServerAuditView[] = (
      await two.callAs(caller, 'get', `/servers/${serverId}/audit`).expect(200)
    ).body;
    return entries.map(({ kind, actor, subject, detail }) => ({ kind, actor, subject, detail }));
  };
  const applicationsSeenBy = (client: LiveClient, serverId: string): (OwnApplication | null | undefined)[] =>
    client
      .payloads('server:changed')
      .flatMap(({ id, application }) => (id === serverId ? [application] : []));
  const hintsTo = (client: LiveClient, serverId: string): number =>
    client.payloads('queue:changed').filter((hint) => hint.serverId === serverId).length;
  const causesOf = async (): Promise<string[]> =>
    (await two.stack.dataSource.getRepository(OutboxRow).find()).map(({ subject }) => subject);

  it('TLK-227 are up to three questions, which staff of a public dimension change and everyone reads', async () => {
    const { server, owner, moderator, member, applicant } = await setUp({ questions: [] });
    const client = await two.connect(1, member.sessionId);
    const asked = (await ask(moderator, server.id, [' One? ', 'Two?', 'One?']).expect(200)).body;
    expect(asked.questions).toEqual(['One?', 'Two?']);
    await waitUntil('the members to hear of it', () =>
      client.payloads('server:changed').some(({ questions }) => questions.length === 2),
    );
    expect(await viewOf(applicant, server.id)).toMatchObject({ questions: ['One?', 'Two?'] });
    const listed: ServerView[] = (await two.callAs(applicant, 'get', '/servers/public?limit=100')).body;
    expect(listed.find(({ id }) => id === server.id)).toMatchObject({ questions: ['One?', 'Two?'] });
    await ask(owner, server.id, ['One?', 'Two?']).expect(200);
    await ask(owner, server.id, ['1', '2', '3', '4']).expect(400);
    await ask(owner, server.id, ['']).expect(400);
    await ask(owner, server.id, ['x'.repeat(APPLICATION_LIMITS.question.max + 1)]).expect(400);
    await ask(member, server.id, []).expect(403);
    await ask(applicant, server.id, []).expect(403);
    const [entry, ...others] = await audit(owner, server.id);
    expect(entry).toMatchObject({
      kind: 'questions_changed',
      actor: { username: moderator.user.username },
      detail: {},
    });
    expect(others).toEqual([]);
    const hidden = await setUp({ isPublic: false, questions: [] });
    expect((await ask(hidden.owner, hidden.server.id, ['One?']).expect(403)).body.reason).toBe('onlyPublic');
    await ask(hidden.owner, hidden.server.id, []).expect(200);
  });

  it('TLK-228 show a dimension to those who have not joined, but nothing in it', async () => {
    const { server, channel, owner, member, applicant } = await setUp();
    const sent = await two
      .callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Clear skies.' })
      .expect(201);
    await two.stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [member.user.id]);
    const view = await viewOf(applicant, server.id);
    expect(view).toMatchObject({ name: server.name, memberCount: 3, ownerId: null, membership: null });
    expect((await viewOf(member, server.id)).ownerId).toBe(owner.user.id);
    const hidden = [
      `/servers/${server.id}/channels`,
      `/servers/${server.id}/members`,
      `/servers/${server.id}/groups`,
      `/channels/${channel.id}/messages`,
      `/channels/${channel.id}/pins`,
      `/channels/${channel.id}/threads`,
    ];
    for (const path of hidden) {
      const { status } = await two.callAs(applicant, 'get', path);
      expect([path, status]).toEqual([path, 404]);
      expect([path, (await two.callAs(member, 'get', path)).status]).toEqual([path, 200]);
    }
    await two.callAs(applicant, 'put', `/bookmarks/message/${sent.body.id}`).expect(404);
    // A private member is named only to those who share the dimension.
    const report = { kind: 'member', subjectId: member.user.id, reason: 'spam' };
    await two.callAs(applicant, 'post', '/reports', report).expect(404);
    await two
      .callAs(applicant, 'post', '/reports', { kind: 'message', subjectId: sent.body.id, reason: 'spam' })
      .expect(404);
    await two
      .callAs(applicant, 'post', '/reports', { kind: 'dimension', subjectId: server.id, reason: 'spam' })
      .expect(201);
    const client = await two.connect(0, applicant.sessionId);
    expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: false });
    expect(await client.request('presence:list', { serverId: server.id })).toMatchObject({ ok: false });
    const joined = await two.callAs(applicant, 'post', `/servers/${server.id}/join`).expect(403);
    expect(joined.body.reason).toBe('mustApply');
  });

  it('TLK-228 cut off those who have a channel open on any backend, and members who leave', async () => {
    const { server, channel, owner, member, applicant, other } = await setUp({ questions: [] });
    const visitors = [await two.connect(0, applicant.sessionId), await two.connect(1, other.sessionId)];
    const clients = [...visitors, await two.connect(1, member.sessionId)];
    for (const client of clients) await client.request('channel:open', { channelId: channel.id });
    const startedAt = Date.now();
    await ask(owner, server.id, QUESTIONS).expect(200);
    for (const visitor of visitors) {
      await waitUntil('the visitor to hear of it', () =>
        visitor.payloads('server:changed').some(({ questions }) => questions.length === QUESTIONS.length),
      );
    }
    const openOn = (n: 0 | 1) =>
      [...two.getProvider(n, LiveService).sockets()].filter(({ rooms }) => rooms.has(`channel:${channel.id}`))
        .length;
    await waitUntil('the visitors to be cut off', () => openOn(0) === 0 && openOn(1) === 1);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    await two.callAs(member, 'post', `/channels/${channel.id}/messages`, { content: 'Alone.' }).expect(201);
    await waitUntil('the message', () => clients[2]!.messages(channel.id).length === 1);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    await waitUntil('the former member to be cut off', () => openOn(1) === 0);
    expect(clients.map((client) => client.messages(channel.id).length)).toEqual([0, 0, 1]);
  });

  it('TLK-229 are answered once by an applicant, who withdraws the application', async () => {
    const { server, owner, moderator, member, applicant } = await setUp();
    const device = await two.connect(1, applicant.sessionId);
    const staff = [await two.connect(0, owner.sessionId), await two.connect(1, moderator.sessionId)];
    const bystander = await two.connect(0, member.sessionId);
    const applied: ServerView = (await apply(applicant, server.id).expect(200)).body;
    const waiting = { state: 'waiting', word: null, createdAt: expect.stringMatching(/Z$/), againAt: null };
    expect(applied.application).toEqual(waiting);
    await waitUntil('the other device', () => applicationsSeenBy(device, server.id).length === 1);
    expect(applicationsSeenBy(device, server.id)).toEqual([waiting]);
    for (const client of staff) await waitUntil('the hint', () => hintsTo(client, server.id) === 1);
    expect(await waitingFor(moderator, server.id)).toEqual([
      {
        id: await idOf(applicant, server.id),
        userId: applicant.user.id,
        username: applicant.user.username,
        displayName: applicant.user.displayName,
        profileImageUrl: applicant.user.profileImageUrl,
        answers: ANSWERS,
        createdAt: applied.application!.createdAt,
      },
    ]);
    expect((await apply(applicant, server.id).expect(403)).body.reason).toBe('alreadyApplied');
    await two.callAs(member, 'get', `/servers/${server.id}/queue?kind=application`).expect(403);
    await two.callAs(applicant, 'get', `/servers/${server.id}/queue?kind=application`).expect(403);
    await withdraw(applicant, server.id).expect(200);
    await withdraw(applicant, server.id).expect(404);
    await waitUntil('the other device', () => applicationsSeenBy(device, server.id).at(-1) === null);
    for (const client of staff) await waitUntil('the hint', () => hintsTo(client, server.id) === 2);
    expect(await waitingFor(owner, server.id)).toEqual([]);
    expect(hintsTo(bystander, server.id)).toBe(0);
  });

  it('TLK-229 refuse answers to other questions, and members, banned and those who may join at once', async () => {
    const { server, owner, member, applicant } = await setUp();
    for (const answers of [
      [],
      ANSWERS.slice(0, 1),
      ANSWERS.toReversed(),
      [...ANSWERS, { question: 'More?', answer: 'No.' }],
    ]) {
      const refused = await apply(applicant, server.id, answers).expect(412);
      expect(refused.body.reason).toBe('questionsChanged');
    }
    const blank = ANSWERS.map((answer) => ({ ...answer, answer: ' ' }));
    const long = ANSWERS.map((given) => ({
      ...given,
      answer: 'x'.repeat(APPLICATION_LIMITS.answer.max + 1),
    }));
    const malformed: (readonly object[])[] = [blank, long, [['x']], [{ question: 'x' }]];
    for (const answers of malformed) {
      await apply(applicant, server.id, answers).expect(400);
    }
    expect((await apply(member, server.id).expect(403)).body.reason).toBe('cannotApply');
    await two.stack.dataSource.query('INSERT INTO server_removals (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      applicant.user.id,
    ]);
    expect((await apply(applicant, server.id).expect(403)).body.reason).toBe('cannotApply');
    const open = await setUp({ questions: [] });
    await apply(applicant, open.server.id, []).expect(403);
    await two.callAs(applicant, 'post', `/servers/${open.server.id}/join`).expect(200);
    await apply(owner, server.id).expect(403);
  });

  it('TLK-229 have at most 20 waiting applications of a member, also when many are made at once', async () => {
    const { applicant, owner } = await setUp();
    const { dataSource } = two.stack;
    const { waiting } = APPLICATION_LIMITS;
    const servers: { id: string }[] = await dataSource.query(
      `INSERT INTO servers (owner_id, name, is_public, questions)
       SELECT $1, 'Asks ' || n, true, '{Why?}' FROM generate_series(1, $2::integer) n RETURNING id`,
      [owner.user.id, waiting + 2],
    );
    const answers = [{ question: 'Why?', answer: 'For the stars.' }];
    const answered = await Promise.all(servers.map(async ({ id }) => apply(applicant, id, answers)));
    expect(answered.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: waiting }, () => 200),
      409,
      409,
    ]);
    expect(answered.find(({ status }) => status === 409)?.body.reason).toBe('tooManyApplications');
  });

  it('TLK-229 end when their author joins with an invite or is banned, or the dimension stops asking', async () => {
    const { server, owner, moderator, applicant, other } = await setUp();
    const third = await makeMember(two.stack.dataSource);
    const staff = await two.connect(1, moderator.sessionId);
    const device = await two.connect(0, third.sessionId);
    for (const caller of [applicant, other, third]) await apply(caller, server.id).expect(200);
    const invite = (await two.callAs(owner, 'post', `/servers/${server.id}/invites`, {}).expect(201)).body;
    const accepted = await two.callAs(applicant, 'post', `/invites/${invite.code}/accept`).expect(200);
    expect(accepted.body).toMatchObject({ application: null, membership: { role: 'member' } });
    expect(await waitingFor(owner, server.id)).toHaveLength(2);
    await two.stack.dataSource
      .getRepository(Application)
      .update({ userId: other.user.id }, { state: 'declined', word: 'No.', decidedAt: new Date() });
    await waitUntil('the hints', () => hintsTo(staff, server.id) === 3);
    await ask(owner, server.id, []).expect(200);
    await waitUntil('the applicant to hear', () => applicationsSeenBy(device, server.id).at(-1) === null);
    await waitUntil('the hint', () => hintsTo(staff, server.id) === 4);
    expect(await waitingFor(owner, server.id)).toEqual([]);
    expect((await viewOf(other, server.id)).application).toBeNull();
    await two.callAs(other, 'post', `/servers/${server.id}/join`).expect(200);
  });

  it('TLK-230 are listed newest first in pages, and accepted as one joins', async () => {
    const { server, channel, owner, moderator, member, applicant, other } = await setUp();
    const third = await makeMember(two.stack.dataSource);
    for (const caller of [applicant, other, third]) await apply(caller, server.id).expect(200);
    const all = await waitingFor(owner, server.id);
    expect(all.map(({ userId }) => userId)).toEqual([third.user.id, other.user.id, applicant.user.id]);
    const [, second] = all;
    expect(await waitingFor(owner, server.id, `&limit=1&cursor=${all[0]!.id}`)).toEqual([second]);
    const device = await two.connect(0, applicant.sessionId);
    const bystander = await two.connect(1, member.sessionId);
    const id = await idOf(applicant, server.id);
    await decide(member, server.id, id, 'accept').expect(403);
    await decide(applicant, server.id, id, 'accept').expect(403);
    const elsewhere = await setUp();
    await decide(elsewhere.owner, elsewhere.server.id, id, 'accept').expect(404);
    const answered = await Promise.all([
      decide(owner, server.id, id, 'accept'),
      decide(moderator, server.id, id, 'accept'),
    ]);
    expect(answered.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]));
    await decide(owner, server.id, id, 'decline').expect(404);
    await waitUntil('the applicant to hear of it', () =>
      device.payloads('server:changed').some(({ membership }) => membership?.role === 'member'),
    );
    expect(applicationsSeenBy(device, server.id).at(-1)).toBeNull();
    await waitUntil('the members to hear of it', () =>
      bystander.payloads('member:joined').some(({ member: joined }) => joined.userId === applicant.user.id),
    );
    expect(await viewOf(applicant, server.id)).toMatchObject({ memberCount: 4, application: null });
    expect(await device.request('channel:open', { channelId: channel.id })).toMatchObject({ ok: true });
    expect(await waitingFor(owner, server.id)).toEqual(all.slice(0, 2));
    expect(await audit(owner, server.id)).toMatchObject([
      { kind: 'application_accepted', subject: { username: applicant.user.username }, detail: {} },
    ]);
    expect(await causesOf()).toContain(`application:${server.id}:${applicant.user.id}:${id}`);
  });

  it('TLK-230 are declined with a word, after which their author can apply again in a day', async () => {
    const { server, owner, moderator, applicant } = await setUp();
    const device = await two.connect(1, applicant.sessionId);
    const staff = await two.connect(0, owner.sessionId);
    await apply(applicant, server.id).expect(200);
    const id = await idOf(applicant, server.id);
    const long = 'x'.repeat(501);
    await decide(moderator, server.id, id, 'decline', { word: long }).expect(400);
    await decide(moderator, server.id, id, 'decline', { word: ' Tell us more. ' }).expect(200);
    await waitUntil('the applicant to hear of it', () => applicationsSeenBy(device, server.id).length === 2);
    await waitUntil('the hint', () => hintsTo(staff, server.id) === 2);
    const { application } = await viewOf(applicant, server.id);
    expect(application).toMatchObject({ state: 'declined', word: 'Tell us more.' });
    expect(applicationsSeenBy(device, server.id)[1]).toEqual(application);
    const wait = Date.parse(application!.againAt!) - Date.now();
    expect(Math.abs(wait - APPLICATION_LIMITS.againHours * HOUR_MS)).toBeLessThan(60_000);
    expect((await apply(applicant, server.id).expect(403)).body.reason).toBe('appliedLately');
    await withdraw(applicant, server.id).expect(404);
    expect(await waitingFor(owner, server.id)).toEqual([]);
    expect(await audit(owner, server.id)).toMatchObject([
      {
        kind: 'application_declined',
        actor: { username: moderator.user.username },
        subject: { username: applicant.user.username },
        detail: { reason: 'Tell us more.' },
      },
    ]);
    expect(await causesOf()).toContain(`application:${server.id}:${applicant.user.id}:${id}`);
    await two.stack.dataSource
      .getRepository(Application)
      .update({ id }, { decidedAt: new Date(Date.now() - APPLICATION_LIMITS.againHours * HOUR_MS - 1_000) });
    const again: ServerView = (await apply(applicant, server.id).expect(200)).body;
    expect(again.application).toMatchObject({ state: 'waiting', word: null });
    await decide(owner, server.id, await idOf(applicant, server.id), 'decline').expect(200);
    expect((await viewOf(applicant, server.id)).application).toMatchObject({ word: null });
  });

  it('TLK-230 end with a ban of an applicant, who hears of it', async () => {
    const { server, channel, owner, applicant } = await setUp({ questions: [] });
    // Someone who wrote here, left and applies again.
    await two.callAs(applicant, 'post', `/servers/${server.id}/join`).expect(200);
    const { body: message } = await two
      .callAs(applicant, 'post', `/channels/${channel.id}/messages`, { content: 'Rude.' })
      .expect(201);
    await two
      .callAs(owner, 'post', '/reports', { kind: 'message', subjectId: message.id, reason: 'spam' })
      .expect(201);
    await two.callAs(applicant, 'post', `/servers/${server.id}/leave`).expect(200);
    await ask(owner, server.id, QUESTIONS).expect(200);
    await apply(applicant, server.id).expect(200);
    const device = await two.connect(1, applicant.sessionId);
    const [found] = (await two.callAs(owner, 'get', `/servers/${server.id}/cases`).expect(200)).body;
    await two
      .callAs(owner, 'post', `/servers/${server.id}/cases/${found.id}/close`, { outcome: 'member_banned' })
      .expect(200);
    await waitUntil('the applicant to hear', () => applicationsSeenBy(device, server.id).at(-1) === null);
    expect(await waitingFor(owner, server.id)).toEqual([]);
    expect((await apply(applicant, server.id).expect(403)).body.reason).toBe('cannotApply');
  });
});
