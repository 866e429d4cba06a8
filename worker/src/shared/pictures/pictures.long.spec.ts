import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTACHMENT } from '@oniverse/contracts';
import { Attachment, Image } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { RELEASE_MEMORY_ENV } from '@oniverse/platform/command';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  TestStack,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import sharp from 'sharp';
import { cornersOf, drawQuarters, gifOfPixels, pngBomb } from '../../testing/pictures.js';
import { PictureFixture } from '../../testing/picture-fixture.js';

const MB = 1_048_576;

describe('pictures, from the upload to the response', () => {
  let stack: TestStack;
  let backend: BackendProcess;
  let worker: WorkerProcess;

  beforeAll(async () => {
    stack = await TestStack.start();
    [backend, worker] = await Promise.all([
      BackendProcess.start(stack.env(), await freePort()),
      // As the start command does.
      WorkerProcess.start({ ...stack.env(), ...RELEASE_MEMORY_ENV }),
    ]);
  });

  afterAll(async () => {
    await Promise.all([backend.stop(), worker.stop()]);
    await stack.stop();
  });

  const call = async (
    method: string,
    path: string,
    sessionId?: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, backend.url), {
      method,
      headers: {
        ...(sessionId === undefined ? {} : { authorization: `Bearer ${sessionId}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return Object.fromEntries(Object.entries(Object(json)));
  };
  const upload = async (sessionId: string, bytes: Buffer): Promise<string> => {
    const { uploadURL, objectPath } = await call('POST', '/api/objects/upload', sessionId);
    await fetch(String(uploadURL), { method: 'PUT', body: new Uint8Array(bytes) });
    return String(objectPath);
  };
  const get = (path: string, sessionId?: string) =>
    fetch(new URL(path, backend.url), {
      headers: sessionId === undefined ? {} : { authorization: `Bearer ${sessionId}` },
    });
  const fetchBytes = async (path: string, sessionId?: string): Promise<Buffer> => {
    const answer = await get(path, sessionId);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  it('LIV-014 API-030 crops an avatar, publishes it to all devices of the member, and shows it to everyone', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: otherSessionId } = await makeMember(stack.dataSource);
    const devices = [
      await LiveClient.connect(backend.url, { sessionId }),
      await LiveClient.connect(backend.url, { sessionId }),
    ];
    const other = await LiveClient.connect(backend.url, { sessionId: otherSessionId });
    const objectPath = await upload(
      sessionId,
      await drawQuarters(900, 900).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    );
    await call('PUT', '/api/user/profile-image', sessionId, { profileImageURL: objectPath });
    await waitUntil('the avatar', () =>
      devices.every((device) => device.payloads('avatar:ready').length > 0),
    );
    const me = await call('GET', '/api/auth/me', sessionId);
    for (const device of devices) expect(device.payloads('avatar:ready')).toEqual([me]);
    const avatar = await fetchBytes(String(me['profileImageUrl']));
    expect(await sharp(avatar).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
    expect(await cornersOf(avatar)).toMatchObject({ topLeft: 'bottomLeft' });
    expect((await get(objectPath, sessionId)).status).toBe(404);

    const broken = await upload(sessionId, (await drawQuarters(300, 300).png().toBuffer()).subarray(0, 200));
    await call('PUT', '/api/user/profile-image', sessionId, { profileImageURL: broken });
    await waitUntil('the failure', () =>
      devices.every((device) => device.payloads('upload:failed').length > 0),
    );
    expect(devices[0]?.payloads('upload:failed')).toEqual([
      {
        objectPath: broken,
        code: 'unsupported_media_type',
        message: 'This file is damaged or not a picture.',
        reason: 'imageBroken',
      },
    ]);
    expect(await call('GET', '/api/auth/me', sessionId)).toEqual(me);
    expect(other.received).toEqual([]);
    for (const client of [...devices, other]) client.close();
  });

  it('GAP-067 PER-008 shows a ready picture to others until it is hidden', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: otherSessionId } = await makeMember(stack.dataSource);
    const device = await LiveClient.connect(backend.url, { sessionId });
    const bytes = await drawQuarters(1_500, 1_000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Vesper' } })
      .toBuffer();
    const imageUrl = await upload(sessionId, bytes);
    const { id } = await call('POST', '/api/images', sessionId, { imageUrl });
    await waitUntil('the picture', () => device.payloads('image:ready').length > 0);
    expect(device.payloads('image:ready')).toMatchObject([
      { id, imageUrl, width: 1_500, height: 1_000, ready: true, blurhash: expect.any(String) },
    ]);
    for (const [query, width] of [
      ['', 1_280],
      ['?w=640', 640],
      ['?w=700', 640],
      ['?w=1', 320],
    ] as const) {
      const rendition = await fetchBytes(`${imageUrl}${query}`, otherSessionId);
      expect(await sharp(rendition).metadata()).toMatchObject({ format: 'webp', width });
      expect(rendition.includes('Vesper')).toBe(false);
    }
    const original = await get(imageUrl, sessionId);
    expect(bytes.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
    await call('PUT', `/api/images/${String(id)}/visibility`, sessionId, { isPublic: false });
    expect((await get(`${imageUrl}?w=320`, otherSessionId)).status).toBe(404);
    await call('DELETE', `/api/images/${String(id)}`, sessionId);
    expect((await get(imageUrl, sessionId)).status).toBe(404);
    device.close();
  });

  // 500 pictures would need the same memory, because a worker processes one at a time.
  it('GAP-067 processes good and bad files in any number within 512 MB', async () => {
    const pictures = new PictureFixture(stack);
    const { user } = await makeMember(stack.dataSource);
    const noise = (width: number, height: number) =>
      sharp(randomBytes(1_500_000), { raw: { width: 1_000, height: 500, channels: 3 } }).resize(
        width,
        height,
        {
          fit: 'fill',
        },
      );
    const photograph = await noise(6_000, 4_000).jpeg({ quality: 70 }).toBuffer();
    const progressive = await noise(5_400, 5_400)
      .jpeg({ quality: 40, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const deep = await noise(3_200, 3_200)
      .ensureAlpha(0.5)
      .avif({ effort: 0, quality: 30, bitdepth: 10, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const small = await drawQuarters(400, 300).png().toBuffer();
    const good = [
      photograph,
      progressive,
      deep,
      pngBomb(10_000, 10_000),
      pngBomb(7_200, 7_200, { interlaced: true }),
      await noise(1_400, 18_000).jpeg({ quality: 40 }).toBuffer(),
    ];
    const bad = [
      pngBomb(12_000, 12_000),
      pngBomb(8_000, 8_000, { interlaced: true }),
      Buffer.alloc(0),
      photograph.subarray(0, 3 * MB),
      Buffer.from('<svg/>'),
    ];
    for (const file of [...good, ...bad]) expect(file.length).toBeLessThan(10 * MB);
    const many = Array.from({ length: 30 }, () => small);
    const created = await Promise.all(
      [...good, ...bad, ...many].map((bytes) => pictures.createImage(user.id, bytes)),
    );
    await waitUntil(
      'all results',
      async () => (await pictures.pendingSubjects('render-image')).length === 0,
      110_000,
    );
    const images = await stack.dataSource.getRepository(Image).findBy({ userId: user.id });
    const ready = new Set(images.filter(({ readyAt }) => readyAt !== null).map(({ id }) => id));
    const expected = created.filter((_, n) => n < good.length || n >= good.length + bad.length);
    expect([...ready].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(images).toHaveLength(expected.length);
    expect(await worker.peakMemoryBytes()).toBeLessThan(512 * MB);
    const objects = await pictures.objectsOf(user.id);
    expect(objects.filter(({ state }) => state !== 'used')).toEqual([]);
  }, 150_000);

  it('TLK-301 TLK-308 renders attachments of any size and number of frames within 512 MB', async () => {
    const pictures = new PictureFixture(stack);
    const { user } = await makeMember(stack.dataSource);
    const noise = randomBytes(2 * MB);
    /** Returns frames that do not resemble each other, and cannot be compressed. */
    const noisyFrames = (width: number, height: number, frames: number, channels: 3 | 4) => {
      const size = width * height * channels;
      const data = Buffer.alloc(size * frames);
      for (let n = 0; n < frames; n += 1) noise.copy(data, n * size, n * 997, n * 997 + size);
      return sharp(data, { raw: { width, height: height * frames, channels, pageHeight: height } });
    };
    const photograph = await sharp(randomBytes(36_000_000), {
      raw: { width: 4_000, height: 3_000, channels: 3 },
    })
      .jpeg({ quality: 92 })
      .toBuffer();
    const moving = [
      await noisyFrames(640, 480, 104, 4).webp({ effort: 0, quality: 20, alphaQuality: 20 }).toBuffer(),
      await noisyFrames(640, 480, 55, 3).gif({ effort: 1, dither: 0 }).toBuffer(),
      await noisyFrames(320, 240, 200, 3).webp({ effort: 0, quality: 20 }).toBuffer(),
      gifOfPixels(48, { width: 1_920, height: 1_080 }),
      gifOfPixels(2_000, { width: 200, height: 200 }),
    ];
    const still = [photograph, gifOfPixels(1_000_000), gifOfPixels(49, { width: 1_920, height: 1_080 })];
    const files = [pngBomb(12_000, 12_000), photograph.subarray(0, 5 * MB)];
    const all = [...moving, ...still, ...files];
    for (const file of all) expect(file.length).toBeLessThan(ATTACHMENT.maxBytes);
    expect(photograph.length).toBeGreaterThan(10 * MB);
    const created: Attachment[] = [];
    for (const file of all) created.push(await pictures.createAttachment(user.id, file));
    await waitUntil(
      'all results',
      async () => (await pictures.pendingSubjects('render-attachment')).length === 0,
      200_000,
    );
    const rows = await stack.dataSource.getRepository(Attachment).findBy({ userId: user.id });
    const results = new Map(
      rows.map(({ id, kind, isAnimated, readyAt }) => [id, readyAt && [kind, isAnimated].join(' ')]),
    );
    expect(created.map(({ id }) => results.get(id))).toEqual([
      ...moving.map(() => 'picture true'),
      ...still.map(() => 'picture false'),
      ...files.map(() => 'file false'),
    ]);
    expect(await worker.peakMemoryBytes()).toBeLessThan(512 * MB);
  }, 300_000);
});
