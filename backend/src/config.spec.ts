import { describe, expect, it } from '@jest/globals';
import { readAttachmentBytes, readPictureQuota } from './config.js';

describe('readPictureQuota', () => {
  it('LIV-027 has defaults', () => {
    expect(readPictureQuota({})).toEqual({ pictures: 20_000, bytes: 5_368_709_120 });
  });

  it('reads both limits', () => {
    expect(readPictureQuota({ PICTURES_PER_MEMBER: '100', PICTURE_MB_PER_MEMBER: '512' })).toEqual({
      pictures: 100,
      bytes: 536_870_912,
    });
  });

  it.each([
    ['PICTURES_PER_MEMBER', '0'],
    ['PICTURE_MB_PER_MEMBER', '9'],
  ])('LIV-027 names %s if it is %s', (name, value) => {
    expect(() => readPictureQuota({ [name]: value })).toThrow(name);
  });
});

describe('readAttachmentBytes', () => {
  it('TLK-350 has a default, reads the limit, and refuses one below the size of a file', () => {
    expect(readAttachmentBytes({})).toBe(2_147_483_648);
    expect(readAttachmentBytes({ ATTACHMENT_MB_PER_MEMBER: '25' })).toBe(26_214_400);
    expect(() => readAttachmentBytes({ ATTACHMENT_MB_PER_MEMBER: '24' })).toThrow('ATTACHMENT_MB_PER_MEMBER');
  });
});
