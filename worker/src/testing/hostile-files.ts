import { deflateSync, gzipSync } from 'node:zlib';
import { animate, chunk, drawQuarters, gifOfPixels, METADATA, pngBomb, u32be } from './pictures.js';

/**
 * What becomes of a file: a picture, with or without a rendition that moves, or none, because it is broken or takes too much
 * memory.
 */
export type Ending = 'still' | 'moving' | 'broken' | 'too large';

export interface HostileFile {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  ending: Ending;
}

/** In texts of hostile files, and in no rendition. */
export const SCRIPT = '<script>alert("Vesper")</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
const PNG_HEADER = Buffer.from('89504e470d0a1a0a', 'hex');
const U32_MAX = 0xffff_ffff;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const small = () => drawQuarters(90, 60);
const large = () => drawQuarters(900, 600);
const jpeg = () => large().jpeg().toBuffer();
const png = () => small().png().toBuffer();
const gif = () => animate(60, 40, 3).gif().toBuffer();
const webp = () => animate(60, 40, 3).webp().toBuffer();
const avif = () => small().avif({ effort: 0 }).toBuffer();

/** Returns the first part of a file. */
const cut = async (file: Buffer | Promise<Buffer>, share = 0.6): Promise<Buffer> => {
  const whole = await file;
  return whole.subarray(0, Math.floor(whole.length * share));
};

/** Returns a file with some of its bytes replaced. @param find the index of the first one */
const patch = async (
  file: Buffer | Promise<Buffer>,
  find: (bytes: Buffer) => number,
  replacement: Buffer,
): Promise<Buffer> => {
  const bytes = Buffer.from(await file);
  replacement.copy(bytes, find(bytes));
  return bytes;
};

/** Returns a file with more bytes. @param find the index before which they come */
const insert = async (
  file: Buffer | Promise<Buffer>,
  find: (bytes: Buffer) => number,
  inserted: Buffer,
): Promise<Buffer> => {
  const bytes = await file;
  const at = find(bytes);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
};

const append = (file: Buffer | Promise<Buffer>, appended: Buffer): Promise<Buffer> =>
  insert(file, ({ length }) => length, appended);

const u16be = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const u16le = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value & 0xff, value >> 8]));
const u32le = (value: number): Buffer => u16le(value % 65_536, Math.floor(value / 65_536));

/** Returns a segment of a JPEG, which comes after its first two bytes. */
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), u16be(data.length + 2), data]);
const withSegments = (...segments: Buffer[]): Promise<Buffer> =>
  insert(jpeg(), () => 2, Buffer.concat(segments));
/** Returns a PNG with chunks before its pixels. */
const withChunks = (...chunks: Buffer[]): Promise<Buffer> =>
  insert(png(), (bytes) => bytes.indexOf('IDAT') - 4, Buffer.concat(chunks));
/** Returns a chunk of a WebP. */
const riffChunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([latin1(name), u32le(data.length), data, Buffer.alloc(data.length % 2)]);
/** Returns an extension of a GIF with an application's data. */
const gifExtension = (label: number, data: Buffer): Buffer => {
  const blocks = Array.from({ length: Math.ceil(data.length / 255) }, (_, n) => {
    const part = data.subarray(n * 255, (n + 1) * 255);
    return Buffer.concat([Buffer.from([part.length]), part]);
  });
  return Buffer.concat([Buffer.from([0x21, label]), ...blocks, Buffer.from([0])]);
};

/** Returns an AVIF with another size in its header, after the name, version and flags of a box. */
const withAvifSize = (width: number, height: number): Promise<Buffer> =>
  patch(avif(), (bytes) => bytes.indexOf('ispe') + 8, u32be(width, height));
/** Returns a PNG of few pixels with another size in its header. */
const pngOfSize = (width: number, height: number, options?: { interlaced: boolean }): Buffer => {
  const file = pngBomb(1, 1, options);
  // After the signature, the length and the name.
  const header = Buffer.concat([u32be(width, height), file.subarray(24, 29)]);
  return Buffer.concat([file.subarray(0, 8), chunk('IHDR', header), file.subarray(33)]);
};

const EXIF = latin1('Exif\0\0');
/** EXIF data whose directory names itself as the next one. */
const endlessExif = Buffer.concat([
  EXIF,
  latin1('II*\0'),
  u32le(8),
  u16le(1, 0x0112, 3),
  u32le(1),
  u16le(6, 0),
  u32le(8),
]);
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Vesper</place>${SCRIPT}</x:xmpmeta>`;

const FORMATS: readonly HostileFile[] = [
  { name: 'of zero bytes', make: () => Buffer.alloc(0), ending: 'broken' },
  { name: 'of zeros', make: () => Buffer.alloc(100_000), ending: 'broken' },
  { name: 'that is an SVG', make: () => latin1(SVG), ending: 'broken' },
  { name: 'that is a compressed SVG', make: () => gzipSync(SVG), ending: 'broken' },
  { name: 'that is an HTML page', make: () => latin1(`<!doctype html>${SCRIPT}`), ending: 'broken' },
  {
    name: 'that is an HTML page before a PNG',
    make: async () => Buffer.concat([latin1(`<!--${SCRIPT}-->`), await png()]),
    ending: 'broken',
  },
  { name: 'that is a TIFF', make: () => small().tiff().toBuffer(), ending: 'broken' },
  {
    name: 'that is a bitmap of Windows',
    make: () => Buffer.concat([latin1('BM'), u32le(58), u32le(0), u32le(54), u32le(40), u32le(1), u32le(1)]),
    ending: 'broken',
  },
  {
    name: 'that is a PDF',
    make: () => latin1('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    ending: 'broken',
  },
  {
    name: 'that is a drawing with commands of ImageMagick',
    make: () =>
      latin1(
        'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://a.example/"|ls "-la)\'\npop graphic-context',
      ),
    ending: 'broken',
  },
  {
    name: 'that is a video in the container of AVIF',
    make: () =>
      Buffer.concat([
        u32be(24),
        latin1('ftypisom'),
        u32be(512),
        latin1('isommp42'),
        u32be(8),
        latin1('mdat'),
      ]),
    ending: 'broken',
  },
  {
    name: 'that is an AVIF by its first bytes, and a video by the others',
    make: () =>
      Buffer.concat([u32be(20), latin1('ftypavif'), u32be(0), latin1('avif'), u32be(8), latin1('moov')]),
    ending: 'broken',
  },
  {
    name: 'with a PNG header before an SVG',
    make: () => Buffer.concat([PNG_HEADER, latin1(SVG)]),
    ending: 'broken',
  },
  {
    name: 'with a GIF header before a script',
    make: () => latin1('GIF89a/*\0\0*/=1;alert(1)//'.padEnd(600, ' ')),
    ending: 'broken',
  },
  {
    name: 'with a WebP header before an HTML page',
    make: () => Buffer.concat([latin1('RIFF'), u32le(4_000), latin1('WEBPVP8 '), latin1(SCRIPT.repeat(9))]),
    ending: 'broken',
  },
];

const POLYGLOTS: readonly HostileFile[] = [
  { name: 'that is a JPEG before a script', make: () => append(jpeg(), latin1(SCRIPT)), ending: 'still' },
  {
    name: 'that is a PNG before an archive',
    make: () => append(png(), latin1(`PK\u0003\u0004${SCRIPT}`)),
    ending: 'still',
  },
  { name: 'that is a GIF before an HTML page', make: () => append(gif(), latin1(SCRIPT)), ending: 'moving' },
  {
    name: 'that is a WebP with a chunk of HTML',
    make: async () => {
      const file = await append(webp(), riffChunk('HTML', latin1(SCRIPT)));
      return patch(file, () => 4, u32le(file.length - 8));
    },
    ending: 'moving',
  },
  {
    name: 'that is a JPEG with a script as a comment',
    make: () => withSegments(segment(0xfe, latin1(SCRIPT))),
    ending: 'still',
  },
  {
    name: 'that is a PNG with scripts as texts',
    make: () =>
      withChunks(
        chunk('tEXt', latin1(`Comment\0${SCRIPT}`)),
        chunk('iTXt', latin1(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
        chunk('eXIf', endlessExif.subarray(EXIF.length)),
      ),
    ending: 'still',
  },
  {
    name: 'that is a GIF and a script, with a comment and XMP',
    make: () =>
      insert(
        gif(),
        (bytes) => bytes.indexOf(Buffer.from([0x21, 0xff])),
        Buffer.concat([
          gifExtension(0xfe, latin1(`*/=1;alert("Vesper")//${SCRIPT}`)),
          Buffer.concat([
            Buffer.from([0x21, 0xff, 11]),
            latin1('XMP DataXMP'),
            gifExtension(0, latin1(XMP)).subarray(2),
          ]),
        ]),
      ),
    ending: 'moving',
  },
];

const METADATA_FILES: readonly HostileFile[] = [
  {
    name: 'that is an animated WebP with a profile, a place and XMP',
    make: () =>
      animate(60, 40, 3).webp().withIccProfile(METADATA.icc).withExif(METADATA.exif).withXmp(XMP).toBuffer(),
    ending: 'moving',
  },
  {
    name: 'that is a JPEG with a profile that is none',
    make: () =>
      withSegments(
        segment(0xe2, Buffer.concat([latin1('ICC_PROFILE\0\u0001\u0001'), Buffer.alloc(60_000, 0x41)])),
      ),
    ending: 'still',
  },
  {
    name: 'that is a JPEG with endless EXIF data',
    make: () => withSegments(segment(0xe1, endlessExif)),
    ending: 'still',
  },
  {
    name: 'that is a PNG with a profile of 64 MB in 64 KB',
    make: () =>
      withChunks(chunk('iCCP', Buffer.concat([latin1('p\0\0'), deflateSync(Buffer.alloc(64 * 1_024 ** 2))]))),
    ending: 'still',
  },
  {
    name: 'that is a PNG with 20,000 texts',
    make: () => {
      const text = chunk('tEXt', latin1('Comment\0Vesper'));
      return withChunks(...Array.from({ length: 20_000 }, () => text));
    },
    ending: 'still',
  },
];

const TRUNCATED: readonly HostileFile[] = [
  {
    name: 'of the first bytes of a JPEG',
    make: async () => (await jpeg()).subarray(0, 20),
    ending: 'broken',
  },
  { name: 'that is a truncated JPEG', make: () => cut(jpeg()), ending: 'broken' },
  {
    name: 'that is a truncated PNG',
    make: () => cut(large().png({ compressionLevel: 0 }).toBuffer()),
    ending: 'broken',
  },
  {
    name: 'that is a truncated WebP',
    make: () => cut(large().webp({ lossless: true }).toBuffer()),
    ending: 'broken',
  },
  { name: 'that is a truncated AVIF', make: () => cut(avif()), ending: 'broken' },
  { name: 'that is a truncated GIF', make: () => cut(large().gif().toBuffer(), 0.3), ending: 'broken' },
  { name: 'that is an animated WebP without its end', make: () => cut(webp(), 0.8), ending: 'broken' },
  {
    name: 'that is an animated WebP with a damaged frame',
    make: () =>
      patch(
        animate(60, 40, 3).webp({ lossless: true }).toBuffer(),
        (bytes) => bytes.lastIndexOf('VP8L') + 13,
        Buffer.alloc(8, 0xff),
      ),
    ending: 'still',
  },
  {
    name: 'that is an AVIF larger than its header says',
    make: () => withAvifSize(45, 30),
    ending: 'broken',
  },
  {
    name: 'that is a PNG with a wrong checksum',
    make: () => pngBomb(1, 1).fill(0x7f, 18, 19),
    ending: 'broken',
  },
  {
    name: 'that is a PNG with a chunk of 4 GB',
    make: () => patch(png(), (bytes) => bytes.indexOf('IDAT') - 4, u32be(U32_MAX)),
    ending: 'broken',
  },
  {
    name: 'that is a JPEG with a segment beyond its end',
    make: async () =>
      (await withSegments(Buffer.concat([Buffer.from([0xff, 0xe1]), u16be(0xffff)]))).subarray(0, 4_000),
    ending: 'broken',
  },
  {
    name: 'that is a WebP longer than the file',
    make: () => patch(webp(), () => 4, u32le(U32_MAX - 1)),
    ending: 'broken',
  },
];

const BOMBS: readonly HostileFile[] = [
  { name: 'that is a PNG of 121 megapixels', make: () => pngOfSize(11_000, 11_000), ending: 'too large' },
  {
    name: 'that is an interlaced PNG of 64 megapixels',
    make: () => pngOfSize(8_000, 8_000, { interlaced: true }),
    ending: 'too large',
  },
  { name: 'that is a PNG of one row', make: () => pngOfSize(2 ** 31 - 1, 1), ending: 'broken' },
  {
    name: 'that is a GIF of 64 megapixels',
    // Width and height of the frame follow the header, its delay, a marker and its place.
    make: () => patch(gifOfPixels(1), () => 32, u16le(8_000, 8_000)),
    ending: 'too large',
  },
  { name: 'that is an AVIF of 16 megapixels', make: () => withAvifSize(4_000, 4_000), ending: 'too large' },
  {
    name: 'that is a JPEG of 4 gigapixels',
    // Height and width follow the marker, the length and the depth.
    make: () => patch(jpeg(), (bytes) => bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5, u16be(65_500, 65_500)),
    ending: 'too large',
  },
  {
    name: 'that is a GIF of more frames than a rendition has',
    make: () => gifOfPixels(2_001),
    ending: 'still',
  },
  {
    name: 'that is a GIF with frames of 104 megapixels in 1 KB',
    make: () => gifOfPixels(26, { width: 2_000, height: 2_000 }),
    ending: 'still',
  },
];

/** Files that want to break the worker, or to carry something into a rendition. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...FORMATS,
  ...POLYGLOTS,
  ...METADATA_FILES,
  ...TRUNCATED,
  ...BOMBS,
];
