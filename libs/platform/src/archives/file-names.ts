/** In characters. */
const MAX_TITLE = 48;
/** Trailing characters of an id, which are random and make names unique. */
const ID_TAIL = 12;

/** Reduces a title to letters, digits and hyphens, valid in file names on every system. May be empty. */
const fileTitle = (title: string): string =>
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

/** An extension that is safe in file names on every system. */
const EXTENSION = /\.([A-Za-z0-9]{1,8})$/;

/** Returns a unique file name for an upload. @param extension instead of that of its name; `bin` if that is not safe everywhere */
export function uploadNameOf(
  { id, name, createdAt }: { id: string; name: string; createdAt: Date },
  extension?: string,
): string {
  const [ending = '', own = 'bin'] = EXTENSION.exec(name) ?? [];
  const title = ending === '' ? name : name.slice(0, -ending.length);
  return `${fileNameOf({ id, title, createdAt })}.${extension ?? own.toLowerCase()}`;
}

const PICTURE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** Returns the extension of a picture by its content type. */
export const pictureExtension = (contentType: string | null | undefined): string =>
  PICTURE_EXTENSIONS[contentType ?? ''] ?? 'bin';

const tailOf = (id: string): string => id.slice(-ID_TAIL);
