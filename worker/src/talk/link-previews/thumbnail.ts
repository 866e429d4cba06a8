import { LINK_PICTURE, RENDITIONS } from '@oniverse/contracts';
import { fromPixels, Picture, rejectUnusable } from '../../shared/index.js';

const QUALITY = 80;

/** The picture of a page, small and without metadata. */
export interface Thumbnail {
  bytes: Buffer;
  contentType: string;
  width: number;
  height: number;
}

/** Crops the centre of a picture to a small square, or less if the picture is smaller. @throws UnusablePicture */
export async function makeThumbnail(bytes: Buffer): Promise<Thumbnail> {
  return rejectUnusable(async () => {
    const picture = await Picture.open(bytes);
    const { side } = LINK_PICTURE;
    const small = fromPixels(await picture.decodeFitted({ width: side, height: side }, 'cover'));
    const { data, info } = await small.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
    return { bytes: data, contentType: RENDITIONS.type, width: info.width, height: info.height };
  });
}
