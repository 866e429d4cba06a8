import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ATTACHMENT, type AttachmentTicket, UPLOAD } from '@oniverse/contracts';
import { Attachment, OutboxRow, StoredObject, storeKeyOf, UploadPart } from '@oniverse/data';
import { ObjectStore, RateLimits } from '@oniverse/platform';
import { makeMember, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import type { SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { CONCURRENT_UPLOADS, UploadSlots } from './upload-slots.js';

const { partBytes } = ATTACHMENT;
/** Three parts, each of other bytes, which start as a film does. */
const FILM = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000000069736f6d', 'hex'),
  Buffer.alloc(partBytes - 20, 'a'),
  Buffer.alloc(partBytes, 'b'),
  Buffer.alloc(1_000, 'c'),
]);
/** Two parts. */
const TEXT = Buffer.alloc(partBytes + 7, 'Clear. ');

const partOf = (bytes: Buffer, number: number): Buffer =>
  bytes.subarray((number - 1) * partBytes, number * partBytes);

describe('uploads in parts', () => {
  let cluster: TwoBackends;
  let store: ObjectStore;
  let member: SignedInMember;

  beforeAll(async () => {
    cluster = await TwoBackends.start();
    store = new ObjectStore(cluster.stack.config().objectStore);
    member = await makeMember(cluster.stack.dataSource);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await cluster.stop();
  });

  const announce = async (bytes: Buffer, name = 'film.mp4'): Promise<AttachmentTicket> => {
    const { body } = await cluster
      .callAs(member, 'post', '/attachments', { name, size: bytes.length })
      .expect(201);
    return body;
  };
  const addressOf = ({ uploadURL }: AttachmentTicket) => new URL(uploadURL).pathname;
  const putPart = (ticket: AttachmentTicket, number: number | string, bytes: Buffer, backend: 0 | 1 = 0) =>
    cluster
      .api(backend)
      .put(`${addressOf(ticket)}/parts/${number}`)
      .set('content-type', 'application/octet-stream')
      .send(bytes);
  const arrived = async (ticket: AttachmentTicket, backend: 0 | 1 = 0): Promise<number[]> => {
    const { body } = await cluster.api(backend).get(addressOf(ticket)).expect(200);
    expect(body).toEqual({ partBytes, parts: expect.any(Array) });
    return body.parts.toSorted();
  };
  const complete = (ticket: AttachmentTicket, backend: 0 | 1 = 0) =>
    cluster.api(backend).post(`${addressOf(ticket)}/complete`);
  const sendAll = async (ticket: AttachmentTicket, bytes: Buffer) => {
    for (let number = 1; (number - 1) * partBytes < bytes.length; number += 1) {
      await putPart(ticket, number, partOf(bytes, number)).expect(200);
    }
  };
  const read = (path: string) =>
    cluster
      .api(0)
      .get(path)
      .set(...bearer(member.sessionId));
  const objectOf = async ({ id }: AttachmentTicket): Promise<StoredObject> => {
    const { objectPath } = await cluster.stack.dataSource.getRepository(Attachment).findOneByOrFail({ id });
    return cluster.stack.dataSource.getRepository(StoredObject).findOneByOrFail({ path: objectPath });
  };
  const viewOf = async ({ id }: AttachmentTicket) =>
    (await cluster.callAs(member, 'get', `/attachments?ids=${id}`).expect(200)).body;
  /** Stores a part without the product; undefined once the upload is gone. */
  const putUnseen = ({ path, partsUploadId }: StoredObject, number: number, bytes: Buffer) =>
    store.putPart(storeKeyOf(path), String(partsUploadId), number, Readable.from([bytes]), {
      size: bytes.length,
    });

  it('TLK-370 TLK-371 TLK-373 make a file of parts that arrive in any order, on any backend', async () => {
    const ticket = await announce(FILM);
    expect(ticket.partBytes).toBe(partBytes);
    const lifetimeMs = Date.parse(ticket.expiresAt) - Date.now();
    expect(Math.abs(lifetimeMs - UPLOAD.unclaimedMs)).toBeLessThan(60_000);
    expect(await arrived(ticket)).toEqual([]);
    await Promise.all([
      putPart(ticket, 3, partOf(FILM, 3), 0).expect(200),
      putPart(ticket, 1, partOf(FILM, 1), 1).expect(200),
    ]);
    expect(await arrived(ticket, 1)).toEqual([1, 3]);
    expect((await complete(ticket).expect(409)).body).toMatchObject({
      code: 'upload_incomplete',
      reason: 'partsMissing',
    });
    expect(await viewOf(ticket)).toMatchObject([{ isUploaded: false, attachment: null }]);
    await putPart(ticket, 2, partOf(FILM, 2), 1).expect(200);
    await putPart(ticket, 2, partOf(FILM, 2), 0).expect(200);
    const { body } = await complete(ticket).expect(200);
    expect((await complete(ticket, 1).expect(200)).body).toEqual(body);
    expect(await arrived(ticket)).toEqual([1, 2, 3]);
    expect(await viewOf(ticket)).toMatchObject([
      { isUploaded: true, attachment: { kind: 'video', name: 'film.mp4', size: FILM.length } },
    ]);
    const whole = await read(body.objectPath).expect(200);
    expect(FILM.equals(whole.body)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      etag: `"${createHash('sha256').update(FILM).digest('hex')}"`,
    });
    const border = await read(body.objectPath)
      .set('range', `bytes=${partBytes - 1}-${partBytes}`)
      .expect(206);
    expect(border.body.toString()).toBe('ab');
    expect(await objectOf(ticket)).toMatchObject({ state: 'stored', partsUploadId: null });
    const parts = cluster.stack.dataSource.getRepository(UploadPart);
    expect(await parts.countBy({ path: body.objectPath })).toBe(0);
  });

  it('TLK-373 leave a picture to the worker, whatever its other parts are', async () => {
    const picture = makePictureFile('image/png', partBytes + 100);
    const ticket = await announce(picture, 'roof.txt');
    await putPart(ticket, 2, partOf(picture, 2)).expect(200);
    await putPart(ticket, 1, partOf(picture, 1)).expect(200);
    const { objectPath } = (await complete(ticket).expect(200)).body;
    expect(await viewOf(ticket)).toMatchObject([{ isUploaded: true, attachment: null }]);
    const outbox = cluster.stack.dataSource.getRepository(OutboxRow);
    expect(await outbox.countBy({ topic: 'render-attachment', subject: ticket.id })).toBe(1);
    await read(objectPath).expect(404);
  });

  it('TLK-371 do not count an interrupted part, and keep one that arrived before', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    const interrupt = async (number: number) => {
      const slots = jest.spyOn(cluster.getProvider(0, UploadSlots), 'acquire');
      const address = `${cluster.url(0)}${addressOf(ticket)}/parts/${number}`;
      const request = http.request(address, {
        method: 'PUT',
        headers: { 'content-length': partOf(TEXT, number).length },
      });
      request.on('error', () => undefined);
      request.write(Buffer.alloc(partOf(TEXT, number).length - 1, '-'));
      const isNew = !(await arrived(ticket)).includes(number);
      if (isNew) await waitUntil('the part', () => slots.mock.calls.length > 0);
      const closed = new Promise((resolve) => {
        request.once('close', resolve);
      });
      request.destroy();
      await closed;
      jest.restoreAllMocks();
    };
    await interrupt(1);
    expect(await arrived(ticket)).toEqual([]);
    await sendAll(ticket, TEXT);
    await interrupt(2);
    const { objectPath } = (await complete(ticket).expect(200)).body;
    const { body, text } = await read(objectPath).expect(200);
    expect(TEXT.equals(Buffer.isBuffer(body) ? body : Buffer.from(text))).toBe(true);
  });

  it.each([
    ['a first part that is too short', 1, partBytes - 1],
    ['a first part that is too long', 1, partBytes + 1],
    ['a last part that is too short', 2, 6],
    ['a last part that is too long', 2, 8],
    ['a part after the last one', 3, 7],
    ['an empty part after the last one', 3, 0],
    ['part 0', 0, 7],
    ['part -1', -1, 7],
    ['a part of no number', 'one', 7],
    ['a broken number', '1.5', 7],
  ])('TLK-372 refuse %s', async (_, number, size) => {
    const ticket = await announce(TEXT, 'log.txt');
    const { body } = await putPart(ticket, number, Buffer.alloc(size))
      .set('content-length', String(size))
      .expect(400);
    expect(body).toMatchObject({ code: 'malformed_request', reason: 'wrongSize' });
    expect(await arrived(ticket)).toEqual([]);
  });

  it('TLK-374 refuse a foreign session, and an unknown, expired, small or completed upload', async () => {
    const expectRefused = async (ticket: AttachmentTicket, session: [string, string] | [] = []) => {
      const as = <T extends { set(name: string, value: string): T }>(request: T): T =>
        session.length === 0 ? request : request.set(...session);
      for (const request of [
        putPart(ticket, 1, partOf(TEXT, 1)),
        cluster.api(0).get(addressOf(ticket)),
        complete(ticket),
      ]) {
        expect((await as(request).expect(403)).body.code).toBe('upload_expired');
      }
    };
    const ticket = await announce(TEXT, 'log.txt');
    const other = await makeMember(cluster.stack.dataSource);
    await expectRefused(ticket, bearer(other.sessionId));
    await putPart(ticket, 1, partOf(TEXT, 1))
      .set(...bearer(member.sessionId))
      .expect(200);
    await expectRefused({ ...ticket, uploadURL: `${ticket.uploadURL}x` });
    const small = await announce(Buffer.alloc(partBytes), 'log.txt');
    expect(small.partBytes).toBeUndefined();
    await expectRefused(small);
    // The whole file cannot replace parts.
    await cluster.api(0).put(addressOf(ticket)).send(TEXT.toString()).expect(403);
    const { path } = await objectOf(ticket);
    const objects = cluster.stack.dataSource.getRepository(StoredObject);
    await objects.update({ path }, { uploadExpiresAt: new Date(Date.now() - 1_000) });
    await expectRefused(ticket);
    await objects.update({ path }, { uploadExpiresAt: new Date(Date.now() + 60_000) });
    await putPart(ticket, 2, partOf(TEXT, 2)).expect(200);
    await complete(ticket).expect(200);
    expect((await putPart(ticket, 2, partOf(TEXT, 2)).expect(403)).body.code).toBe('upload_expired');
  });

  it('TLK-370 still accept a large file at once, from a client that knows no parts', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    await cluster
      .api(0)
      .put(addressOf(ticket))
      .set('content-type', 'application/octet-stream')
      .send(TEXT)
      .expect(200);
    expect(await viewOf(ticket)).toMatchObject([{ isUploaded: true }]);
  });

  it('TLK-375 count once for the hourly limit, and with their bytes for the concurrent uploads', async () => {
    const slots = cluster.getProvider(0, UploadSlots);
    const acquire = jest.spyOn(slots, 'acquire');
    const consume = jest.spyOn(cluster.getProvider(0, RateLimits), 'consume');
    const ticket = await announce(TEXT, 'log.txt');
    await sendAll(ticket, TEXT);
    await complete(ticket).expect(200);
    expect(consume.mock.calls.filter(([{ name }]) => name === 'attachments')).toHaveLength(1);
    const { id } = member.user;
    expect(acquire.mock.calls).toEqual([
      [id, partBytes],
      [id, 7],
      [id, TEXT.length],
    ]);
    // All of them are free again.
    slots.acquire(id, CONCURRENT_UPLOADS.perMember.bytes)();
    const another = await announce(TEXT, 'log.txt');
    const release = slots.acquire(id, CONCURRENT_UPLOADS.perMember.bytes);
    expect((await putPart(another, 2, partOf(TEXT, 2)).expect(429)).headers['retry-after']).toBe('5');
    release();
  });

  it('TLK-376 leave no parts of a deleted file, nor of one that is deleted while a part arrives', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    await putPart(ticket, 1, partOf(TEXT, 1)).expect(200);
    const object = await objectOf(ticket);
    const late = http.request(`${cluster.url(0)}${addressOf(ticket)}/parts/2`, {
      method: 'PUT',
      headers: { 'content-length': 7 },
    });
    const slots = jest.spyOn(cluster.getProvider(0, UploadSlots), 'acquire');
    late.write('Cloud');
    await waitUntil('the part', () => slots.mock.calls.length > 0);
    await cluster.callAs(member, 'delete', `/attachments/${ticket.id}`).expect(200);
    expect(await putUnseen(object, 1, partOf(TEXT, 1))).toBeUndefined();
    late.end('y.');
    const [answer]: http.IncomingMessage[] = await once(late, 'response');
    answer?.resume();
    expect(answer?.statusCode).toBeGreaterThanOrEqual(400);
    expect(await putUnseen(object, 1, partOf(TEXT, 1))).toBeUndefined();
    await putPart(ticket, 1, partOf(TEXT, 1)).expect(403);
    expect(await store.has(storeKeyOf(object.path))).toBe(false);
  });

  it('TLK-373 complete a file whose completion was interrupted after the store had made it', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    await sendAll(ticket, TEXT);
    const { path, partsUploadId } = await objectOf(ticket);
    const parts = await cluster.stack.dataSource.getRepository(UploadPart).findBy({ path });
    expect(await store.completeParts(storeKeyOf(path), String(partsUploadId), parts)).toBe(true);
    await complete(ticket).expect(200);
    expect(await viewOf(ticket)).toMatchObject([{ isUploaded: true }]);
  });

  it('TLK-373 answer the same to a completion that another one overtakes', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    await sendAll(ticket, TEXT);
    const { path } = await objectOf(ticket);
    jest.spyOn(cluster.getProvider(0, ObjectStore), 'completeParts').mockImplementation(async () => {
      await complete(ticket, 1).expect(200);
      return false;
    });
    expect((await complete(ticket, 0).expect(200)).body).toEqual({ ok: true, objectPath: path });
  });

  it.each<[string, (object: StoredObject) => Promise<unknown>]>([
    ['lost', ({ path, partsUploadId }) => store.abortParts(storeKeyOf(path), String(partsUploadId))],
    ['changed', (object) => putUnseen(object, 1, Buffer.alloc(partBytes, '-'))],
    ['cut', (object) => putUnseen(object, 1, Buffer.alloc(100, '-'))],
  ])('TLK-373 have parts that the store has %s sent again', async (_, damage) => {
    const ticket = await announce(TEXT, 'log.txt');
    await sendAll(ticket, TEXT);
    await damage(await objectOf(ticket));
    expect((await complete(ticket).expect(409)).body.code).toBe('upload_incomplete');
    expect(await arrived(ticket)).toEqual([]);
    await sendAll(ticket, TEXT);
    const { objectPath } = (await complete(ticket).expect(200)).body;
    const sha256 = createHash('sha256').update(TEXT).digest('hex');
    expect((await read(objectPath).expect(200)).headers['etag']).toBe(`"${sha256}"`);
  });

  it('TLK-371 begin again when the store no longer knows the upload of a part', async () => {
    const ticket = await announce(TEXT, 'log.txt');
    await putPart(ticket, 1, partOf(TEXT, 1)).expect(200);
    const { path, partsUploadId } = await objectOf(ticket);
    await store.abortParts(storeKeyOf(path), String(partsUploadId));
    await putPart(ticket, 2, partOf(TEXT, 2)).expect(503);
    expect(await arrived(ticket)).toEqual([]);
    await sendAll(ticket, TEXT);
    await complete(ticket).expect(200);
  });
});
