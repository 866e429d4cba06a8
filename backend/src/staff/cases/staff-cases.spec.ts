import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DecideCaseBody, StaffCaseDetail, StaffCaseView } from '@oniverse/contracts';
import {
  Case,
  Image,
  Measure,
  Message,
  OutboxRow,
  Post,
  PostReply,
  Session,
  StaffAuditEntry,
  User,
} from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, makePost, makeServer, makeStaff, TestStack } from '@oniverse/testing';
import { makeAttachment, makePicture, tagCounts } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

interface Caller {
  sessionId: string;
}

const REASON = 'That is never allowed here.';

describe('cases for the staff of the platform', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const db = () => stack.dataSource;
  const as = (
    { sessionId }: Caller,
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) => {
    const request = backend.api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const report = async (
    reporter: Caller,
    kind: string,
    subjectId: string,
    note?: string,
  ): Promise<string> => {
    await as(reporter, 'post', '/reports', { kind, subjectId, reason: 'harassment', note }).expect(201);
    return (await db().getRepository(Case).findOneByOrFail({ subjectId, state: 'open' })).id;
  };
  const listed = async (staff: Caller, query = ''): Promise<StaffCaseView[]> =>
    (await as(staff, 'get', `/staff/cases${query}`).expect(200)).body;
  const idsOf = (cases: readonly StaffCaseView[]) => cases.map(({ id }) => id);
  const detailOf = async (staff: Caller, id: string): Promise<StaffCaseDetail> =>
    (await as(staff, 'get', `/staff/cases/${id}`).expect(200)).body;
  const decide = (staff: Caller, id: string, body: Partial<DecideCaseBody>) =>
    as(staff, 'post', `/staff/cases/${id}/decision`, { rule: 'threat', reason: REASON, ...body });
  const measuresOf = async (userId: string): Promise<Measure[]> =>
    db()
      .getRepository(Measure)
      .find({ where: { userId }, order: { id: 'ASC' } });
  const resultOf = async (reporter: Caller) =>
    (await as(reporter, 'get', '/reports').expect(200)).body[0].result;
  const looksAt = async (caseId: string) =>
    db()
      .getRepository(StaffAuditEntry)
      .find({ where: { caseId }, order: { id: 'ASC' } });

  /** A dimension with a message of its author, which a reader can report. */
  const makeReportable = async () => {
    const [author, reader] = [await makeMember(db()), await makeMember(db())];
    const place = await makeServer(db(), { members: [author.user, reader.user] });
    const { body: message } = await as(author, 'post', `/channels/${place.channel.id}/messages`, {
      content: 'Nobody asked.',
    }).expect(201);
    return { ...place, author, reader, messageId: String(message.id) };
  };

  it('STF-030 are those that no dimension handles, with the others if asked for', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { server, author, reader, messageId } = await makeReportable();
    const inside = await report(reader, 'message', messageId);
    const about = await report(reader, 'member', author.user.id);
    expect(idsOf(await listed(staff))).toContain(about);
    expect(idsOf(await listed(staff))).not.toContain(inside);
    const all = await listed(staff, '?all=true');
    expect(all.find(({ id }) => id === inside)).toMatchObject({
      isWithDimension: true,
      title: server.name,
      channelName: 'general',
      username: author.user.username,
      reports: 1,
      assignee: null,
      isMine: false,
      outcome: null,
    });
    await db().query('UPDATE cases SET handed_on_at = now() WHERE id = $1', [inside]);
    expect(await listed(staff)).toMatchObject([
      { id: about, isWithDimension: false },
      { id: inside, isWithDimension: false, isHandedOn: true },
    ]);
    const first = await as(staff, 'get', '/staff/cases?limit=1').expect(200);
    expect(idsOf(first.body)).toEqual([about]);
    const cursor = first.headers['x-next-cursor'];
    expect(idsOf(await listed(staff, `?limit=1&cursor=${cursor}`))).toEqual([inside]);
  });

  it('STF-031 show reporters, context and what they are about, and each look is in the audit log', async () => {
    const [staff, admin] = [await makeStaff(db(), 'moderator'), await makeStaff(db(), 'admin')];
    const { author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId, 'Look.');
    const found = await detailOf(staff, id);
    expect(found).toMatchObject({
      snapshot: { text: 'Nobody asked.' },
      isGone: false,
      canAct: true,
      member: {
        username: author.user.username,
        isVerified: false,
        hasFactor: false,
        sessions: 1,
        cases: 1,
        measures: 0,
      },
      given: [{ reporter: { username: reader.user.username }, note: 'Look.' }],
      measures: [],
      trail: [{ kind: 'case_viewed', actor: { username: staff.user.username } }],
    });
    await detailOf(staff, id);
    expect((await detailOf(admin, id)).trail).toHaveLength(2);
    // Looks of others are for administrators.
    expect((await detailOf(staff, id)).trail).toMatchObject([{ actor: { username: staff.user.username } }]);
    const kinds = async (caller: Caller) =>
      (await as(caller, 'get', '/staff/audit').expect(200)).body.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(admin)).toContain('case_viewed');
    expect(await kinds(staff)).not.toContain('case_viewed');
    // Another hour is another look.
    await db().query(`UPDATE staff_audit SET look = 'earlier ' || id WHERE case_id = $1`, [id]);
    await detailOf(staff, id);
    expect(await looksAt(id)).toHaveLength(3);
  });

  it('STF-031 never show staff the reports about themselves', async () => {
    const staff = await makeStaff(db(), 'admin');
    const reader = await makeMember(db());
    const id = await report(reader, 'member', staff.user.id);
    expect(idsOf(await listed(staff, '?all=true'))).not.toContain(id);
    await as(staff, 'get', `/staff/cases/${id}`).expect(404);
    await as(staff, 'put', `/staff/cases/${id}/assignment`).expect(404);
    await decide(staff, id, { action: 'none' }).expect(404);
    expect(await looksAt(id)).toEqual([]);
    expect(idsOf(await listed(await makeStaff(db(), 'moderator')))).toContain(id);
  });

  it('STF-032 are assigned, taken over and released', async () => {
    const [one, two] = [await makeStaff(db(), 'moderator'), await makeStaff(db(), 'moderator')];
    const { author, reader } = await makeReportable();
    const id = await report(reader, 'member', author.user.id);
    const path = `/staff/cases/${id}/assignment`;
    expect((await as(one, 'put', path).expect(200)).body).toMatchObject({ isMine: true });
    expect(idsOf(await listed(one, '?list=mine'))).toEqual([id]);
    expect(await listed(two, '?list=mine')).toEqual([]);
    expect((await decide(two, id, { action: 'none' }).expect(403)).body).toMatchObject({
      reason: 'caseTaken',
    });
    expect((await as(two, 'delete', path).expect(200)).body).toMatchObject({ assignee: one.user.username });
    expect((await as(two, 'put', path).expect(200)).body).toMatchObject({ isMine: true });
    expect((await as(two, 'delete', path).expect(200)).body).toMatchObject({ assignee: null });
    const kinds = (await looksAt(id)).map(({ kind, actorId }) => [kind, actorId === one.user.id]);
    expect(kinds.filter(([kind]) => kind !== 'case_viewed')).toEqual([
      ['case_assigned', true],
      ['case_assigned', false],
      ['case_released', false],
    ]);
  });

  it('STF-033 can be closed without a measure, which the reporters learn', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId);
    const { body } = await decide(staff, id, { action: 'none', reason: 'A quarrel.' }).expect(200);
    expect(body).toMatchObject({ outcome: 'none', note: 'A quarrel.', assignee: staff.user.username });
    expect(await resultOf(reader)).toBe('none');
    expect(await measuresOf(author.user.id)).toEqual([]);
    expect(
      await db()
        .getRepository(OutboxRow)
        .countBy({ topic: 'notify', subject: `report:${id}` }),
    ).toBe(1);
    expect(idsOf(await listed(staff, '?list=closed&all=true'))).toContain(id);
    expect((await decide(staff, id, { action: 'none' }).expect(409)).body.code).toBe('case_closed');
    // Staff of the dimension do not learn who of the site decided.
    const { closedBy } = await db().getRepository(Case).findOneByOrFail({ id });
    expect(closedBy).toBeNull();
  });

  it('STF-033 end with a warning that needs a rule and a reason', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const id = await report(reader, 'member', author.user.id);
    for (const [field, body] of [
      ['rule', { rule: undefined }],
      ['reason', { reason: '  ' }],
    ] as const) {
      const { body: problem } = await decide(staff, id, { action: 'warn', ...body }).expect(400);
      expect(Object.keys(problem.fields)).toEqual([field]);
    }
    const past = new Date(Date.now() - 1_000).toISOString();
    await decide(staff, id, { action: 'suspend', until: past }).expect(400);
    const { body } = await decide(staff, id, { action: 'warn' }).expect(200);
    expect(body).toMatchObject({
      outcome: 'acted',
      measures: [
        { kind: 'warned', rule: 'threat', reason: REASON, takenBy: { username: staff.user.username } },
      ],
    });
    expect(await resultOf(reader)).toBe('acted');
    const [measure] = await measuresOf(author.user.id);
    expect(measure).toMatchObject({ kind: 'warned', caseId: id, takenBy: staff.user.id });
    expect((await looksAt(id)).map(({ kind }) => kind)).toEqual([
      'member_warned',
      'case_closed',
      'case_viewed',
    ]);
  });

  it('STF-034 delete a reported message in its place, and say so to the staff of the dimension', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { server, owner, author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId);
    expect((await decide(staff, id, { action: 'hide' }).expect(200)).body).toMatchObject({
      outcome: 'removed',
      isGone: true,
    });
    const message = await db().getRepository(Message).findOneByOrFail({ id: messageId });
    expect([message.content, message.deletedAt === null]).toEqual(['', false]);
    expect(await resultOf(reader)).toBe('removed');
    const log: unknown[] = await db().query(
      'SELECT kind, actor_id, subject_id, detail FROM server_audit WHERE server_id = $1',
      [server.id],
    );
    expect(log).toEqual([
      { kind: 'message_deleted', actor_id: null, subject_id: author.user.id, detail: { isBySite: true } },
    ]);
    expect(owner.id).not.toBe(staff.user.id);
    expect(await measuresOf(author.user.id)).toMatchObject([
      { kind: 'content_hidden', subjectKind: 'message', subjectId: messageId },
    ]);
  });

  it('STF-034 delete a message whose author has left, without a measure', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId);
    await db().query('UPDATE messages SET user_id = NULL WHERE id = $1', [messageId]);
    await db().getRepository(User).delete({ id: author.user.id });
    expect((await detailOf(staff, id)).member).toBeNull();
    await decide(staff, id, { action: 'suspend' }).expect(400);
    await decide(staff, id, { action: 'hide' }).expect(200);
    expect((await db().getRepository(Message).findOneByOrFail({ id: messageId })).content).toBe('');
  });

  it('STF-034 make a post private until the measure is taken back, whatever its author does', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const { body: post } = await as(author, 'post', '/posts', {
      title: 'Night walks',
      content: 'You know who.',
      tags: ['lanterns'],
    }).expect(201);
    const id = await report(reader, 'post', post.id);
    await as(reader, 'get', `/posts/${post.id}`).expect(200);
    expect(await tagCounts(db(), 'lanterns')).toEqual([1]);
    await decide(staff, id, { action: 'hide' }).expect(200);
    await as(reader, 'get', `/posts/${post.id}`).expect(404);
    expect(await tagCounts(db(), 'lanterns')).toEqual([0]);
    const shown = await as(author, 'patch', `/posts/${post.id}`, { isPublic: true }).expect(403);
    expect(shown.body).toMatchObject({ reason: 'hiddenByStaff' });
    await as(author, 'patch', `/posts/${post.id}`, { title: 'Walks' }).expect(200);
    const [measure] = await measuresOf(author.user.id);
    await as(staff, 'delete', `/staff/measures/${measure?.id}`).expect(200);
    await as(reader, 'get', `/posts/${post.id}`).expect(200);
    expect(await tagCounts(db(), 'lanterns')).toEqual([1]);
    await as(author, 'patch', `/posts/${post.id}`, { isPublic: false }).expect(200);
    await as(author, 'patch', `/posts/${post.id}`, { isPublic: true }).expect(200);
  });

  it('STF-034 leave a private post private, and one hidden twice until both measures ended', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const [own, other] = [await makePost(db(), author.user.id), await makePost(db(), author.user.id)];
    const ownCase = await report(reader, 'post', own.id);
    await db().getRepository(Post).update({ id: own.id }, { isPublic: false });
    await decide(staff, ownCase, { action: 'hide' }).expect(200);
    const twice = await report(reader, 'post', other.id);
    await decide(staff, twice, { action: 'hide' }).expect(200);
    await db().getRepository(Post).update({ id: other.id }, { isPublic: true });
    const again = await report(reader, 'post', other.id);
    await db().getRepository(Post).update({ id: other.id }, { isPublic: false });
    await decide(staff, again, { action: 'hide' }).expect(200);
    const isPublic = async (id: string) => (await db().getRepository(Post).findOneByOrFail({ id })).isPublic;
    const [ownMeasure, first, second] = await measuresOf(author.user.id);
    const end = (measure: Measure | undefined) => as(staff, 'delete', `/staff/measures/${measure?.id}`);
    await end(ownMeasure).expect(200);
    expect(await isPublic(own.id)).toBe(false);
    await end(first).expect(200);
    expect(await isPublic(other.id)).toBe(false);
    await end(second).expect(200);
    expect(await isPublic(other.id)).toBe(true);
    await end(second).expect(200);
  });

  it('STF-034 hide a picture, also when its author shows the board', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const { body: board } = await as(author, 'post', '/boards', { name: 'Moons' }).expect(201);
    const { id: pictureId } = await makePicture(db(), store, author.user.id, { boardId: board.id });
    const { id: otherId } = await makePicture(db(), store, author.user.id, { boardId: board.id });
    const id = await report(reader, 'picture', pictureId);
    await decide(staff, id, { action: 'hide' }).expect(200);
    const isPublic = async (one: string) =>
      (await db().getRepository(Image).findOneByOrFail({ id: one })).isPublic;
    expect(await isPublic(pictureId)).toBe(false);
    await as(author, 'put', `/images/${pictureId}/visibility`, { isPublic: true }).expect(403);
    await as(author, 'put', `/boards/${board.id}/visibility`, { isPublic: false }).expect(200);
    await as(author, 'put', `/boards/${board.id}/visibility`, { isPublic: true }).expect(200);
    expect([await isPublic(pictureId), await isPublic(otherId)]).toEqual([false, true]);
    const [measure] = await measuresOf(author.user.id);
    await as(staff, 'delete', `/staff/measures/${measure?.id}`).expect(200);
    expect(await isPublic(pictureId)).toBe(true);
  });

  it('STF-034 delete a reply, and hide the profile of a member', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const post = await makePost(db(), reader.user.id);
    const { body: reply } = await as(author, 'post', `/posts/${post.id}/replies`, {
      content: 'No.',
    }).expect(201);
    await decide(staff, await report(reader, 'reply', reply.id), { action: 'hide' }).expect(200);
    expect(await db().getRepository(PostReply).findOneByOrFail({ id: reply.id })).toMatchObject({
      content: '',
      deletedAt: expect.any(Date),
    });
    const id = await report(reader, 'profile', author.user.id);
    expect((await decide(staff, id, { action: 'hide' }).expect(200)).body.outcome).toBe('acted');
    await as(reader, 'get', `/users/${author.user.username}`).expect(404);
    await as(author, 'patch', '/users/profile', { isPublic: true }).expect(403);
    const measure = (await measuresOf(author.user.id)).at(-1);
    await as(staff, 'delete', `/staff/measures/${measure?.id}`).expect(200);
    await as(reader, 'get', `/users/${author.user.username}`).expect(200);
  });

  it('STF-034 cannot hide a dimension', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { server, reader } = await makeReportable();
    const id = await report(reader, 'dimension', server.id);
    expect((await decide(staff, id, { action: 'hide' }).expect(400)).body.fields).toHaveProperty('action');
    await decide(staff, id, { action: 'warn' }).expect(200);
  });

  it('STF-035 end with a suspension, which can remove the message too', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId);
    const until = new Date(Date.now() + 14 * 86_400_000).toISOString();
    const { body } = await decide(staff, id, { action: 'suspend', until, hidesContent: true }).expect(200);
    expect(body).toMatchObject({
      outcome: 'removed',
      member: { isSuspended: true, sessions: 0, measures: 2 },
      measures: [
        { kind: 'suspended', until },
        { kind: 'content_hidden', subject: { kind: 'message' } },
      ],
    });
    await as(author, 'get', '/auth/me').expect(401);
    expect(await db().getRepository(Session).countBy({ userId: author.user.id })).toBe(0);
    expect((await db().getRepository(Message).findOneByOrFail({ id: messageId })).content).toBe('');
  });

  it('STF-036 are not decided about staff of the same or a higher role', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const peer = await makeStaff(db(), 'moderator');
    const reader = await makeMember(db());
    const id = await report(reader, 'member', peer.user.id);
    expect(await detailOf(staff, id)).toMatchObject({ canAct: false });
    for (const action of ['none', 'warn', 'hide', 'suspend'] as const) {
      expect((await decide(staff, id, { action }).expect(403)).body).toMatchObject({ reason: 'sameRole' });
    }
    expect(await measuresOf(peer.user.id)).toEqual([]);
    expect(await db().getRepository(Case).findOneByOrFail({ id })).toMatchObject({ state: 'open' });
    await decide(await makeStaff(db(), 'admin'), id, { action: 'warn' }).expect(200);
  });

  it('STF-033 are closed once when two decide at the same time', async () => {
    const callers = [await makeStaff(db(), 'moderator'), await makeStaff(db(), 'moderator')];
    const { author, reader, messageId } = await makeReportable();
    const id = await report(reader, 'message', messageId);
    const answers = await Promise.all(callers.map((staff) => decide(staff, id, { action: 'warn' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await measuresOf(author.user.id)).toHaveLength(1);
  });

  it('STF-037 serve files and the copy of a picture to staff only, and only through the case', async () => {
    const [staff, stranger] = [await makeStaff(db(), 'moderator'), await makeMember(db())];
    const { channel, author, reader } = await makeReportable();
    const { id: attachmentId, path } = await makeAttachment(db(), author.user.id);
    await store.put(
      path.slice(1),
      (async function* () {
        yield Buffer.from('threat!!');
      })(),
      { size: 8, contentType: 'text/plain' },
    );
    const { body: message } = await as(author, 'post', `/channels/${channel.id}/messages`, {
      content: 'Look.',
      attachments: [{ id: attachmentId }],
    }).expect(201);
    const id = await report(reader, 'message', message.id);
    await as(author, 'delete', `/messages/${message.id}`).expect(200);
    const key = path.slice('/objects/'.length);
    const file = `/staff/cases/${id}/files/${key}`;
    const answer = await as(staff, 'get', file).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': 'attachment; filename=notes.txt',
    });
    await backend.api
      .get(`/objects/${key}`)
      .set(...bearer(staff.sessionId))
      .expect(404);
    await as(stranger, 'get', file).expect(403);
    await as(author, 'get', file).expect(403);
    const { id: pictureId } = await makePicture(db(), store, author.user.id);
    const pictureCase = await report(reader, 'picture', pictureId);
    await as(author, 'delete', `/images/${pictureId}`).expect(200);
    const picture = `/staff/cases/${pictureCase}/picture`;
    expect((await as(staff, 'get', picture).expect(200)).headers['content-type']).toBe('image/webp');
    await as(staff, 'get', picture).expect(200);
    await as(stranger, 'get', picture).expect(403);
    await as(staff, 'get', `/staff/cases/${id}/picture`).expect(404);
    await as(staff, 'get', `/staff/cases/${pictureCase}/files/${key}`).expect(404);
    await as(staff, 'get', '/staff/cases/none/picture').expect(404);
    const kinds = (await looksAt(pictureCase)).map(({ kind }) => kind);
    expect(kinds).toEqual(['case_file_viewed', 'case_file_viewed']);
    expect((await looksAt(id)).map(({ kind }) => kind)).toEqual(['case_file_viewed']);
  });

  it('STF-037 need a recent proof of identity to decide, and none to look', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { author, reader } = await makeReportable();
    const id = await report(reader, 'member', author.user.id);
    await db()
      .getRepository(Session)
      .update({ userId: staff.user.id }, { authenticatedAt: new Date(Date.now() - 3_600_000) });
    await detailOf(staff, id);
    expect((await decide(staff, id, { action: 'none' }).expect(403)).body.code).toBe(
      'reauthentication_required',
    );
  });
});
