import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** The corner colours of a test picture. No rotation or reflection maps them to themselves. */
export const CORNERS = {
  topLeft: [220, 30, 30],
  topRight: [30, 200, 30],
  bottomLeft: [30, 30, 220],
  bottomRight: [230, 230, 30],
} as const;
export type Corner = keyof typeof CORNERS;

/** A colour profile and EXIF data with a place, which a rendition must not contain. */
export const METADATA = {
  icc: 'p3',
  exif: { IFD0: { Copyright: 'Vesper' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } },
};

export function drawQuarters(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [left, right]: [Corner, Corner] =
        y < height / 2 ? ['topLeft', 'topRight'] : ['bottomLeft', 'bottomRight'];
      data.set(CORNERS[x < width / 2 ? left : right], (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Draws an animation, whose frames have different greys. */
export function animate(width: number, height: number, frames: number): Sharp {
  const data = Buffer.alloc(width * height * frames * 3);
  for (let n = 0; n < frames; n += 1)
    data.fill(greyOf(n), n * width * height * 3, (n + 1) * width * height * 3);
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

/** The grey of a frame of `animate`. */
export const greyOf = (frame: number): number => (frame * 70) % 256;

/** Creates a GIF with frames of one pixel each, in few bytes: a bomb if there are many, or the canvas is large. */
export function gifOfPixels(frames: number, { width = 1, height = 1 } = {}): Buffer {
  const header = Buffer.alloc(19);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  // A palette of black and white.
  header.set([0x80, 0, 0, 0, 0, 0, 255, 255, 255], 10);
  // A delay of 20 ms, then an image at the corner, of 1 × 1.
  const frame = Buffer.from('21f90404020000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Returns the names of the chunks of a WebP, also those within frames. */
export function chunksOf(webp: Buffer, start = 12, end = webp.length): string[] {
  const names: string[] = [];
  for (let at = start; at + 8 <= end;) {
    const name = webp.toString('latin1', at, at + 4);
    const size = webp.readUInt32LE(at + 4);
    names.push(name);
    // A frame begins with its place, size and duration.
    if (name === 'ANMF') names.push(...chunksOf(webp, at + 24, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return names;
}

/** Returns the colour near each corner, as the name of the most similar corner of `CORNERS`. */
export async function cornersOf(bytes: Buffer): Promise<Record<Corner, Corner>> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (right: number, down: number): Corner => {
    const x = Math.floor(info.width * right);
    const y = Math.floor(info.height * down);
    const start = (y * info.width + x) * info.channels;
    return nearest([...data.subarray(start, start + 3)]);
  };
  return {
    topLeft: at(0.2, 0.2),
    topRight: at(0.8, 0.2),
    bottomLeft: at(0.2, 0.8),
    bottomRight: at(0.8, 0.8),
  };
}

function nearest(colour: readonly number[]): Corner {
  const distance = (corner: Corner): number =>
    CORNERS[corner].reduce((sum, value, n) => sum + Math.abs(value - (colour[n] ?? 0)), 0);
  const corners: Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];
  return corners.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'topLeft';
}

/** Creates a decompression bomb: a PNG of few bytes with many pixels of one colour. */
export function pngBomb(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflateSync(
    Buffer.alloc(interlaced ? interlacedBytes(width, height) : height * (width * 4 + 1)),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The seven passes of Adam7: the first column and row of each, and its horizontal and vertical step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const interlacedBytes = (width: number, height: number): number =>
  PASSES.reduce(
    (sum, [x, y, right, down]) =>
      sum + Math.ceil((height - y) / down) * (Math.ceil((width - x) / right) * 4 + 1),
    0,
  );

/** Returns a chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32be(data.length), body, u32be(crc32(body))]);
}

/** Returns numbers of four bytes, the most significant one first. */
export function u32be(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
