import { describe, expect, it } from '@jest/globals';
import { decode, encode } from 'blurhash';
import { blurDataUrl } from './blur-data-url.js';

const bytesOf = (address: string | undefined): Buffer =>
  Buffer.from(address?.replace('data:image/bmp;base64,', '') ?? '', 'base64');

describe('blurDataUrl', () => {
  it('encodes the decoded hash as a bitmap with rows from the top and blue first', () => {
    const hash = encode(
      new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255]),
      2,
      2,
      2,
      2,
    );
    const bytes = bytesOf(blurDataUrl(hash));
    expect(bytes.toString('latin1', 0, 2)).toBe('BM');
    expect([bytes.readUInt32LE(2), bytes.readUInt32LE(10)]).toEqual([bytes.length, 54]);
    expect([bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)]).toEqual([16, -12, 24]);
    const wanted = decode(hash, 16, 12);
    const drawn = [...bytes.subarray(54)];
    expect(drawn).toHaveLength(16 * 12 * 3);
    expect(drawn).toEqual(
      Array.from({ length: 16 * 12 * 3 }, (_, at) => wanted[Math.floor(at / 3) * 4 + (2 - (at % 3))]),
    );
  });

  it.each(['', 'nonsense', '!!!!!!'])('returns undefined for the invalid hash %j', (hash) => {
    expect(blurDataUrl(hash)).toBeUndefined();
  });
});
