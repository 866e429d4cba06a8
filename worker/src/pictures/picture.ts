import type { Metadata, ResizeOptions } from 'sharp';
import { decoding, headOf, MAX_PIXELS, type Pixels, pixelsOf, working } from './sharp.js';
import { UnusablePicture } from './unusable-picture.js';

/** What decoding one picture may hold in memory, in bytes: with the worker itself it stays below 512 MB. */
const MAX_DECODING_BYTES = 256 * 1_048_576;

/** Width and height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How a stored picture is made upright, by the Orientation of EXIF: mirrored left to right, then turned clockwise. */
const ORIENTATIONS: Readonly<Record<number, { mirrored: boolean; turn: 0 | 90 | 180 | 270 }>> = {
  1: { mirrored: false, turn: 0 },
  2: { mirrored: true, turn: 0 },
  3: { mirrored: false, turn: 180 },
  4: { mirrored: true, turn: 180 },
  5: { mirrored: true, turn: 270 },
  6: { mirrored: false, turn: 90 },
  7: { mirrored: true, turn: 90 },
  8: { mirrored: false, turn: 270 },
};
const UPRIGHT = { mirrored: false, turn: 0 } as const;

/**
 * What is held of each pixel while it is decoded, in bytes, as measured with libvips 8.18 and rounded up. What comes
 * line by line is not held; what comes in passes, or as a frame, is held as a whole.
 */
function heldPerPixel({ format, isProgressive, chromaSubsampling, depth, pages }: Metadata): number {
  const isDeep = depth !== 'uchar';
  if (format === 'jpeg') return isProgressive ? (chromaSubsampling === '4:2:0' ? 4 : 9) : 1;
  if (format === 'png') return isProgressive ? (isDeep ? 10 : 5) : 1;
  if (format === 'webp') return pages === undefined ? 5 : 10;
  if (format === 'gif') return 6;
  return isDeep ? 26 : 21;
}

const turned = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** A picture that a member sent, known by its head and not decoded yet. */
export class Picture {
  private readonly orientation: (typeof ORIENTATIONS)[number];

  private constructor(
    private readonly bytes: Buffer,
    private readonly head: Metadata,
  ) {
    this.orientation = ORIENTATIONS[head.orientation ?? 1] ?? UPRIGHT;
  }

  /**
   * Reads the head of a file, and refuses what would need too much memory before any of it is used.
   * @throws UnusablePicture, or another error where it is no picture
   */
  static async open(bytes: Buffer): Promise<Picture> {
    const head = await headOf(bytes);
    const pixels = head.width * head.height;
    if (pixels > MAX_PIXELS || pixels * heldPerPixel(head) > MAX_DECODING_BYTES) {
      throw UnusablePicture.tooLarge();
    }
    return new Picture(bytes, head);
  }

  get format(): Metadata['format'] {
    return this.head.format;
  }

  /** As it is shown. */
  get size(): Size {
    return turned(this.head, this.orientation.turn);
  }

  /**
   * Decodes it, fits it into a size, and makes it upright: in this order, since what is small is cheap to turn.
   * @param fit `inside` keeps all of it, `cover` fills the size from its centre; it is never enlarged
   * @throws Error where it is damaged
   */
  async fitted(size: Size, fit: Extract<ResizeOptions['fit'], 'inside' | 'cover'>): Promise<Pixels> {
    const { mirrored, turn } = this.orientation;
    const { width, height } = turned(size, turn);
    const small = await pixelsOf(
      decoding(this.bytes).resize({ width, height, fit, withoutEnlargement: true }),
    );
    return mirrored || turn !== 0 ? pixelsOf(working(small).flop(mirrored).rotate(turn)) : small;
  }
}
