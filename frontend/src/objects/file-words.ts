import { type AttachmentKind, grouped } from '@oniverse/contracts';

export const FILE_KIND_WORDS: Readonly<Record<AttachmentKind, string>> = {
  picture: 'picture',
  sound: 'sound',
  video: 'video',
  file: 'file',
};

const STEP = 1024;
const UNITS = ['kB', 'MB'] as const;

/** Formats the size of a file as `812 B`, `4.2 kB` or `25 MB`. */
export function fileSizeText(bytes: number): string {
  if (bytes < STEP) return `${bytes} B`;
  const isLarge = bytes >= STEP * STEP;
  const size = bytes / (isLarge ? STEP * STEP : STEP);
  const rounded = size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
  return `${grouped(rounded)} ${UNITS[isLarge ? 1 : 0]}`;
}
