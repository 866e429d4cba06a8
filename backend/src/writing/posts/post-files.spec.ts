import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostView, ReplyView } from '@oniverse/contracts';
import { Attachment, Case, StoredObject } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import type { SignedInMember } from '../../testing/staffed-server.js';

describe('files of posts and replies', () => {
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

  const call = (
    { sessionId }: SignedInMember,
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) => {
    const request = backend.api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const member = (values: { isPublic?: boolean } = {}): Promise<SignedInMember> =>
    makeMember(stack.dataSource, values);
  const upload = ({ user }: SignedInMember) => makeAttachment(stack.dataSource, user.id);
  const statusFor = async (path: string, caller?: SignedInMember): Promise<number> => {
    const request = backend.api.head(path);
    return (await (caller ? request.set(...bearer(caller.sessionId)) : request)).status;
  };
  const stateOf = async (path: string) =>
    (await stack.dataSource.getRepository(StoredObject).findOneBy({ path }))?.state;
  const write = async (
    caller: SignedInMember,
    body: object = {},
  ): Promise<{ post: PostView; path: string; id: string }> => {
    const { id, path } = await upload(caller);
    const texts = { title: 'First light', markdownContent: 'Saw the rings.' };
    const { body: post } = await call(caller, 'post', '/posts', {
      ...texts,
      attachments: [{ id, alt: 'Rings' }],
      ...body,
    }).expect(201);
    return { post, path, id };
  };

  it('TLK-362 are in a post wherever it is shown, and are read by those who see it', async () => {
    const author = await member();
    const reader = await member();
    const { post, path, id } = await write(author);
    const files = [{ id, kind: 'file', path, name: 'notes.txt', size: 8, alt: 'Rings' }];
    expect(post.attachments).toEqual(files);
    expect(await stateOf(path)).toBe('used');
    const { body: page } = await call(reader, 'get', `/posts/${post.id}`).expect(200);
    expect(page.post.attachments).toEqual(files);
    const { body: feed } = await call(reader, 'get', '/feed?scope=all').expect(200);
    expect(feed).toMatchObject([{ attachments: files }]);
    expect(await statusFor(path, reader)).toBe(200);
    expect(await statusFor(path)).toBe(404);
    await stack.dataSource.query('UPDATE users SET is_visible_to_visitors = true WHERE id = $1', [
      author.user.id,
    ]);
    expect(await statusFor(path)).toBe(200);
    await call(author, 'patch', `/posts/${post.id}`, { isPublic: false }).expect(200);
    expect(await statusFor(path, reader)).toBe(404);
    expect(await statusFor(path)).toBe(404);
    expect(await statusFor(path, author)).toBe(200);
    await call(author, 'delete', `/posts/${post.id}`).expect(200);
    expect(await statusFor(path, author)).toBe(404);
    expect(await stateOf(path)).toBe('discarded');
  });

  it('TLK-362 change with the post: kept, added, removed and in another order', async () => {
    const author = await member();
    const { post, path, id } = await write(author);
    const added = await upload(author);
    const change = async (body: object): Promise<PostView> =>
      (await call(author, 'patch', `/posts/${post.id}`, body).expect(200)).body;
    const both = await change({ attachments: [{ id: added.id }, { id }] });
    expect(both.attachments).toMatchObject([
      { id: added.id, alt: '' },
      { id, alt: '' },
    ]);
    expect((await change({ title: 'Second light' })).attachments).toEqual(both.attachments);
    expect((await change({ attachments: [{ id: added.id }] })).attachments).toMatchObject([{ id: added.id }]);
    expect(await stateOf(path)).toBe('discarded');
    const other = await member();
    const foreign = await upload(other);
    const refused = await call(author, 'patch', `/posts/${post.id}`, { attachments: [foreign] }).expect(400);
    expect(refused.body.code).toBe('validation_failed');
    await call(author, 'patch', `/posts/${post.id}`, { attachments: [{ id: foreign.id }] }).expect(409);
    expect(await stateOf(added.path)).toBe('used');
    expect(await change({ attachments: [] })).not.toHaveProperty('attachments');
  });

  it('TLK-363 are in a reply, which may have no text, and end with it', async () => {
    const author = await member();
    const replier = await member();
    const { post } = await write(author);
    const { id, path } = await upload(replier);
    const send = (body: object) => call(replier, 'post', `/posts/${post.id}/replies`, body);
    expect((await send({}).expect(400)).body.fields).toHaveProperty('content');
    const { body: reply }: { body: ReplyView } = await send({ attachments: [{ id }] }).expect(201);
    expect(reply).toMatchObject({ content: '', attachments: [{ id, path }] });
    await send({ attachments: [{ id }] }).expect(409);
    const { body: listed } = await call(author, 'get', `/posts/${post.id}/replies`).expect(200);
    expect(listed).toMatchObject([{ id: reply.id, attachments: [{ id }] }]);
    expect(await statusFor(path, author)).toBe(200);
    expect(await statusFor(path)).toBe(404);
    await call(author, 'post', '/reports', { kind: 'reply', subjectId: reply.id, reason: 'spam' }).expect(
      201,
    );
    await call(replier, 'delete', `/replies/${reply.id}`).expect(200);
    expect(await statusFor(path, author)).toBe(404);
    expect(await stack.dataSource.getRepository(Attachment).findOneBy({ id })).toBeNull();
    expect(await stateOf(path)).toBe('kept');
    const [opened] = await stack.dataSource.getRepository(Case).findBy({ subjectId: reply.id });
    expect(opened?.snapshot).toMatchObject({ files: [{ path }] });
  });
});
