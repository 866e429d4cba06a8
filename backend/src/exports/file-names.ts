/** Characters of a title that a file's name keeps at most. */
const MAX_TITLE = 48;
/** Characters of an id that tell it from every other of the same day and title: its random ones. */
const ID_TAIL = 12;

/**
 * A title as a part of a file's name that every system takes: letters, digits and hyphens, nothing else. Empty where
 * nothing is left of it.
 */
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

/**
 * The name of a thing's file, without its extension: its day, so that names sort by time, what it is called, and
 * enough of its id that no two are the same.
 */
export function fileNameOf({ id, title, createdAt }: { id: string; title: string; createdAt: Date }): string {
  return [createdAt.toISOString().slice(0, 10), fileTitle(title), tailOf(id)].filter(Boolean).join('-');
}

/** The name of a thing's folder or file that has no day: what it is called, and enough of its id. */
export const folderNameOf = (title: string, id: string): string =>
  [fileTitle(title), tailOf(id)].filter(Boolean).join('-');

const tailOf = (id: string): string => id.slice(-ID_TAIL);
