import type { AttachmentView } from '@oniverse/contracts';

/** In pixels, of a picture that is alone in its message; of one of several, which all have the same form. */
const ALONE = { width: 420, height: 320 } as const;
const PAIRED = { width: 216, ratio: 4 / 3 } as const;
/** Panoramas and long screenshots are cropped to these. */
const RATIOS = { min: 0.5, max: 3 } as const;
/** The frame of a plate, its caption, and rows of files, each with the space below it. In pixels. */
const HEIGHTS = { plate: 28, caption: 33, file: 78, sound: 120, video: 120 } as const;

export interface PictureBox {
  /** In pixels, if there is room for it. */
  width: number;
  /** Width by height. */
  ratio: number;
}

/** Returns the space that a picture takes, which is known before it is loaded. Alone, it is never larger than itself. */
export function pictureBoxOf({ width, height }: AttachmentView, isAlone: boolean): PictureBox {
  if (!isAlone || width === undefined || height === undefined) return PAIRED;
  const ratio = Math.min(RATIOS.max, Math.max(RATIOS.min, width / height));
  return { width: Math.round(Math.min(ALONE.width, ALONE.height * ratio, width)), ratio };
}

/** Returns the height of the files of a message, in pixels, in a list that is wide enough. */
export function usualFilesHeight(attachments: readonly AttachmentView[]): number {
  const pictures = attachments.filter(({ kind }) => kind === 'picture');
  const plates = pictures.map((picture) => {
    const { width, ratio } = pictureBoxOf(picture, pictures.length === 1);
    return width / ratio + HEIGHTS.plate + (picture.alt === '' ? 0 : HEIGHTS.caption);
  });
  const rows = attachments.flatMap(({ kind }) => (kind === 'picture' ? [] : [HEIGHTS[kind]]));
  // Plates stand in pairs.
  const heights = [...plates.filter((_, index) => index % 2 === 0), ...rows];
  return Math.round(heights.reduce((sum, height) => sum + height, 0));
}
