import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTACHMENT, type AttachmentTicket, type UploadedAttachment } from '@oniverse/contracts';
import { Attachment, OutboxRow, StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import type { SignedInMember } from '../../testing/staffed-server.js';

const MIB = 1_048_576;
/** The smallest that a configuration allows. */
const QUOTA = ATTACHMENT.maxBytes;

/** The first bytes of files, padded. */
const startingWith = (hex: string, ...rest: string[]): Buffer =>
  Buffer.concat([Buffer.from(hex, 'hex'), ...rest.map((text) => Buffer.from(text)), Buffer.alloc(600, ' ')]);

describe('attachments', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let member: SignedInMember;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start({ ...stack.config(), attachmentBytes: QUOTA });
    member = await makeMember(stack.dataSource);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const announce = (caller: SignedInMember, body: object) =>
    backend.api
      .post('/api/attachments')
      .set(...bearer(caller.sessionId))
      .send(body);
  const ticketFor = async (name: string, size: number, caller = member): Promise<AttachmentTicket> =>
    (await announce(caller, { name, size }).expect(201)).body;
  const put = ({ uploadURL }: AttachmentTicket, bytes: Buffer, type = 'application/octet-stream') =>
    backend.api.put(new URL(uploadURL).pathname).set('content-type', type).send(bytes);
  const uploaded = async (ids: readonly string[], caller = member): Promise<UploadedAttachment[]> =>
    (
      await backend.api
        .get(`/api/attachments?ids=${ids.join(',')}`)
        .set(...bearer(caller.sessionId))
        .expect(200)
    ).body;
  const remove = (id: string, caller = member) =>
    backend.api.delete(`/api/attachments/${id}`).set(...bearer(caller.sessionId));
  const read = (path: string, caller = member) => backend.api.get(path).set(...bearer(caller.sessionId));
  const rowOf = (id: string) => stack.dataSource.getRepository(Attachment).findOneByOrFail({ id });

  it('TLK-351 are ready when their bytes have arrived, and are for their author alone until then', async () => {
    const bytes = Buffer.from('Az 94 for both.');
    const ticket = await ticketFor('notes.txt', bytes.length);
    expect(ticket).toEqual({
      id: expect.any(String),
      uploadURL: expect.stringMatching(/\/uploads\/[A-Za-z0-9_-]{43}$/),
      method: 'PUT',
      expiresAt: expect.any(String),
    });
    const { id } = ticket;
    const file = { id, name: 'notes.txt', size: bytes.length };
    expect(await uploaded([id])).toEqual([{ ...file, isUploaded: false, attachment: null }]);
    const { objectPath } = (await put(ticket, bytes).expect(200)).body;
    const view = { ...file, kind: 'file', path: objectPath, alt: '' };
    expect(await uploaded([id])).toEqual([{ ...file, isUploaded: true, attachment: view }]);
    expect((await read(objectPath).expect(200)).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=notes.txt',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    });
    expect((await read(objectPath).set('range', 'bytes=3-4').expect(206)).body.toString()).toBe('94');
    const other = await makeMember(stack.dataSource);
    expect(await uploaded([id], other)).toEqual([]);
    await read(objectPath, other).expect(404);
    await backend.api.get(objectPath).expect(404);
    await remove(id, other).expect(404);
    await remove(id).expect(200);
    expect(await uploaded([id])).toEqual([]);
    await read(objectPath).expect(404);
    await remove(id).expect(404);
    expect(await stack.dataSource.getRepository(StoredObject).findOneBy({ path: objectPath })).toBeNull();
    expect(await new ObjectStore(stack.config().objectStore).has(storeKeyOf(objectPath))).toBe(false);
  });

  it('TLK-351 leave a picture to the worker', async () => {
    const bytes = makePictureFile('image/png');
    const ticket = await ticketFor('roof.png', bytes.length);
    const { objectPath } = (await put(ticket, bytes).expect(200)).body;
    expect(await uploaded([ticket.id])).toMatchObject([{ isUploaded: true, attachment: null }]);
    expect(await rowOf(ticket.id)).toMatchObject({ kind: 'picture', readyAt: null });
    const outbox = stack.dataSource.getRepository(OutboxRow);
    expect(await outbox.countBy({ topic: 'render-attachment', subject: ticket.id })).toBe(1);
    // Not its original, which may say where it was taken.
    await read(objectPath).expect(404);
  });

  it.each([
    ['song.txt', startingWith('fffb9064'), 'sound', 'audio/mpeg'],
    ['song.png', startingWith('52494646', '\0\0\0\0', 'WAVEfmt '), 'sound', 'audio/wav'],
    ['song', startingWith('664c6143'), 'sound', 'audio/flac'],
    ['clip.html', startingWith('00000018', 'ftypisom\0\0\0\0isom'), 'video', 'video/mp4'],
    ['clip.js', startingWith('00000014', 'ftypqt  \0\0\0\0qt  '), 'video', 'video/quicktime'],
    ['page.png', startingWith('', '<!doctype html><script>alert(1)</script>'), 'file', null],
    [
      'drawing.png',
      startingWith('', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'file',
      null,
    ],
    ['paper.png', startingWith('', '%PDF-1.7\n'), 'file', null],
    ['program.png', startingWith('4d5a'), 'file', null],
    ['archive.jpg', startingWith('504b0304', '\0\0\0\0'), 'file', null],
    ['scan.jpg', startingWith('49492a00'), 'file', null],
    ['script.gif', startingWith('', '#!/bin/sh\nrm -rf /\n'), 'file', null],
    ['page.mp3', startingWith('efbbbf', '<html>'), 'file', null],
    ['photo.jpg', startingWith('00000018', 'ftypheic\0\0\0\0mif1'), 'file', null],
    ['zeros.png', Buffer.alloc(600), 'file', null],
  ] as const)('TLK-352 decide what %s is by its first bytes', async (name, bytes, kind, type) => {
    const ticket = await ticketFor(name, bytes.length);
    const { objectPath } = (await put(ticket, bytes, 'image/png').expect(200)).body;
    expect(await uploaded([ticket.id])).toMatchObject([{ attachment: { kind, name } }]);
    const { headers } = await read(objectPath).expect(200);
    expect(headers['content-type']).toBe(type ?? 'application/octet-stream');
    expect(headers['content-disposition']).toMatch(type ? /^inline; / : /^attachment; /);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['C:\\night\\roof.txt', 'roof.txt', 'filename=roof.txt'],
    ['../../etc/passwd', 'passwd', 'filename=passwd'],
    ['two\r\nlines.txt', 'two lines.txt', 'filename="two lines.txt"'],
    ['null\0byte\u0007.txt', 'nullbyte.txt', 'filename=nullbyte.txt'],
    ['txt.\u202Eexe', 'txt.exe', 'filename=txt.exe'],
    ['"; filename=evil.exe', '"; filename=evil.exe', 'filename="\\"; filename=evil.exe"'],
    ['e\u0301toile.txt', 'étoile.txt', "filename*=UTF-8''%C3%A9toile.txt"],
    ['\u05E9\u05DC\u05D5\u05DD.txt', 'שלום.txt', "filename*=UTF-8''%D7%A9%D7%9C%D7%95%D7%9D.txt"],
    [`${'n'.repeat(251)}.txt`, `${'n'.repeat(251)}.txt`, `filename=${'n'.repeat(251)}.txt`],
  ])('TLK-353 store the name %j in a safe form', async (given, stored, header) => {
    const bytes = Buffer.from('Clear.');
    const ticket = await ticketFor(given, bytes.length);
    const { objectPath } = (await put(ticket, bytes).expect(200)).body;
    expect((await rowOf(ticket.id)).name).toBe(stored);
    expect((await read(objectPath).expect(200)).headers['content-disposition']).toContain(header);
  });

  it.each([
    [{ name: 'a.txt', size: 0 }, 400, 'validation_failed'],
    [{ name: 'a.txt' }, 400, 'validation_failed'],
    [{ name: 'n'.repeat(256), size: 1 }, 400, 'validation_failed'],
    [{ name: 'folder/', size: 1 }, 400, 'validation_failed'],
    [{ name: '', size: 1 }, 400, 'validation_failed'],
    [{ name: 'a.txt', size: ATTACHMENT.maxBytes + 1 }, 413, 'payload_too_large'],
  ])('TLK-354 refuse %j', async (body, status, code) => {
    expect((await announce(member, body).expect(status)).body.code).toBe(code);
  });

  it('TLK-354 have the size that was announced', async () => {
    const ticket = await ticketFor('notes.txt', 6);
    const refused = await put(ticket, Buffer.from('Cloudy.')).expect(400);
    expect(refused.body).toMatchObject({ code: 'malformed_request', reason: 'wrongSize' });
    await put(ticket, Buffer.from('Clear.')).expect(200);
    await put(ticket, Buffer.from('Clear.')).expect(403);
  });

  it('TLK-355 take a quota of their own, also before they arrive', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, { username: uniqueName() });
    const caller = { user, sessionId };
    const first = await ticketFor('film.mp4', 20 * MIB, caller);
    const refused = await announce(caller, { name: 'film.mp4', size: 6 * MIB }).expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', params: { quota: QUOTA } });
    await announce(caller, { name: 'film.mp4', size: 5 * MIB }).expect(201);
    await remove(first.id, caller).expect(200);
    await announce(caller, { name: 'film.mp4', size: 6 * MIB }).expect(201);
  });

  it('TLK-355 do not let pictures of the album be other files', async () => {
    const { body } = await backend.api
      .post('/api/objects/upload')
      .set(...bearer(member.sessionId))
      .expect(200);
    await put(body, Buffer.from('Clear.')).expect(415);
  });
});
