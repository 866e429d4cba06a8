import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UploadTicket } from '@oniverse/contracts';
import { OUTBOX_TOPICS, OutboxRow, StoredObject } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';

describe('avatars', () => {
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

  const set = (sessionId: string, profileImageURL: unknown) =>
    backend.api
      .put('/api/user/profile-image')
      .set(...bearer(sessionId))
      .send({ profileImageURL });
  const ticket = async (sessionId: string): Promise<UploadTicket> => {
    const { body } = await backend.api
      .post('/api/objects/upload')
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  };
  const upload = async (sessionId: string): Promise<UploadTicket> => {
    const given = await ticket(sessionId);
    await backend.api
      .put(new URL(given.uploadURL).pathname)
      .type('image/png')
      .send(makePictureFile('image/png'))
      .expect(200);
    return given;
  };
  const avatarRequests = (path: string) =>
    stack.dataSource.getRepository(OutboxRow).countBy({ topic: OUTBOX_TOPICS.makeAvatar, subject: path });
  const stateOf = async (path: string) =>
    (await stack.dataSource.getRepository(StoredObject).findOneByOrFail({ path })).state;

  it('API-030 requests the crop once, and returns the member with the previous avatar', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { objectPath } = await upload(sessionId);
    const me = await backend.api
      .get('/api/auth/me')
      .set(...bearer(sessionId))
      .expect(200);
    const answer = await set(sessionId, objectPath).expect(202);
    expect(answer.body).toEqual(me.body);
    expect(answer.body.profileImageUrl).toBeNull();
    expect(await stateOf(objectPath)).toBe('used');
    expect(await avatarRequests(objectPath)).toBe(1);
    const again = await set(sessionId, objectPath).expect(409);
    // What the worker does after cropping.
    await stack.dataSource.query(`UPDATE objects SET state = 'spent' WHERE path = $1`, [objectPath]);
    expect((await set(sessionId, objectPath).expect(409)).body).toEqual(again.body);
    expect(again.body).toEqual({
      statusCode: 409,
      code: 'already_used',
      message: 'This upload is already in use.',
      reason: 'alreadyUsed',
    });
    expect(await avatarRequests(objectPath)).toBe(1);
  });

  it('API-030 only one of several concurrent requests gets the upload', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { objectPath } = await upload(sessionId);
    const answers = await Promise.all(Array.from({ length: 6 }, () => set(sessionId, objectPath)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await avatarRequests(objectPath)).toBe(1);
  });

  it('GAP-106 accepts every form of an upload’s address', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { protocol, host } = new URL(backend.url);
    for (const form of [
      ({ uploadURL }: UploadTicket) => uploadURL,
      ({ uploadURL }: UploadTicket) => new URL(uploadURL).pathname,
      ({ objectPath }: UploadTicket) => `${protocol}//${host}${objectPath}`,
      ({ objectPath }: UploadTicket) => `https://${host}${objectPath}`,
      ({ objectPath }: UploadTicket) => `  ${objectPath} `,
    ]) {
      const given = await upload(sessionId);
      await set(sessionId, form(given)).expect(202);
      expect(await stateOf(given.objectPath)).toBe('used');
    }
  });

  it.each([
    'https://example.org/objects/abc',
    'http://127.0.0.1:1/objects/abc',
    '//example.org/objects/abc',
    '/objects/',
    '/objects/a/b',
    '/objects/../objects/a',
    '/uploads/a?b=c',
    '/api/objects/upload',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'file:///objects/abc',
    'saturn.png',
  ])('GAP-106 rejects %s as an address outside our store', async (address) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const answer = await set(sessionId, address).expect(400);
    expect(answer.body).toEqual({
      statusCode: 400,
      code: 'invalid_address',
      message: 'This address does not belong to an uploaded picture.',
      reason: 'invalidAddress',
    });
  });

  it('GAP-106 rejects our own origin with credentials or a query', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { objectPath } = await upload(sessionId);
    const { host } = new URL(backend.url);
    for (const address of [`http://me:pw@${host}${objectPath}`, `http://${host}${objectPath}?w=1`]) {
      const answer = await set(sessionId, address).expect(400);
      expect(answer.body.code).toBe('invalid_address');
    }
    expect(await stateOf(objectPath)).toBe('stored');
  });

  it('API-030 PER-003 an upload that is unknown, unfinished or another member’s gets 404', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: other } = await makeMember(stack.dataSource);
    const theirs = await upload(other);
    const awaited = await ticket(sessionId);
    for (const address of [
      '/objects/unknown',
      '/uploads/unknown',
      theirs.objectPath,
      theirs.uploadURL,
      awaited.objectPath,
      awaited.uploadURL,
    ]) {
      const answer = await set(sessionId, address).expect(404);
      expect(answer.body.code).toBe('not_found');
    }
    expect(await stateOf(theirs.objectPath)).toBe('stored');
    expect(await stateOf(awaited.objectPath)).toBe('awaited');
    expect(await avatarRequests(theirs.objectPath)).toBe(0);
  });

  it.each([
    [undefined, 'A picture address is required.'],
    ['', 'A picture address is required.'],
    [7, 'This must be text.'],
    ['x'.repeat(2_049), 'An address can have up to 2,048 characters.'],
  ])('API-030 rejects %p', async (address, message) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const answer = await set(sessionId, address).expect(400);
    expect(answer.body.fields).toEqual({ profileImageURL: message });
  });

  it('API-030 requires a session', async () => {
    const answer = await backend.api.put('/api/user/profile-image').send({}).expect(401);
    expect(answer.body.code).toBe('unauthorized');
  });

  it('API-030 ignores the Host header when PUBLIC_URL is set', async () => {
    const origin = 'https://oniverse.example';
    const there = await BackendUnderTest.start(stack.config({ publicOrigins: [origin] }));
    const { sessionId } = await makeMember(stack.dataSource);
    const { objectPath } = await upload(sessionId);
    const put = (address: string) =>
      there.api
        .put('/api/user/profile-image')
        .set(...bearer(sessionId))
        .send({ profileImageURL: address });
    await put(`${there.url}${objectPath}`).expect(400);
    await put(`${origin}${objectPath}`).expect(202);
    await there.stop();
  });
});
