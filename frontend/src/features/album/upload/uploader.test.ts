import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UPLOAD } from '@oniverse/contracts';
import Uppy from '@uppy/core';
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { installStore, refusedPuts } from '../../../testing/pictures.js';
import { server } from '../../../testing/server.js';
import { createUploader } from './uploader.js';

const PATH = '/objects/one';
const TAKEN = UPLOAD.types.join(', ');
/** What the uploader told, in order, without how far it had come. */
let told: unknown[][];

const picture = (name = 'saturn.png', type = 'image/png', bytes = 4) =>
  new File([new Uint8Array(bytes)], name, { type });
const tell =
  (name: string) =>
  (...given: unknown[]) =>
    void told.push([name, ...given]);
const ended = (name: 'done' | 'failed') => waitFor(() => expect(told.at(-1)?.[0]).toBe(name));
/** A store that never answers what is sent. */
const holdPuts = () =>
  server.use(http.put('http://localhost/uploads/token', () => new Promise<never>(() => {})));

const uploader = createUploader({
  started: tell('started'),
  progress: () => undefined,
  waiting: tell('waiting'),
  done: tell('done'),
  failed: tell('failed'),
  said: tell('said'),
});

beforeEach(() => {
  told = [];
});

afterEach(() => {
  uploader.clear();
  jest.restoreAllMocks();
});

describe('the uploader', () => {
  it('UPL-005 UPL-006 UPL-039 starts by itself, and sends one PUT with the file’s own type: no parts', async () => {
    const seen = installStore(PATH);
    const file = picture('moon.webp', 'image/webp', 9);
    uploader.add([file]);
    await ended('done');
    expect(told).toEqual([
      ['started', 'moon.webp'],
      ['done', PATH, file, 'moon.webp'],
    ]);
    // Whatever else were asked, such as s3/multipart, would be refused by the tests' server.
    expect(seen).toEqual([
      ['POST', '/api/objects/upload', { contentType: 'image/webp', size: 9, filename: 'moon.webp' }],
      ['PUT', '/uploads/token', 'image/webp', null],
    ]);
  });

  it.each([
    [
      'UPL-033',
      'too large',
      picture('big.png', 'image/png', UPLOAD.maxBytes + 1),
      'big.png exceeds maximum allowed size of 10 MB',
    ],
    [
      'UPL-034',
      'too small',
      picture('none.png', 'image/png', 0),
      'This file is smaller than the allowed size of 1 B',
    ],
    [
      'UPL-037 UPL-004',
      'of a wrong type',
      picture('notes.txt', 'text/plain'),
      `You can only upload: ${TAKEN}`,
    ],
    [
      'UPL-037',
      'of a type that runs scripts',
      picture('one.svg', 'image/svg+xml'),
      `You can only upload: ${TAKEN}`,
    ],
  ])('%s refuses what is %s with a word, and asks for nothing', async (_row, _what, file, said) => {
    const seen = installStore();
    uploader.add([file]);
    expect(told).toEqual([['said', said]]);
    // The next one shows that nothing of it was kept.
    uploader.add([picture()]);
    await ended('done');
    expect(seen).toHaveLength(2);
  });

  it('UPL-003 takes a picture of exactly the limit', async () => {
    installStore(PATH);
    uploader.add([picture('full.png', 'image/png', UPLOAD.maxBytes)]);
    await ended('done');
  });

  it('UPL-002 UPL-036 takes one of several at once, and says so', async () => {
    const seen = installStore();
    uploader.add([picture('first.png'), picture('second.png')]);
    expect(told).toContainEqual(['said', 'You can only upload 1 file']);
    expect(seen).toEqual([]);
  });

  it('UPL-002 UPL-024 takes no second one while the first is on its way', async () => {
    const seen = installStore();
    holdPuts();
    uploader.add([picture('first.png')]);
    await waitFor(() => expect(seen).toHaveLength(1));
    uploader.add([picture('second.png')]);
    expect(told[0]).toEqual(['started', 'first.png']);
    expect(new Set(told.slice(1).map(([, said]) => said))).toEqual(new Set(['Cannot add more files']));
  });

  it.each([
    [
      'UPL-035',
      'noDuplicates',
      { fileName: 'one.png' },
      "Cannot add the duplicate file 'one.png', it already exists",
    ],
    [
      'UPL-038',
      'missingRequiredMetaFieldOnFile',
      { fileName: 'one.png' },
      'Missing required meta fields in one.png',
    ],
  ])('%s has a word for what a single picture without required fields never comes to: %s', (...given) => {
    const [, key, filled, said] = given;
    expect(new Uppy().i18n(key, filled)).toBe(said);
  });

  it('UPL-026 tells which picture failed and why, and sends it again when told to', async () => {
    installStore(PATH);
    refusedPuts(415, { code: 'unsupported_media_type', message: 'No picture.' }, { times: 1 });
    uploader.add([picture()]);
    await ended('failed');
    expect(told.at(-1)).toEqual(['failed', 'saturn.png', 'No picture.']);
    uploader.retry();
    await ended('done');
  });

  it('UPL-027 says that a session is needed', async () => {
    server.use(
      http.post('/api/objects/upload', () =>
        HttpResponse.json({ statusCode: 401, code: 'unauthorized', message: 'Who?' }, { status: 401 }),
      ),
    );
    uploader.add([picture()]);
    await ended('failed');
    expect(told.at(-1)).toEqual(['failed', 'saturn.png', 'Authorization required']);
  });

  it('UPL-028 GAP-107 asks for a new address by itself where one has expired', async () => {
    const seen = installStore(PATH);
    refusedPuts(403, { code: 'upload_expired', message: 'Gone.' }, { times: 1 });
    uploader.add([picture()]);
    await ended('done');
    expect(seen.map(([method]) => method)).toEqual(['POST', 'POST', 'PUT']);
  });

  it('UPL-025 says that there is no network, and goes on once there is', async () => {
    installStore(PATH);
    const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    uploader.add([picture()]);
    await waitFor(() => expect(told).toContainEqual(['waiting', { for: 'network' }]));
    window.dispatchEvent(new Event('offline'));
    expect(told.at(-1)).toEqual(['said', 'No Internet connection']);
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await ended('done');
  });

  it('a picture that is taken away on its way is forgotten, and makes room', async () => {
    const seen = installStore();
    holdPuts();
    uploader.add([picture('first.png')]);
    await waitFor(() => expect(seen).toHaveLength(1));
    uploader.clear();
    server.resetHandlers();
    installStore(PATH);
    uploader.add([picture('second.png')]);
    await ended('done');
    expect(told.map(([name, file]) => [name, file])).toEqual([
      ['started', 'first.png'],
      ['started', 'second.png'],
      ['done', PATH],
    ]);
  });
});
