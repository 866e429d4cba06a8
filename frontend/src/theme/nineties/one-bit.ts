/** Returns 0 to 255 (ITU-R BT.601 weights). */
const brightness = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue;

/**
 * Exponent that brightens shadows before dithering, because the error that Atkinson's dither drops would turn them black.
 * Measured on night and day pictures: with 0.8 the share of white dots matches the brightness of the picture.
 */
const GAMMA = 0.8;

/** Pixels that each receive an eighth of the error. Atkinson's dither drops the rest, which keeps whites white. */
const ERROR_OFFSETS = [
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [0, 2],
] as const;

/**
 * Dithers in place, with Bill Atkinson's algorithm from MacPaint.
 * @param data RGBA bytes, row by row
 */
export function toOneBit(data: Uint8ClampedArray, width: number, height: number): void {
  const grey = new Float32Array(width * height);
  for (let place = 0; place < grey.length; place++) {
    const at = place * 4;
    const bright = brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    grey[place] = 255 * (bright / 255) ** GAMMA;
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = y * width + x;
      const old = grey[place] ?? 0;
      const dot = old < 128 ? 0 : 255;
      const share = (old - dot) / 8;
      for (const [dx, dy] of ERROR_OFFSETS) {
        const [toX, toY] = [x + dx, y + dy];
        if (toX < 0 || toX >= width || toY >= height) continue;
        const to = toY * width + toX;
        grey[to] = (grey[to] ?? 0) + share;
      }
      data.fill(dot, place * 4, place * 4 + 3);
      data[place * 4 + 3] = 255;
    }
  }
}
