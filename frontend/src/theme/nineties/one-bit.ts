/** How bright an eye takes a colour to be, from 0 to 255 (weights of ITU-R BT.601). */
const brightness = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue;

/**
 * Shadows are lifted by this power first, since the error that Atkinson drops would leave them black: tried on pictures
 * of the night and of the day, as many dots are white then as the picture is bright.
 */
const LIFT = 0.8;

/** Where Atkinson's dither leaves an eighth of the error each; the rest is dropped, which keeps whites white. */
const SPREAD = [
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [0, 2],
] as const;

/**
 * Turns a picture into black and white dots, in place, as the machines of the time did.
 * @param data four bytes a pixel, red, green, blue and alpha, row by row
 * @see Bill Atkinson's dither, as in MacPaint
 */
export function toOneBit(data: Uint8ClampedArray, width: number, height: number): void {
  const grey = new Float32Array(width * height);
  for (let place = 0; place < grey.length; place++) {
    const at = place * 4;
    const bright = brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    grey[place] = 255 * (bright / 255) ** LIFT;
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = y * width + x;
      const old = grey[place] ?? 0;
      const dot = old < 128 ? 0 : 255;
      const share = (old - dot) / 8;
      for (const [dx, dy] of SPREAD) {
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
