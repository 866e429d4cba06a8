import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Attachment, MemberUsage, StaffAuditEntry, User } from '@oniverse/data';
import { makeMember, makeStaff, TestStack } from '@oniverse/testing';
import { MIB } from '../../config.js';
import { makeAttachment } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const LIMIT_MB = 50;

describe('the storage of members', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let admin: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start({ ...stack.config(), attachmentBytes: LIMIT_MB * MIB });
    admin = await makeStaff(stack.dataSource, 'admin');
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const list = (query: object = {}) =>
    backend.api
      .get('/api/staff/storage')
      .query(query)
      .set(...bearer(admin.sessionId));
  const limit = (userId: string, body: object) =>
    backend.api
      .patch(`/api/staff/storage/${userId}`)
      .set(...bearer(admin.sessionId))
      .send(body);
  const upload = (sessionId: string, size: number) =>
    backend.api
      .post('/api/attachments')
      .set(...bearer(sessionId))
      .send({ name: 'notes.txt', size });
  const bytesOf = async (userId: string) =>
    Number((await stack.dataSource.getRepository(MemberUsage).findOneBy({ userId }))?.attachmentBytes ?? 0);

  it('STF-055 counts the bytes of files as they come and go, also with what they belong to', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource);
    const { user: other } = await makeMember(dataSource);
    const first = await makeAttachment(dataSource, user.id, { size: 1_000 });
    await makeAttachment(dataSource, user.id, { size: 200 });
    await makeAttachment(dataSource, other.id, { size: 30 });
    expect([await bytesOf(user.id), await bytesOf(other.id)]).toEqual([1_200, 30]);
    await dataSource.getRepository(Attachment).delete({ id: first.id });
    expect(await bytesOf(user.id)).toBe(200);
    await dataSource.query('DELETE FROM attachments WHERE user_id = ANY($1)', [[user.id, other.id]]);
    expect([await bytesOf(user.id), await bytesOf(other.id)]).toEqual([0, 0]);
    await makeAttachment(dataSource, other.id);
    await dataSource.getRepository(User).delete({ id: other.id });
    expect(await bytesOf(other.id)).toBe(0);
  });

  it('STF-055 is listed largest first, page by page, and found by Oni ID', async () => {
    const { dataSource } = stack;
    await dataSource.getRepository(MemberUsage).clear();
    const members = [
      await makeMember(dataSource),
      await makeMember(dataSource),
      await makeMember(dataSource),
    ];
    const bytes = [20 * MIB, 40 * MIB, 30 * MIB];
    for (const [index, { user }] of members.entries()) {
      await dataSource
        .getRepository(MemberUsage)
        .insert({ userId: user.id, pictures: 2, pictureBytes: '1', attachmentBytes: String(bytes[index]) });
    }
    const { body: first, headers } = await list({ limit: 2 }).expect(200);
    const { body: rest } = await list({ limit: 2, cursor: headers['x-next-cursor'] }).expect(200);
    expect([...first, ...rest].map(({ attachmentBytes }) => attachmentBytes / MIB)).toEqual([40, 30, 20]);
    const nobody = await makeMember(dataSource);
    const { body: found } = await list({ q: nobody.user.username.toUpperCase() }).expect(200);
    expect(found).toMatchObject([
      {
        userId: nobody.user.id,
        pictures: 0,
        pictureBytes: 0,
        attachmentBytes: 0,
        attachmentLimit: LIMIT_MB * MIB,
        hasOwnAttachmentLimit: false,
      },
    ]);
    expect((await list({ q: 'nobody_here' }).expect(200)).body).toEqual([]);
  });

  it('STF-056 has a limit of its own for a member, or that of everyone', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const size = 10 * MIB;
    await upload(sessionId, size).expect(201);
    const { body } = await limit(user.id, { attachmentMegabytes: 15, pictureMegabytes: 7 }).expect(200);
    expect(body).toMatchObject({
      attachmentBytes: size,
      attachmentLimit: 15 * MIB,
      hasOwnAttachmentLimit: true,
      pictureLimit: 7 * MIB,
      hasOwnPictureLimit: true,
    });
    const refused = await upload(sessionId, size).expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', params: { quota: 15 * MIB } });
    await limit(user.id, { attachmentMegabytes: 100 }).expect(200);
    for (let count = 0; count < 5; count += 1) await upload(sessionId, size).expect(201);
    const { body: reset } = await limit(user.id, { attachmentMegabytes: null }).expect(200);
    expect(reset).toMatchObject({ hasOwnAttachmentLimit: false, hasOwnPictureLimit: true });
    await upload(sessionId, 1).expect(409);
    const entries = await stack.dataSource
      .getRepository(StaffAuditEntry)
      .find({ where: { subjectId: user.id }, order: { id: 'ASC' } });
    expect(entries.map(({ detail }) => detail)).toEqual([
      { attachmentMegabytes: 15, pictureMegabytes: 7 },
      { attachmentMegabytes: 100 },
      { attachmentMegabytes: null },
    ]);
  });

  it('STF-056 refuses limits that are none, unknown members, and moderators', async () => {
    const { user } = await makeMember(stack.dataSource);
    for (const pictureMegabytes of [0, 1.5, '7', 10_000_001]) {
      await limit(user.id, { pictureMegabytes }).expect(400);
    }
    await limit('019abb00-0000-7000-8000-0000000000ff', {}).expect(404);
    const moderator = await makeStaff(stack.dataSource, 'moderator');
    await backend.api
      .get('/api/staff/storage')
      .set(...bearer(moderator.sessionId))
      .expect(403);
  });
});
