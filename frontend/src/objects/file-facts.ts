import type { AttachmentView } from '@oniverse/contracts';

const KIND_WORDS = {
  picture: 'picture',
  sound: 'sound',
  video: 'video',
  file: 'file',
} as const satisfies Record<AttachmentView['kind'], string>;

const KIB = 1_024;
const MIB = KIB ** 2;
const GIB = KIB ** 3;

const tenthsOf = (part: number): number => Math.round(part * 10) / 10;

/** Formats a number of bytes as `820 B`, `14 KB`, `3.1 MB` or `1.4 GB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < MIB) return `${Math.round(bytes / KIB)} KB`;
  return bytes < GIB ? `${tenthsOf(bytes / MIB)} MB` : `${tenthsOf(bytes / GIB)} GB`;
}

/** Returns the extension of a file name in capitals; an empty text without one. */
const extensionOf = (name: string): string => /.\.([a-z\d]{1,8})$/iu.exec(name)?.[1]?.toUpperCase() ?? '';

/** Returns what a file is, as in `sound, MP3, 3.1 MB`. */
export const factsOf = ({ kind, name, size }: Pick<AttachmentView, 'kind' | 'name' | 'size'>): string =>
  [KIND_WORDS[kind], extensionOf(name), formatSize(size)].filter(Boolean).join(', ');
