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

/**
 * What the specification says of an uploader with parts and a companion is the library's own. A single picture of 10 MB
 * never comes to it, so its source is read: a version that does it otherwise is found here.
 */
describe('the library of the uploader', () => {
  it.each([
    ['LIM-006', 'six requests at a time', AWS, 'limit: 6,'],
    ['LIM-007', 'parts above 100 MB alone', AWS, '(file.size || 0) > 100 * 1024 * 1024'],
    ['LIM-008', 'parts of 5 MB at least', PARTS, '5 * MB'],
    ['LIM-009', '10000 parts at most', PARTS, '10_000'],
    ['LIM-010', 'its delays', AWS, 'retryDelays: [0, 1000, 3000, 5000]'],
    ['LIM-011', '10 further tries', COMPANION, 'const retryCount = 10;'],
    ['LIM-012', '5 minutes of silence', COMPANION, 'socketActivityTimeoutMs = 5 * 60 * 1000;'],
    ['UPL-032', 'a word about them', COMPANION, "'Timeout waiting for message from Companion socket'"],
    ['LIM-013', 'credentials of 604800 seconds', AWS, '|| 604_800'],
    ['LIM-014', 'words of 5 seconds', CORE, 'infoTimeout: 5000,'],
    ['LIM-015', 'a start after 4 ms', CORE, '}, 4);'],
    ['LIM-016', 'progress every 500 ms', CORE, '#updateTotalProgress(), 500,'],
    ['LIM-017', 'four restrictions told', CORE, 'const maxNumToShow = 4;'],
    ['LIM-018', 'ten tries again', RETRY, 'retries: 10,'],
    ['LIM-018', 'twice as long each time', RETRY, 'factor: 2,'],
    ['LIM-018', 'a second to begin with', RETRY, 'minTimeout: 1 * 1000,'],
    ['UPL-040 UPL-044', 'parts, by s3/multipart', AWS, "'s3/multipart'"],
    ['UPL-041 UPL-042', 'what an upload is', AWS, '`s3/multipart/${encodeURIComponent(uploadId)}?key='],
    ['UPL-045', 'parameters, by s3/params', AWS, '`s3/params?${query}`'],
    ['UPL-046', 'credentials, by s3/sts', AWS, "'s3/sts'"],
  ] as const)('%s has %s', (_row, _what, [owner, file], fragment) => {
    expect(sourceOf(owner, file)).toContain(fragment);
  });

  it('LIM-019 has no limits of its own for sizes, counts and types', () => {
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
