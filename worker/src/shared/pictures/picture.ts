import type { Metadata, ResizeOptions } from 'sharp';
import { decodeUntrusted, readMetadata, MAX_PIXELS, type Pixels, toPixels, fromPixels } from './sharp.js';
import { UnusablePicture } from './unusable-picture.js';

/** The memory limit for decoding a picture, in bytes. Together with the rest of a worker it stays below 512 MB. */
const MAX_DECODING_BYTES = 256 * 1_048_576;

/** Width and height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

const UPRIGHT = { mirrored: false, rotation: 0 } as const;

/** How to make a picture upright, by its EXIF Orientation: mirror horizontally, then rotate clockwise. */
const ORIENTATIONS: Readonly<Record<number, { mirrored: boolean; rotation: 0 | 90 | 180 | 270 }>> = {
  1: UPRIGHT,
  2: { mirrored: true, rotation: 0 },
  3: { mirrored: false, rotation: 180 },
  4: { mirrored: true, rotation: 180 },
  5: { mirrored: true, rotation: 270 },
  6: { mirrored: false, rotation: 90 },
  7: { mirrored: true, rotation: 90 },
  8: { mirrored: false, rotation: 270 },
};

/** The formats of which libvips reads all frames. An animated PNG shows its first one. */
const ANIMATED_FORMATS = new Set<Metadata['format']>(['gif', 'webp']);

/**
 * Returns the memory for decoding one pixel in bytes, measured with libvips 8.18 and rounded up. Sequential formats are
 * decoded by line; interlaced, progressive and frame-based ones as a whole.
 */
function decodingBytesPerPixel({ format, isProgressive, chromaSubsampling, depth, pages }: Metadata): number {
  const isDeep = depth !== 'uchar';
  if (format === 'jpeg') return isProgressive ? (chromaSubsampling === '4:2:0' ? 4 : 9) : 1;
  if (format === 'png') return isProgressive ? (isDeep ? 10 : 5) : 1;
  if (format === 'webp') return pages === undefined ? 5 : 10;
  if (format === 'gif') return 6;
  return isDeep ? 26 : 21;
}

const rotateSize = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** A member's picture, of which only the metadata has been read. */
export class Picture {
  private readonly orientation: (typeof ORIENTATIONS)[number];

  private constructor(
    private readonly bytes: Buffer,
    private readonly head: Metadata,
  ) {
    this.orientation = ORIENTATIONS[head.orientation ?? 1] ?? UPRIGHT;
  }

  /**
   * Reads the metadata of a file, and rejects a picture that would need too much memory.
   * @throws UnusablePicture, or another error if the file is not a picture
   */
  static async open(bytes: Buffer): Promise<Picture> {
    const head = await readMetadata(bytes);
    const pixels = head.width * head.height;
    if (pixels > MAX_PIXELS || pixels * decodingBytesPerPixel(head) > MAX_DECODING_BYTES) {
      throw UnusablePicture.tooLarge();
    }
    return new Picture(bytes, head);
  }

  get format(): Metadata['format'] {
    return this.head.format;
  }

  /** The number of frames; 1 for a picture that does not move, and for formats of which only the first frame is read. */
  get frames(): number {
    return ANIMATED_FORMATS.has(this.head.format) ? (this.head.pages ?? 1) : 1;
  }

  get isUpright(): boolean {
    return this.orientation === UPRIGHT;
  }

  /** The upright size. */
  get size(): Size {
    return rotateSize(this.head, this.orientation.rotation);
  }

  /**
   * Decodes the picture, resizes it and makes it upright, in this order, because rotating a small picture is cheap.
   * @param fit `inside` shows the whole picture, `cover` crops to the centre; neither enlarges
   * @throws Error if the picture is damaged
   */
  async decodeFitted(size: Size, fit: Extract<ResizeOptions['fit'], 'inside' | 'cover'>): Promise<Pixels> {
    const { mirrored, rotation } = this.orientation;
    const { width, height } = rotateSize(size, rotation);
    const small = await toPixels(
      decodeUntrusted(this.bytes).resize({ width, height, fit, withoutEnlargement: true }),
    );
    return mirrored || rotation !== 0 ? toPixels(fromPixels(small).flop(mirrored).rotate(rotation)) : small;
  }
}
