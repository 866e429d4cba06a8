import { describe, expect, it } from '@jest/globals';
import { decode, encode } from 'blurhash';
import { blurOf } from './blur-of.js';

/** The bytes of a bitmap's address. */
const bytesOf = (address: string | undefined): Buffer =>
  Buffer.from(address?.replace('data:image/bmp;base64,', '') ?? '', 'base64');

describe('a picture from far away', () => {
  it('is a bitmap of what the hash says, from the top down, blue first', () => {
    const hash = encode(
      new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255]),
      2,
      2,
      2,
      2,
    );
    const bytes = bytesOf(blurOf(hash));
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

  it.each(['', 'nonsense', '!!!!!!'])('is nothing where the hash %j says nothing', (hash) => {
    expect(blurOf(hash)).toBeUndefined();
  });
});
