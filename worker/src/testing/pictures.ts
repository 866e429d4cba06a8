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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
