import { decode } from 'blurhash';

/** Pixels of a blurred picture. The bytes of a row are a multiple of four, as the format requires. */
const SIZE = { width: 16, height: 12 } as const;
const HEADER_BYTES = 54;
const PIXEL_BYTES = 3;

/**
 * Renders a blurhash (https://blurha.sh) as a bitmap. Unlike a canvas, a background picture needs no layer of its own,
 * which matters when hundreds scroll by.
 * @returns a data URL of a Windows bitmap (BITMAPINFOHEADER), or undefined for an invalid hash
 */
export function blurDataUrl(hash: string): string | undefined {
  const { width, height } = SIZE;
  let pixels: Uint8ClampedArray;
  try {
    pixels = decode(hash, width, height);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(HEADER_BYTES + width * height * PIXEL_BYTES);
  const header = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  header.setUint32(2, bytes.length, true);
  header.setUint32(10, HEADER_BYTES, true);
  header.setUint32(14, HEADER_BYTES - 14, true);
  header.setInt32(18, width, true);
  // A negative height means that rows go from top to bottom.
  header.setInt32(22, -height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, PIXEL_BYTES * 8, true);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 4, pixel * 4 + 3);
    bytes.set([blue, green, red], HEADER_BYTES + pixel * PIXEL_BYTES);
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`;
}
