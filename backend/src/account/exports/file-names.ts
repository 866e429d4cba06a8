/** In characters. */
const MAX_TITLE = 48;
/** Trailing characters of an id, which are random and make names unique. */
const ID_TAIL = 12;

/** Reduces a title to letters, digits and hyphens, valid in file names on every system. May be empty. */
export const fileTitle = (title: string): string =>
  Array.from(
    title
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  )
    .slice(0, MAX_TITLE)
    .join('')
    .replaceAll(/^-+|-+$/g, '');

/** Returns a unique file name without extension: the date for sorting, the title and the end of the id. */
export function fileNameOf({ id, title, createdAt }: { id: string; title: string; createdAt: Date }): string {
  return [createdAt.toISOString().slice(0, 10), fileTitle(title), tailOf(id)].filter(Boolean).join('-');
}

/** Returns a unique name for a folder or an undated file: the title and the end of the id. */
export const folderNameOf = (title: string, id: string): string =>
  [fileTitle(title), tailOf(id)].filter(Boolean).join('-');

const tailOf = (id: string): string => id.slice(-ID_TAIL);
