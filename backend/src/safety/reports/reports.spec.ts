import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPORTS_PER_DAY, type ReportView } from '@oniverse/contracts';
import { Case, Message, PostReply, Report, StoredObject, type User } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import {
  ESTABLISHED,
  GOOD_PASSWORD,
  makeMember,
  makePost,
  makeServer,
  registration,
  type TestStack,
} from '@oniverse/testing';
import { IsNull, Not } from 'typeorm';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePicture as storePicture } from '../../testing/album.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { TwoBackends } from '../../testing/two-backends.js';

interface Member {
  user: User;
  sessionId: string;
}

const NO_ID = '019abb00-0000-7000-8000-0000000000ff';

describe('reports', () => {
  let two: TwoBackends;
  let stack: TestStack;
  let store: ObjectStore;

  beforeAll(async () => {
    two = await TwoBackends.start();
    ({ stack } = two);
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => stack.dataSource;
  const as = (...call: Parameters<TwoBackends['callAs']>) => two.callAs(...call);
  const report = (member: { sessionId: string }, kind: string, subjectId: string, body: object = {}) =>
    as(member, 'post', '/reports', { kind, subjectId, reason: 'harassment', ...body });
  const reported = async (...call: Parameters<typeof report>): Promise<ReportView> =>
    (await report(...call).expect(201)).body;
  const findCase = async (subjectId: string): Promise<Case> =>
    db().getRepository(Case).findOneByOrFail({ subjectId });
  const countReports = async (caseId: string): Promise<number> =>
    db().getRepository(Report).countBy({ caseId });

  /** Inserts messages of one member as the whole history of a channel. */
  const write = async (
    channelId: string,
    userId: string,
    contents: readonly string[],
  ): Promise<Message[]> => {
    const messages = contents.map((content, index) => ({
      channelId,
      userId,
      seq: index + 1,
      rev: index + 1,
      content,
      nonce: String(index),
    }));
    await db().query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
      channelId,
      contents.length,
    ]);
    return db().getRepository(Message).save(messages);
  };
  /** Makes a server with the members, and a message of the first one between two others. */
  const makeReportable = async (author: Member, others: readonly Member[], isPublic = true) => {
    const place = await makeServer(db(), {
      isPublic,
      members: [author, ...others].map(({ user }) => user),
    });
    const messages = await write(place.channel.id, author.user.id, ['First.', 'Nobody asked.', 'Last.']);
    return { ...place, messageId: String(messages[1]?.id) };
  };
  const makePicture = async (author: Member, isPublic = true) =>
    storePicture(db(), store, author.user.id, { isPublic });

  it('SAF-300 SAF-301 keep the message with its author, place and one message on each side', async () => {
    const author = await makeMember(db());
    const reader = await makeMember(db());
    const { server, messageId } = await makeReportable(author, [reader]);
    const own = await reported(reader, 'message', messageId, { note: '  About me.  ' });
    expect(own).toMatchObject({
      kind: 'message',
      title: server.name,
      reason: 'harassment',
      note: 'About me.',
      result: null,
      closedAt: null,
    });
    expect((await as(reader, 'get', '/reports').expect(200)).body).toEqual([own]);
    const { username } = author.user;
    const { snapshot, serverId, aboutUserId, state } = await findCase(messageId);
    expect({ serverId, aboutUserId, state }).toEqual({
      serverId: server.id,
      aboutUserId: author.user.id,
      state: 'open',
    });
    expect(snapshot).toMatchObject({
      title: server.name,
      username,
      text: 'Nobody asked.',
      channelName: 'general',
      before: { username, content: 'First.' },
      after: { username, content: 'Last.' },
    });
  });

  it('SAF-300 can be about a post, a reply, a picture, a profile, a member and a dimension', async () => {
    const author = await makeMember(db(), { bio: 'Fog.', profileMarkdown: '# Shrine' });
    const reader = await makeMember(db());
    const post = await makePost(db(), author.user.id, {
      title: 'Slow light',
      markdownContent: 'Two seconds.',
    });
    const reply = await db()
      .getRepository(PostReply)
      .save({ postId: post.id, userId: author.user.id, parentId: null, content: 'More.', deletedAt: null });
    const picture = await makePicture(author);
    const { server, owner } = await makeServer(db());
    const { id, username } = author.user;
    for (const [kind, subjectId, expected] of [
      ['post', post.id, { title: 'Slow light', username, text: 'Two seconds.' }],
      ['reply', reply.id, { title: 'Slow light', username, text: 'More.' }],
      ['picture', picture.id, { title: 'Moon', username, text: '' }],
      ['profile', id, { title: username, username, text: 'Fog.\n\n# Shrine' }],
      ['member', id, { title: username, username, text: '' }],
      ['dimension', server.id, { title: server.name, username: owner.username, text: '' }],
    ] as const) {
      await reported(reader, kind, subjectId);
      const { snapshot } = await db().getRepository(Case).findOneByOrFail({ kind, subjectId });
      expect([kind, snapshot]).toEqual([kind, expect.objectContaining(expected)]);
    }
  });

  it('SAF-302 of what the member cannot see answer as for what does not exist', async () => {
    const author = await makeMember(db(), { isPublic: false });
    const stranger = await makeMember(db());
    const post = await makePost(db(), author.user.id);
    const reply = await db()
      .getRepository(PostReply)
      .save({ postId: post.id, userId: author.user.id, parentId: null, content: 'More.', deletedAt: null });
    const picture = await makePicture(author);
    const { server, messageId } = await makeReportable(author, [], false);
    for (const [kind, subjectId] of [
      ['message', messageId],
      ['message', NO_ID],
      ['post', post.id],
      ['post', NO_ID],
      ['reply', reply.id],
      ['picture', picture.id],
      ['picture', NO_ID],
      ['profile', author.user.id],
      ['member', author.user.id],
      ['member', NO_ID],
      ['dimension', server.id],
      ['dimension', NO_ID],
    ] as const) {
      const answer = await report(stranger, kind, subjectId);
      expect([kind, answer.status, answer.body.message]).toEqual([kind, 404, 'Not found.']);
    }
    expect(await db().getRepository(Case).countBy({ aboutUserId: author.user.id })).toBe(0);
  });

  it('SAF-302 can name a private member of a common dimension, without the profile', async () => {
    const author = await makeMember(db(), { isPublic: false, bio: 'Hidden.' });
    const reader = await makeMember(db());
    await makeServer(db(), { members: [author.user, reader.user] });
    await reported(reader, 'member', author.user.id);
    await report(reader, 'profile', author.user.id).expect(404);
    expect((await findCase(author.user.id)).snapshot).toMatchObject({ text: '' });
  });

  it('SAF-302 can name a member behind a block, but not the profile', async () => {
    const author = await makeMember(db(), { bio: 'Fog.' });
    const reader = await makeMember(db());
    await as(author, 'put', `/blocks/${reader.user.id}`).expect(200);
    await report(reader, 'profile', author.user.id).expect(404);
    await reported(reader, 'member', author.user.id);
  });

  it('SAF-303 cannot be about oneself or something of one’s own, or a deleted message', async () => {
    const author = await makeMember(db());
    const { messageId } = await makeReportable(author, []);
    const post = await makePost(db(), author.user.id);
    for (const [kind, id] of [
      ['message', messageId],
      ['post', post.id],
      ['member', author.user.id],
      ['profile', author.user.id],
    ] as const) {
      const { body } = await report(author, kind, id).expect(403);
      expect(body.message).toBe('You cannot report yourself or something of your own.');
    }
    const reader = await makeMember(db());
    await db().query(`UPDATE messages SET content = '', deleted_at = now() WHERE id = $1`, [messageId]);
    await report(reader, 'message', messageId).expect(404);
  });

  it.each([
    [
      { kind: 'comet' },
      'kind',
      'The kind must be message, post, reply, picture, profile, dimension or member.',
    ],
    [{ reason: 'boring' }, 'reason', 'Choose what is wrong.'],
    [{ subjectId: 'x' }, 'subjectId', 'This id is malformed.'],
    [{ note: 'a'.repeat(1_001) }, 'note', 'A note can have up to 1,000 characters.'],
    [{ isRude: true }, 'isRude', 'Unknown field.'],
  ])('SAF-304 reject %j', async (change, field, message) => {
    const reader = await makeMember(db());
    const answer = await report(reader, 'post', NO_ID, change).expect(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it('SAF-305 of one thing join one case, once for each member, and concurrent ones too', async () => {
    const author = await makeMember(db());
    const readers = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
    const post = await makePost(db(), author.user.id);
    const answers = await Promise.all(
      readers.flatMap((reader) => [report(reader, 'post', post.id), report(reader, 'post', post.id)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    const first = await reported(readers[0] ?? author, 'post', post.id, {
      reason: 'threat',
      note: 'New.',
    });
    expect(first).toMatchObject({ reason: 'harassment', note: null });
    const found = await findCase(post.id);
    expect(await countReports(found.id)).toBe(3);
  });

  it('SAF-340 keep what they found once for each content, also by a repetition', async () => {
    const author = await makeMember(db());
    const [first, second, third] = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
    const post = await makePost(db(), author.user.id, { markdownContent: 'Harmless.' });
    const change = async (text: string) =>
      db().query('UPDATE posts SET markdown_content = $2 WHERE id = $1', [post.id, text]);
    await reported(first, 'post', post.id);
    await change('Cruel.');
    await Promise.all([reported(second, 'post', post.id), reported(third, 'post', post.id)]);
    await change('Crueller.');
    await reported(first, 'post', post.id);
    await change('Harmless.');
    for (const reader of [first, second, third]) await reported(reader, 'post', post.id);
    const { id, snapshot } = await findCase(post.id);
    const given = await db().getRepository(Report).findBy({ caseId: id });
    const textOf = (reader: Member) =>
      given.find(({ reporterId }) => reporterId === reader.user.id)?.snapshot?.text;
    expect([snapshot?.text, textOf(first)]).toEqual(['Harmless.', 'Crueller.']);
    expect(new Set([textOf(second), textOf(third)])).toEqual(new Set(['Cruel.', undefined]));
    // Also what a member finds whose report has another snapshot already.
    for (const text of ['Cruellest.', 'Harmless.', 'Cruellest.']) {
      await change(text);
      await reported(first, 'post', post.id);
    }
    const rows = await db()
      .getRepository(Report)
      .findBy({ caseId: id, snapshot: Not(IsNull()) });
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.snapshot?.text))).toEqual(
      new Set(['Cruel.', 'Crueller.', 'Cruellest.']),
    );
    const { body } = await as(first, 'get', '/reports').expect(200);
    expect(body).toHaveLength(1);
  });

  it('SAF-340 take the copy of a picture that had none at the first report', async () => {
    const author = await makeMember(db());
    const picture = await makePicture(author);
    const objects = db().getRepository(StoredObject);
    const { renditionOf } = await objects.findOneByOrFail({ path: picture.rendition });
    await objects.update({ path: picture.rendition }, { renditionOf: null });
    await reported(await makeMember(db()), 'picture', picture.id);
    expect((await findCase(picture.id)).snapshotObject).toBeNull();
    await objects.update({ path: picture.rendition }, { renditionOf });
    await reported(await makeMember(db()), 'picture', picture.id);
    expect(await store.has(String((await findCase(picture.id)).snapshotObject))).toBe(true);
  });

  it('SAF-305 after the case is closed open another one', async () => {
    const author = await makeMember(db());
    const reader = await makeMember(db());
    const post = await makePost(db(), author.user.id);
    const first = await reported(reader, 'post', post.id);
    await db().query(
      `UPDATE cases SET state = 'closed', outcome = 'acted', closed_at = now() WHERE subject_id = $1`,
      [post.id],
    );
    const second = await reported(reader, 'post', post.id);
    expect(second.id).not.toBe(first.id);
    const { body } = await as(reader, 'get', '/reports').expect(200);
    expect(body).toEqual([second, { ...first, result: 'acted', closedAt: expect.any(String) }]);
  });

  it('SAF-306 are limited to 20 a day', async () => {
    const author = await makeMember(db());
    const reader = await makeMember(db(), ESTABLISHED);
    const post = await makePost(db(), author.user.id);
    const limited = await BackendUnderTest.start(stack.config({ rateLimits: true }));
    const send = () =>
      limited.api
        .post('/api/reports')
        .set(...bearer(reader.sessionId))
        .send({ kind: 'post', subjectId: post.id, reason: 'spam' });
    for (let count = 0; count < REPORTS_PER_DAY; count += 1) await send().expect(201);
    expect((await send().expect(429)).body.code).toBe('rate_limited');
    await limited.stop();
  });

  it('SAF-301 outlive the message and the picture that they are about', async () => {
    const author = await makeMember(db());
    const reader = await makeMember(db());
    const { messageId } = await makeReportable(author, [reader]);
    const picture = await makePicture(author);
    await reported(reader, 'message', messageId);
    await reported(reader, 'picture', picture.id);
    await as(author, 'delete', `/messages/${messageId}`).expect(200);
    await as(author, 'delete', `/images/${picture.id}`).expect(200);
    expect((await findCase(messageId)).snapshot?.text).toBe('Nobody asked.');
    const { snapshotObject } = await findCase(picture.id);
    const bytes = await store.get(String(snapshotObject));
    expect(bytes && Buffer.concat(await bytes.toArray())).toEqual(makePictureFile('image/png'));
    // No member can read the copy, and no row of an upload keeps it from outliving its reporter.
    await as(reader, 'get', `/../${snapshotObject}`).expect(404);
    expect(await db().getRepository(StoredObject).countBy({ userId: reader.user.id })).toBe(0);
  });

  it('SAF-301 copy a picture once, and leave an unused copy to maintenance', async () => {
    const author = await makeMember(db());
    const readers = [await makeMember(db()), await makeMember(db())];
    const picture = await makePicture(author);
    await Promise.all(readers.map((reader) => reported(reader, 'picture', picture.id)));
    const { id } = await findCase(picture.id);
    expect(await countReports(id)).toBe(2);
    const unused = await db()
      .getRepository(StoredObject)
      .findBy(readers.map(({ user }) => ({ userId: user.id })));
    expect(unused.every(({ state }) => state === 'arriving')).toBe(true);
  });

  it('SAF-307 lose their member with the erasure of the account, and the case loses the reported one', async () => {
    const { body: registered } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const reader: { id: string; sessionId: string } = {
      id: registered.user.id,
      sessionId: registered.sessionId,
    };
    const { body: other } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    await reported(reader, 'profile', other.user.id, { note: 'About me.' });
    const { id } = await findCase(other.user.id);
    for (const sessionId of [reader.sessionId, other.sessionId]) {
      await as({ sessionId }, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    }
    const kept = await db().getRepository(Case).findOneByOrFail({ id });
    expect(kept).toMatchObject({ subjectId: null, aboutUserId: null, state: 'open' });
    expect(kept.snapshot?.username).toBe(other.user.username);
    expect(await db().getRepository(Report).findOneByOrFail({ caseId: id })).toMatchObject({
      reporterId: null,
      note: 'About me.',
    });
  });
});
