import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Uppy from '@uppy/core';

const { resolve } = createRequire(import.meta.url);
const sourceOf = (owner: string, file: string): string =>
  readFileSync(join(dirname(resolve(`${owner}/package.json`)), file), 'utf8');

const AWS = ['@uppy/aws-s3', 'lib/index.js'] as const;
const PARTS = ['@uppy/aws-s3', 'lib/MultipartUploader.js'] as const;
const CORE = ['@uppy/core', 'lib/Uppy.js'] as const;
const COMPANION = ['@uppy/companion-client', 'lib/RequestClient.js'] as const;
const RETRY = ['retry', 'lib/retry.js'] as const;

/** Pins defaults of multipart uploads, which a picture of 10 MB never reaches, so that an update of Uppy shows here. */
describe('uploader library', () => {
  it.each([
    ['LIM-006', 'a limit of six parallel requests', AWS, 'limit: 6,'],
    ['LIM-007', 'multipart uploads only above 100 MB', AWS, '(file.size || 0) > 100 * 1024 * 1024'],
    ['LIM-008', 'parts of at least 5 MB', PARTS, '5 * MB'],
    ['LIM-009', 'at most 10000 parts', PARTS, '10_000'],
    ['LIM-010', 'retry delays of 0, 1, 3 and 5 s', AWS, 'retryDelays: [0, 1000, 3000, 5000]'],
    ['LIM-011', '10 retries', COMPANION, 'const retryCount = 10;'],
    ['LIM-012', 'a socket timeout of 5 minutes', COMPANION, 'socketActivityTimeoutMs = 5 * 60 * 1000;'],
    [
      'UPL-032',
      'a message for that timeout',
      COMPANION,
      "'Timeout waiting for message from Companion socket'",
    ],
    ['LIM-013', 'credentials valid for 604800 seconds', AWS, '|| 604_800'],
    ['LIM-014', 'messages shown for 5 seconds', CORE, 'infoTimeout: 5000,'],
    ['LIM-015', 'a start delay of 4 ms', CORE, '}, 4);'],
    ['LIM-016', 'progress updates every 500 ms', CORE, '#updateTotalProgress(), 500,'],
    ['LIM-017', 'at most four restriction messages', CORE, 'const maxNumToShow = 4;'],
    ['LIM-018', 'ten retries of requests', RETRY, 'retries: 10,'],
    ['LIM-018', 'a backoff factor of two', RETRY, 'factor: 2,'],
    ['LIM-018', 'an initial delay of one second', RETRY, 'minTimeout: 1 * 1000,'],
    ['UPL-040 UPL-044', 'multipart endpoints under s3/multipart', AWS, "'s3/multipart'"],
    [
      'UPL-041 UPL-042',
      'the endpoint of an upload’s parts',
      AWS,
      '`s3/multipart/${encodeURIComponent(uploadId)}?key=',
    ],
    ['UPL-045', 'the parameter endpoint s3/params', AWS, '`s3/params?${query}`'],
    ['UPL-046', 'the credential endpoint s3/sts', AWS, "'s3/sts'"],
  ] as const)('%s has %s', (_row, _what, [owner, file], fragment) => {
    expect(sourceOf(owner, file)).toContain(fragment);
  });

  it('LIM-019 has no default limits for sizes, counts and types', () => {
    const {
      maxFileSize,
      minFileSize,
      maxTotalFileSize,
      maxNumberOfFiles,
      minNumberOfFiles,
      allowedFileTypes,
    } = new Uppy().opts.restrictions;
    expect([maxFileSize, minFileSize, maxTotalFileSize]).toEqual([null, null, null]);
    expect([maxNumberOfFiles, minNumberOfFiles, allowedFileTypes]).toEqual([null, null, null]);
  });
});
