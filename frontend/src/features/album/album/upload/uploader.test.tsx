import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createUpload, UPLOAD } from '@oniverse/contracts';
import Uppy from '@uppy/core';
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { problem } from '../../../../testing/call-handler.js';
import { mock } from '../../../../testing/mock.js';
import { installObjectStore, refuseUploads } from '../../../../testing/pictures.js';
import { server } from '../../../../testing/server.js';
import { atTestEnd } from '../../../../testing/reset.js';
import { createUploader } from './uploader.js';

const PATH = '/objects/one';
const ACCEPTED_TYPES = UPLOAD.types.join(', ');
/** Without progress. */
let events: unknown[][] = [];

const picture = (name = 'saturn.png', type = 'image/png', bytes = 4) =>
  new File([new Uint8Array(bytes)], name, { type });
const recordEvent =
  (name: string) =>
  (...args: unknown[]) =>
    void events.push([name, ...args]);
const waitForEvent = (name: 'done' | 'failed') => waitFor(() => expect(events.at(-1)?.[0]).toBe(name));
const blockUploads = () =>
  server.use(http.put('http://localhost/uploads/token', () => new Promise<never>(() => {})));

const uploader = createUploader({
  started: recordEvent('started'),
  progress: () => undefined,
  waiting: recordEvent('waiting'),
  done: recordEvent('done'),
  failed: recordEvent('failed'),
  message: recordEvent('message'),
});

beforeEach(() => {
  events = [];
  atTestEnd(() => uploader.clear());
});

describe('createUploader', () => {
  it('UPL-005 UPL-006 UPL-039 starts automatically and sends one PUT with the file’s type', async () => {
    const requests = installObjectStore(PATH);
    const file = picture('moon.webp', 'image/webp', 9);
    uploader.add([file]);
    await waitForEvent('done');
    expect(events).toEqual([
      ['started', 'moon.webp'],
      ['done', PATH, file, 'moon.webp'],
    ]);
    // The test server rejects every other request, such as s3/multipart.
    expect(requests).toEqual([
      ['ticket', { contentType: 'image/webp', size: 9, filename: 'moon.webp' }],
      ['file', 'image/webp', null],
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
      `You can only upload: ${ACCEPTED_TYPES}`,
    ],
    [
      'UPL-037',
      'of a type that runs scripts',
      picture('one.svg', 'image/svg+xml'),
      `You can only upload: ${ACCEPTED_TYPES}`,
    ],
  ])('%s rejects a file that is %s with a message and sends nothing', async (_row, _what, file, message) => {
    const requests = installObjectStore();
    uploader.add([file]);
    expect(events).toEqual([['message', message]]);
    // The next upload shows that the rejected file left no state.
    uploader.add([picture()]);
    await waitForEvent('done');
    expect(requests).toHaveLength(2);
  });

  it('UPL-003 accepts a picture of exactly the maximum size', async () => {
    installObjectStore(PATH);
    uploader.add([picture('full.png', 'image/png', UPLOAD.maxBytes)]);
    await waitForEvent('done');
  });

  it('UPL-002 UPL-036 rejects several files at once with a message', async () => {
    const requests = installObjectStore();
    uploader.add([picture('first.png'), picture('second.png')]);
    expect(events).toContainEqual(['message', 'You can only upload 1 file']);
    expect(requests).toEqual([]);
  });

  it('UPL-002 UPL-024 rejects a second file during an upload', async () => {
    const requests = installObjectStore();
    blockUploads();
    uploader.add([picture('first.png')]);
    await waitFor(() => expect(requests).toHaveLength(1));
    uploader.add([picture('second.png')]);
    expect(events[0]).toEqual(['started', 'first.png']);
    expect(new Set(events.slice(1).map(([, message]) => message))).toEqual(
      new Set(['Cannot add more files']),
    );
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
  ])('%s has a message for the unreachable restriction %s', (...args) => {
    const [, key, filled, message] = args;
    expect(new Uppy().i18n(key, filled)).toBe(message);
  });

  it('UPL-026 reports the failed file and the reason, and retries on request', async () => {
    installObjectStore(PATH);
    refuseUploads(415, { code: 'unsupported_media_type', message: 'No picture.' }, { times: 1 });
    uploader.add([picture()]);
    await waitForEvent('failed');
    expect(events.at(-1)).toEqual(['failed', 'saturn.png', 'No picture.']);
    uploader.retry();
    await waitForEvent('done');
  });

  it('UPL-027 reports that a session is required', async () => {
    mock(createUpload, () => problem('unauthorized', 'Who?'));
    uploader.add([picture()]);
    await waitForEvent('failed');
    expect(events.at(-1)).toEqual(['failed', 'saturn.png', 'Authorization required']);
  });

  it('UPL-028 GAP-107 requests a new upload URL when one has expired', async () => {
    const requests = installObjectStore(PATH);
    refuseUploads(403, { code: 'upload_expired', message: 'Gone.' }, { times: 1 });
    uploader.add([picture()]);
    await waitForEvent('done');
    expect(requests.map(([kind]) => kind)).toEqual(['ticket', 'ticket', 'file']);
  });

  it('UPL-025 reports a lost network and resumes when it is back', async () => {
    installObjectStore(PATH);
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    uploader.add([picture()]);
    await waitFor(() => expect(events).toContainEqual(['waiting', { for: 'network' }]));
    window.dispatchEvent(new Event('offline'));
    expect(events.at(-1)).toEqual(['message', 'No Internet connection']);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitForEvent('done');
  });

  it('forgets a cancelled upload and accepts the next one', async () => {
    const requests = installObjectStore();
    blockUploads();
    uploader.add([picture('first.png')]);
    await waitFor(() => expect(requests).toHaveLength(1));
    uploader.clear();
    server.resetHandlers();
    installObjectStore(PATH);
    uploader.add([picture('second.png')]);
    await waitForEvent('done');
    expect(events.map(([name, file]) => [name, file])).toEqual([
      ['started', 'first.png'],
      ['started', 'second.png'],
      ['done', PATH],
    ]);
  });
});
