import type { UPLOAD } from '@oniverse/contracts';

type PictureType = (typeof UPLOAD.types)[number];

const ONE_PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Leading bytes by which each file type is recognized. */
const FILE_HEADERS: Readonly<Record<PictureType, Buffer>> = {
  'image/png': ONE_PIXEL_PNG,
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  'image/gif': Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'),
  'image/webp': Buffer.from('RIFF\u001a\0\0\0WEBPVP8L\u000d\0\0\0', 'latin1'),
  'image/avif': Buffer.concat([
    Buffer.from('0000001c', 'hex'),
    Buffer.from('ftypavif\0\0\0\0avifmif1miaf', 'latin1'),
  ]),
};

/** Returns a file with the leading bytes of a picture, padded to `size` bytes (at least 100). */
export function makePictureFile(type: PictureType, size = 512): Buffer {
  const picture = Buffer.alloc(size, 'x');
  FILE_HEADERS[type].copy(picture);
  return picture;
}
